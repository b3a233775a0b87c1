"""Audiences of a table: viewers with the same permissions see the same bytes."""

from __future__ import annotations

from games.models import Session
from games.permissions import Capability, Reader, allowed_to
from games.table.presenters.values import Audience


def reader_for(audience: Audience, session: Session) -> Reader:
    """Return a reader of a session for an audience, for what all of them see alike."""
    names = frozenset({Capability.SEE_NAMES} if audience.sees_names else ())
    return Reader(club_id=session.club_id, session_id=session.pk, let_in=names)


def audience_of(reader: Reader) -> Audience:
    """Return the audience of a session's reader."""
    allowed = allowed_to(reader.roles)
    return Audience(
        may_score=Capability.SCORE in allowed,
        may_reopen=Capability.REOPEN_SESSION in allowed,
        signed_in=reader.user is not None,
        sees_names=Capability.SEE_NAMES in allowed,
        sees_money=Capability.VIEW_MONEY in allowed,
        player=reader.player if Capability.PLAY in allowed else "",
    )
