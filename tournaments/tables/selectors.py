"""Chouettes of an event as input of their formats, and for pages.

Players are entry numbers as text, amounts are hundredths of a point.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce

from games.clubs.selectors.privacy import people_seen
from games.models import Game, Seat, Session
from games.permissions import NOBODY, Reader
from tournaments.errors import refused
from tournaments.formats import (
    FORMATS_OF_CHOUETTES,
    POINT,
    AnyChouetteFormat,
    Finish,
    FormatError,
    PlayedGame,
    Standings,
    TableResult,
)
from tournaments.formats.situation import Situation
from tournaments.models import Division, EventTable, Round, TableSeat
from tournaments.record.selectors.situations import format_of

COUNTED_AS = 1
"""The formula of a table's columns. 1: a bet is for the lower of two stakes."""

Named = Mapping[int, Mapping[str, str]]
"""For each session: entry numbers by the identifiers in its log."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat for pages; `bank` is the present balance, None without banks."""

    seat: TableSeat
    number: int
    name: str
    bank: int | None

    @property
    def is_out(self) -> bool:
        return self.bank == 0


@dataclass(frozen=True, slots=True)
class TableView:
    """A table for pages, with its session once the round is released."""

    table: EventTable
    session: Session | None
    seats: tuple[SeatView, ...]
    games: int

    @property
    def is_over(self) -> bool:
        return self.session is not None and not self.session.is_open

    @property
    def staying(self) -> tuple[SeatView, ...]:
        """The seats of players who have neither moved nor gone home."""
        return tuple(one for one in self.seats if not one.seat.left)


def chouettes_of(division: Division) -> tuple[AnyChouetteFormat, Any]:
    """Return a division's format and its parameters.

    Raises:
        Refused: the stored parameters do not fit the format.
    """
    played_by = FORMATS_OF_CHOUETTES[division.format]
    try:
        return played_by, played_by.parse(division.params)
    except FormatError as error:
        raise refused(error) from error


def chouettes_now(
    division: Division, tables: Sequence[TableResult] | None = None
) -> tuple[AnyChouetteFormat, Situation]:
    """Return a division's format, and its tables, unless they are read, and who bought in again.

    Raises:
        Refused: the stored parameters do not fit the format.
    """
    played_by, params = chouettes_of(division)
    event = division.event
    return played_by, Situation(
        params=params,
        entries=(),
        seed=event.seed,
        is_secret=event.has_secret_seed,
        place=division.position,
        tables=tuple(table_results(division) if tables is None else tables),
        bought=entries_of(division),
        boards=event.tables,
    )


def entries_of(division: Division) -> dict[str, int]:
    """Return the number of buy-ins of players with more than one."""
    again = division.entries.filter(reentries__gt=0).values_list("number", "reentries")
    return {str(number): times + 1 for number, times in again}


def numbers_by_player(division: Division) -> dict[int, str]:
    """Return the entries' numbers by player, and by the player they were merged into."""
    rows = division.entries.annotate(now=Coalesce("player__merged_into_id", "player_id"))
    found: dict[int, str] = {}
    for number, player, now in rows.values_list("number", "player_id", "now"):
        found[player] = found[now] = str(number)
    return found


def released_tables(division: Division) -> QuerySet[EventTable]:
    """Return the tables that have a session."""
    return EventTable.objects.filter(
        round__division=division, round__state=Round.State.RELEASED, session__isnull=False
    )


def table_results(division: Division) -> tuple[TableResult, ...]:
    """Return every table with a session, and its games; five queries."""
    return results_of(released_tables(division), numbers_by_player(division))


