"""Chouettes of an event as their formats work with them, and as pages show them.

Players are named by the text of their number, amounts are hundredths of a point.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce

from games.clubs.selectors.privacy import people_seen
from games.models import Game, Seat, Session
from games.permissions import NOBODY, Reader
from tournaments.errors import refused
from tournaments.formats import (
    POINT,
    AnyFormat,
    Finish,
    FormatError,
    PlayedGame,
    Standings,
    TableResult,
    format_of,
)
from tournaments.models import Division, EventTable, Round, TableSeat

COUNTED_AS = 1
"""How a table's columns are counted from its games. 1: a bet is for the lower of two stakes."""

Named = Mapping[int, Mapping[str, str]]
"""For each session: numbers of entries by the ids under which its log names them."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a division of chouettes is played: its format and the format's parameters."""

    format: AnyFormat
    params: Any

    @property
    def limit(self) -> int:
        """How many sit at a table before it is split."""
        limit: int = self.params.table_limit
        return limit


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as pages show it; `bank` is what he has now, None where there are none."""

    seat: TableSeat
    number: int
    name: str
    bank: int | None

    @property
    def is_out(self) -> bool:
        """Tell whether nothing is left in his bank."""
        return self.bank == 0


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as pages show it, with its session if the round was released."""

    table: EventTable
    session: Session | None
    seats: tuple[SeatView, ...]
    games: int

    @property
    def is_over(self) -> bool:
        """Tell whether its session has ended."""
        return self.session is not None and not self.session.is_open

    @property
    def staying(self) -> tuple[SeatView, ...]:
        """The seats of those who have not been moved and have not gone home."""
        return tuple(one for one in self.seats if not one.seat.left)


def way_of(division: Division) -> Way:
    """Return how a division is played.

    Raises:
        Refused: what is kept of its parameters is none of this format's.
    """
    try:
        found = format_of(division.format)
        return Way(found, found.parse(division.params))
    except FormatError as error:
        raise refused(error) from error


def entries_of(division: Division) -> dict[str, int]:
    """Return how often each has entered who did so more than once."""
    again = division.entries.filter(reentries__gt=0).values_list("number", "reentries")
    return {str(number): times + 1 for number, times in again}


def numbers_by_player(division: Division) -> dict[int, str]:
    """Return the entries' numbers by player, and by whoever he counts as since a merge."""
    rows = division.entries.annotate(now=Coalesce("player__merged_into_id", "player_id"))
    found: dict[int, str] = {}
    for number, player, now in rows.values_list("number", "player_id", "now"):
        found[player] = found[now] = str(number)
    return found


def released_tables(division: Division) -> QuerySet[EventTable]:
    """Return the tables that are, or were, played at."""
    return EventTable.objects.filter(
        round__division=division, round__state=Round.State.RELEASED, session__isnull=False
    )


def table_results(division: Division) -> tuple[TableResult, ...]:
    """Return every table that is, or was, played at, with its games; five queries."""
    return results_of(released_tables(division), numbers_by_player(division))


def summed_results(division: Division) -> tuple[TableResult, ...]:
    """Return what `table_results` does, for standings without banks only; at most seven queries.

    Where the same played all games of a table, its counted seats say all that places rest on: its
    first game has all points and bets, the further ones are empty. No such game was played; but
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
    found = TableSeat.objects.filter(table__in=heads).order_by("table", "position")
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
    """As many games as were played by all who played, with all points and bets in the first."""
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

    A void session, and a void game, have not been played.
    """
    found = list(
        tables.select_related("round", "session")
        .only("number", "payments", "round__number", "session__status")
        .order_by("round__number", "number")
    )
    players: dict[int, list[str]] = defaultdict(list)
    left: dict[int, list[str]] = defaultdict(list)
    seats = TableSeat.objects.filter(table__in=found).order_by("table", "position")
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
        # Who sat down without being entered has no number before the table is counted.
        found[session][logged] = numbers.get(player, f"#{player}")
    return found


def _games(
    sessions: Iterable[int | None], named: Named, payments: Mapping[int | None, Any]
) -> dict[int | None, list[PlayedGame]]:
    found: dict[int | None, list[PlayedGame]] = defaultdict(list)
    rows = Game.objects.filter(session__in=sessions, is_void=False).order_by("session", "number")
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
        # And a partner shares the box's bets by halves.
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


def _for_places(division: Division, way: Way) -> tuple[TableResult, ...]:
    return table_results(division) if way.format.has_bank else summed_results(division)


def table_standings(division: Division) -> Standings:
    """Return the places of a division of chouettes, by its format."""
    way = way_of(division)
    return way.format.standings(
        _for_places(division, way), way.params, entries=entries_of(division)
    )


def finish_of(division: Division) -> Finish:
    """Return who goes on, or who has won and what share of the prizes is whose."""
    way = way_of(division)
    return way.format.finish(
        _for_places(division, way),
        way.params,
        seed=division.event.seed,
        entries=entries_of(division),
    )


def balances_of(division: Division) -> dict[str, int]:
    """Return what everybody has in the bank; empty where the format has none."""
    way = way_of(division)
    if not way.format.has_bank:
        return {}
    return way.format.balances(table_results(division), way.params, entries=entries_of(division))


def tables_of(round: Round, reader: Reader = NOBODY) -> list[TableView]:
    """Return the tables of a round in order; a constant number of queries."""
    tables = list(round.tables.select_related("session").order_by("number"))
    by_pk = {one.pk: one for one in tables}
    banks = way_of(round.division).format.has_bank
    seats: dict[int, list[SeatView]] = defaultdict(list)
    rows = TableSeat.objects.filter(table__in=tables).select_related("entry__player")
    games = _counts(tables)
    found = list(rows.order_by("table", "position"))
    people = people_seen((seat.entry.player for seat in found), reader)
    for seat in found:
        bank = bank_at(by_pk[seat.table_id], seat, seat.entry.number) if banks else None
        view = SeatView(seat, seat.entry.number, people[seat.entry.player_id].name, bank)
        seats[seat.table_id].append(view)
    return [
        TableView(one, one.session, tuple(seats[one.pk]), games.get(one.session_id, 0))
        for one in tables
    ]


def _counts(tables: Iterable[EventTable]) -> dict[int | None, int]:
    counts: dict[int | None, int] = defaultdict(int)
    sessions = [one.session_id for one in tables]
    rows = Game.objects.filter(session__in=sessions, is_void=False).order_by()
    for session in rows.values_list("session_id", flat=True):
        counts[session] += 1
    return counts


def bank_at(table: EventTable, seat: TableSeat, number: int) -> int:
    """Return what somebody has at a table after the games that have been counted."""
    after = table.payments[-1]["balance"] if table.payments else {}
    bank: int = after.get(str(number), seat.opening)
    return bank
