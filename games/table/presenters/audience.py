"""For whom a table is shown: all who may and are the same see the same bytes."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Session, User
from games.permissions import Capability, Somebody, allowed_to, standing

MARKS = (("s", "may_score"), ("r", "may_reopen"), ("i", "signed_in"), ("v", "is_veiled"))


@dataclass(frozen=True, slots=True)
class Audience:
    """What a reader may do, whose seat he has (the log's id, or none), and whether he signed in.

    `is_veiled`: the names of players who are not shown to everybody are kept from him.
    """

    may_score: bool = False
    may_reopen: bool = False
    signed_in: bool = False
    is_veiled: bool = False
    player: str = ""

    @property
    def key(self) -> str:
        """A short text that is the same for the same audience."""
        return "".join(mark for mark, name in MARKS if getattr(self, name)) + f".{self.player}"

    @classmethod
    def of_key(cls, key: str) -> Audience:
        """The audience whose `key` this is."""
        marks, _, player = key.partition(".")
        return cls(**{name: mark in marks for mark, name in MARKS}, player=player)


def audience_of(session: Session, actor: Somebody) -> Audience:
    """The audience that somebody belongs to, in two queries."""
    found, player = standing(actor, session.club, session)
    allowed = allowed_to(found)
    return Audience(
        may_score=Capability.SCORE in allowed,
        may_reopen=Capability.REOPEN_SESSION in allowed,
        signed_in=isinstance(actor, User),
        is_veiled=Capability.SEE_NAMES not in allowed,
        player=player if Capability.PLAY in allowed else "",
    )
