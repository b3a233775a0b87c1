"""Changes of tables during a round: late arrivals, splits, merges, departures."""

from collections.abc import Sequence

from django.db.models import Max

from games.models import Session, User
from games.record.log.snapshots import position_of
from games.record.services.actions import record_action
from games.rules.chouette import Join, Leave
from games.sessions.services.sessions import session_end, session_void
from tournaments.errors import EventRefused
from tournaments.formats.played import met_in
from tournaments.models import Division, Entry, Event, EventTable, Round, TableSeat
from tournaments.pairing.tables import FEWEST, MOST, place_late
from tournaments.record.selectors.situations import format_of
from tournaments.record.services.writing import EventRequest, event_write
from tournaments.tables.selectors import bank_at
from tournaments.tables.services.counting import table_count_within
from tournaments.tables.services.play import logged_ids, new_key
from tournaments.tables.services.proposals import (
    Proposal,
    Sitting,
    earlier_results,
    fresh_table,
    is_playing,
    merge_proposal,
    movable_limit,
    open_tables_of,
    refusal,
    sitting_at,
    split_proposal,
)
from tournaments.tables.services.seats import seat_add
from tournaments.tables.services.sessions import table_open, table_people_lock, table_title


def table_join(
    *,
    entry: Entry,
    by: User,
    division: Division | None = None,
    version: int | None = None,
    key: str = "",
) -> EventTable:
    """Seat a late arrival in the round in play, at the smallest table.

    They enter the line where the house rules put newcomers, after the running game. A table beyond
    its limit stays as it is: the director sees a proposal to split it, and decides.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: no table is playing, the player sits at one, or the format accepts no late
            arrivals.
    """
    home = division or entry.division

    def change(locked: Event) -> None:
        found = _entry(home, entry)
        round, tables = _playing(found.division)
        if TableSeat.objects.filter(round=round, entry=found, left=False).exists():
            raise EventRefused("entry_in", name=found.name)
        sitting = sitting_at(found.division, tables)
        tables = _taking(round, tables, sitting)
        drawn = place_late(
            [sitting[one.pk] for one in tables],
            [str(found.number)],
            seed=f"{round.seed}/late/{found.number}",
            round_number=round.number,
            met=met_in(earlier_results(found.division, round)),
            limit=MOST,
        )
        if drawn.sitting_out:
            raise refusal(found.division, drawn.remarks)
        found.from_round = min(found.from_round, round.number)
        found.state = Entry.State.PRESENT
        found.save(update_fields=["from_round", "state"])
        _rearrange(round, Proposal(tuple(tables), sitting, drawn), by)

    payload = {"entry": entry.public_id, "number": entry.number}
    event_write(EventRequest(home.event, by, "table_join", payload, version, key), change)
    return EventTable.objects.select_related("round__division__event", "session").get(
        seats__entry=entry, seats__left=False, round__in=_latest(home)
    )


def tables_split(
    *,
    table: EventTable,
    by: User,
    proposed: str,
    version: int | None = None,
    key: str = "",
) -> list[EventTable]:
    """Split a table that is beyond its limit; results at it stay.

    `proposed` is the key of the `split_proposal` that the director has accepted.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: a player has come or gone since the proposal.
        Refused: it is too small, a game is in progress, or the format keeps its tables.
    """
    round = table.round

    def change(locked: Event) -> None:
        found = split_proposal(table)
        found.require(proposed)
        _rearrange(round, found, by)

    payload = {"table": table.public_id, "number": table.number, "proposed": proposed}
    event_write(
        EventRequest(round.division.event, by, "table_split", payload, version, key), change
    )
    return open_tables_of(round)


def tables_merge(
    *,
    round: Round,
    by: User,
    proposed: str,
    version: int | None = None,
    key: str = "",
) -> list[EventTable]:
    """Dissolve the tables of a round with fewer than three players; results at them stay.

    The tables that play on have numbers without gaps then.

    `proposed` is the key of the `merge_proposal` that the director has accepted.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: a player has come or gone since the proposal.
        Refused: there is no such table, or no table to join; a game is in progress; the format
            keeps its
            tables.
    """

    def change(locked: Event) -> None:
        found = merge_proposal(round)
        found.require(proposed)
        _rearrange(round, found, by)
        _number(round)

    payload = {"round": round.public_id, "proposed": proposed}
    event_write(
        EventRequest(round.division.event, by, "table_merge", payload, version, key), change
    )
    return open_tables_of(round)


