"""How the ratings of a club follow its record, whatever is rated.

Reading and calculating happen before the transaction, so that no table waits for them. Inside it
the plan is held against the club's state: if another worker was faster, it is made again.

The shares of evenings do not go this way (`evenings.py`). They are written piece by piece, and an
evening that somebody plays on meanwhile is left to the task of that change; begun again as a whole,
like a plan here, they would hardly come to an end while a club plays.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Final, TypeVar

from django.db import transaction

from tournaments.ladders.services.bulk import state_locked
from tournaments.models import RatingState

TRIES: Final = 3
"""The most attempts if other workers are faster; the last one holds the lock throughout."""

PlanT = TypeVar("PlanT")
DoneT = TypeVar("DoneT")


def projected(
    club_id: int,
    *,
    planned: Callable[[], PlanT | None],
    is_current: Callable[[RatingState, PlanT], bool],
    written: Callable[[RatingState, PlanT], DoneT],
    around: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> DoneT | None:
    """Plan and write what follows from a club's record.

    Args:
        club_id: whose.
        planned: reads and calculates, and writes nothing; None if nothing is to be written.
        is_current: whether what a plan was made from is still so.
        written: writes a plan, in the transaction that holds the club's lock.
        around: what goes around that transaction.

    Returns:
        What was written; None if nothing was, or the club is deleted.
    """
    for _again in range(TRIES - 1):
        plan = planned()
        if plan is None:
            return None
        with around(), transaction.atomic():
            state = state_locked(club_id)
            if state is None:
                return None
            if is_current(state, plan):
                return written(state, plan)
    with around(), transaction.atomic():
        state = state_locked(club_id)
        plan = None if state is None else planned()
        return None if state is None or plan is None else written(state, plan)