def summed_results(division: Division) -> tuple[TableResult, ...]:
    """Return the same for standings without banks; at most seven queries.

    If all games of a table had the same players, its counted seats are enough for the places: the
    first game gets all points and bets, the others are empty. No such games were played, but
    hundreds of tables need not be read game by game.
    """
    tables = released_tables(division)
    counted = tables.filter(counted_version=F("session__version"), formula=COUNTED_AS)
    rows = counted.exclude(session__status=Session.Status.VOID).annotate(
        played=Count("session__games", filter=Q(session__games__is_void=False))
    )
    heads = {
        table: (round, number, status != Session.Status.OPEN, played)
        for table, round, number, status, played in rows.order_by().values_list(
            "pk", "round__number", "number", "session__status", "played"
        )
    }
    seats: dict[int, list[tuple[str, bool, int, int, int]]] = defaultdict(list)
    columns = ("table_id", "entry__number", "left", "points", "games", "bets")
    found = TableSeat.objects.filter(table__in=heads).order_by("table_id", "position")
    for table, entry, left, points, games, bets in found.values_list(*columns):
        seats[table].append((str(entry), left, points, games, bets))
    summed = {
        table: TableResult(
            round,
            number,
            tuple(seat[0] for seat in seats[table]),
            _sums(seats[table], played),
            is_over,
            tuple(seat[0] for seat in seats[table] if seat[1]),
        )
        for table, (round, number, is_over, played) in heads.items()
        if all(seat[3] in (0, played) for seat in seats[table])
    }
    rest = results_of(tables.exclude(pk__in=summed), numbers_by_player(division))
    return tuple(sorted((*summed.values(), *rest), key=lambda one: (one.round, one.table)))


def _sums(seats: Iterable[tuple[str, bool, int, int, int]], played: int) -> tuple[PlayedGame, ...]:
    """Return as many games as were played, with all points and bets in the first."""
    own = [(player, points, bets) for player, _left, points, games, bets in seats if games]
    order = tuple(player for player, _points, _bets in own)
    if len(order) < 2:
        return ()
    first = PlayedGame(
        number=1,
        box=order[0],
        captain=order[1],
        order=order,
        transfers=(),
        points={player: points for player, points, _bets in own},
        bets={player: bets for player, _points, bets in own},
    )
    empty = replace(first, number=2, points={}, bets=dict.fromkeys(order, 0))
    return (first, *[empty] * (played - 1))


def results_of(tables: QuerySet[EventTable], numbers: Mapping[int, str]) -> tuple[TableResult, ...]:
    """Return these tables with their games by round and table; four queries.

    Void sessions and void games do not count.
    """
    found = list(
        tables.select_related("round", "session")
        .only("number", "payments", "round__number", "session__status")
        .order_by("round__number", "number")
    )
    players: dict[int, list[str]] = defaultdict(list)
    left: dict[int, list[str]] = defaultdict(list)
    seats = TableSeat.objects.filter(table__in=found).order_by("table_id", "position")
    for table, number, has_left in seats.values_list("table_id", "entry__number", "left"):
        players[table].append(str(number))
        if has_left:
            left[table].append(str(number))
    sessions = [one.session_id for one in found if one.session_id is not None]
    named = _named(sessions, numbers)
    counting = [
        one.session_id
        for one in found
        if one.session is not None and one.session.status != Session.Status.VOID
    ]
    games = _games(counting, named, {one.session_id: one.payments for one in found})
    return tuple(
        TableResult(
            one.round.number,
            one.number,
            tuple(players[one.pk]),
            tuple(games[one.session_id]),
            one.session is not None and not one.session.is_open,
            tuple(left[one.pk]),
        )
        for one in found
    )


def _named(sessions: Iterable[int], numbers: Mapping[int, str]) -> Named:
    found: dict[int, dict[str, str]] = defaultdict(dict)
    seats = Seat.objects.filter(session__in=sessions).order_by()
    for session, logged, player in seats.values_list("session_id", "logged_as", "player_id"):
        # A player who sat down without an entry has no number before the table is counted.
        found[session][logged] = numbers.get(player, f"#{player}")
    return found