def table_move(
    *, entry: Entry, to: EventTable, by: User, version: int | None = None, key: str = ""
) -> EventTable:
    """Move one player by hand to another table of the round; results stay where they were won.

    At the new table they enter the line as a newcomer does, after the running game.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a game is in progress at their table, they sit at no table or at this one, the
            other is full or over, or the format keeps its tables.
    """

    def change(locked: Event) -> None:
        movable_limit(entry.division)
        target = fresh_table(to)
        seats = TableSeat.objects.filter(entry=entry, left=False, round=target.round)
        seat = seats.select_related("table__session__club", "entry").first()
        if seat is None or seat.table.session is None or not seat.table.session.is_open:
            raise EventRefused("table_unknown")
        if seat.table_id == target.pk:
            raise EventRefused("table_same", name=entry.name, number=target.number)
        if is_playing(seat.table):
            raise EventRefused("table_game", name=entry.name)
        if len(sitting_at(entry.division, [target])[target.pk]) >= MOST:
            raise EventRefused("table_full", number=target.number, most=MOST)
        table_count_within(seat.table)
        player = str(entry.number)
        bank = bank_at(seat.table, seat, entry.number)
        _go(seat.table, player, by)
        TableSeat.objects.filter(pk=seat.pk).update(left=True)
        _grow(target, [player], by, {player: bank})

    payload = {
        "entry": entry.public_id,
        "number": entry.number,
        "table": to.number,
        "to": to.public_id,
    }
    event_write(EventRequest(entry.division.event, by, "table_move", payload, version, key), change)
    return fresh_table(to)


def table_leave(*, entry: Entry, by: User, version: int | None = None, key: str = "") -> int:
    """Let a player leave their table and go home, after the running game.

    Returns how many stay at the table: with fewer than three it should be merged.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: the player sits at no table in play.
    """
    staying: list[int] = []

    def change(locked: Event) -> None:
        left = table_leave_within(entry, by)
        if left is None:
            raise EventRefused("table_unknown")
        staying.append(left)

    payload = {"entry": entry.public_id, "number": entry.number}
    event_write(
        EventRequest(entry.division.event, by, "table_leave", payload, version, key), change
    )
    return staying[0] if staying else 0


def table_leave_within(entry: Entry, by: User) -> int | None:
    """Do the same with the event already locked; None: the player sits at no table."""
    seat = (
        TableSeat.objects.filter(entry=entry, left=False, table__session__status="open")
        .select_related("table__session__club", "table__round__division__event__club")
        .first()
    )
    if seat is None:
        return None
    table = seat.table
    _go(table, str(entry.number), by)
    seat.left = True
    seat.save(update_fields=["left"])
    return table.seats.filter(left=False).count()


def _go(table: EventTable, player: str, by: User) -> None:
    """Let a player leave a session; one that has not begun is set up again without them."""
    session = _session(table)
    now = position_of(session).table
    logged = logged_ids(table)[player]
    if not now.ordered:
        table.seats.filter(entry__number=int(player)).update(left=True)
        _begin_again(table, by)
    elif logged in now.present:
        _record(session, by, Leave(logged))


def _begin_again(table: EventTable, by: User) -> None:
    """Set up a session again in which nothing has happened yet."""
    if table.seats.filter(left=False).count() < FEWEST:
        return
    table_people_lock(table.round)
    session = _session(table)
    session_void(session=session, by=by, version=session.version, key=new_key())
    table_open(table, by)


def _rearrange(round: Round, proposal: Proposal, by: User) -> None:
    """Seat everybody as drawn: tables that only grow go on, others end, new ones begin."""
    table_people_lock(round)
    tables, drawn, kept = proposal.tables, proposal.drawn, proposal.kept
    before = {one.pk: frozenset(proposal.sitting[one.pk]) for one in tables}
    banks = dict[str, int]()
    for table in tables:
        if table.pk not in kept:
            banks |= _dissolve(table, by)
    for table in tables:
        if table.pk in kept:
            order = next(one for one in drawn.tables if frozenset(one) == kept[table.pk])
            _grow(table, [one for one in order if one not in before[table.pk]], by, banks)
    for order in drawn.tables:
        if frozenset(order) not in kept.values():
            _begin(round, order, by, banks)


