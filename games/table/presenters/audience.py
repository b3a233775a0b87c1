"""For whom a table is shown: all who may and are the same see the same bytes."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Session
from games.permissions import Capability, Reader, allowed_to

MARKS = (("s", "may_score"), ("r", "may_reopen"), ("i", "signed_in"), ("n", "sees_names"))


@dataclass(frozen=True, slots=True)
class Audience:
    """What a reader may do, whose seat he has (the log's id, or none), and whether he signed in.

    `sees_names`: also of players who are not shown to everybody. Who is nothing sees nothing.
    """

    may_score: bool = False
    may_reopen: bool = False
    signed_in: bool = False
    sees_names: bool = False
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

    def reader_of(self, session: Session) -> Reader:
        """Anybody of this audience as a reader of a session: what all of them are told alike."""
        names = frozenset({Capability.SEE_NAMES} if self.sees_names else ())
        return Reader(club_id=session.club_id, session_id=session.pk, let_in=names)


def audience_of(reader: Reader) -> Audience:
    """The audience that the reader of a session belongs to."""
    allowed = allowed_to(reader.roles)
    return Audience(
        may_score=Capability.SCORE in allowed,
        may_reopen=Capability.REOPEN_SESSION in allowed,
        signed_in=reader.user is not None,
        sees_names=Capability.SEE_NAMES in allowed,
        player=reader.player if Capability.PLAY in allowed else "",
    )
