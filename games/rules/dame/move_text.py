"""Moves as text: ``22-18``, ``22x15x8``, and a sentence for each that is refused."""

from __future__ import annotations

import re
from itertools import pairwise

from games.rules.dame.errors import MoveError
from games.rules.dame.generator import Path, capture_paths, jumps, quiet_moves
from games.rules.dame.moves import Move, capturing_moves
from games.rules.dame.options import AS_USUAL, Options
from games.rules.dame.position import Position, check_square
from games.rules.dame.squares import FORWARD, LAST_ROW, bits_of, squares_in, way_between

_MOVE = re.compile(r"[0-9]{1,2}(?:\s*[-–x×:]\s*[0-9]{1,2})+", re.IGNORECASE)
_SHOWN = 60


def read_move(text: str, position: Position, options: Options = AS_USUAL) -> Move:
    """Read a move. Of a capture the squares between may be left out where that is not ambiguous.

    Raises:
        MoveError: it is not a move, is not legal here, or may mean several.
        PositionError: a square does not exist.
    """
    if not _MOVE.fullmatch(text.strip()):
        raise MoveError("move_malformed", text=text.strip()[:_SHOWN])
    path = tuple(int(number) for number in re.findall("[0-9]+", text))
    captures_only = any(sign in text.lower() for sign in "x×:")
    return move_along(path, position, options, captures_only=captures_only)


def move_along(
    path: Path, position: Position, options: Options = AS_USUAL, *, captures_only: bool = False
) -> Move:
    """Return the legal move along these squares; `captures_only` refuses one without a capture.

    Raises:
        MoveError: it is not legal here, or may mean several.
        PositionError: a square does not exist.
    """
    for square in path:
        check_square(square)
    origin = path[0]
    if not position.own >> origin & 1:
        code = "source_other" if position.opp >> origin & 1 else "source_empty"
        raise MoveError(code, square=origin)
    forced = not options.huffing and bool(capturing_moves(position, options))
    is_quiet = path in quiet_moves(position)
    if is_quiet and not forced and not captures_only:
        return Move(origin, path[-1], (), path)
    fitting: dict[Move, Move] = {}
    for way in capture_paths(position, options, origin):
        move = Move(origin, way[-1], captured_along(way, position), way)
        if way == path:
            return move
        if way[-1] == path[-1] and _is_part(path, way):
            fitting.setdefault(move, move)
    if len(fitting) > 1:
        moves = tuple(move.text for move in fitting.values())
        raise MoveError("move_unclear", text="x".join(map(str, path)), moves=moves)
    if fitting:
        return fitting.popitem()[1]
    if is_quiet and not forced:
        raise MoveError("nothing_captured", move="x".join(map(str, path)))
    raise _refusal(path, position, options)


def captured_along(path: Path, position: Position) -> tuple[int, ...]:
    """Return the squares of the other side's pieces that a move jumps, ascending."""
    jumped = 0
    for square, target in pairwise(path):
        jumped |= bits_of(way_between(square, target) or ())
    return tuple(squares_in(jumped & position.opp))


def problem(path: Path, position: Position, options: Options = AS_USUAL) -> str | None:
    """Return the sentence why these squares are no legal move, None if they are one."""
    try:
        move_along(path, position, options)
    except ValueError as error:
        return str(error)
    return None


def _is_part(path: Path, way: Path) -> bool:
    """Tell whether the squares come in the way in this order; both begin on the same square."""
    squares = iter(way[1:-1])
    return way[0] == path[0] and all(square in squares for square in path[1:-1])


def _refusal(path: Path, position: Position, options: Options) -> MoveError:
    """Return why squares that are no legal move are none; the first is a piece of the mover."""
    origin, taken = path[0], 0
    for place, (square, target) in enumerate(pairwise(path)):
        further = dict(jumps(position, options, origin, square, taken))
        if target in further:
            taken |= further[target]
        elif place == 0 and (origin, target) in quiet_moves(position):
            must = _must_capture(position, options, origin)
            return must or MoveError("nothing_captured", move=f"{target}x{path[-1]}")
        else:
            return _step_refusal(position, options, (origin, square, target, taken))
    ways = capture_paths(position, options, origin)
    whole = next((way for way in ways if way[: len(path)] == path), path)
    return MoveError("chain_unfinished", move="x".join(map(str, whole)))


def _must_capture(position: Position, options: Options, origin: int) -> MoveError | None:
    moves = sorted(capturing_moves(position, options), key=lambda move: move.origin != origin)
    if not moves or options.huffing:
        return None
    kind = "king" if position.is_king(moves[0].origin) else "man"
    return MoveError(f"{kind}_must_capture", move=moves[0].text)


def _step_refusal(
    position: Position, options: Options, step: tuple[int, int, int, int]
) -> MoveError:
    """Return why a step is refused: origin of the move, square, target, and captured so far."""
    origin, square, target, taken = step
    is_man = not position.is_king(origin)
    way = way_between(square, target)
    between = bits_of(way or ()) & ~position.empty & ~(1 << origin)
    jumped = between & position.opp
    move = f"{square}{'x' if taken or jumped else '-'}{target}"
    if is_man and taken and LAST_ROW[position.turn] >> square & 1:
        return MoveError("move_ends", move=move)
    if way is None:
        return MoveError("not_diagonal", move=move)
    if not (position.empty | 1 << origin) >> target & 1:
        return MoveError("target_taken", move=move, square=target)
    if is_man and (len(way) > 1 or (len(way) == 1 and not between)):
        return MoveError("man_far", move=move)
    for piece in squares_in(between & position.own):
        return MoveError("own_jumped", move=move, square=piece)
    for piece in squares_in(between & taken):
        return MoveError("jumped_twice", move=move, square=piece)
    if jumped.bit_count() > 1:
        return MoveError("two_jumped", move=move)
    if taken and not jumped:
        return MoveError("chain_nothing_captured", move=move)
    if is_man and not any(target in ray for ray in FORWARD[position.turn][square]):
        return MoveError("man_captures_backward" if jumped else "man_backward", move=move)
    others = jumps(position, options, origin, square, taken)
    other = next((landing for landing, over in others if over == jumped), target)
    return MoveError("landing_strict", move=move, other=f"{square}x{other}")
