"""The assistant at chess: a search of its own, to a depth that makes the level.

It looks at every line to its depth and on while something can be captured, counts pieces and where
they stand, and leaves out what cannot change the result (alpha-beta). Against a bare king it takes
squares from it; with a queen, a rook or two bishops *strong* knows every position. It knows the
game as it stands and nothing else.

>>> from games.rules.chess import Game
>>> choose_chess(Game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), "medium").uci()
'a1a8'
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from time import monotonic
from typing import Final

import chess

from games.assistant.levels import LevelName
from games.assistant.mating import table_for
from games.assistant.searching import SearchLevel, Thought
from games.rules.chess import Game

CHESS_LEVELS: Final[dict[LevelName, SearchLevel]] = {
    "easy": SearchLevel(1, doubt=90, seconds=1.0),
    "medium": SearchLevel(2, doubt=15, seconds=1.0),
    "strong": SearchLevel(8, seconds=1.2),
}

TO_BUILD: Final = 0.7
"""Seconds of a move to go on with the table of an ending, until it is complete."""
WON: Final = 100_000
LEAST: Final = 30
"""Who is ahead by this many hundredths of a pawn takes no draw."""
WORTH: Final = (0, 100, 320, 330, 500, 930, 0)
"""Of each kind of piece, by its number in `chess`, in hundredths of a pawn."""
LATE: Final = 1_700
"""Of both sides together without pawns: with no more than that kings come to the middle."""

Key = tuple[int | bool | None, ...]


def _from_middle(square: chess.Square) -> int:
    """Return how many king's steps a square is from the four in the middle."""
    file, row = chess.square_file(square), chess.square_rank(square)
    return max(3 - file, file - 4, 3 - row, row - 4, 0)


def _stands(kind: chess.PieceType, square: chess.Square) -> int:
    """Return what standing on a square is worth for a white piece."""
    row, far = chess.square_rank(square), _from_middle(square)
    match kind:
        case chess.PAWN:
            near = 3 - max(3 - chess.square_file(square), chess.square_file(square) - 4, 0)
            return (0, 0, 2, 8, 20, 45, 90, 0)[row] + (5 * near if row in (3, 4) else near)
        case chess.KNIGHT:
            return 24 - 14 * far - (8 if row == 0 else 0)
        case chess.BISHOP:
            return 14 - 6 * far - (8 if row == 0 else 0)
        case chess.ROOK:
            return (18 if row == 6 else 0) - 2 * far
        case chess.QUEEN:
            return 4 - 3 * far
    return (14 if chess.square_file(square) in (1, 2, 6) else 0) - 16 * row


STANDS: Final = tuple(
    tuple(_stands(kind, square) for square in chess.SQUARES) if kind else ()
    for kind in range(chess.KING + 1)
)
LATE_KING: Final = tuple(30 - 14 * _from_middle(square) for square in chess.SQUARES)


def choose_chess(
    game: Game, level: LevelName, positions: int | None = None, seconds: float = inf
) -> chess.Move:
    """Return the move of the side to move; after so many `positions` instead of the level's time.

    That time is cut to `seconds`, tables included.

    Raises:
        ValueError: the game is over.
    """
    moves = game.legal_moves()
    if not moves:
        raise ValueError("the game is over")
    if len(moves) == 1:
        return moves[0]
    how, board = CHESS_LEVELS[level], game.board.copy()
    until = monotonic() + min(how.seconds, seconds)
    table = None if how.doubt else table_for(board)
    if table and table.grow(inf if positions else min(TO_BUILD, seconds / 2)):
        known = table.best(board)
        if known is not None:
            return known
    search = _Search(
        replace(how, positions=positions, seconds=inf)
        if positions
        else replace(how, seconds=until - monotonic())
    )
    doubts = {move: how.misjudges(f"{board.fen()} {move.uci()}") for move in moves}
    past = _past(game.board)
    best = {move: _gain(board, move) for move in moves}
    for depth in range(1, how.depth + 1):
        values: dict[chess.Move, int] = {}
        low = -WON - 1
        for move in sorted(moves, key=lambda one: -best[one]):
            board.push(move)
            doubt = doubts[move]
            if _key(board) in past:
                value = 0  # the same again is a step towards a draw
            else:
                value = -search.value(board, depth - 1, -WON - 1, -(low - 2 * how.doubt - 1), 1)
            board.pop()
            if search.is_spent and depth > 1:
                break
            values[move] = value + doubt
            low = max(low, value)
        if search.is_spent and depth > 1:
            # What was looked at deeper counts only if it includes the best of before.
            best |= values if max(best, key=lambda one: best[one]) in values else {}
            break
        best = values
        if max(best.values()) > WON // 2:
            break
    return max(best, key=lambda one: (best[one], one.uci()))


