"""Reads score sheets and lists of sessions, in a constant number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Sum

from games.clubs.selectors.privacy import Person, people_seen
from games.errors import Damaged, NotFound
from games.models import Game, GameScore, Note, Player, Seat, Session
from games.permissions import NOBODY, Reader
from games.record.log.damage import damage_noted
from games.record.selectors.keeping import keepers_told
from games.record.selectors.sessions import players_present, seats_of

GAMES_PER_PAGE = 100
# The number of an evening's players that a list names.
NAMES_ON_CARD = 3


@dataclass(frozen=True)
class Cell:
    """One player's game: points and running total in hundredths, role, whether their cube was
    turned.
    """

    player: Person
    points: int
    running: int
    role: str
    turned: bool


@dataclass(frozen=True)
class Row:
    """One game; a cell is None for absent players. `notes` counts notes and disputes."""

    game: Game
    cells: tuple[Cell | None, ...]
    notes: int
    disputed: bool
    is_unproven: bool = False
    """Whether the log is damaged before its end, so that nothing shows how it was played."""


@dataclass(frozen=True)
class Column:
    """A player in the order they sat down, with their total of the session in hundredths.

    The stake is None for readers whom money does not concern. `has_left`: they were not at the
    table any more after the last game.
    """

    player: Person
    stake: int | None
    before: int
    total: int
    has_left: bool = False
    of_totals: bool = False
    """Whether the total was entered, and has no games behind it."""


@dataclass(frozen=True)
class Sheet:
    """A session's score sheet, or one page of a very long one (`page` of `pages`)."""

    session: Session
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    games: int
    page: int
    pages: int
    damage: Damaged | None = None

    @property
    def has_partners(self) -> bool:
        return any(row.game.partner_id for row in self.rows)

    @property
    def has_many_players(self) -> bool:
        """Whether the table is too wide for a phone."""
        return len(self.columns) > 6

    @property
    def earlier(self) -> int | None:
        return self.page - 1 if self.page > 1 else None

    @property
    def later(self) -> int | None:
        return self.page + 1 if self.page < self.pages else None


@dataclass(frozen=True)
class Result:
    """A player's result of a session, in hundredths of a point."""

    player: Person
    points: int


@dataclass(frozen=True)
class Card:
    """A session in a list: the number of games, the best players, who keeps the score apart."""

    session: Session
    games: int
    players: int
    best: tuple[Result, ...]
    keeper: str = ""


