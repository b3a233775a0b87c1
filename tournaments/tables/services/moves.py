"""Who changes tables while a round is played: late arrivals, splits, merges, departures."""

from collections.abc import Mapping, Sequence

from django.db.models import Max

from games.models import Session, User
from games.record.log.snapshots import position_of
from games.record.services.actions import record_action
from games.rules.chouette import Join, Leave
from games.sessions.services.sessions import session_end, session_void
from tournaments.errors import Refused
from tournaments.format_texts import remark_text
from tournaments.formats import TableResult
from tournaments.formats.base import met_in
from tournaments.models import Division, Entry, Event, EventTable, Round, TableSeat
from tournaments.pairing.table_remarks import Remark
from tournaments.pairing.tables import FEWEST, MOST, TableDraw, merge, place_late, split
from tournaments.record.selectors.results import names_of
from tournaments.record.services.writing import Asked, event_write
from tournaments.tables.selectors import Way, balances_of, bank_at, table_results, way_of
from tournaments.tables.services.counting import table_count_within, tables_catch_up
from tournaments.tables.services.play import logged_ids, new_key
from tournaments.tables.services.seats import seat_add
from tournaments.tables.services.sessions import table_open

STAGED = frozenset({"fixed", "freeze_out", "groups"})
"""In these formats a later round is for those who have qualified."""
Sitting = Mapping[int, tuple[str, ...]]
"""For each table, by its primary key, who plays there."""
SCHEDULED = "fixed"
"""In this one a table has its schedule: nobody is moved out of it."""


def table_join(
    *,
    entry: Entry,
    by: User,
    division: Division | None = None,
    version: int | None = None,
    key: str = "",
) -> EventTable:
    """Seat a late arrival in the round that is being played, at the smallest table.

    He enters the line where the house rules put newcomers, after the game that is running. A table
    that passes its limit is split, where the format allows it and no game is running there.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: no table is playing, he sits at one, or the format takes nobody late.
    """
    home = division or entry.division

    def change(locked: Event) -> None:
        found = _entry(home, entry)
        round, tables = _playing(found.division)
        if TableSeat.objects.filter(round=round, entry=found, left=False).exists():
            raise Refused("entry_in", name=found.player.name)
        way = way_of(found.division)
        sitting = _sitting(found.division, tables)
        tables = _taking(way, round, tables, sitting)
        splits = home.format != SCHEDULED and not any(map(_plays, tables))
        drawn = place_late(
            [sitting[one.pk] for one in tables],
            [str(found.number)],
            seed=f"{round.seed}/late/{found.number}",
            round_number=round.number,
            met=met_in(_earlier(found.division, round)),
            limit=way.limit if splits else MOST,
        )
        if drawn.sitting_out:
            raise _refusal(found.division, drawn.remarks)
        found.from_round = min(found.from_round, round.number)
        found.state = Entry.State.PRESENT
        found.save(update_fields=["from_round", "state"])
        _rearrange(round, tables, sitting, drawn, by)

    payload = {"entry": entry.public_id, "number": entry.number}
    event_write(Asked(home.event, by, "table_join", payload, version, key), change)
    return EventTable.objects.select_related("round__division__event", "session").get(
        seats__entry=entry, seats__left=False, round__in=_latest(home)
    )


def tables_split(
    *, table: EventTable, by: User, version: int | None = None, key: str = ""
) -> list[EventTable]:
    """Split a table that has passed its limit; what was won at it stays.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: it is too small, a game is in progress, or the format keeps its tables.
    """
    round = table.round

    def change(locked: Event) -> None:
        way = _movable(round.division)
        fresh = _fresh(table)
        sitting = _sitting(round.division, [fresh])
        drawn = split(
            sitting[fresh.pk],
            seed=f"{round.seed}/split/{table.number}",
            round_number=round.number,
            met=met_in(_earlier(round.division, round)),
            limit=way.limit,
            number=table.number,
        )
        if len(drawn.tables) < 2:
            raise _refusal(round.division, drawn.remarks)
        _rearrange(round, [fresh], sitting, drawn, by)

    payload = {"table": table.public_id, "number": table.number}
    event_write(Asked(round.division.event, by, "table_split", payload, version, key), change)
    return _open_ones(round)


