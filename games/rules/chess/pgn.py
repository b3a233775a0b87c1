"""Games as text in Portable Game Notation (PGN), read and written with `chess`."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import chess
import chess.pgn

from games.rules.chess.errors import ChessError, GameError, RecordError
from games.rules.chess.game import Game
from games.rules.chess.move_text import GERMAN, read_move
from games.rules.chess.options import Options
from games.rules.said_results import RESULT, result_said
from games.rules.several import games_each, whole

_STANDARD: Final = frozenset({"", "?", "standard", "chess", "normal", "from position"})
_SHOWN: Final = 60
_GERMAN: Final = re.compile(
    r"^\[[^\n]*$|\{[^}]*(?:\}|\Z)|;[^\n]*$"  # tags and comments stay
    r"|\b(?P<piece>[DTLS])(?=[a-h]?[1-8]?x?[a-h][1-8])|=(?P<becomes>[DTLS])\b",
    re.MULTILINE,
)
_PART: Final = re.compile(
    r"(?P<left>\s+|^%[^\n]*|;[^\n]*|\{[^}]*\}|\$\d+)"
    r"|(?P<tag>^\[[^\n]*)"
    r"|(?P<bracket>[(){}])"
    rf"|(?P<result>{RESULT}(?![^\s(){{}};$]))"
    r"|(?P<word>[^\s(){};$]+|.)",
    re.MULTILINE,
)
_WORD: Final = re.compile(
    r"(?:\d+\.*)?"
    r"(?:(?:[KQRBN]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[QRBNqrbn])?|O-O(?:-O)?|0-0(?:-0)?)"
    r"(?:e\.?p\.?)?)?[+#!?]*"
    r"|(?!.*(?:\w\w|[\d½])).*"  # a sign, or a letter such as N for a novelty
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


def read_pgn_games(text: str) -> tuple[GameRecord | RecordError, ...]:
    """Read games; every move is held against the rules. Comments and variations are left out.

    A game that cannot be read does not lose the others: in its place is what is wrong with it.

    Raises:
        RecordError: there is none, or none can be read; what is wrong with the first: it is
            malformed, of another variant, or begins where none can, or a move is not legal.
    """
    return games_each(text, RESULT, _games, RecordError("pgn_empty", 1))


def read_pgn(text: str) -> tuple[GameRecord, ...]:
    """Read games, all of which must be readable.

    Raises:
        RecordError: there is none, or one cannot be read.
    """
    return whole(read_pgn_games(text), RecordError)


def _games(text: str, line: int) -> Iterator[GameRecord]:
    """Read the games of a part of a text, which begins in that line."""
    plain = _GERMAN.sub(_in_english, text)
    _check_parts(plain, line)
    source = io.StringIO(_PART.sub(_with_result, plain))
    while True:
        found = chess.pgn.read_game(source, Visitor=lambda: _Reader(source, line))
        if found is None:
            return
        if found.game.moves or found.tags:
            yield found


def write_pgn(record: GameRecord) -> str:
    """Write a game with the tags everybody expects first."""
    board = record.game.board
    root = chess.pgn.Game.from_board(board)
    given = dict(record.tags)
    for name in _ROSTER:
        root.headers[name] = _escaped(given.pop(name, "?"))
    for name, value in given.items():
        root.headers[name] = _escaped(value)
    root.headers["Result"] = record.result
    return f"{root}\n"


def _check_parts(text: str, line: int) -> None:
    """Refuse what the library would leave out in silence."""
    depth = 0
    for found in _PART.finditer(text):
        part = found[0]
        if found["tag"] and not chess.pgn.TAG_REGEX.match(part):
            raise RecordError("tag_malformed", line, text=part[:_SHOWN])
        if found["bracket"]:
            depth += {"(": 1, ")": -1}.get(part, 0)
            if depth < 0 or part in "{}":
                raise RecordError("comment_open", line)
        if found["word"] and not depth and not _WORD.fullmatch(part):
            raise RecordError("token_unknown", line, text=part[:_SHOWN])
        line += part.count("\n")
    if depth:
        raise RecordError("comment_open", line)


class _Reader(chess.pgn.BaseVisitor[GameRecord]):
    """Follows the main line of one game, and stops at the first move that is not legal."""

    def __init__(self, source: io.StringIO, first: int) -> None:
        self.source = source
        self.first = first

    @property
    def line(self) -> int:
        """The line that was read last, counted in the whole text."""
        read = self.source.getvalue()[: self.source.tell()]
        return self.first - 1 + read.count("\n") + (not read.endswith("\n"))

    def begin_game(self) -> None:
        self.tags: dict[str, str] = {}
        self.lines: dict[str, int] = {"Result": self.line}
        self.said = ""
        self.game: Game | None = None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.tags[tagname] = re.sub(r'\\(["\\])', r"\1", tagvalue)
        self.lines[tagname] = self.line

    def end_headers(self) -> None:
        variant = self.tags.get("Variant", "")
        if variant.strip().lower() not in _STANDARD:
            raise RecordError("pgn_variant", self.lines["Variant"], text=variant[:_SHOWN])
        fen = self.tags.get("FEN", "")
        try:
            self.game = Game.begin(Options(fen=fen) if fen else Options())
        except ChessError as error:
            raise RecordError.of(error, self.lines["FEN"]) from None

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
            raise RecordError.of(error, self.line, number) from None
        return move

    def handle_error(self, error: Exception) -> None:
        raise (
            error
            if isinstance(error, ChessError)
            else RecordError("pgn_variant", self.line, text=str(error)[:_SHOWN])
        )

    def visit_result(self, result: str) -> None:
        self.said = result
        self.lines["Result"] = self.line

    def result(self) -> GameRecord:
        game = self.game or Game()
        tag = self.tags.get("Result", "*")
        in_tag = "*" if tag.strip() in ("", "?") else result_said(tag)
        if in_tag is None:
            raise RecordError("token_unknown", self.lines["Result"], text=tag[:_SHOWN])
        expected, said = result_text(game), self.said or in_tag
        if game.result is not None and said not in ("*", expected):
            raise RecordError("pgn_result", self.lines["Result"], text=said, result=expected)
        result = said if said != "*" else expected
        left_out = ("Result", "FEN", "SetUp", "Variant")
        tags = tuple((name, value) for name, value in self.tags.items() if name not in left_out)
        return GameRecord(game, result, tags)


def _with_result(found: re.Match[str]) -> str:
    """Return a part of a record with its result as the library reads it, in as many lines."""
    said = found["result"]
    return found[0] if said is None else f"{result_said(said)}" + "\n" * said.count("\n")


def _in_english(found: re.Match[str]) -> str:
    """Return a part of a record with the German letter of a piece as the library reads it."""
    letter = found["piece"] or found["becomes"]
    return found[0].translate(GERMAN) if letter else found[0]


def _escaped(value: str) -> str:
    """Return a value as it stands between quotation marks."""
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))