def sheet_get(session: Session, reader: Reader = NOBODY, *, page: int | None = None) -> Sheet:
    """Read a page of a score sheet, by default the last one, in five queries.

    Who left before their first game has no column; on a sheet of several pages everybody has one.
    """
    games = session.games.count()
    pages = max(1, -(-games // GAMES_PER_PAGE))
    page = min(max(page or pages, 1), pages)
    first = (page - 1) * GAMES_PER_PAGE + 1
    sheet = _sheet(session, reader, games, page, pages, range(first, first + GAMES_PER_PAGE))
    return sheet if pages > 1 else _without_idle(sheet)


def sheet_of_all(session: Session, reader: Reader = NOBODY) -> Sheet:
    """Read a session's whole score sheet, in five queries; for files, not for pages."""
    games = session.games.count()
    return _sheet(session, reader, games, 1, 1, range(1, games + 1))


def row_get(session: Session, number: int, reader: Reader = NOBODY) -> tuple[Row, int]:
    """Read one game of the sheet, and the number of games.

    Raises:
        NotFound: the session has no such game.
    """
    games = session.games.count()
    if not 1 <= number <= games:
        raise NotFound
    return _sheet(session, reader, games, 1, 1, range(number, number + 1)).rows[0], games


def _without_idle(sheet: Sheet) -> Sheet:
    """Leave out who has played no game, and cannot any more."""
    kept = [
        index
        for index, column in enumerate(sheet.columns)
        if any(row.cells[index] for row in sheet.rows)
        or column.of_totals
        or (sheet.session.is_open and not column.has_left)
    ]
    return replace(
        sheet,
        columns=tuple(sheet.columns[index] for index in kept),
        rows=tuple(
            replace(row, cells=tuple(row.cells[index] for index in kept)) for row in sheet.rows
        ),
    )


def _sheet(
    session: Session, reader: Reader, games: int, page: int, pages: int, numbers: range
) -> Sheet:
    seats = seats_of(session)
    scores = GameScore.objects.filter(game__session=session).order_by()
    before = dict.fromkeys((seat.player_id for seat in seats), 0)
    if numbers.start > 1:
        earlier = scores.filter(game__number__lt=numbers.start)
        before |= dict(earlier.values_list("player_id").annotate(Sum("points")))
    shown = session.games.filter(number__gte=numbers.start, number__lt=numbers.stop)
    by_game: dict[int, dict[int, GameScore]] = defaultdict(dict)
    for score in scores.filter(game__in=shown):
        by_game[score.game_id][score.player_id] = score
    notes = _notes(session, numbers)
    damage = damage_noted(session)
    running = dict(before)
    players = people_seen((seat.player for seat in seats), reader)
    rows = []
    for game in shown.order_by("number"):
        cells = tuple(_cell(by_game[game.pk].get(pk), running, players[pk]) for pk in players)
        count, disputed = notes.get(game.number, (0, False))
        is_unproven = damage is not None and game.number >= damage.game
        rows.append(Row(game, cells, count, disputed, is_unproven))
    with_stakes = reader.sees_money_of(session)
    there = players_present(session)
    columns = tuple(
        Column(
            players[seat.player_id],
            seat.stake if with_stakes else None,
            before[seat.player_id],
            running[seat.player_id] + (seat.total or 0),
            has_left=there is not None and seat.logged_as not in there,
            of_totals=seat.total is not None,
        )
        for seat in seats
    )
    return Sheet(session, columns, tuple(rows), games, page, pages, damage)


def _cell(score: GameScore | None, running: dict[int, int], player: Person) -> Cell | None:
    if score is None:
        return None
    running[player.pk] += score.points
    return Cell(player, score.points, running[player.pk], score.role, score.cube_turned)


def _notes(session: Session, numbers: range) -> dict[int, tuple[int, bool]]:
    found: dict[int, tuple[int, bool]] = {}
    remarks = Note.objects.filter(
        session=session, game_number__gte=numbers.start, game_number__lt=numbers.stop
    )
    for number, is_dispute, resolved in remarks.values_list(
        "game_number", "is_dispute", "resolved_at"
    ):
        count, disputed = found.get(number, (0, False))
        found[number] = (count + 1, disputed or (is_dispute and resolved is None))
    return found


def cards(sessions: Iterable[Session], reader: Reader = NOBODY) -> tuple[Card, ...]:
    """Read the data of a list of sessions, in four queries; four more where some are kept apart."""
    shown = list(sessions)
    keepers = keepers_told([one for one in shown if one.is_open], reader)
    pks = [session.pk for session in shown]
    games = dict(
        Game.objects.filter(session__in=pks).order_by().values_list("session").annotate(Count("pk"))
    )
    results: dict[int, list[tuple[int, int]]] = defaultdict(list)
    totals = GameScore.objects.filter(game__session__in=pks).order_by()
    for session_pk, player_pk, points in totals.values_list(
        "game__session_id", "player_id"
    ).annotate(Sum("points")):
        results[session_pk].append((points, player_pk))
    seats = Seat.objects.filter(session__in=pks, total__isnull=False).order_by()
    for session_pk, player_pk, points in seats.values_list("session_id", "player_id", "total"):
        results[session_pk].append((points or 0, player_pk))
    for found in results.values():
        found.sort(key=lambda each: (-each[0], each[1]))
    named = {pk for found in results.values() for _, pk in found[:NAMES_ON_CARD]}
    players = people_seen(Player.objects.filter(pk__in=named).order_by("pk"), reader)
    return tuple(
        Card(
            session=session,
            games=games.get(session.pk, 0),
            players=len(results[session.pk]),
            best=_best(results[session.pk], players),
            keeper=keepers.get(session.pk, ""),
        )
        for session in shown
    )


def _best(best: Sequence[tuple[int, int]], players: dict[int, Person]) -> tuple[Result, ...]:
    return tuple(Result(players[pk], points) for points, pk in best[:NAMES_ON_CARD])
