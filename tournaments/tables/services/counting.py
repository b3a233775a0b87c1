"""Counts the games of a table for its event, automatically whenever they change.

The session has the results by the rules, the table what was really paid. Both are derived from the
games, so that counting again changes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import IntegrityError

from games.eventlog.turns import one_at_a_time
from games.fast.queries import Prepared
from games.models import Session
from tournaments.formats import PlayedGame
from tournaments.models import Division, EventTable, TableSeat
from tournaments.record.selectors.situations import format_of
from tournaments.record.services.writing import event_beat, event_lock
from tournaments.tables.selectors import (
    COUNTED_AS,
    chouettes_of,
    numbers_by_player,
    released_tables,
    results_of,
    table_results,
)
from tournaments.tables.services.seats import openings_of, seats_follow

COUNTED = ("points", "paid", "games", "bets")
DEEPEST = 8
"""How many changes of tables within a round are followed."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What was really paid at a table, game by game, and everybody's bank after it."""

    payments: list[dict[str, Any]]
    balance: Mapping[str, int]


_event_of: Final = Prepared(
    lambda session: (
        EventTable.objects.filter(session=session).order_by().values_list("round__division__event")
    )
)


def table_count(session_id: int) -> bool:
    """Count the table of a session, and tell whether anything changed.

    A session that is not a table of an event is ignored.
    """
    found = _event_of.first(session_id)
    if found is None:
        return False
    (event_id,) = found
    with one_at_a_time():
        event_lock(event_id)
        changed = table_count_within(EventTable.objects.get(session=session_id))
        if changed:
            event_beat(event_id)
    return changed


def table_count_within(table: EventTable, *, depth: int = 0, has_later: bool = True) -> bool:
    """Count a table inside a transaction that has locked its event.

    With banks, the tables to which its players moved on are counted again, too; without `has_later`
    not those of later rounds.
    """
    if table.session_id is None:
        return False
    session = Session.objects.get(pk=table.session_id)
    if (table.counted_version, table.formula) == (session.version, COUNTED_AS):
        return False
    division = Division.objects.select_related("event__club").get(rounds=table.round_id)
    numbers = numbers_by_player(division)
    seats_follow(table, session, division, numbers)
    [result] = results_of(EventTable.objects.filter(pk=table.pk), numbers)
    seats = list(table.seats.select_related("entry").order_by("position"))
    openings = {str(seat.entry.number): seat.opening for seat in seats}
    ledger = ledger_of(division, openings, result.games)
    changed = _seats_write(seats, result.games, ledger)
    before, seen, formula = table.payments, table.counted_version, table.formula
    table.payments, table.counted_version = ledger.payments, session.version
    table.formula = COUNTED_AS
    rows = EventTable.objects.filter(pk=table.pk, counted_version=seen, formula=formula)
    if not rows.update(
        payments=ledger.payments, counted_version=session.version, formula=COUNTED_AS
    ):
        raise IntegrityError("the table has been counted since it was read")
    if format_of(division).has_bank and before != ledger.payments:
        if depth < DEEPEST:
            _count_where_they_went(table, seats, ledger, depth)
        if has_later:
            _count_later(division, table.round.number)
    return changed or before != ledger.payments


def tables_catch_up(tables: Sequence[EventTable]) -> None:
    """Count changes that were missed, inside a transaction that has locked the event."""
    for table in tables:
        if table.session is None:
            continue
        if (table.counted_version, table.formula) != (table.session.version, COUNTED_AS):
            table_count_within(table)


def ledger_of(
    division: Division, openings: Mapping[str, int], games: Sequence[PlayedGame]
) -> Ledger:
    """Return what games really paid, given everybody's opening bank.

    A player who plays on with nothing left has bought in again.
    """
    played_by, params = chouettes_of(division)
    if not played_by.has_bank:
        return Ledger([], {})
    start = played_by.start_balance(params) or 0
    balance = dict(openings)
    payments = []
    for game in games:
        for player in game.order:
            if balance.get(player, 0) <= 0:
                balance[player] = start
        paid = played_by.pay(balance, game, params)
        balance = dict(paid.balance)
        payments.append(
            {
                "game": game.number,
                "paid": [list(one) for one in paid.transfers],
                "unpaid": [list(one) for one in paid.unpaid],
                "all_in": list(paid.all_in),
                "out": list(paid.out),
                "remarks": [one.to_json() for one in paid.remarks],
                "balance": balance,
            }
        )
    return Ledger(payments, balance)


def _seats_write(seats: Sequence[TableSeat], games: Sequence[PlayedGame], ledger: Ledger) -> bool:
    changed = []
    paid = {row["game"]: row["paid"] for row in ledger.payments}
    for seat in seats:
        player = str(seat.entry.number)
        own = [game for game in games if player in game.order]
        points = sum(game.points.get(player, 0) for game in own)
        really = points
        if ledger.payments:
            moved = [one for game in own for one in paid[game.number]]
            really = sum(amount * ((to == player) - (by == player)) for by, to, amount in moved)
        wanted = (points, really, len(own), sum(game.bets_of(player) for game in own))
        if wanted != tuple(getattr(seat, name) for name in COUNTED):
            seat.points, seat.paid, seat.games, seat.bets = wanted
            changed.append(seat)
    TableSeat.objects.bulk_update(changed, COUNTED)
    return bool(changed)


def _count_where_they_went(
    table: EventTable, seats: Sequence[TableSeat], ledger: Ledger, depth: int
) -> None:
    """Correct the openings of players who changed tables within the round."""
    gone = {seat.entry_id: seat for seat in seats if seat.left}
    later = TableSeat.objects.filter(round=table.round_id, entry__in=gone).order_by("pk")
    for seat in later.exclude(table=table).select_related("table__round", "entry"):
        left = gone.get(seat.entry_id)
        bank = ledger.balance.get(str(seat.entry.number))
        if left is None or seat.pk < left.pk or bank is None or bank == seat.opening:
            continue
        gone.pop(seat.entry_id)
        seat.opening = bank
        seat.save(update_fields=["opening"])
        _forget(seat.table)
        table_count_within(seat.table, depth=depth + 1, has_later=False)


def _count_later(division: Division, after: int) -> None:
    """Correct the openings of later rounds, and what was paid in them."""
    later = released_tables(division).filter(round__number__gt=after)
    numbers = later.order_by("round__number").values_list("round__number", flat=True).distinct()
    for number in list(numbers):
        results = table_results(division)
        here = [one for one in results if one.round == number]
        earlier = [one for one in results if one.round < number]
        openings = openings_of(division, earlier, here)
        for table in later.filter(round__number=number).select_related("round").order_by("number"):
            if _reopened(table, openings):
                _forget(table)
                table_count_within(table, has_later=False)


def _reopened(table: EventTable, openings: Mapping[str, int]) -> bool:
    changed = []
    for seat in table.seats.select_related("entry"):
        earlier = TableSeat.objects.filter(round=table.round_id, entry=seat.entry, pk__lt=seat.pk)
        wanted = openings[str(seat.entry.number)]
        if seat.opening != wanted and not earlier.exists():
            seat.opening = wanted
            changed.append(seat)
    TableSeat.objects.bulk_update(changed, ["opening"])
    return bool(changed)


def _forget(table: EventTable) -> None:
    """Make a table be counted again although its session has not changed."""
    EventTable.objects.filter(pk=table.pk).update(counted_version=0)
    table.counted_version = 0
