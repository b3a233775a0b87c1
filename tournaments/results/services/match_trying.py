"""What a step of a match would do to others: it is written, and rolled back."""

from __future__ import annotations

from collections.abc import Callable

from games.decisions.services.effects import tried
from tournaments.errors import CorrectionReaches
from tournaments.formats.effects import NOTHING, Effect


def effect_tried(do: Callable[[], object]) -> Effect:
    """Return what a step does to other matches; nothing of it stays.

    `do` calls the service, without the digest of anything seen.

    Raises:
        Whatever the service raises where the step is not possible.
    """
    try:
        tried(do)
    except CorrectionReaches as reach:
        return reach.effect
    return NOTHING
