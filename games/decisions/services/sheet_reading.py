"""Reads a paper score sheet: a row for each game, a column for each player, roles by letter.

A cell holds a letter and points: ``b 6`` is the box, ``c -2`` (or ``k -2``, as German sheets have
it) the captain, ``p 3`` the box's partner, ``-2`` a member of the crew. Empty or ``-`` means the
player sat out. If a row has statements of the notation ("all double; box takes all; team wins
gammon"), they define the game, cubes included; then ``x`` marks the crew, and points are only
compared.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _

from games.errors import Refused
from games.rule_texts import Names, sentence
from games.rules.chouette import (
    Action,
    ChouetteError,
    EnterPoints,
    GameResult,
    Join,
    Leave,
    SetOrder,
    StartGame,
    Table,
)
from games.rules.chouette.notation.grammar import actions_of
from games.rules.chouette.notation.tokens import tokens
from games.sessions.services.csn import partner_set
from games.web.figures import unsigned

MOST_ROWS: Final = 300
LONGEST_CELL: Final = 2000

_CELL: Final = re.compile(
    r"(?P<role>[bckpx]?)\s*(?P<points>[-+]?\s*[0-9]{1,8}(?:[.,][0-9]{1,2})?)?", re.IGNORECASE
)
_ABSENT: Final = {"", "-"}
_SEMICOLON: Final = re.compile(r';(?=(?:[^"]*"[^"]*")*[^"]*$)')
BOX, CAPTAIN, PARTNER, CREW = "b", "c", "p", "x"


@dataclass(frozen=True, slots=True)
class Row:
    """A row as typed: a text for each player, and the statements, if any."""

    cells: tuple[str, ...]
    statements: str = ""

    @property
    def is_empty(self) -> bool:
        return not self.statements.strip() and all(not cell.strip() for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem and its place: rows count from 1; no column means the whole row."""

    row: int
    column: str
    reason: str

    def __str__(self) -> str:
        if not self.row:
            return f"{self.column}: {self.reason}" if self.column else self.reason
        if not self.column:
            return _("Row %(row)s: %(reason)s") % {"row": self.row, "reason": self.reason}
        return _("Row %(row)s, %(column)s: %(reason)s") % {
            "row": self.row,
            "column": self.column,
            "reason": self.reason,
        }


class SheetWrong(Refused):
    """The sheet cannot be entered; `problems` say why, and nothing was written."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        told = [asdict(problem) for problem in self.problems]
        super().__init__("sheet_wrong", reason=str(self.problems[0]), problems=told)


@dataclass(slots=True)
class GameLine:
    """The roles in a game, and everybody's points as typed, in hundredths."""

    roles: dict[str, str] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)

    def one(self, role: str) -> str | None:
        """Return the only player with a role, or None."""
        found = [name for name, own in self.roles.items() if own == role]
        return found[0] if len(found) == 1 else None

    @property
    def team(self) -> tuple[str, ...]:
        """The captain and the crew, in the order of the columns."""
        captain = self.one(CAPTAIN)
        crew = [name for name, role in self.roles.items() if role == CREW]
        return (captain, *crew) if captain else tuple(crew)

    @property
    def box_side(self) -> int:
        """The sum of box and partner."""
        return sum(self.points.get(name, 0) for name in self.roles if name not in self.team)


class _Wrong(Exception):
    """A row cannot be played; `column` is empty if it concerns the whole row."""

    def __init__(self, column: str, reason: str) -> None:
        self.column, self.reason = column, reason
        super().__init__(reason)


def steps_of(table: Table, rows: Sequence[Row]) -> list[list[Action]]:
    """Return the actions of the games, a step for each row, with the table's identifiers for
    players.

    Raises:
        SheetWrong: it names every cell that cannot be read; if all can, the first game that the
            rules do not allow.
    """
    names = table.players
    problems: list[Problem] = []
    lines: list[tuple[int, Row, GameLine]] = []
    for number, row in enumerate(rows, 1):
        if row.is_empty:
            continue
        try:
            lines.append((number, row, _line(names, row)))
        except _Wrong as wrong:
            problems.append(Problem(number, wrong.column, wrong.reason))
    if not lines and not problems:
        problems.append(Problem(0, "", _("No game has been entered.")))
    if problems:
        raise SheetWrong(problems)
    steps: list[list[Action]] = []
    for number, row, line in lines:
        try:
            step = list(_coming_and_going(table, line))
            step += _game(_after(table, step), row, line)
            table = _after(table, step)
        except _Wrong as wrong:
            raise SheetWrong([Problem(number, wrong.column, wrong.reason)]) from wrong
        except ChouetteError as error:
            raise SheetWrong([Problem(number, "", sentence(error, Names()))]) from error
        steps.append(step)
    return steps


