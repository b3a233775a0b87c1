"""Games as text in Portable Game Notation (PGN), read and written with `chess`."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from typing import Final

import chess
import chess.pgn

from games.rules.chess.errors import ChessError, GameError, RecordError
from games.rules.chess.game import Game
from games.rules.chess.move_text import GERMAN, read_move
from games.rules.chess.options import Options

RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
_STANDARD: Final = frozenset({"", "?", "standard", "chess", "normal", "from position"})
_SHOWN: Final = 60
_GERMAN: Final = re.compile(
    r"^\[[^\n]*$|\{[^}]*\}|;[^\n]*$"  # tags and comments stay
    r"|\b(?P<piece>[DTLS])(?=[a-h]?[1-8]?x?[a-h][1-8])|=(?P<becomes>[DTLS])\b",
    re.MULTILINE,
)
_ROSTER: Final = ("Event", "Site", "Date", "Round", "White", "Black")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was played, its result as PGN writes it, and tags such as ("White", "Ann")."""

    game: Game
    result: str = "*"
    tags: tuple[tuple[str, str], ...] = ()


def result_text(game: Game) -> str:
    """Return the result as PGN writes it; * while the game goes on."""
    if game.result is None:
        return "*"
    winner = game.result.winner
    return "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]


def read_pgn(text: str) -> tuple[GameRecord, ...]:
    """Read games; every move is held against the rules. Comments and variations are left out.

    Raises:
        RecordError: there is none, of another variant, or a move is not legal.
        PositionError: a game begins where none can.
    """
    plain = _GERMAN.sub(_in_english, text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"))
    source, records = io.StringIO(plain), list[GameRecord]()
    while (found := chess.pgn.read_game(source, Visitor=_Reader)) is not None:
        records.append(found)
    found_any = [one for one in records if one.game.moves or one.tags]
    if not found_any:
        raise RecordError("pgn_empty")
    return tuple(found_any)


def write_pgn(record: GameRecord) -> str:
    """Write a game with the tags everybody expects first."""
    board = record.game.board
    root = chess.pgn.Game.from_board(board)
    given = dict(record.tags)
    for name in _ROSTER:
        root.headers[name] = _flat(given.pop(name, "?"))
    for name, value in given.items():
        root.headers[name] = _flat(value)
    root.headers["Result"] = record.result
    return f"{root}\n"


class _Reader(chess.pgn.BaseVisitor[GameRecord]):
    """Follows the main line of one game, and stops at what is not chess."""

    def begin_game(self) -> None:
        self.tags: dict[str, str] = {}
        self.said = ""
        self.game: Game | None = None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.tags[tagname] = tagvalue

    def end_headers(self) -> None:
        variant = self.tags.get("Variant", "")
        if variant.strip().lower() not in _STANDARD:
            raise RecordError("pgn_variant", text=variant[:_SHOWN])
        fen = self.tags.get("FEN", "")
        self.game = Game.begin(Options(fen=fen) if fen else Options())

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def parse_san(self, board: chess.Board, san: str) -> chess.Move:
        """Read a move as players write it, and play it."""
        game = self.game or Game()
        try:
            if game.result:
                raise GameError("game_over")
            move = read_move(san, game.board)
            self.game = game.play(move)
        except ChessError as error:
            number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
            raise RecordError(error.code, number, **error.params) from None
        return move

    def handle_error(self, error: Exception) -> None:
        raise (
            error
            if isinstance(error, ChessError)
            else RecordError("pgn_variant", text=str(error)[:_SHOWN])
        )

    def visit_result(self, result: str) -> None:
        self.said = result

    def result(self) -> GameRecord:
        game = self.game or Game()
        expected, said = result_text(game), self.said or self.tags.get("Result", "*")
        if game.result is not None and said not in ("*", expected):
            raise RecordError("pgn_result", text=said, result=expected)
        result = said if said in RESULTS and said != "*" else expected
        left_out = ("Result", "FEN", "SetUp", "Variant")
        tags = tuple((name, value) for name, value in self.tags.items() if name not in left_out)
        return GameRecord(game, result, tags)


def _in_english(found: re.Match[str]) -> str:
    """Return a part of a record with the German letter of a piece as the library reads it."""
    letter = found["piece"] or found["becomes"]
    return found[0].translate(GERMAN) if letter else found[0]


def _flat(value: str) -> str:
    return " ".join(value.split())
