"""Chess as the page and its script read it: pieces, the steps of legal moves, and sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import chess
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.boards.faces.squares.picture import Piece, Squares
from games.boards.faces.squares.words import Kind, Lesson, SquaresWords
from games.rules.chess import ENDINGS, Game, answers_to_check, read_move
from games.rules.chess.game import QUIET_MOVES, REPETITIONS
from games.rules.chess.pgn import GameRecord, write_pgn

FILE: Final = "pgn"
SIGNS: Final = {
    "pawn": (
        "M0 -14.8A7.2 7.2 0 0 1 4.8 -2.3C5.4 4.4 7.8 9.2 10.8 12.8L11.4 14L11.4 18.8"
        "L-11.4 18.8L-11.4 14L-10.8 12.8C-7.8 9.2 -5.4 4.4 -4.8 -2.3A7.2 7.2 0 0 1 0 -14.8Z"
    ),
    "rook": (
        "M-13.2 -14.8L-7.8 -14.8L-7.8 -10.6L-3 -10.6L-3 -14.8L3 -14.8L3 -10.6L7.8 -10.6"
        "L7.8 -14.8L13.2 -14.8L13.2 -4.6L8.4 -1.6L8.4 9.8L12 13.4L12 18.8L-12 18.8L-12 13.4"
        "L-8.4 9.8L-8.4 -1.6L-13.2 -4.6Z"
    ),
    "bishop": (
        "M0 -19A3.4 3.4 0 0 1 1.9 -12.9C7.2 -9.4 10.2 -4.6 10.2 0.2C10.2 3.8 8.4 6.8 5.4 8.6"
        "L7.2 13.4L12 13.4L12 18.8L-12 18.8L-12 13.4L-7.2 13.4L-5.4 8.6"
        "C-8.4 6.8 -10.2 3.8 -10.2 0.2C-10.2 -4.6 -7.2 -9.4 -1.9 -12.9A3.4 3.4 0 0 1 0 -19Z"
        "M-1.1 -6.4L-1.1 -2.7L-4.8 -2.7L-4.8 -0.5L-1.1 -0.5L-1.1 3.8L1.1 3.8L1.1 -0.5"
        "L4.8 -0.5L4.8 -2.7L1.1 -2.7L1.1 -6.4Z"
    ),
    "knight": (
        "M-10.8 18.8L-10.8 14.6C-10.8 6.8 -1.2 3.8 -1.2 -1.6L-7.8 3.2L-13.2 2.6L-14.4 -2.2"
        "L-6.6 -9.4L-6 -13L-3.6 -17.2L0.6 -13C9.6 -11.2 13.2 -1.6 12 9.2L12 18.8ZM-5 -7.1"
        "A1.7 1.7 0 1 0 -5 -3.8A1.7 1.7 0 1 0 -5 -7.1Z"
    ),
    "queen": (
        "M-15.1 -7.6L-9 3.2L-8.2 -11.2L-3 2L0 -13.6L3 2L8.2 -11.2L9 3.2L15.1 -7.6L12 11.6"
        "L12 18.8L-12 18.8L-12 11.6ZM-15.6 -12.9A2.4 2.4 0 1 1 -15.6 -8.1"
        "A2.4 2.4 0 1 1 -15.6 -12.9ZM-8.4 -16.5A2.4 2.4 0 1 1 -8.4 -11.7"
        "A2.4 2.4 0 1 1 -8.4 -16.5ZM0 -18.9A2.4 2.4 0 1 1 0 -14.1A2.4 2.4 0 1 1 0 -18.9Z"
        "M8.4 -16.5A2.4 2.4 0 1 1 8.4 -11.7A2.4 2.4 0 1 1 8.4 -16.5ZM15.6 -12.9"
        "A2.4 2.4 0 1 1 15.6 -8.1A2.4 2.4 0 1 1 15.6 -12.9Z"
    ),
    "king": (
        "M-1.9 -19.6L1.9 -19.6L1.9 -16.5L5 -16.5L5 -12.6L1.9 -12.6L1.9 -9.4"
        "C9.6 -11.8 15.6 -8.2 15.6 -2.2C15.6 3.2 12 6.8 10.8 11.6L10.8 18.8L-10.8 18.8"
        "L-10.8 11.6C-12 6.8 -15.6 3.2 -15.6 -2.2C-15.6 -8.2 -9.6 -11.8 -1.9 -9.4L-1.9 -12.6"
        "L-5 -12.6L-5 -16.5L-1.9 -16.5Z"
    ),
}
BOARD: Final = Squares(
    [(chess.square_name(one), 7 - one // 8, one % 8) for one in chess.SQUARES_180],
    SIGNS,
    names_edges=True,
)


def words(game: Game) -> SquaresWords:
    return SquaresWords(
        kinds=[
            Kind("pawn", _("your pawn"), _("pawn of {name}")),
            Kind("knight", _("your knight"), _("knight of {name}")),
            Kind("bishop", _("your bishop"), _("bishop of {name}")),
            Kind("rook", _("your rook"), _("rook of {name}")),
            Kind("queen", _("your queen"), _("queen of {name}")),
            Kind("king", _("your king"), _("king of {name}")),
        ],
        becomes=[
            ("queen", _("Queen")),
            ("rook", _("Rook")),
            ("bishop", _("Bishop")),
            ("knight", _("Knight")),
        ],
        example=shown("Nf3"),
        typed=_(
            "A move is %(knight)s, from square to square g1-f3, castling O-O or O-O-O, a pawn's "
            "last step %(queen)s. Also $claim, $undo, $quit, $remis."
        )
        % {"knight": shown("Nf3"), "queen": shown("e8=Q")},
        claim=_("Claim a draw"),
        places=_(
            "Files have letters from a to h, rows numbers from 1 to 8: White begins on 1 and 2."
        ),
        lessons=[*_task(game), *_lessons()],
    )


def _task(game: Game) -> Sequence[Lesson]:
    """Return the ending that the game began with, and its task."""
    return [Lesson(_(one.name), _(one.task)) for one in ENDINGS.values() if one.fen == game.start]


def _lessons() -> Sequence[Lesson]:
    return [
        Lesson(
            _("Check"),
            _(
                "The king is attacked. There are three answers: capture the piece that gives "
                "check, step away with the king, or put a piece between. Who is in check answers "
                "it, and no move puts one's own king in check."
            ),
        ),
        Lesson(
            _("Checkmate"),
            _("Check with none of the three answers: the game is lost."),
        ),
        Lesson(
            _("Stalemate"),
            _("Who is to move is not in check and has no legal move: a draw."),
        ),
        Lesson(
            _("Repetition and perpetual check"),
            _(
                "The same position for the third time with the same side to move: either may claim "
                "a draw, and at the fifth time it is one. A check that never ends, ends like this."
            ),
        ),
        Lesson(
            _("Dead position"),
            _("Neither side has pieces enough to mate, such as king against king: a draw."),
        ),
        Lesson(
            _("Agreed draw"),
            _("One offers a draw and the other accepts."),
        ),
        Lesson(
            _("50 moves"),
            _(
                "50 moves of each without a capture and without a pawn's move: either may claim a "
                "draw, and after 75 it is one."
            ),
        ),
    ]


def shown(text: str) -> str:
    """Return a move with the letters of pieces as the reader knows them."""
    letters = pgettext("letters of queen, rook, bishop and knight", "QRBN")
    return text.translate(str.maketrans("QRBN", letters))


def pieces_of(game: Game) -> list[Piece]:
    """Return all pieces."""
    return [
        (chess.square_name(square), int(not piece.color), chess.piece_name(piece.piece_type))
        for square, piece in sorted(game.board.piece_map().items())
    ]


def graph_of(game: Game) -> list[list[list[Any]]]:
    """Return the legal moves: a move is one step, `[from, to, 0, 1, others, kind, text]`.

    The four ways of a pawn's last step differ in `kind`, the queen first.
    """
    moves = sorted(game.legal_moves(), key=lambda one: -(one.promotion or 0))
    return [[_step(game.board, one, 0, 1, text=one.uci()) for one in moves], []]


def _step(board: chess.Board, move: chess.Move, *between: int, text: str = "") -> list[Any]:
    """Return a move as the script follows it: who leaves or moves along, what a pawn becomes."""
    source, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
    others: list[list[str]] = []
    if board.is_castling(move):
        first = move.from_square & 56
        is_short = board.is_kingside_castling(move)
        rook, goes = (7, 5) if is_short else (0, 3)
        others = [[chess.square_name(first + rook), chess.square_name(first + goes)]]
    elif board.is_en_passant(move):
        gone = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        others = [[chess.square_name(gone), ""]]
    elif board.is_capture(move):
        others = [[target, ""]]
    kind = chess.piece_name(move.promotion) if move.promotion else ""
    return [source, target, *between, others, kind, *([text] if text else [])]


def steps_of(game: Game, text: str, steps: Sequence[Any]) -> list[list[Any]]:
    """Return a move that is made in a game as steps."""
    return [_step(game.board, read_move(text, game.board))]


def stays(game: Game) -> Mapping[str, str]:
    """Return why pieces that cannot move stay where they are, by their places."""
    board = game.board
    free = {one.from_square for one in board.legal_moves}
    if board.is_check():
        said = status(game)
        return {
            chess.square_name(one): said
            for one in chess.scan_forward(board.occupied_co[board.turn])
            if one not in free
        }
    tried = {one.from_square for one in board.pseudo_legal_moves}
    pinned = _("This piece stands between its king and an attacker, and cannot leave.")
    king = _("Every square that the king could step on is attacked.")
    return {
        chess.square_name(one): king if board.piece_type_at(one) == chess.KING else pinned
        for one in tried - free
    }


def huffable(game: Game) -> Sequence[str]:
    return ()


def status(game: Game) -> str:
    """Return what who is to move must know: check and its answers, a draw that may be claimed."""
    answers = answers_to_check(game.board)
    sentences = [_("Your turn.")]
    if answers is not None:
        kinds = (
            (_("capture: %(moves)s"), answers.captures),
            (_("step away: %(moves)s"), answers.steps),
            (_("stand between: %(moves)s"), answers.blocks),
        )
        ways = [said % {"moves": shown(", ".join(moves))} for said, moves in kinds if moves]
        squares = " + ".join(answers.checkers)
        sentences = [
            _("You are in check from %(square)s. Possible: %(answers)s.")
            % {"square": squares, "answers": "; ".join(ways)}
        ]
    return " ".join([*sentences, *_claims(game)])


def _claims(game: Game) -> Sequence[str]:
    if game.repetitions >= REPETITIONS:
        return [_("The position has occurred three times: a draw may be claimed.")]
    if game.quiet_moves >= QUIET_MOVES:
        return [_("50 moves without a capture or a pawn: a draw may be claimed.")]
    return []


def said_of(game: Game) -> str:
    """Return what onlookers and the side that waits are told besides whose turn it is."""
    return " ".join([*([_("Check.")] if game.board.is_check() else []), *_claims(game)])


def rows_of(game: Game, side: int) -> Sequence[Sequence[tuple[str, str]]]:
    """Return each side's pieces in words: the reader's first."""
    names = {
        chess.KING: _("King"),
        chess.QUEEN: _("Queen"),
        chess.ROOK: _("Rook"),
        chess.BISHOP: _("Bishop"),
        chess.KNIGHT: _("Knight"),
        chess.PAWN: _("Pawn"),
    }
    rows = []
    for colour in (chess.WHITE, chess.BLACK)[:: -1 if side else 1]:
        there = {kind: sorted(game.board.pieces(kind, colour)) for kind in names}
        rows.append(
            [
                (names[kind], ", ".join(chess.square_name(one) for one in squares))
                for kind, squares in there.items()
                if squares
            ]
        )
    return rows


def plays_of(game: Game) -> Sequence[str]:
    """Return all legal moves as text, by their pieces."""
    moves = sorted(game.legal_moves(), key=lambda one: (one.from_square, one.to_square))
    return [game.board.san(one) for one in moves]


def record_of(
    texts: Sequence[str], first: Game, result: str, tags: Sequence[tuple[str, str]]
) -> str:
    """Return a game as PGN."""
    game = first
    for text in texts:
        game = game.play(read_move(text, game.board))
    return write_pgn(GameRecord(game, result, tuple(tags)))