def chosen(game: Game, level: LevelName, seconds: float = inf) -> tuple[str, str]:
    """Return the act of the side to move, and its text."""
    return "play", game.board.san(choose_chess(game, level, seconds=seconds))


def accepts_draw(game: Game, side: int) -> bool:
    """Tell whether the assistant takes a draw: where it stands no better than its opponent."""
    if game.turn is None:
        return False
    value = _Search(CHESS_LEVELS["medium"]).value(game.board.copy(), 2, -WON, WON, 0)
    return (value if game.turn == side else -value) <= LEAST


def claims_draw(game: Game, side: int) -> bool:
    """Tell whether the assistant claims a draw that it may: unless it stands better."""
    return game.may_claim and accepts_draw(game, side)


class _Search(Thought):
    """Values of positions for the side to move, in hundredths of a pawn."""

    def __init__(self, level: SearchLevel) -> None:
        super().__init__(level)
        self.known: dict[Key, tuple[int, int, int, chess.Move | None]] = {}

    def value(self, board: chess.Board, depth: int, low: int, high: int, ply: int) -> int:
        """Return the value where it is between `low` and `high`, otherwise a bound of it."""
        if self.is_late():
            return _worth(board)
        if depth <= 0 and not board.is_check():
            return self._calm(board, low, high)
        if board.halfmove_clock >= 100 or board.is_insufficient_material():
            return 0
        key = _key(board)
        first = None
        if key in self.known:
            looked, kind, value, first = self.known[key]
            if looked >= depth and (
                kind == 0 or (kind > 0 and value >= high) or (kind < 0 and value <= low)
            ):
                return value
        best, best_move, begun = -2 * WON, None, low
        for move in self._ordered(board, first):
            board.push(move)
            found = -self.value(board, depth - 1, -high, -low, ply + 1)
            board.pop()
            if found > best:
                best, best_move = found, move
                low = max(low, best)
                if low >= high:
                    break
        if best_move is None:
            return ply - WON if board.is_check() else 0
        if not self.is_spent and abs(best) < WON // 2:
            self.known[key] = (
                depth,
                1 if best >= high else -1 if best <= begun else 0,
                best,
                best_move,
            )
        return best

    def _calm(self, board: chess.Board, low: int, high: int) -> int:
        """Return the value after the captures that are worth it."""
        best = _worth(board)
        if best >= high or self.is_late():
            return best
        low = max(low, best)
        for move in sorted(board.generate_legal_captures(), key=lambda one: -_gain(board, one)):
            board.push(move)
            found = -self._calm(board, -high, -low)
            board.pop()
            best = max(best, found)
            low = max(low, best)
            if low >= high:
                break
        return best

    def _ordered(self, board: chess.Board, first: chess.Move | None) -> list[chess.Move]:
        """Return all legal moves, what is mostly good before the rest."""
        moves = sorted(board.legal_moves, key=lambda one: -_gain(board, one))
        if first in moves:
            moves.remove(first)
            moves.insert(0, first)
        return moves


def _key(board: chess.Board) -> Key:
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.turn,
        board.castling_rights,
        board.ep_square if board.has_legal_en_passant() else None,
    )


def _past(board: chess.Board) -> set[Key]:
    """Return the positions of the game that can occur again."""
    back, found = board.copy(), {_key(board)}
    for _ in range(min(board.halfmove_clock, len(board.move_stack))):
        back.pop()
        found.add(_key(back))
    return found


def _gain(board: chess.Board, move: chess.Move) -> int:
    """Return what a move gains at first sight: a much before a little, with a little piece."""
    taken = board.piece_type_at(move.to_square)
    gain = WORTH[move.promotion] if move.promotion else 0
    if taken:
        return gain + 10 * WORTH[taken] - WORTH[board.piece_type_at(move.from_square) or 0]
    return gain


