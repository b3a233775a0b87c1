"""Audiences of a table: viewers with the same permissions see the same bytes."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Session
from games.permissions import Capability, Reader, allowed_to

MARKS = (
    ("s", "may_score"),
    ("r", "may_reopen"),
    ("i", "signed_in"),
    ("n", "sees_names"),
    ("m", "sees_money"),
)


@dataclass(frozen=True, slots=True)
class Audience:
    """A reader's permissions, their seat (the log's id, or blank), and whether they signed in.

    `sees_names`: also of players hidden from the public; `sees_money`: what the evening is played
    for. An audience without any mark sees nothing.
    """

    may_score: bool = False
    may_reopen: bool = False
    signed_in: bool = False
    sees_names: bool = False
    sees_money: bool = False
    player: str = ""

    @property
    def key(self) -> str:
        """A short text that identifies the audience."""
        return "".join(mark for mark, name in MARKS if getattr(self, name)) + f".{self.player}"

    @classmethod
    def of_key(cls, key: str) -> Audience:
        """Return the audience with this `key`."""
        marks, _, player = key.partition(".")
        return cls(**{name: mark in marks for mark, name in MARKS}, player=player)

    def reader_of(self, session: Session) -> Reader:
        """Return a reader of a session for this audience, for what all of them see alike."""
        names = frozenset({Capability.SEE_NAMES} if self.sees_names else ())
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
