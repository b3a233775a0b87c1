"""Seats at the tables of an event: opening banks, and who really sits where.

Players who sit down at a session, or change tables, get their seat when the table is counted.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Max

from games.models import Session
from games.record.log.snapshots import position_of
from tournaments.formats import TableResult
from tournaments.formats.situation import Situation
from tournaments.models import Division, Entry, EventTable, TableSeat
from tournaments.record.selectors.situations import format_of
from tournaments.tables.selectors import bank_at, chouettes_of, table_results


def openings_of(
    division: Division, earlier: Sequence[TableResult], tables: Sequence[TableResult]
) -> dict[str, int]:
    """Return everybody's bank when the tables of a round begin; a full one for players with
    nothing.
    """
    played_by, params = chouettes_of(division)
    start = played_by.start_balance(params)
    if start is None:
        return {}
    bare = [replace(one, games=()) for one in tables]
    balance = played_by.balances(Situation(params, (), tables=(*earlier, *bare)))
    seated = {player for one in tables for player in one.players}
    return {player: balance.get(player, 0) or start for player in seated}


def seat_add(table: EventTable, entry: Entry, *, opening: int | None = None) -> TableSeat:
    """Seat an entry last at a table; a player with a seat elsewhere in the round keeps that one."""
    elsewhere = TableSeat.objects.filter(round=table.round_id, entry=entry, left=False).exists()
    last = table.seats.aggregate(last=Max("position"))["last"] or 0
    if opening is None:
        opening = _opening(table, entry)
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
            seat = seat_add(table, entry)
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


def _opening(table: EventTable, entry: Entry) -> int:
    division = entry.division
    if not format_of(division).has_bank:
        return 0
    player = str(entry.number)
    before = TableSeat.objects.filter(round=table.round_id, entry=entry).select_related("table")
    last = before.order_by("-pk").first()
    if last is not None:
        return bank_at(last.table, last, entry.number)
    results = table_results(division)
    earlier = [one for one in results if one.round < table.round.number]
    coming = TableResult(table.round.number, table.number, (player,))
    return openings_of(division, earlier, [coming])[player]
