"""A screen on the wall: each table's line, totals as bars, the last result and its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.errors import ServiceError
from games.ledger.charts.axis import ticks
from games.models import Club, Session
from games.permissions import NOBODY, Reader
from games.record.presenters.actions import as_told, pending_in_words, sold_in
from games.record.presenters.outcome import Outcome, Score, outcome
from games.record.selectors.keeping import keeper_told
from games.record.selectors.sessions import next_undo, players_before, table_of
from games.rule_texts import Names
from games.rules.chouette import Table
from games.sessions.selectors.sheets import Card
from games.table.presenters.seats import Seat, seats
from games.table.selectors.wall import latest_results, names_at, running_sessions
from games.web.figures import signed

ROWS = {1: 1, 2: 1, 3: 2, 4: 2, 5: 2, 6: 2}
"""The number of rows by the number of tables; more than six take three rows."""

FULL = 1000
"""Half the width of a bar's picture: the largest total fills it."""

# Longer figures are squeezed in width; their height stays.
ROOM_FOR_TOTAL = 4
ROOM_FOR_COST = 3
ROOM_FOR_SCORES = 34
NARROWEST = 40


@dataclass(frozen=True, slots=True)
class Figure:
    """Points as text; ``width`` is the percentage it is squeezed to."""

    text: str
    points: int
    width: int


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the wall: the player, their total as a figure and as a bar from the middle."""

    seat: Seat
    total: Figure
    cost: Figure
    bar_from: int
    bar_width: int


@dataclass(frozen=True, slots=True)
class Made:
    """A player's result of the last game."""

    score: Score
    figure: Figure


@dataclass(frozen=True, slots=True)
class WallTable:
    """One table on the wall. If ``problem`` is set, it says why the table cannot be shown."""

    session: Session
    title: str
    game: str
    news: str
    places: list[Place]
    last: Outcome | None
    scores: list[Made]
    is_latest: bool = False
    problem: str = ""

    @property
    def players(self) -> int:
        return max(1, len(self.places))


@dataclass(frozen=True, slots=True)
class WallRow:
    """Tables side by side."""

    tables: list[WallTable]

    @property
    def is_latest(self) -> bool:
        """Whether it includes the table with the latest action."""
        return any(table.is_latest for table in self.tables)


@dataclass(frozen=True, slots=True)
class Wall:
    """The whole screen. Without tables it shows ``results`` instead."""

    club: Club
    title: str
    rows: list[WallRow]
    tables: int
    unseen: int
    results: Sequence[Card]

    @property
    def is_single(self) -> bool:
        """Whether there is only one table."""
        return self.tables == 1


def session_wall(session: Session, reader: Reader = NOBODY) -> Wall:
    """Return the wall of one table, running or ended, in one query."""
    table = _table(session, names_at([session], reader)[session.pk], reader)
    return Wall(session.club, table.title, [WallRow([table])], 1, 0, ())


def club_wall(club: Club, reader: Reader = NOBODY) -> Wall:
    """Return the wall of a club's running tables, in two queries; without any, its last results."""
    sessions, running = running_sessions(club)
    if not sessions:
        return Wall(club, club.name, [], 0, 0, latest_results(club, reader))
    names = names_at(sessions, reader)
    latest = max(sessions, key=lambda session: (session.changed_at, session.pk))
    tables = [
        _table(
            session, names[session.pk], reader, is_latest=len(sessions) > 1 and session is latest
        )
        for session in sessions
    ]
    return Wall(club, club.name, _hung(tables), len(tables), running - len(tables), ())


def _hung(tables: list[WallTable]) -> list[WallRow]:
    """Arrange tables in rows, longer rows first; tables keep their places."""
    rows = ROWS.get(len(tables), 3)
    short, longer = divmod(len(tables), rows)
    hung, begin = [], 0
    for row in range(rows):
        end = begin + short + (row < longer)
        hung.append(WallRow(tables[begin:end]))
        begin = end
    return hung


def _table(session: Session, names: Names, reader: Reader, *, is_latest: bool = False) -> WallTable:
    title = session.title or str(date_format(session.played_on, "l"))
    try:
        table = table_of(session)
    except ServiceError as error:
        return WallTable(session, title, "", "", [], None, [], is_latest, str(error))
    last = outcome(table, names, players_before(session))
    room = ROOM_FOR_SCORES // max(1, len(last.scores)) if last else 0
    return WallTable(
        session=session,
        title=title,
        game=_game(session, table),
        news=keeper_told(session, reader) or _news(session, table, names),
        places=_places(seats(table, names, may_record=False)),
        last=last,
        scores=[Made(one, _figure(one.points, room)) for one in last.scores] if last else [],
        is_latest=is_latest,
    )


def _game(session: Session, table: Table) -> str:
    if not session.is_open:
        return str(session.get_status_display())
    if table.game is not None:
        return _("Game %(number)s") % {"number": table.game.number}
    return _("before game %(number)s") % {"number": table.played + 1}


def _news(session: Session, table: Table, names: Names) -> str:
    """Return the last step."""
    step = next_undo(session)
    if step is None:
        return ""
    [told] = as_told([step], players_before(session), sold_in(table))
    return pending_in_words(told, names)


def _places(line: list[Seat]) -> list[Place]:
    """Return everyone's row; the bars share one scale, rounded so that it seldom changes."""
    largest = max((abs(seat.total) for seat in line), default=0)
    scale = ticks(0, largest)[-1]
    return [_place(seat, FULL * abs(seat.total) // scale) for seat in line]


def _place(seat: Seat, length: int) -> Place:
    return Place(
        seat=seat,
        total=_figure(seat.total, ROOM_FOR_TOTAL),
        cost=_figure(seat.cost, ROOM_FOR_COST),
        bar_from=FULL - length if seat.total < 0 else FULL,
        bar_width=length,
    )


def _figure(points: int, room: int) -> Figure:
    text = signed(points)
    return Figure(text, points, max(NARROWEST, min(100, 100 * room // len(text) // 10 * 10)))
