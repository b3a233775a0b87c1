"""Which function carries out which action: each module of rules lists its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.rules.chouette import ending, lineup, play
from games.rules.chouette.actions import Action
from games.rules.chouette.errors import RuleError, StateError
from games.rules.chouette.table_state import T, TableState

STEPS: Final[Mapping[type[Any], Callable[[Any, Any], Any]]] = {
    **lineup.STEPS,
    **play.STEPS,
    **ending.STEPS,
}


def carried_out(table: T, action: Action) -> T:
    """Return the table after an action.

    Raises:
        RuleError: the rules forbid it.
        StateError: it is no action at all.
    """
    step = STEPS.get(type(action))
    if step is None:
        raise StateError("action_malformed")
    after: T = step(table, action)
    return after


def problem(table: TableState, action: Action) -> RuleError | None:
    """Return why an action is illegal now, or None if it is legal."""
    try:
        carried_out(table, action)
    except RuleError as error:
        return error
    return None