def _worth(board: chess.Board) -> int:
    """Return what the position is worth for the side to move."""
    white = board.occupied_co[chess.WHITE]
    black = board.occupied_co[chess.BLACK]
    own = (white, black) if board.turn else (black, white)
    if not own[1] & (own[1] - 1):
        return _hunt(board, board.turn)
    if not own[0] & (own[0] - 1):
        return -_hunt(board, not board.turn)
    value, pieces = 0, 0
    for kind, there in enumerate(
        (board.pawns, board.knights, board.bishops, board.rooks, board.queens), chess.PAWN
    ):
        worth, stands = WORTH[kind], STANDS[kind]
        for square in chess.scan_forward(there & white):
            value += worth + stands[square]
        for square in chess.scan_forward(there & black):
            value -= worth + stands[square ^ 56]
        if kind != chess.PAWN:
            pieces += worth * there.bit_count()
    kings = board.king(chess.WHITE), board.king(chess.BLACK)
    if kings[0] is not None and kings[1] is not None:
        table = LATE_KING if pieces <= LATE else STANDS[chess.KING]
        value += table[kings[0]] - table[kings[1] ^ 56]
    value += 30 * ((board.bishops & white).bit_count() > 1)
    value -= 30 * ((board.bishops & black).bit_count() > 1)
    return value + 10 if board.turn else 10 - value


def _hunt(board: chess.Board, hunter: chess.Color) -> int:
    """Return what a position is worth for the side that hunts a bare king.

    The fewer squares the king can still reach, the better, and the nearer to a corner; a knight and
    a bishop need one of the bishop's colour.
    """
    own = board.occupied_co[hunter]
    value = sum(
        WORTH[kind] * (board.pieces_mask(kind, hunter)).bit_count()
        for kind in (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    )
    hunted, king = board.king(not hunter), board.king(hunter)
    if hunted is None or king is None or own == chess.BB_SQUARES[king]:
        return 0
    for pawn in chess.scan_forward(board.pieces_mask(chess.PAWN, hunter)):
        value += STANDS[chess.PAWN][pawn if hunter else pawn ^ 56]
        value -= 6 * chess.square_distance(pawn, king)
    if not board.pawns and not board.queens | board.rooks and value < 2 * WORTH[chess.BISHOP]:
        return 0
    guarded = 0
    for square in chess.scan_forward(own):
        guarded |= board.attacks_mask(square)
    room = _room(hunted, ~(guarded | own) & chess.BB_ALL)
    corner = 14 - _corner(board, hunter, hunted)
    near = 14 - chess.square_manhattan_distance(king, hunted)
    value += 4 * (corner + near + _from_middle(hunted)) - 6 * room
    small = list(chess.scan_forward(own & (board.bishops | board.knights)))
    # Bishops and knights hunt together: beside each other and their king, in the middle.
    value -= 2 * sum(_from_middle(one) + chess.square_distance(one, king) for one in small)
    if len(small) == 2:
        value -= 3 * chess.square_distance(*small)
    return 500 + value


def _room(square: chess.Square, free: chess.Bitboard) -> int:
    """Return how many squares a king can reach over free ones."""
    reached = edge = chess.BB_SQUARES[square]
    while edge:
        found = 0
        for one in chess.scan_forward(edge):
            found |= chess.BB_KING_ATTACKS[one]
        edge = found & free & ~reached
        reached |= edge
    return reached.bit_count()


def _corner(board: chess.Board, hunter: chess.Color, square: chess.Square) -> int:
    """Return how far a king is from the nearest corner where it can be mated."""
    corners = [chess.A1, chess.A8, chess.H1, chess.H8]
    bishops = board.pieces_mask(chess.BISHOP, hunter)
    if board.knights and bishops and not board.rooks | board.queens | board.pawns:
        colour = (
            chess.BB_LIGHT_SQUARES if bishops & chess.BB_LIGHT_SQUARES else chess.BB_DARK_SQUARES
        )
        corners = [one for one in corners if chess.BB_SQUARES[one] & colour]
    return min(chess.square_manhattan_distance(square, one) for one in corners)
