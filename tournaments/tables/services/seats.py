"""Seats at the tables of an event: opening banks, and who really sits where.

Players who sit down at a session, or change tables, get their seat when the table is counted.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Max

from games.models import Session
from games.record.log.snapshots import position_of
from tournaments.formats import TableResult
from tournaments.models import Division, Entry, EventTable, TableSeat
from tournaments.tables.selectors import Way, bank_at, table_results, way_of


def openings_of(
    way: Way, earlier: Sequence[TableResult], tables: Sequence[TableResult]
) -> dict[str, int]:
    """Return everybody's bank when the tables of a round begin; a full one for players with
    nothing.
    """
    start = way.format.start_balance(way.params)
    if start is None:
        return {}
    bare = [replace(one, games=()) for one in tables]
    balance = way.format.balances((*earlier, *bare), way.params)
    seated = {player for one in tables for player in one.players}
    return {player: balance.get(player, 0) or start for player in seated}


def seat_add(table: EventTable, entry: Entry, way: Way, *, opening: int | None = None) -> TableSeat:
    """Seat an entry last at a table; a player with a seat elsewhere in the round keeps that one."""
    elsewhere = TableSeat.objects.filter(round=table.round_id, entry=entry, left=False).exists()
    last = table.seats.aggregate(last=Max("position"))["last"] or 0
    if opening is None:
        opening = _opening(table, entry, way)
    return TableSeat.objects.create(
        table=table,
        round_id=table.round_id,
        entry=entry,
        position=last + 1,
        opening=opening,
        left=elsewhere,
    )


def seats_follow(
    table: EventTable, session: Session, division: Division, numbers: dict[int, str]
) -> None:
    """Enter and seat players who sat down at a session without being drawn to it.

    `numbers` by player; players entered here are added to it. A player who got up elsewhere in the
    round, or has come back, gets the seat where they play now.
    """
    here = {str(seat.entry.number): seat for seat in table.seats.select_related("entry")}
    present = position_of(session).table.present
    seats = session.seats.order_by("position").values_list("player_id", "logged_as")
    for player, logged in seats:
        seat = here.get(numbers.get(player, ""))
        if seat is not None and (not seat.left or logged not in present):
            continue
        if player not in numbers:
            numbers[player] = str(_enter(table, division, player).number)
        entry = division.entries.get(number=int(numbers[player]))
        if logged in present:
            _get_up_elsewhere(table, entry)
        if seat is None:
            seat = seat_add(table, entry, way_of(division))
        others = TableSeat.objects.filter(round=table.round_id, entry=entry, left=False)
        seat.left = logged not in present or others.exclude(pk=seat.pk).exists()
        seat.save(update_fields=["left"])


def _enter(table: EventTable, division: Division, player: int) -> Entry:
    last = division.entries.aggregate(last=Max("number"))["last"] or 0
    return Entry.objects.create(
        division=division,
        player_id=player,
        number=last + 1,
        state=Entry.State.PRESENT,
        from_round=table.round.number,
    )


def _get_up_elsewhere(table: EventTable, entry: Entry) -> None:
    """Remove a player's seat at another table of the round if they no longer play there."""
    seats = TableSeat.objects.filter(round=table.round_id, entry=entry, left=False)
    for seat in seats.exclude(table=table).select_related("table__session"):
        session = seat.table.session
        if session is None:
            continue
        logged = session.seats.filter(player=entry.player_id).values_list("logged_as", flat=True)
        now = position_of(session).table
        if not session.is_open or not set(logged) & set(now.present):
            seat.left = True
            seat.save(update_fields=["left"])


def _opening(table: EventTable, entry: Entry, way: Way) -> int:
    if not way.format.has_bank:
        return 0
    player = str(entry.number)
    before = TableSeat.objects.filter(round=table.round_id, entry=entry).select_related("table")
    last = before.order_by("-pk").first()
    if last is not None:
        return bank_at(last.table, last, entry.number)
    results = table_results(entry.division)
    earlier = [one for one in results if one.round < table.round.number]
    coming = TableResult(table.round.number, table.number, (player,))
    return openings_of(way, earlier, [coming])[player]
