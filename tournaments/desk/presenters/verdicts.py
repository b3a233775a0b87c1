"""What becomes of a typed line: the one table of it, without a database."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tournaments.models import Match


class Verdict(enum.Enum):
    """The first three are done, all others are asked about, naming the matches."""

    ENTER = "enter"
    CONFIRM = "confirm"
    SAME = "same"
    ENTERED = "entered"
    REPORTED = "reported"
    CHANGED = "changed"
    SEVERAL = "several"
    EARLY = "early"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Meant:
    """The match that a line carries, as it is now.

    `is_changed`: it has another version than the page showed. `is_alike`: what stands there is
    what was typed. `is_early`: it was called too lately to be over, after another one. `others`
    counts the further matches that the same words mean by now. `is_chosen`: the director has seen a
    question and named this match.
    """

    state: str
    is_changed: bool = False
    is_alike: bool = False
    is_early: bool = False
    others: int = 0
    is_chosen: bool = False


def verdict_of(meant: Meant) -> Verdict:
    """Say what becomes of a line."""
    if meant.state == Match.State.SETTLED:
        return Verdict.SAME if meant.is_alike and not meant.others else Verdict.ENTERED
    if meant.state == Match.State.REPORTED:
        if not meant.is_alike:
            return Verdict.REPORTED
        return Verdict.SEVERAL if meant.others else Verdict.CONFIRM
    if meant.is_changed or meant.state == Match.State.WAITING:
        return Verdict.CHANGED
    if meant.others:
        return Verdict.SEVERAL
    if meant.state == Match.State.DISPUTED and not meant.is_chosen:
        return Verdict.DISPUTED
    return Verdict.EARLY if meant.is_early else Verdict.ENTER
