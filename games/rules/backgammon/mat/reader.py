"""Reads match text (``.mat``) in both dialects, and checks it against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from games.rules.backgammon.errors import BackgammonError
from games.rules.backgammon.mat.lines import (
    Cell,
    cells_of,
    is_bare_row,
    is_game,
    is_row,
    length_of,
    scores_of,
    tag_of,
)
from games.rules.backgammon.match_score import MatchScore
from games.rules.backgammon.record import GameRecord, MatchRecord, UnreadGame
from games.rules.backgammon.record_errors import RecordError
from games.rules.backgammon.record_text import LINE_END, check_variant, text_of
from games.rules.backgammon.recorder import MOST_AUTOMATICS, Recorder
from games.rules.backgammon.series import Series

OFF_WORDS: Final = frozenset({"off", "no", "0", "false"})
AUTOMATICS: Final = "Automatics"
"""The tag above a game of unlimited play that says how many automatic doubles it began with."""
VARIANT_TAGS: Final = frozenset({"variation", "variant", "game type", "gametype"})

LONGEST: Final = 2_000
"""Characters of a line: what is beyond belongs to no match."""

Line = tuple[int, str]


@dataclass(slots=True)
class _Section:
    """The lines of a game, with their numbers, and the tags right above it."""

    line: int
    tags: list[tuple[str, str]]
    lines: list[Line] = field(default_factory=list)


def read_mat(content: str | bytes) -> MatchRecord:
    """Read a match or a session of unlimited play.

    A game that cannot be read does not lose the others: it is among the record's `unread`. A last
    game that was not finished is there without points. Text around the match is left out.

    Raises:
        RecordError: the text is not a match, or none of its games can be read; the error has the
            line and the reason.
    """
    lines = [
        (number, line[:LONGEST])
        for number, line in enumerate(LINE_END.split(text_of(content)), 1)
        if line.strip()
    ]
    return _Reader(lines).record()


class _Reader:
    """The parts of a file, and what has been read of them so far."""

    def __init__(self, lines: list[Line]) -> None:
        self.last = lines[-1][0] if lines else 1
        self.tags: list[tuple[str, str]] = []
        self.length: int | None = None
        self.players: tuple[str, str] | None = None
        self.games: list[GameRecord] = []
        self.unread: list[UnreadGame] = []
        self.rest: RecordError | None = None
        """Why the games of another match below this one are not read."""
        self.sections = list(self._sections(lines))

    def record(self) -> MatchRecord:
        """Read every game.

        Raises:
            RecordError: there is none, or none that can be read.
        """
        if self.length is None:
            raise RecordError("length_missing", self.last)
        if not self.sections:
            raise RecordError("game_missing", self.last)
        told = {name.lower(): text.strip().lower() for name, text in self.tags}
        with_crawford = self.length < 2 or told.get("crawford") not in OFF_WORDS
        series = Series(self.length or None, with_crawford=with_crawford)
        for number, section in enumerate(self.sections, 1):
            game = _Game(series, section, self.players, is_last=number == len(self.sections))
            try:
                self.games.append(game.read())
            except RecordError as error:
                self.unread.append(UnreadGame(number, error))
                series.lose()
            self.players = game.players
        if self.rest is not None:
            self.unread.append(UnreadGame(len(self.sections) + 1, self.rest))
        if not self.games:
            raise self.unread[0].error
        assert self.players is not None
        tags = [one for one in self.tags if with_crawford or one[0].lower() != "crawford"]
        return MatchRecord(
            self.length,
            self.players,
            tuple(self.games),
            tuple(tags),
            with_crawford,
            tuple(self.unread),
        )

    def _sections(self, lines: list[Line]) -> Iterator[_Section]:
        """Yield the games of the first match, and take what stands above them."""
        section: _Section | None = None
        above: list[tuple[str, str]] = []
        for number, line in lines:
            length = length_of(line)
            if line.lstrip().startswith(";"):
                above += self._tags_of(line.strip(), number)
            elif length is not None and self.length is None:
                self.tags += above
                above = []
                self._begin_match(length, number)
            elif length is not None:
                error = RecordError("length_twice", number)
                if section is None:
                    raise error
                self.rest = error
                break
            elif is_game(line):
                if self.length is None:
                    raise RecordError("length_missing", number)
                if section is not None:
                    yield section
                own = [one for one in above if one[0] == AUTOMATICS and self.length == 0]
                self.tags += [one for one in above if one not in own]
                section, above = _Section(number, own), []
            elif section is not None and not is_bare_row(line):
                section.lines.append((number, line))
        self.tags += above
        if section is not None:
            yield section

    def _tags_of(self, line: str, number: int) -> list[tuple[str, str]]:
        tag = tag_of(line)
        if tag is None:
            return []
        if tag[0].lower() in VARIANT_TAGS:
            check_variant(tag[1], number)
        return [tag]

    def _begin_match(self, length: int, number: int) -> None:
        try:
            MatchScore(length or None)
        except BackgammonError as error:
            raise RecordError.at(number, error) from error
        self.length = length


class _Game:
    """One game while it is read; `players` are those of the games before."""

    def __init__(
        self,
        series: Series,
        section: _Section,
        players: tuple[str, str] | None,
        *,
        is_last: bool,
    ) -> None:
        self.series = series
        self.section = section
        self.players = players
        self.is_last = is_last
        self.found: GameRecord | None = None
        self.stop: RecordError | None = None
        """What is wrong unless the end of the game follows: a roll that could have been played and
        was not, or one that was none, or a result without points.
        """
        self.lost: Cell | None = None
        """What the loser lost, where that stands first, or alone."""

    def read(self) -> GameRecord:
        """Read the game.

        Raises:
            RecordError: it breaks the rules, or cannot be read.
        """
        lines = self.section.lines
        if not lines:
            raise RecordError("game_unfinished", self.section.line)
        self.recorder = self._begun(*lines[0])
        end = max((place for place, line in enumerate(lines) if _is_of_game(line)), default=0)
        for number, line in lines[1 : end + 1]:
            if self.found is None:
                for cell in cells_of(line, number):
                    self._take(cell, number)
            elif _is_of_game((number, line)):
                raise RecordError("game_over", number)
        return self._ended(lines[end][0])

    def _begun(self, number: int, line: str) -> Recorder:
        """Take the names and the score below the number of a game."""
        readings = scores_of(line)
        if not readings:
            raise RecordError("score_missing", number)
        known = [one for one in readings if one[0] == self.players]
        if self.players is not None and not known:
            raise RecordError("names_changed", number)
        players, told = (known or readings)[0]
        self.players = players
        try:
            score = self.series.begin(told, number)
        except RecordError:
            raise
        except BackgammonError as error:
            raise RecordError.at(number, error) from error
        return Recorder(score, self._cube())

    def _cube(self) -> int | None:
        """Return what the cube begins at, where the file says it."""
        told = [text for _name, text in self.section.tags if text.isascii() and text.isdigit()]
        times = int(told[-1][:4]) if told else MOST_AUTOMATICS + 1
        return 1 << times if times <= MOST_AUTOMATICS else None

    def _take(self, cell: Cell, number: int) -> None:
        if cell.kind == "loss":
            self.lost = cell
            return
        if cell.kind == "win" and self.found is None:
            self._end(cell, number)
            return
        if self.found is not None or self.lost is not None:
            raise RecordError("game_over", number)
        if self.stop is not None and cell.kind not in ("concede", "drop"):
            raise self.stop
        if cell.side is None:
            raise RecordError("cell_unknown", number, text=cell.kind)
        try:
            self._record(cell, cell.side, number)
        except RecordError:
            raise
        except BackgammonError as error:
            raise RecordError.at(number, error) from error

    def _record(self, cell: Cell, side: int, number: int) -> None:
        recorder = self.recorder
        match cell.kind:
            case "roll":
                self._roll(cell, side, number)
            case "none":
                self.stop = RecordError("die_invalid", number)
            case "double":
                recorder.double(side, cell.number)
            case "take":
                recorder.take(side)
            case "drop":
                recorder.drop(side)
            case "concede":
                recorder.concede(side)

    def _roll(self, cell: Cell, side: int, number: int) -> None:
        is_dance = cell.text == "-"
        self.recorder.roll(side, cell.roll, "" if is_dance else cell.text)
        if self.recorder.game.phase == "play":
            if is_dance:
                raise RecordError("play_empty", number)
            self.stop = RecordError("play_empty", number)

    def _end(self, cell: Cell, number: int) -> None:
        """Record the result. After a drop or a win on the board it must be in the winner's
        column.
        """
        winner, points, recorder = cell.side, cell.number, self.recorder
        needs = recorder.before.needs
        missing = None if needs is None or winner is None else needs[winner]
        if points is None and cell.wins_match:
            points = missing
        at_least = recorder.game.score.cube.value
        is_enough = missing is not None and at_least >= missing
        if points is None and not recorder.is_decided and not is_enough:
            self.stop = RecordError("game_over", number)  # nobody can say at which level
            return
        self._finish(winner, points, number)

    def _ended(self, number: int) -> GameRecord:
        """Return the game at the end of its lines: some files do not say how the last one ended."""
        if self.found is None and self.lost is not None and self.lost.side is not None:
            self._finish(1 - self.lost.side, self.lost.number, number)
        if self.found is None and self.recorder.is_decided:
            self._finish(None, None, number)
        if self.found is not None:
            return self.found
        if not self.is_last or not self.recorder.moves:
            raise RecordError("game_unfinished", number)
        return self.recorder.record()

    def _finish(self, winner: int | None, points: int | None, number: int) -> None:
        try:
            self.found = self.recorder.end(winner, points)
        except BackgammonError as error:
            raise RecordError.at(number, error) from error
        self.series.go_on(self.recorder.game.score)


def _is_of_game(line: Line) -> bool:
    """Whether a line belongs to a game, well written or not; others are text around it."""
    try:
        cells_of(line[1], line[0])
    except RecordError as error:
        return error.code != "line_unknown" or is_row(line[1])
    return True