def _number(round: Round) -> None:
    """Number the tables that play on from 1 without gaps, and behind them those that ended."""
    tables = list(round.tables.select_related("session").order_by("number"))
    tables.sort(key=lambda one: one.session is None or not one.session.is_open)
    moved = [(place, one) for place, one in enumerate(tables, 1) if one.number != place]
    for aside in (max((one.number for one in tables), default=0), 0):
        for place, table in moved:  # first out of the way: no two have one number at any time
            EventTable.objects.filter(pk=table.pk).update(number=aside + place)
    for place, table in moved:
        table.number, table.round = place, round
        Session.objects.filter(event_table=table).update(title=table_title(table))


def _dissolve(table: EventTable, by: User) -> dict[str, int]:
    """End a table, and return what each player takes along."""
    table_count_within(table)
    session = _session(table)
    # Ending refuses during a game: results must not be thrown away.
    is_blank = not session.games.exists() and position_of(session).table.game is None
    finish = session_void if is_blank else session_end
    finish(session=session, by=by, version=session.version, key=new_key())
    table_count_within(table)
    seats = list(table.seats.select_related("entry"))
    table.seats.update(left=True)
    return {str(one.entry.number): bank_at(table, one, one.entry.number) for one in seats}


def _grow(table: EventTable, newcomers: Sequence[str], by: User, banks: dict[str, int]) -> None:
    if not newcomers:
        return
    for player in newcomers:
        _seat(table, player, banks)
    session = _session(table)
    if not position_of(session).table.ordered:
        _begin_again(table, by)
        return
    ids = logged_ids(table)
    _record(session, by, *(Join(ids[player]) for player in newcomers))


def _begin(round: Round, order: Sequence[str], by: User, banks: dict[str, int]) -> EventTable:
    last = round.tables.aggregate(last=Max("number"))["last"] or 0
    table = EventTable.objects.create(round=round, number=last + 1)
    for player in order:
        _seat(table, player, banks)
    table_open(table, by)
    return table


def _seat(table: EventTable, player: str, banks: dict[str, int]) -> None:
    entry = Entry.objects.select_related("division__event__club").get(
        division=table.round.division_id, number=int(player)
    )
    back = table.seats.filter(entry=entry).first()
    if back is not None:
        back.left = False
        back.save(update_fields=["left"])
        return
    has_bank = format_of(entry.division).has_bank
    seat_add(table, entry, opening=banks.get(player) if has_bank else 0)


def _record(session: Session, by: User, *actions: Join | Leave) -> None:
    record_action(
        session=session, actions=actions, version=session.version, key=new_key(), sender=by
    )


def _session(table: EventTable) -> Session:
    found = Session.objects.select_related("club").get(event_table=table)
    table.session = found
    return found


def _taking(round: Round, tables: list[EventTable], sitting: Sitting) -> list[EventTable]:
    """The tables somebody may still come to: by schedule only before the first game."""
    played_by = format_of(round.division)
    if played_by.keeps_tables:
        tables = [
            table
            for table in tables
            if len(sitting[table.pk]) == FEWEST and not _session(table).games.exists()
        ]
    elif played_by.is_staged and round.number > 1:
        tables = []
    if not tables:
        raise EventRefused("field_fixed")
    return tables


def _playing(division: Division) -> tuple[Round, list[EventTable]]:
    """Return the latest round with tables in play."""
    for round in _latest(division):
        tables = open_tables_of(round)
        if tables:
            return round, tables
    raise EventRefused("table_unknown")


def _latest(division: Division) -> list[Round]:
    found = division.rounds.filter(state=Round.State.RELEASED).order_by("-number")
    return list(found.select_related("division__event__club")[:1])


def _entry(division: Division, entry: Entry) -> Entry:
    found = Entry.objects.filter(pk=entry.pk, division=division)
    here = found.select_related("division__event__club", "player").first()
    if here is None:
        raise EventRefused("entry_unknown")
    return here
