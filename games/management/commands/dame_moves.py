"""``manage.py dame_moves``: the legal moves of every position of Dame in a list, for programs."""

from __future__ import annotations

from typing import Any

from games.management.json_lines import JsonLinesCommand
from games.rules.dame import Options, Position, legal_moves


class Command(JsonLinesCommand):
    """Prints each line with the moves of its position; errors name file, line and reason."""

    help = (
        'Read lines {"fen": position, "landing": "free" or "strict"} and print each with "moves": '
        "[from, to, [captured, ...]] of every distinct legal move, in ascending order."
    )
    expected = 'Expected a line like {"fen": "W:WK9,16:BK23,K24", "landing": "strict"}.'

    def answered(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return a line's object with its moves; `landing` is free by default.

        Raises:
            DameError: the position is impossible, or there is no such landing.
            ValueError: it has no text ``fen``, or another ``landing`` than a text.
        """
        fen, landing = question.get("fen"), question.get("landing", "free")
        if not isinstance(fen, str) or not isinstance(landing, str):
            raise ValueError("fen and landing are expected")
        options = Options.from_json({"landing": landing})
        moves = legal_moves(Position.from_fen(fen), options)
        return {**question, "moves": [[one.origin, one.target, [*one.captured]] for one in moves]}
