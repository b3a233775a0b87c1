"""Reads match text (``.mat``) in both dialects, and checks it against the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from games.rules.backgammon.errors import BackgammonError
from games.rules.backgammon.mat.lines import (
    Cell,
    cells_of,
    is_bare_row,
    is_game,
    length_of,
    score_of,
    tag_of,
)
from games.rules.backgammon.match_score import MatchScore
from games.rules.backgammon.record import GameRecord, MatchRecord
from games.rules.backgammon.record_errors import RecordError
from games.rules.backgammon.recorder import Recorder

OFF_WORDS: Final = frozenset({"off", "no", "0", "false"})
LINE_END: Final = re.compile(r"\r\n|\r|\n")


def read_mat(content: str | bytes) -> MatchRecord:
    """Read a match or a session of unlimited play.

    Bytes are UTF-8 or, failing that, Latin-1, as older programs write.

    Raises:
        RecordError: the text is not a match, or breaks the rules; the error has the line and the
            reason.
    """
    reader = _Reader()
    lines = LINE_END.split(text_of(content))
    number = 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            reader.last = number
            reader.read(line, number)
    return reader.finished()


def text_of(content: str | bytes) -> str:
    """Return the text of a file without its byte order mark.

    Raises:
        RecordError: it is not text.
    """
    text = content if isinstance(content, str) else _decoded(content)
    if "\0" in text:
        raise RecordError("encoding", 1)
    return text.removeprefix("\ufeff")


def _decoded(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


class _Reader:
    """What has been read of a file so far."""

    def __init__(self) -> None:
        self.last = 1
        self.tags: list[tuple[str, str]] = []
        self.length: int | None = None
        self.score: MatchScore | None = None
        self.players: tuple[str, str] | None = None
        self.games: list[GameRecord] = []
        self.recorder: Recorder | None = None
        self.named = False
        self.unplayed: int | None = None
        """The line of a roll that could have been played and was not: only the end of the game may
        follow.
        """

    def read(self, line: str, number: int) -> None:
        """Process a line that is not empty.

        Raises:
            RecordError: it does not belong there.
        """
        if line.lstrip().startswith(";"):
            tag = tag_of(line.strip())
            if tag is not None:
                self.tags.append(tag)
            return
        length = length_of(line)
        if length is not None:
            self._begin_match(length, number)
        elif is_game(line):
            self._begin_game(number)
        elif is_bare_row(line):
            return
        elif self.recorder is None or not self.named:
            self._read_score(line, number)
        else:
            for cell in cells_of(line, number):
                self._read_cell(cell, number)

    def finished(self) -> MatchRecord:
        """Return the record at the end of the file.

        Raises:
            RecordError: it ends too early.
        """
        if self.length is None:
            raise RecordError("length_missing", self.last)
        if self.recorder is not None:
            raise RecordError("game_unfinished", self.last)
        if self.players is None:
            raise RecordError("game_missing", self.last)
        return MatchRecord(self.length, self.players, tuple(self.games), tuple(self.tags))

    def _begin_match(self, length: int, number: int) -> None:
        if self.length is not None:
            raise RecordError("length_twice", number)
        self.length = length
        self._placed(number, lambda: MatchScore(length or None))

    def _begin_game(self, number: int) -> None:
        if self.length is None:
            raise RecordError("length_missing", number)
        if self.recorder is not None:
            raise RecordError("game_unfinished", number)
        if self.score is None:
            self.score = MatchScore(self.length or None)
        if self.score.is_over:
            raise RecordError("match_over", number)
        self.recorder, self.named, self.unplayed = Recorder(self.score), False, None

    def _read_score(self, line: str, number: int) -> None:
        """Process the names and the score below the number of a game."""
        if self.recorder is None:
            code = "length_missing" if self.length is None else "line_unknown"
            raise RecordError(code, number, **({} if self.length is None else _shown(line)))
        found = score_of(line)
        if found is None:
            raise RecordError("score_missing", number)
        players, (a, b) = found
        if self.players is None:
            self._begin_at(a, b, number)
            self.players = players
        assert self.score is not None
        if players != self.players:
            raise RecordError("names_changed", number)
        if (a, b) not in (self.score.score, self.score.shown):
            c, d = self.score.shown
            raise RecordError("score_wrong", number, a=a, b=b, c=c, d=d)
        self.named = True

    def _begin_at(self, a: int, b: int, number: int) -> None:
        """Begin at any score: a file may have only the later games of a match.

        Earlier points are stored as penalties. A file that begins when a side is a point away does
        not tell whether the Crawford game is over, so all doubles are allowed.
        """
        assert self.length is not None
        told = {name.lower(): text.strip().lower() for name, text in self.tags}
        plays_crawford = told.get("crawford") not in OFF_WORDS
        begins_on_brink = self.length - 1 == max(a, b) > 0
        self.score = MatchScore(
            self.length or None,
            penalties=(a, b),
            with_crawford=plays_crawford and not begins_on_brink,
        )
        if self.score.is_over:
            raise RecordError("match_over", number)
        self.recorder = Recorder(self.score)

    def _read_cell(self, cell: Cell, number: int) -> None:
        recorder = self.recorder
        if recorder is None:
            raise RecordError("game_over", number)
        if cell.kind == "win":
            self._end_game(recorder, cell, number)
            return
        if cell.kind == "loss":
            return
        if self.unplayed is not None:
            raise RecordError("play_empty", self.unplayed)
        if cell.side is None:
            raise RecordError("cell_unknown", number, text=cell.kind)
        side = cell.side
        match cell.kind:
            case "roll":
                self._placed(number, lambda: self._roll(recorder, side, cell, number))
            case "double":
                self._placed(number, lambda: recorder.double(side, cell.number))
            case "take":
                self._placed(number, lambda: recorder.take(side))
            case "drop":
                self._placed(number, lambda: recorder.drop(side))

    def _roll(self, recorder: Recorder, side: int, cell: Cell, number: int) -> None:
        is_dance = cell.text == "-"
        recorder.roll(side, cell.roll, "" if is_dance else cell.text)
        if recorder.game.phase == "play":
            if is_dance:
                raise RecordError("play_empty", number)
            self.unplayed = number

    def _end_game(self, recorder: Recorder, cell: Cell, number: int) -> None:
        """Record the result. After a drop or a win on the board it must be in the winner's
        column.
        """
        result = recorder.game.result
        winner = cell.side
        if winner is None and result is not None:
            winner = result.winner
        if winner is None or cell.number is None:
            raise RecordError("game_unfinished", number)
        points = cell.number
        self._placed(number, lambda: self.games.append(recorder.end(winner, points)))
        self.score = recorder.game.score
        self.recorder = None

    def _placed(self, number: int, step: Callable[[], object]) -> None:
        """Run a step; errors of the rules get this line.

        Raises:
            RecordError: the rules refuse it.
        """
        try:
            step()
        except RecordError:
            raise
        except BackgammonError as error:
            raise RecordError.at(number, error) from error


def _shown(line: str) -> dict[str, str]:
    return {"text": line.strip()[:60]}
