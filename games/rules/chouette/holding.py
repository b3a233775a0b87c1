"""A hold that stands: whoever holds until they say otherwise need not be asked again.

What was said is kept beside the log. Whether it still stands follows from the table alone, so that
undoing a step brings back what that step had ended.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.rules.chouette.questions import OFFERS, question_at
from games.rules.chouette.table import Table

Mark = tuple[int, int, str, str]
"""What a hold is about: the game, and the value, the owner and the holder of the member's cube."""
LENGTH: Final = 4


def mark_of(table: Table, member: str) -> Mark | None:
    """Return what a member's hold would be about now; None without a live bet."""
    game = table.game
    bet = game.bet(member) if game is not None else None
    if game is None or bet is None or not bet.live:
        return None
    return game.number, bet.value, bet.owner, bet.holder


def may_stand(table: Table, member: str) -> bool:
    """Tell whether a member may hold until they say otherwise: their cube may be turned now."""
    asked = question_at(table)
    return asked is not None and asked.kind == OFFERS and member in asked.words


def standing(table: Table, said: Mapping[str, Sequence[object]]) -> frozenset[str]:
    """Return the members whose hold still stands; `said` has the mark of each that was said.

    Every accepted cube of the bet ends it, since that changes the value, and so do a change of who
    plays the cube, the end of the bet, and the next game.
    """
    return frozenset(
        member for member, mark in said.items() if tuple(mark[:LENGTH]) == mark_of(table, member)
    )