def _line(names: Sequence[str], row: Row) -> GameLine:
    """Read the cells of a row.

    Raises:
        _Wrong: a cell cannot be read, a role is missing or given twice, points do not add up.
    """
    line = GameLine()
    given = bool(row.statements.strip())
    if len(row.statements) > LONGEST_CELL:
        raise _Wrong(_("cubes"), _("At most %(limit)s characters.") % {"limit": LONGEST_CELL})
    for name, cell in zip(names, row.cells, strict=True):
        text = cell.strip().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
        if text in _ABSENT:
            continue
        found = _CELL.fullmatch(text)
        if found is None:
            raise _Wrong(name, _("“%(cell)s” is no letter with points.") % {"cell": cell[:40]})
        role = found["role"].lower().replace("k", CAPTAIN) or CREW
        if role != CREW and role in line.roles.values():
            raise _Wrong(name, _("This role is given twice."))
        line.roles[name] = role
        if found["points"] is not None:
            plain = found["points"].replace(" ", "").replace(",", ".")
            line.points[name] = int(Decimal(plain) * 100)
        elif not given:
            raise _Wrong(name, _("Points are missing; 0 is a number, too."))
    _check(line, given)
    return line


def _check(line: GameLine, given: bool) -> None:
    if line.one(BOX) is None:
        raise _Wrong("", _("Nobody is marked as the box (b)."))
    others = [name for name, role in line.roles.items() if role == CREW]
    if line.one(CAPTAIN) is None:
        if len(others) != 1:
            raise _Wrong("", _("Nobody is marked as the captain (c)."))
        line.roles[others[0]] = CAPTAIN
    total = sum(line.points.values())
    if (total and len(line.points) == len(line.roles)) or (total and not given):
        raise _Wrong("", _("The points add up to %(sum)s, not to 0.") % {"sum": unsigned(total)})


def _after(table: Table, actions: Sequence[Action]) -> Table:
    for action in actions:
        table = table.apply(action)
    return table


def _coming_and_going(table: Table, line: GameLine) -> Iterator[Action]:
    """Yield joins and departures so that exactly the players of a game are at the table."""
    if not table.ordered:
        order = SetOrder((*line.roles, *(one for one in table.players if one not in line.roles)))
        yield order
        table = table.apply(order)
    for name in line.roles:
        if name not in table.present:
            yield Join(name, None)
    for name in table.present:
        if name not in line.roles:
            yield Leave(name)


def _game(table: Table, row: Row, line: GameLine) -> list[Action]:
    """Return the actions of one game; a partner's share is half, or what the points say."""
    problem: _Wrong | None = None
    for share in _shares(line):
        actions: list[Action] = partner_set(table, line.one(PARTNER), share)
        box = line.one(BOX)
        assert box is not None  # checked when the row was read
        actions.append(StartGame(box, line.one(PARTNER), line.team, by_hand=True))
        started = _after(table, actions)
        played = _statements(started, row.statements) if row.statements.strip() else [_points(line)]
        result = _after(started, played).last
        assert result is not None  # the game has just ended
        problem = _difference(line, result)
        if problem is None:
            return actions + played
    assert problem is not None  # at least one share was tried
    raise problem


def _shares(line: GameLine) -> Iterator[str]:
    yield "50"
    partner, total = line.one(PARTNER), line.box_side
    if partner is None or not total or partner not in line.points:
        return
    percent = Fraction(100 * line.points[partner], total)
    if 0 <= percent <= 100:
        yield f"{float(percent):.6f}".rstrip("0").rstrip(".")


def _points(line: GameLine) -> EnterPoints:
    captain = line.team[0]
    winner = None
    if not line.points[captain]:
        winner = "box" if line.box_side > 0 else "team"
    return EnterPoints(tuple((name, line.points[name]) for name in line.team), winner)


def _statements(table: Table, text: str) -> list[Action]:
    """Read the statements of one game; the last one must end it."""
    actions: list[Action] = []
    for statement in filter(str.strip, _SEMICOLON.split(text)):
        if table.game is None:
            raise _Wrong(
                _("cubes"), _("The game has ended before “%(text)s”.") % {"text": statement.strip()}
            )
        try:
            found = actions_of(table, tokens(statement.strip()))
            table = _after(table, found)
        except ChouetteError as error:
            reason = f"“{statement.strip()}”: {sentence(error, Names())}"
            raise _Wrong(_("cubes"), reason) from error
        actions += found
    if table.game is not None:
        raise _Wrong(_("cubes"), _("With these statements the game does not come to its end."))
    return actions


def _difference(line: GameLine, result: GameResult) -> _Wrong | None:
    points: Mapping[str, int] = result.points
    for name, written in line.points.items():
        if points[name] != written:
            reason = _("%(written)s is written, but the game comes to %(points)s.") % {
                "written": unsigned(written),
                "points": unsigned(points[name]),
            }
            return _Wrong(name, reason)
    return None
