"""All boards that a roll can lead to, each once: the fast part of the rules of play.

Boards are numbers as in `board`, with the mover's half in the low bits before and after the play.
"""

from __future__ import annotations

from functools import lru_cache

from games.rules.backgammon.board import BAR_UNIT, HIT, HOME, LOW, blots_and_blocks, taken


def boards_after(code: int, high: int, low: int) -> list[int]:
    """Return every distinct board after a legal play of the roll; empty if there is no legal play.

    As many numbers as possible are played; if only one of two can be, the higher one.
    """
    if high == low:
        return _after_double(code, high)
    return _after_two(code, high, low) if high > low else _after_two(code, low, high)


@lru_cache(maxsize=64)
def legal_boards(code: int, first: int, second: int) -> frozenset[int]:
    """Return the same boards as a set, cached: one turn asks for them several times."""
    return frozenset(boards_after(code, first, second))


def movable(mask: int, blocked: int, die: int) -> int:
    """Return a mask of the checkers in `mask` that the number may move.

    Checkers on the bar first; bearing off only when all are home, and with a larger number only the
    rearmost.
    """
    shift = 4 * die
    if mask >= BAR_UNIT:
        return BAR_UNIT & ~(blocked << shift)
    inside = mask & ~(blocked << shift) & -(1 << shift)
    if mask > HOME:
        return inside
    exact = 1 << shift - 4
    if mask >= exact:
        return inside | mask & exact
    return 1 << mask.bit_length() - 1 if mask else 0


def _after_double(code: int, die: int) -> list[int]:
    """Of the orders of one play, follow only the one from rear to front, so that none occurs
    twice.
    """
    blots, blocked = blots_and_blocks(code)
    shift = 4 * die
    boards: list[int] = []
    layer = [(code, taken(code & LOW), BAR_UNIT)]
    for _ in range(4):
        further = []
        for board, mask, rear in layer:
            sources = movable(mask, blocked, die) & (rear << 1) - 1
            while sources:
                source = sources & -sources
                sources ^= source
                target = source >> shift
                after = board - source + target
                if target & blots & ~mask:
                    after += HIT[target]
                left = mask | target
                if not after & source * 15:
                    left ^= source
                further.append((after, left, source))
        if not further:
            break
        boards = [board for board, _, _ in further]
        layer = further
    return boards


def _after_two(code: int, high: int, low: int) -> list[int]:
    """Try the two numbers in both orders."""
    blots, blocked = blots_and_blocks(code)
    mask = taken(code & LOW)
    first = _stepped(code, mask, blots, blocked, high)
    second = _stepped(code, mask, blots, blocked, low)
    boards: set[int] = set()
    for steps, die in ((first, low), (second, high)):
        shift = 4 * die
        for board, left in steps:
            sources = movable(left, blocked, die)
            hits = blots & ~left
            while sources:
                source = sources & -sources
                sources ^= source
                target = source >> shift
                if target & hits:
                    boards.add(board - source + target + HIT[target])
                else:
                    boards.add(board - source + target)
    return list(boards) if boards else [board for board, _ in first or second]


def _stepped(code: int, mask: int, blots: int, blocked: int, die: int) -> list[tuple[int, int]]:
    """Yield the boards after one number, each with the mask of the mover's checkers."""
    shift = 4 * die
    sources = movable(mask, blocked, die)
    steps = []
    while sources:
        source = sources & -sources
        sources ^= source
        target = source >> shift
        after = code - source + target
        if target & blots:
            after += HIT[target]
        left = mask | target
        if not after & source * 15:
            left ^= source
        steps.append((after, left))
    return steps
