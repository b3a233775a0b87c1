"""Which function carries out which action: each module of rules lists its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from games.rules.chouette import ending, lineup, play
from games.rules.chouette.actions import Action
from games.rules.chouette.errors import StateError

if TYPE_CHECKING:
    from games.rules.chouette.table import Table

STEPS: Final[Mapping[type[Any], Callable[[Table, Any], Table]]] = {
    **lineup.STEPS,
    **play.STEPS,
    **ending.STEPS,
}


def carried_out(table: Table, action: Action) -> Table:
    """Return the table after an action.

    Raises:
        RuleError: the rules forbid it.
        StateError: it is no action at all.
    """
    step = STEPS.get(type(action))
    if step is None:
        raise StateError("action_malformed")
    return step(table, action)
