"""White in a drawn round: it goes to the player who had it less often.

If both had it as often, it goes to the one who had Black last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Key = TypeVar("Key", int, str)


def coloured(
    pairs: Iterable[tuple[Key, Key]], before: Iterable[tuple[Key, Key]]
) -> list[tuple[Key, Key]]:
    """Return pairs with White first. `before` are earlier ones, White first, round by round.

    Where nothing tells two apart, as in the first round, the first of the pair has White at every
    other table, and Black at those between.
    """
    more: dict[Key, int] = {}
    last: dict[Key, int] = {}
    for white, black in before:
        more[white], more[black] = more.get(white, 0) + 1, more.get(black, 0) - 1
        last[white], last[black] = 1, -1
    found = []
    for number, (one, other) in enumerate(pairs):
        due = (more.get(one, 0), last.get(one, 0)), (more.get(other, 0), last.get(other, 0))
        is_first = due[0] < due[1] if due[0] != due[1] else number % 2 == 0
        found.append((one, other) if is_first else (other, one))
    return found