def tables_merge(
    *, round: Round, by: User, version: int | None = None, key: str = ""
) -> list[EventTable]:
    """Dissolve the tables of a round that fell under three; what was won at them stays.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: there is none, or nowhere to go; a game is in progress; the format keeps its
            tables.
    """

    def change(locked: Event) -> None:
        way = _movable(round.division)
        tables = _open_ones(round)
        sitting = _sitting(round.division, tables)
        before = list(sitting.values())
        drawn = merge(
            before,
            seed=f"{round.seed}/merge/{max(one.number for one in tables) if tables else 0}",
            round_number=round.number,
            met=met_in(_earlier(round.division, round)),
            limit=way.limit,
        )
        if {frozenset(one) for one in drawn.tables} == {frozenset(one) for one in before if one}:
            if drawn.remarks:
                raise _refusal(round.division, drawn.remarks)
            raise Refused("merge_needless")
        if drawn.sitting_out:
            raise _refusal(round.division, drawn.remarks)
        _rearrange(round, tables, sitting, drawn, by)

    payload = {"round": round.public_id}
    event_write(Asked(round.division.event, by, "table_merge", payload, version, key), change)
    return _open_ones(round)


def table_leave(*, entry: Entry, by: User, version: int | None = None, key: str = "") -> int:
    """Let somebody go home from the table he sits at, after the game that is running.

    Returns how many stay at his table: with fewer than three it should be merged.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: he sits at no table that is being played.
    """
    staying: list[int] = []

    def change(locked: Event) -> None:
        left = table_leave_within(entry, by)
        if left is None:
            raise Refused("table_unknown")
        staying.append(left)

    payload = {"entry": entry.public_id, "number": entry.number}
    event_write(Asked(entry.division.event, by, "table_leave", payload, version, key), change)
    return staying[0] if staying else 0


def table_leave_within(entry: Entry, by: User) -> int | None:
    """Do what `table_leave` does where the event is locked already; None: he sits at no table."""
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
    """Let a player leave a session; one that has not begun is set up again without him."""
    session = _session(table)
    now = position_of(session).table
    logged = logged_ids(table)[player]
    if logged in now.present:
        _record(session, by, Leave(logged))
    elif not now.ordered:
        table.seats.filter(entry__number=int(player)).update(left=True)
        _begin_again(table, by)


def _begin_again(table: EventTable, by: User) -> None:
    """Set a session up anew in which nothing has happened yet."""
    if table.seats.filter(left=False).count() < FEWEST:
        return
    session = _session(table)
    session_void(session=session, by=by, version=session.version, key=new_key())
    table_open(table, by)


def _rearrange(
    round: Round, tables: Sequence[EventTable], sitting: Sitting, drawn: TableDraw, by: User
) -> None:
    """Seat everybody as drawn: tables that only grow go on, others end, new ones begin."""
    before = {one.pk: frozenset(sitting[one.pk]) for one in tables}
    groups = [frozenset(one) for one in drawn.tables]
    kept: dict[int, frozenset[str]] = {}
    for table in tables:
        here = before[table.pk]
        group = next((one for one in groups if here and here <= one), None)
        small = len(here) < FEWEST and group != here
        if group is not None and not small and group not in kept.values():
            kept[table.pk] = group
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


def _dissolve(table: EventTable, by: User) -> dict[str, int]:
    """End a table, and return what everybody takes with him."""
    table_count_within(table)
    session = _session(table)
    # What was begun is not thrown away: ending refuses it while a game is in progress.
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
    way = way_of(table.round.division)
    for player in newcomers:
        _seat(table, player, way, banks)
    session = _session(table)
    if not position_of(session).table.ordered:
        _begin_again(table, by)
        return
    ids = logged_ids(table)
    _record(session, by, *(Join(ids[player]) for player in newcomers))


