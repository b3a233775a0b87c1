"""What is noted of players besides their names: federation number and country."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.db.models import CharField
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Club, Player
from games.names.identity import spelled
from games.permissions import Actor, Capability, require

NOTED: Final = ("federation_number", "country")
"""The columns that are written here."""
BATCH: Final = 500


@transaction.atomic
def players_note(*, club: Club, by: Actor, notes: Mapping[Player, Mapping[str, str]]) -> None:
    """Write down federation numbers and countries of a club's players; what is not given stays.

    Raises:
        NotAllowed: the user may not add players.
        Refused: a text is too long, or has characters that nobody sees.
    """
    changed = []
    for player, said in notes.items():
        new = {name: spelled(text) for name, text in said.items() if name in NOTED}
        if all(getattr(player, name) == text for name, text in new.items()):
            continue
        require(by, Capability.ADD_PLAYER, club)
        for name, text in new.items():
            problem = note_problem(name, text)
            if problem:
                raise Refused("invalid", reason=problem)
            setattr(player, name, text)
        changed.append(player)
    Player.objects.bulk_update(changed, NOTED, batch_size=BATCH)


def note_problem(name: str, text: str) -> str:
    """Return why this cannot be noted; blank if it can."""
    field = Player._meta.get_field(name)
    assert isinstance(field, CharField)
    if len(text) <= (field.max_length or 0) and text.isprintable():
        return ""
    said = _("%(name)s: at most %(limit)s characters, and none that nobody sees.")
    title = str(field.verbose_name)
    return said % {"name": title[:1].upper() + title[1:], "limit": field.max_length}
