"""Decisions on a match although a board of its two players is open."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.errors import CorrectionReaches


def in_spite_of_board(decide: Callable[[str], object]) -> None:
    """Decide a match, also if its two players have a board open: that is no result yet.

    `decide` takes what was seen of the reach of the step, as services of results do.

    Raises:
        CorrectionReaches: it would take something from others.
    """
    try:
        decide("")
    except CorrectionReaches as reach:
        if reach.effect.takes_from_others:
            raise
        decide(reach.effect.digest)
