"""Leaderboards, official lists and a player's figures as files."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from games.boards.selectors.figures import figures_of, sees_figures
from games.clubs.selectors.privacy import Person
from games.ledger.delimited import Cell, points_number
from games.permissions import NOBODY, Reader
from tournaments.ladders.presenters.columns import IN_FILES
from tournaments.ladders.presenters.people import answer_lines, cube_lines
from tournaments.ladders.selectors.leaderboards import Leaderboard
from tournaments.ladders.selectors.officials import OfficialPage
from tournaments.ladders.selectors.people import BoxTotal, Record
from tournaments.ladders.selectors.ratings import Explained
from tournaments.models import OfficialRow
from tournaments.ratings.rates import Rate


def leaderboard_rows(leaderboard: Leaderboard) -> list[Sequence[Cell]]:
    """Return a leaderboard as a table with a heading; players without a place come last."""
    head = [str(head) for column in IN_FILES for head in column.heads]
    today = leaderboard.club.today
    lines = (
        [cell for column in IN_FILES for cell in column.values(line, today)]
        for line in leaderboard.lines
    )
    return [head, *lines]


def _rate(rate: Rate) -> tuple[Cell, Cell]:
    return points_number(rate.value), None if rate.width is None else points_number(rate.width)


def player_rows(
    record: Record, explained: Explained, reader: Reader = NOBODY
) -> list[Sequence[Cell]]:
    """Return a player's figures as a table with a heading: each with its interval, and what that
    interval is.
    """
    head = [
        *(_("part"), _("figure"), _("count"), _("points"), _("expected"), _("value"), _("unit")),
        *(_("give or take"), _("from"), _("to"), _("interval")),
    ]
    parts = (
        *(_totals(record), _roles(record), _cubes(record), _answers(record), _boxes(record)),
        *(_opponents(record), _beyond(explained), _ratings(record), _judged(record, reader)),
    )
    return [head, *(line for part in parts for line in part)]


def _figure(
    part: str,
    name: str,
    number: int | Decimal,
    points: int | None,
    rate: Rate,
    unit: str,
) -> list[Cell]:
    """Return the line of a rate."""
    value, width = _rate(rate)
    low, high = rate.interval or (None, None)
    ends = [None if end is None else points_number(end) for end in (low, high)]
    kind = _("95 %, from evening to evening") if ends[0] is not None else None
    made = None if points is None else points_number(points)
    return [part, name, number, made, None, value, unit, width, *ends, kind]


def _totals(record: Record) -> Iterator[Sequence[Cell]]:
    part, bets = _("in all"), points_number(record.bets)
    yield _figure(
        part, _("games"), record.games, record.points, record.average, _("points per game")
    )
    yield _figure(part, _("bets"), bets, record.points, record.per_bet, _("points per bet"))


def _roles(record: Record) -> Iterator[Sequence[Cell]]:
    part, unit = _("by role"), _("points per game")
    for one in record.roles:
        yield _figure(part, one.name, one.games, one.points, one.average, unit)


def _cubes(record: Record) -> Iterator[Sequence[Cell]]:
    part, unit = _("cubes"), _("points per bet")
    for line in cube_lines(record):
        total = line.total
        yield _figure(part, line.name, total.times, total.points, total.average, unit)


def _answers(record: Record) -> Iterator[Sequence[Cell]]:
    part, unit = _("take or drop"), _("cubes per bet, more than the other answer")
    for line in answer_lines(record):
        if line.compared:
            name = f"{line.name}, {line.time}"
            yield _figure(part, name, line.compared, None, line.gain, unit)


def _boxes(record: Record) -> Iterator[Sequence[Cell]]:
    for box in record.boxes:
        against = _("against %(others)s") % {"others": box.others}
        yield from _box(_("as box"), against, box)
        if box.usual is not None:
            yield from _box(_("other boxes"), against, box.usual)


def _box(part: str, name: str, box: BoxTotal) -> Iterator[Sequence[Cell]]:
    width = box.won.width
    won = Rate(100 * box.won.value, None if width is None else 100 * width)
    yield _figure(part, name, box.games, None, won, _("percentage of games won"))
    yield _figure(part, name, box.games, None, box.average, _("points per game"))
    yield _figure(part, name, box.games, None, box.stay, _("games until the box was lost"))


def _opponents(record: Record) -> Iterator[Sequence[Cell]]:
    part, unit = _("against whom"), _("points per game")
    for one in record.opponents:
        yield _figure(part, one.player.name, one.games, one.balance, one.average, unit)


def _beyond(explained: Explained) -> Iterator[Sequence[Cell]]:
    """Yield what the latest evenings brought beyond what was to be expected."""
    for evening in explained.evenings:
        won, expected, beyond, width = (
            round(100 * each)
            for each in (evening.won, evening.expected, evening.beyond, evening.width)
        )
        yield [
            *(
                _("beyond what was expected"),
                evening.session.played_on.isoformat(),
                len(evening.games),
            ),
            *map(points_number, (won, expected, beyond)),
            _("points"),
            points_number(width),
            *map(points_number, (beyond - width, beyond + width)),
            _("dice alone, in 19 of 20 evenings"),
        ]


def _ratings(record: Record) -> Iterator[Sequence[Cell]]:
    if record.skill:
        low, high = map(round, record.skill.interval)
        figure = round(record.skill.figure)
        yield [
            *(_("ratings"), _("skill"), record.skill.games, None, None, figure, None),
            *(None, low, high, _("95 %")),
        ]
    if record.match:
        rating = round(record.match.rating.rating)
        deviation = round(record.match.on(record.player.club.today).deviation)
        yield [
            *(_("ratings"), _("matches (Elo)"), record.match.matches, None, None, rating, None),
            *(deviation, rating - deviation, rating + deviation),
            _("deviation: in two of three cases the truth is no further away"),
        ]


def _judged(record: Record, reader: Reader) -> Iterator[Sequence[Cell]]:
    """Yield how well a player played on the board, and their luck there, for who may see it."""
    for figures in figures_of(record.player) if sees_figures(record.player, reader) else ():
        name = figures.season.name if figures.season else _("Other games")
        rating = figures.report.rating
        if rating is not None:
            ends = [None if end is None else _tenth(end) for end in (rating.low, rating.high)]
            yield [
                *(
                    _("on the board"),
                    name,
                    figures.boards,
                    None,
                    None,
                    _tenth(rating.value),
                    _("PR"),
                ),
                *(None, *ends, None if ends[0] is None else _("95 %")),
            ]
        luck = Decimal(f"{figures.report.luck:.3f}")
        yield [
            *(_("on the board"), name, figures.boards, None, None, luck, _("luck of the dice")),
            *(None,) * 4,
        ]


def _tenth(value: float) -> Decimal:
    return Decimal(f"{value:.1f}")


def official_rows(page: OfficialPage) -> list[Sequence[Cell]]:
    """Return an official list, as it was frozen, as a table with a heading."""
    head = [
        *(_("place"), _("name"), _("skill"), _("skill from"), _("skill to"), _("games")),
        *(_("place by points"), _("points"), _("games with points")),
    ]
    return [head, *(_official(row, page.people[row.player_id]) for row in page.rows)]


def _official(row: OfficialRow, player: Person) -> list[Cell]:
    low, high = row.estimate.interval
    return [
        row.place,
        player.name,
        round(row.estimate.figure),
        round(low),
        round(high),
        row.games,
        row.points_place,
        points_number(row.points),
        row.points_games,
    ]
