"""Moves as text, read and explained where the rules refuse them.

A move is written as in books, with English letters or German ones (`Nf3`, `Sf3`, `O-O`, `e8=Q`), or
from square to square (`g1f3`, `g1-f3`, `e7-e8=Q`).
"""

from __future__ import annotations

import re
from typing import Final

import chess

from games.rules.chess.errors import MoveError

LONGEST: Final = 20
_SQUARES: Final = re.compile(
    r"[KQRBNDTLS]?([a-h][1-8])[-x:]?([a-h][1-8])(?:=?([QRBNDTLSqrbndtls]))?"
)
_BOOK: Final = re.compile(r"([KQRBNDTLS])?([a-h])?([1-8])?[-x:]?([a-h][1-8])(?:=?([QRBNDTLS]))?")
_CASTLES: Final = {"O-O": chess.G1, "O-O-O": chess.C1}
GERMAN: Final = str.maketrans("DTLS", "QRBN")
"""The letters of pieces in German books, as they are in English ones."""
_MARKS: Final = "+#!?"
_WAYS: Final = {
    chess.PAWN: "pawn_way",
    chess.KNIGHT: "knight_way",
    chess.BISHOP: "bishop_way",
    chess.ROOK: "rook_way",
    chess.QUEEN: "queen_way",
    chess.KING: "king_way",
}


def read_move(text: str, board: chess.Board) -> chess.Move:
    """Return the legal move that a text means.

    Raises:
        MoveError: it is no move, may mean several, or the rules do not allow it.
    """
    said = "".join(text.split())[:LONGEST].rstrip(_MARKS).removesuffix("e.p.")
    castles = _CASTLES.get(said.upper().replace("0", "O"))
    if castles is not None:
        return _castling(said, castles, board)
    found = _SQUARES.fullmatch(said)
    if found:
        promotion = _kind(found[3].upper()) if found[3] else None
        ends = chess.parse_square(found[1]), chess.parse_square(found[2])
        move = chess.Move(*ends, promotion)
        return _checked(said, move, board)
    book = _BOOK.fullmatch(said)
    if not book:
        raise MoveError("move_malformed", text=text[:LONGEST])
    return _from_book(said, book, board)


def _from_book(said: str, book: re.Match[str], board: chess.Board) -> chess.Move:
    """Return the move of a piece by its kind and target."""
    letter, file, row, target, becomes = book.groups()
    kind = _kind(letter) if letter else chess.PAWN
    to = chess.parse_square(target)
    promotion = _kind(becomes) if becomes else None
    from_here = [
        square
        for square in board.pieces(kind, board.turn)
        if (not file or chess.FILE_NAMES[chess.square_file(square)] == file)
        and (not row or str(chess.square_rank(square) + 1) == row)
    ]
    if kind == chess.PAWN and not file:
        from_here = [one for one in from_here if chess.square_file(one) == chess.square_file(to)]
    masks = chess.SquareSet(from_here).mask, chess.BB_SQUARES[to]
    legal = list(board.generate_legal_moves(*masks))
    ways = {one.from_square for one in legal}
    if len(ways) > 1:
        moves = tuple(sorted(board.san(one) for one in legal if one.promotion == promotion))
        raise MoveError("move_unclear", text=said, moves=moves)
    if ways:
        return _checked(said, chess.Move(ways.pop(), to, promotion), board)
    # The one piece that could be meant says best why it cannot.
    near = [one for one in from_here if chess.Move(one, to) in board.pseudo_legal_moves]
    near = near or (from_here if len(from_here) == 1 else [])
    if near:
        return _checked(said, chess.Move(near[0], to, promotion), board)
    raise MoveError("move_none", text=said)


def _kind(letter: str) -> chess.PieceType:
    return chess.PIECE_SYMBOLS.index(letter.translate(GERMAN).lower())


def _castling(said: str, target: chess.Square, board: chess.Board) -> chess.Move:
    king = board.king(board.turn)
    assert king is not None
    if not board.turn:
        target = chess.square_mirror(target)
    move = chess.Move(chess.E1 if board.turn else chess.E8, target)
    if move in board.legal_moves and board.is_castling(move):
        return move
    raise _no_castling(said, move, board)


def _no_castling(said: str, move: chess.Move, board: chess.Board) -> MoveError:
    """Return why a king does not castle to a square."""
    is_short = chess.square_file(move.to_square) == 6
    rights = board.has_kingside_castling_rights if is_short else board.has_queenside_castling_rights
    if not rights(board.turn):
        return MoveError("castling_right", move=said)
    rook = chess.square(7 if is_short else 0, chess.square_rank(move.from_square))
    if chess.between(move.from_square, rook) & board.occupied:
        return MoveError("castling_way", move=said)
    return MoveError("castling_check", move=said)


def _checked(said: str, move: chess.Move, board: chess.Board) -> chess.Move:
    """Return a move that is legal.

    Raises:
        MoveError: it is not, with the reason.
    """
    if move in board.legal_moves:
        return move
    raise problem(said, move, board)


def problem(said: str, move: chess.Move, board: chess.Board) -> MoveError:
    """Return why a move, written as `said`, is not legal."""
    piece, there = board.piece_at(move.from_square), board.piece_at(move.to_square)
    source, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
    if piece is None:
        return MoveError("source_empty", square=source)
    if piece.color != board.turn:
        return MoveError("source_other", square=source)
    if there is not None and there.color == board.turn:
        return MoveError("target_own", move=said, square=target)
    queen = chess.Move(move.from_square, move.to_square, chess.QUEEN)
    if move.promotion is None and queen in board.legal_moves:
        return MoveError("promotion_missing", move=said)
    plain = chess.Move(move.from_square, move.to_square)
    if move.promotion is not None and plain in board.legal_moves:
        return MoveError("promotion_wrong", move=said)
    tried = plain if plain in board.pseudo_legal_moves else queen
    if tried not in board.pseudo_legal_moves:
        if piece.piece_type == chess.KING and _is_castling(move):
            return _no_castling(said, move, board)
        return MoveError(_WAYS[piece.piece_type], move=said)
    if there is not None and there.piece_type == chess.KING:
        return MoveError("target_king", move=said)
    if piece.piece_type == chess.KING:
        code = "castling_check" if board.is_castling(tried) else "king_attacked"
        return MoveError(code, move=said)
    if board.is_check():
        other = min(board.san(one) for one in board.legal_moves)
        return MoveError("in_check", move=said, other=other)
    return MoveError("pinned", move=said)


def _is_castling(move: chess.Move) -> bool:
    """Tell whether a king that goes so means to castle: two squares to a side from its first."""
    apart = abs(move.from_square - move.to_square)
    return move.from_square in (chess.E1, chess.E8) and apart == 2