def _begin(round: Round, order: Sequence[str], by: User, banks: dict[str, int]) -> EventTable:
    way = way_of(round.division)
    last = round.tables.aggregate(last=Max("number"))["last"] or 0
    table = EventTable.objects.create(round=round, number=last + 1)
    for player in order:
        _seat(table, player, way, banks)
    table_open(table, by)
    return table


def _seat(table: EventTable, player: str, way: Way, banks: dict[str, int]) -> None:
    entry = Entry.objects.select_related("division__event__club").get(
        division=table.round.division_id, number=int(player)
    )
    back = table.seats.filter(entry=entry).first()
    if back is not None:
        back.left = False
        back.save(update_fields=["left"])
        return
    seat_add(table, entry, way, opening=banks.get(player) if way.format.has_bank else 0)


def _record(session: Session, by: User, *actions: Join | Leave) -> None:
    record_action(
        session=session, actions=actions, version=session.version, key=new_key(), sender=by
    )


def _session(table: EventTable) -> Session:
    found = Session.objects.select_related("club").get(event_table=table)
    table.session = found
    return found


def _taking(way: Way, round: Round, tables: list[EventTable], sitting: Sitting) -> list[EventTable]:
    """The tables somebody may still come to: by schedule only before the first game."""
    code = way.format.code
    if code == SCHEDULED:
        tables = [
            one
            for one in tables
            if len(sitting[one.pk]) == FEWEST and not _session(one).games.exists()
        ]
    elif code in STAGED and round.number > 1:
        tables = []
    if not tables:
        raise Refused("field_fixed")
    return tables


def _plays(table: EventTable) -> bool:
    """Tell whether a game is in progress."""
    return position_of(_session(table)).table.game is not None


def _movable(division: Division) -> Way:
    if division.format == SCHEDULED:
        raise Refused("tables_stay")
    return way_of(division)


def _playing(division: Division) -> tuple[Round, list[EventTable]]:
    """The latest round of which tables are being played."""
    for round in _latest(division):
        tables = _open_ones(round)
        if tables:
            return round, tables
    raise Refused("table_unknown")


def _latest(division: Division) -> list[Round]:
    found = division.rounds.filter(state=Round.State.RELEASED).order_by("-number")
    return list(found.select_related("division__event__club")[:1])


def _open_ones(round: Round) -> list[EventTable]:
    found = round.tables.filter(session__status="open").order_by("number")
    return list(found.select_related("round__division__event__club", "session"))


def _fresh(table: EventTable) -> EventTable:
    found = EventTable.objects.filter(pk=table.pk, session__status="open")
    fresh = found.select_related("round__division__event__club", "session").first()
    if fresh is None:
        raise Refused("table_over")
    return fresh


def _sitting(division: Division, tables: Sequence[EventTable]) -> Sitting:
    """Who plays at each table: seated there, and with something left where there are banks."""
    tables_catch_up(tables)
    banks = balances_of(division)
    seats = TableSeat.objects.filter(table__in=tables, left=False).order_by("position")
    found: dict[int, list[str]] = {one.pk: [] for one in tables}
    for table, number in seats.values_list("table_id", "entry__number"):
        if not banks or banks.get(str(number), 0) > 0:
            found[table].append(str(number))
    return {table: tuple(players) for table, players in found.items()}


def _earlier(division: Division, round: Round) -> list[TableResult]:
    return [one for one in table_results(division) if one.round < round.number]


def _entry(division: Division, entry: Entry) -> Entry:
    found = Entry.objects.filter(pk=entry.pk, division=division)
    here = found.select_related("division__event__club", "player").first()
    if here is None:
        raise Refused("entry_unknown")
    return here


def _refusal(division: Division, remarks: Sequence[Remark]) -> Refused:
    names = names_of(division)
    return Refused("result_impossible", reason=" ".join(remark_text(one, names) for one in remarks))
