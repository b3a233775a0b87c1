"""Who keeps the score of an evening without network."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.models import Pass, Session, User
from games.permissions import NOBODY, Reader
from games.record.selectors.names import names_in


def keeper_told(session: Session, reader: Reader = NOBODY) -> str:
    """Return who keeps the score without network, as a sentence; blank, without a query, if nobody.

    They are called as the reader may know them.
    """
    if session.keeper is None:
        return ""
    name = _keeper(session, session.keeper, reader)
    if not name:
        return _("Another device keeps the score without network.")
    return _("%(name)s keeps the score without network.") % {"name": name}


def _keeper(session: Session, keeper: dict[str, Any], reader: Reader) -> str:
    if "user" in keeper:
        player = session.club.players.filter(user=keeper["user"]).order_by("name", "pk")
        if (found := player.first()) is not None:
            return names_in(session, reader)[found.public_id]
        user = User.objects.filter(pk=keeper["user"]).first()
        sees_names = reader.sees_names_of(session.club_id)
        return user.name if user is not None and sees_names else ""
    holder = Pass.objects.filter(pk=keeper.get("pass", 0)).first()
    return names_in(session, reader)[holder.player] if holder is not None and holder.player else ""
