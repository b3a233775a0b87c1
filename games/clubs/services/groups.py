"""Groups of players who usually play together, saved under a name of their own."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction

from games.errors import Refused
from games.models import Club, Player, User
from games.models.locks import rows_locked
from games.permissions import Capability, require

LONGEST_NAME: Final = 40
MOST_GROUPS: Final = 12


@transaction.atomic
def group_save(*, club: Club, by: User, name: str, players: Sequence[Player]) -> None:
    """Save these players as a group; one of the same name is replaced.

    Raises:
        NotAllowed: the user may not start sessions.
        Refused: the name is missing or too long, nobody is chosen, or there are too many groups.
    """
    require(by, Capability.START_SESSION, club)
    name = _checked(name)
    if not players:
        raise Refused("group_empty")
    others = _without(club, name)
    if len(others) >= MOST_GROUPS:
        raise Refused("too_many_groups", limit=MOST_GROUPS)
    group: dict[str, object] = {"name": name, "players": [player.public_id for player in players]}
    _write(club, [*others, group])


@transaction.atomic
def group_delete(*, club: Club, by: User, name: str) -> None:
    """Delete the group of this name, if there is one.

    Raises:
        NotAllowed: the user may not start sessions.
    """
    require(by, Capability.START_SESSION, club)
    _write(club, _without(club, name))


def groups_restore(*, club: Club, names_of: Mapping[str, Sequence[str]]) -> None:
    """Give a club that is made from an archive its groups: those of each player, by public id.

    Raises:
        Refused: a name is missing or too long, or there are too many groups.
    """
    groups: dict[str, list[str]] = {}
    for player, names in names_of.items():
        for name in names:
            groups.setdefault(_checked(name), []).append(player)
    if len(groups) > MOST_GROUPS:
        raise Refused("too_many_groups", limit=MOST_GROUPS)
    if groups:
        _write(club, [{"name": name, "players": groups[name]} for name in sorted(groups)])


def _checked(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused("group_name", limit=LONGEST_NAME)
    return name


def _without(club: Club, name: str) -> list[dict[str, object]]:
    groups = rows_locked(Club.objects).get(pk=club.pk).groups
    return [one for one in groups if one["name"].casefold() != name.casefold()]


def _write(club: Club, groups: list[dict[str, object]]) -> None:
    club.groups = groups
    club.save(update_fields=["groups"])
