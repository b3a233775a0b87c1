"""``manage.py plays``: the possible results of every roll in a list, for programs."""

from __future__ import annotations

from typing import Any

from games.management.json_lines import JsonLinesCommand
from games.rules.backgammon import Position, results


class Command(JsonLinesCommand):
    """Prints each line with the Position IDs of its results; errors name file, line and reason."""

    help = (
        'Read lines {"pid": Position ID, "roll": [die, die]} and print each with "results": the '
        "sorted Position IDs after every distinct legal play, the opponent on roll."
    )
    expected = 'Expected a line like {"pid": "4HPwATDgc/ABMA", "roll": [5, 6]}.'

    def answered(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return a line's object with its results.

        Raises:
            BackgammonError: the position or roll does not exist.
            ValueError: it has no text ``pid`` and list ``roll``.
        """
        pid, roll = question.get("pid"), question.get("roll")
        if not isinstance(pid, str) or not isinstance(roll, list):
            raise ValueError("pid and roll are expected")
        dice: Any = tuple(roll)  # the rules refuse anything but two dice
        after = results(Position.from_id(pid), dice)
        return {**question, "results": sorted(one.id for one in after)}