def _games(
    sessions: Iterable[int | None], named: Named, payments: Mapping[int | None, Any]
) -> dict[int | None, list[PlayedGame]]:
    found: dict[int | None, list[PlayedGame]] = defaultdict(list)
    rows = Game.objects.filter(session__in=sessions, is_void=False).order_by("session_id", "number")
    for session, number, result in rows.values_list("session_id", "number", "result"):
        paid = next((one for one in payments[session] or () if one["game"] == number), None)
        found[session].append(_game(number, result, named[session], paid))
    return found


def _game(
    number: int, result: Mapping[str, Any], named: Mapping[str, str], paid: Mapping[str, Any] | None
) -> PlayedGame:
    line = result["line"]
    box, partner = named[line["box"]], line["partner"]
    team = [named[one] for one in line["team"]]
    # As in the leaderboards: a bet is for the lower of two stakes, and one for two counts as two.
    bets = {named[bet["member"]]: POINT * bet["stake"] for bet in result["bets"]}
    bets[box] = sum(bets.values())
    if partner:
        # Likewise partners share the box's bets equally.
        bets[box] //= 2
        bets[named[partner]] = bets[box]
    return PlayedGame(
        number=number,
        box=box,
        captain=team[0],
        order=(box, *([named[partner]] if partner else []), *team),
        transfers=tuple((named[by], named[to], amount) for by, to, amount in result["transfers"]),
        points={named[player]: points for player, points in result["points"].items()},
        starting_cube=result["start"] >> result["automatics"],
        bets=bets,
        paid=None if paid is None else tuple((by, to, part) for by, to, part in paid["paid"]),
        partner=named[partner] if partner else None,
    )


def _for_places(division: Division) -> tuple[AnyChouetteFormat, Situation]:
    played_by = FORMATS_OF_CHOUETTES[division.format]
    return chouettes_now(division, None if played_by.has_bank else summed_results(division))


def table_standings(division: Division) -> Standings:
    """Return the places of a chouette division, by its format."""
    played_by, now = _for_places(division)
    return played_by.places(now)


def finish_of(division: Division) -> Finish:
    """Return who goes on, or who has won and everybody's share of the prizes."""
    played_by, now = _for_places(division)
    return played_by.finish(now)


def balances_of(division: Division) -> dict[str, int]:
    """Return everybody's bank; empty if the format has none."""
    if not format_of(division).has_bank:
        return {}
    played_by, now = chouettes_now(division)
    return played_by.balances(now)


def tables_of(round: Round, reader: Reader = NOBODY) -> list[TableView]:
    """Return the tables of a round in order; a constant number of queries."""
    tables = list(round.tables.select_related("session").order_by("number"))
    by_pk = {one.pk: one for one in tables}
    banks = format_of(round.division).has_bank
    seats: dict[int, list[SeatView]] = defaultdict(list)
    rows = TableSeat.objects.filter(table__in=tables).select_related("entry__player")
    games = _counts(tables)
    found = list(rows.order_by("table_id", "position"))
    people = people_seen((seat.entry.player for seat in found), reader)
    for seat in found:
        bank = bank_at(by_pk[seat.table_id], seat, seat.entry.number) if banks else None
        view = SeatView(seat, seat.entry.number, people[seat.entry.player_id].name, bank)
        seats[seat.table_id].append(view)
    return [
        TableView(table, table.session, tuple(seats[table.pk]), games.get(table.session_id, 0))
        for table in tables
    ]


def _counts(tables: Iterable[EventTable]) -> dict[int | None, int]:
    counts: dict[int | None, int] = defaultdict(int)
    sessions = [one.session_id for one in tables]
    rows = Game.objects.filter(session__in=sessions, is_void=False).order_by()
    for session in rows.values_list("session_id", flat=True):
        counts[session] += 1
    return counts


def bank_at(table: EventTable, seat: TableSeat, number: int) -> int:
    """Return a player's bank at a table after the counted games."""
    after = table.payments[-1]["balance"] if table.payments else {}
    bank: int = after.get(str(number), seat.opening)
    return bank
