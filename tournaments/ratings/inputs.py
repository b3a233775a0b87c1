"""Games as input of the estimate: read from a game's result, written as rows of text and back.

`docs/ratings.md`, "What is counted", says what counts as a member's points, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import Any, Final

from tournaments.ratings.chain import Evening
from tournaments.ratings.evidence import BoxGame, evidence_of

HUNDREDTHS: Final = 100
PARTNER: Final = 0.5
"""Box and partner share a row: each counts for half, whatever part of the points each pays."""

COLUMNS: Final = (
    "session",
    "date",
    "game",
    "box",
    "partner",
    "share",
    "captain",
    "member",
    "points",
    "cube",
)
"""One row per game and member, the captain's first; `share` is the partner's part of the row."""


class InputError(ValueError):
    """A row is invalid; `line` counts from 1, the heading included."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Input:
    """A game, its session and its date."""

    session: str
    day: date
    number: int
    game: BoxGame


def game_of(result: Mapping[str, Any], named: Mapping[str, str]) -> BoxGame:
    """Return a game from its recorded result; `named` maps players to names.

    Every member's points are those of their own bet, for a stake of one, without side bets. If the
    captain bought the bet, its member lost what they paid for it.
    """
    line = result["line"]
    members, won = [], []
    for bet in result["bets"]:
        member = bet["member"]
        amount = bet["closed"]["amount"] if bet["holder"] == member else result["points"][member]
        members.append(named[member])
        won.append(amount / (HUNDREDTHS * bet["stake"]))
    box, partner = named[line["box"]], line["partner"]
    shares: tuple[tuple[str, float], ...] = ((box, 1.0),)
    if partner:
        shares = ((box, 1 - PARTNER), (named[partner], PARTNER))
    return BoxGame(shares, tuple(members), tuple(won), float(result["start"]))


def rows_of(played: Input) -> Iterator[tuple[str | Decimal, ...]]:
    """Return a game's rows, column by column; reading them gives exactly the same game."""
    game = played.game
    box, *partners = game.box
    partner, share = partners[0] if partners else ("", 0.0)
    for member, points in zip(game.members, game.points, strict=True):
        yield (
            played.session,
            played.day.isoformat(),
            Decimal(played.number),
            box[0],
            partner,
            _exact(share) if partner else "",
            game.members[0],
            member,
            _exact(points),
            _exact(game.cube),
        )


def rows_below(
    columns: Sequence[str], rows: Iterable[Sequence[str]]
) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the number and the cells of each row that is not empty, below a heading.

    Raises:
        InputError: the heading is another one.
    """
    numbered = enumerate(rows, 1)
    _line, head = next(numbered, (1, ()))
    if tuple(name.strip().lower() for name in head) != tuple(columns):
        raise InputError(1, "expected the columns " + ", ".join(columns))
    yield from ((line, row) for line, row in numbered if any(row))


def require_two(line: int, one: str, other: str) -> None:
    """Refuse a row that does not name two players."""
    if one == other or not one or not other:
        raise InputError(line, "two players are needed")


def read_rows(rows: Iterable[Sequence[str]]) -> Iterator[Input]:
    """Read rows as `rows_of` writes them, the heading first.

    Raises:
        InputError: a row is invalid.
    """
    cells = ((line, _cells(line, row)) for line, row in rows_below(COLUMNS, rows))
    for _game, group in groupby(cells, lambda one: (one[1]["session"], one[1]["game"])):
        yield _game_of_rows(list(group))


def evenings_of(inputs: Iterable[Input]) -> list[Evening]:
    """Return the evenings of these games."""
    sessions: dict[str, list[Input]] = {}
    for one in inputs:
        sessions.setdefault(one.session, []).append(one)
    return [
        Evening(games[0].day, evidence_of(one.game for one in games)) for games in sessions.values()
    ]


def _cells(line: int, row: Sequence[str]) -> dict[str, str]:
    if len(row) != len(COLUMNS):
        raise InputError(line, f"expected {len(COLUMNS)} cells, found {len(row)}")
    return dict(zip(COLUMNS, (cell.strip() for cell in row), strict=True))


def _game_of_rows(rows: Sequence[tuple[int, dict[str, str]]]) -> Input:
    line, first = rows[0]
    for at, cells in rows:
        for column in ("date", "box", "partner", "share", "captain", "cube"):
            if cells[column] != first[column]:
                raise InputError(at, f"another {column} than in the game's first row")
    members = [cells["member"] for _at, cells in rows]
    if first["captain"] not in members:
        raise InputError(line, "the captain is not among the members")
    box, partner = first["box"], first["partner"]
    line_up = [*members, box, *filter(None, [partner])]
    if not all(line_up) or len(set(line_up)) != len(line_up):
        raise InputError(line, "somebody has no name, or sits twice")
    points = [_number(at, cells["points"]) for at, cells in rows]
    # The captain comes first, wherever that row is.
    ordered = sorted(zip(members, points, strict=True), key=lambda one: one[0] != first["captain"])
    share = _number(line, first["share"]) if partner else 0.0
    cube = _number(line, first["cube"])
    if cube <= 0 or not 0 <= share <= 1:
        raise InputError(line, "a cube is more than 0, a share from 0 to 1")
    shares = ((box, 1 - share), (partner, share)) if partner else ((box, 1.0),)
    game = BoxGame(
        shares, tuple(one for one, _points in ordered), tuple(won for _one, won in ordered), cube
    )
    try:
        day, number = date.fromisoformat(first["date"]), int(first["game"])
    except ValueError as error:
        raise InputError(line, str(error)) from error
    return Input(first["session"], day, number, game)


def _number(line: int, text: str) -> float:
    try:
        number = float(text)
    except ValueError as error:
        raise InputError(line, f"no number: {text}") from error
    if not abs(number) < float("inf"):
        raise InputError(line, f"no number: {text}")
    return number


def _exact(number: float) -> Decimal:
    return Decimal(int(number)) if number == int(number) else Decimal(repr(number))
