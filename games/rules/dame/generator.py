"""The moves of a position on sets of squares, fast.

Captured pieces stay where they are until the whole move is over: they are in the way and are not
jumped again. The square that the moving piece has left is free.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.dame.options import Options
from games.rules.dame.position import Position
from games.rules.dame.squares import FORWARD, LAST_ROW, RAYS, squares_in

Path = tuple[int, ...]
"""The squares of a move: where the piece starts and each square where it lands."""
Key = tuple[int, int, int]
"""Origin, target and the set of captured squares: what tells moves apart."""
Jump = tuple[int, int]
"""A landing square, and the jumped square as a set."""


def quiet_moves(position: Position) -> list[tuple[int, int]]:
    """Return origin and target of each move without a capture, whether or not one is possible."""
    found: list[tuple[int, int]] = []
    empty, own = position.empty, position.own
    forward = FORWARD[position.turn]
    for origin in squares_in(own & ~position.kings):
        found += [(origin, ray[0]) for ray in forward[origin] if ray and empty >> ray[0] & 1]
    for origin in squares_in(own & position.kings):
        for ray in RAYS[origin]:
            for target in ray:
                if not empty >> target & 1:
                    break
                found.append((origin, target))
    return found


def captures(position: Position, options: Options) -> dict[Key, Path]:
    """Return every distinct capture with the first of its ways, in the order of squares."""
    found: dict[Key, Path] = {}
    own, opp, empty = position.own, position.opp, position.empty
    rays_of = RAYS if options.backward else FORWARD[position.turn]
    for origin in squares_in(own & ~position.kings):
        for ray in rays_of[origin]:
            if len(ray) > 1 and opp >> ray[0] & 1 and empty >> ray[1] & 1:
                _chains(position, options, origin, found)
                break
    for origin in squares_in(own & position.kings):
        _chains(position, options, origin, found)
    return found


def capture_paths(position: Position, options: Options, origin: int) -> Iterator[Path]:
    """Yield every way of every capture from a square, in the order of squares."""
    stack: list[tuple[Path, int]] = [((origin,), 0)]
    while stack:
        path, taken = stack.pop()
        further = jumps(position, options, origin, path[-1], taken)
        stack += [((*path, target), taken | over) for target, over in reversed(further)]
        if taken and not further:
            yield path


def jumps(position: Position, options: Options, origin: int, square: int, taken: int) -> list[Jump]:
    """Return the jumps that may follow on `square`, by landing square.

    `origin` is where the piece stood before the move, `taken` the set of captured squares so far.
    A man has none on the last row, where its move ends.
    """
    if position.kings >> origin & 1:
        free = position.empty | 1 << origin
        found = _king_jumps(position.opp & ~taken, free, square)
        if options.landing == "strict":
            found = _strict(found, position.opp & ~taken, free)
    else:
        found = _man_jumps(position, options, origin, square, taken)
    return sorted(found)


def _chains(position: Position, options: Options, origin: int, found: dict[Key, Path]) -> None:
    """Add the captures of a piece; what can follow depends only on its square and the captured."""
    seen: set[Jump] = set()
    stack: list[tuple[Path, int]] = [((origin,), 0)]
    while stack:
        path, taken = stack.pop()
        state = path[-1], taken
        if state in seen:
            continue
        seen.add(state)
        further = jumps(position, options, origin, path[-1], taken)
        if further:
            stack += [((*path, target), taken | over) for target, over in reversed(further)]
        elif taken:
            found[origin, path[-1], taken] = path


def _man_jumps(
    position: Position, options: Options, origin: int, square: int, taken: int
) -> list[Jump]:
    if LAST_ROW[position.turn] >> square & 1:
        return []
    free, opp = position.empty | 1 << origin, position.opp & ~taken
    rays_of = RAYS if options.backward else FORWARD[position.turn]
    return [
        (ray[1], 1 << ray[0])
        for ray in rays_of[square]
        if len(ray) > 1 and opp >> ray[0] & 1 and free >> ray[1] & 1
    ]


def _king_jumps(opp: int, free: int, square: int) -> list[Jump]:
    found: list[Jump] = []
    for ray in RAYS[square]:
        over = 0
        for target in ray:
            if free >> target & 1:
                if over:
                    found.append((target, over))
            elif over or not opp >> target & 1:
                break
            else:
                over = 1 << target
    return found


def _strict(jumps: list[Jump], opp: int, free: int) -> list[Jump]:
    """Leave out, for each jumped piece, landings without a further jump if others have one."""
    kept: list[Jump] = []
    for piece in {over for _target, over in jumps}:
        landings = [jump for jump in jumps if jump[1] == piece]
        kept += [one for one in landings if _king_jumps(opp & ~piece, free, one[0])] or landings
    return kept
