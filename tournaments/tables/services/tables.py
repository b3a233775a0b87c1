"""Chouettes of an event: drafted, edited by hand, released as sessions.

These functions run inside `writing.event_write`, with the event's row locked.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from itertools import combinations

from django.db.models import QuerySet

from games.models import Session, User
from games.record.log.snapshots import position_of
from games.sessions.services.sessions import session_void
from tournaments.errors import EventRefused, refused
from tournaments.format_texts import remark_text
from tournaments.formats import Finish, FormatError, Standings, TableResult
from tournaments.formats.played import met_in
from tournaments.formats.situation import RoundKnown, Situation
from tournaments.models import Division, Entry, EventTable, Round, TableSeat
from tournaments.pairing.remarks import Remark, about
from tournaments.pairing.tables import FEWEST, Seat, TableDraw
from tournaments.record.selectors.results import active_entries, names_of
from tournaments.record.selectors.situations import format_of, rounds_known
from tournaments.tables.selectors import chouettes_now, table_results
from tournaments.tables.services.counting import (
    table_count,
    table_count_within,
    tables_catch_up,
)
from tournaments.tables.services.moves import (
    table_join,
    table_leave,
    table_leave_within,
    table_move,
    tables_merge,
    tables_split,
)
from tournaments.tables.services.play import Next, table_finish, table_next, table_start_game
from tournaments.tables.services.seats import openings_of
from tournaments.tables.services.sessions import table_open, table_people_lock

__all__ = [
    "Next",
    "open_tables",
    "table_count",
    "table_count_within",
    "table_finish",
    "table_join",
    "table_leave",
    "table_leave_within",
    "table_move",
    "table_next",
    "table_start_game",
    "tables_discard",
    "tables_draft",
    "tables_judge",
    "tables_merge",
    "tables_release",
    "tables_split",
    "tables_swap",
]

SITS_OUT = frozenset({"sits_out", "sits_by_hand"})
"""Remarks that name who has no seat and is not missing."""
STAYS = frozenset({"sizes_drawn", "sizes_one", "boards_short", "sizes_by_hand"})
"""Remarks that remain true after two players have changed places."""


def tables_draft(division: Division, attempt: int) -> Round:
    """Draw the tables of a division's next round, as a draft.

    Raises:
        Refused: there are too few players, or the format has ended.
    """
    rounds = rounds_known(division.rounds.order_by("number"))
    entries = active_entries(division)
    if len(entries) < FEWEST:
        raise EventRefused("too_few_entries", least=FEWEST, count=len(entries))
    played_by, known = chouettes_now(division)
    now = replace(known, rounds=rounds, seats=_seats(entries, known, played_by.places(known)))
    try:
        draw = played_by.draw(now, attempt).tables
    except FormatError as error:
        raise refused(error) from error
    if draw is None:
        raise _ended(division, played_by.finish(now))
    number, history = now.next_round, now.tables
    if not draw.tables:
        raise EventRefused("result_impossible", reason=_sentence(division, draw.remarks))
    made = Round.objects.create(
        division=division,
        number=number,
        seed=now.seed_of(number, attempt),
        attempt=attempt,
        remarks=[one.to_json() for one in draw.remarks],
        minutes=played_by.minutes(now.params, number) or division.event.round_minutes,
    )
    _tables_write(made, draw, entries, openings=_openings(division, history, number, draw))
    return made


def tables_swap(round: Round, first: Entry, second: Entry) -> None:
    """Let two entries change places in a draft; one of them may sit out.

    Raises:
        Refused: neither sits at a table, or one is of another division.
    """
    seats = list(round_seats(round).filter(entry__in=[first, second]).order_by("pk"))
    if not seats or {first.division_id, second.division_id} != {round.division_id}:
        raise EventRefused("swap_unknown")
    changed = {first.pk: second, second.pk: first}
    TableSeat.objects.filter(pk__in=[one.pk for one in seats]).delete()
    for seat in seats:
        seat.entry = changed[seat.entry_id]
    TableSeat.objects.bulk_create(
        TableSeat(table_id=seat.table_id, round=round, entry=seat.entry, position=seat.position)
        for seat in seats
    )
    openings_write(round)
    # A player who gave a seat away sits out because the director said so.
    out = sitting_out(round) | {str(one.number) for one in changed.values()}
    round.remarks = [one.to_json() for one in _remarks_by_hand(round, out)]
    round.save(update_fields=["remarks"])


def sitting_out(round: Round) -> frozenset[str]:
    """Return the numbers of those for whom a draw has no seat, and says so."""
    rows = [row for row in round.remarks if row["code"] in SITS_OUT]
    return frozenset(number for row in rows for number in row["players"])


def tables_judge(round: Round) -> list[Remark]:
    """Return what a draw of tables breaks as things stand: players left out, or without a table.

    Players entered after the confirmation take part from a later round.
    """
    division = round.division
    seats = round_seats(round).values_list("entry__number", flat=True)
    seated = {str(number) for number in seats}
    here = active_entries(division)
    earlier = [one for one in table_results(division) if one.round < round.number]
    played_by, now = chouettes_now(division, earlier)
    before = tuple(RoundKnown(number) for number in range(1, round.number))
    seated_now = tuple(Seat(str(one.number)) for one in here)
    expected = played_by.drawn_from(replace(now, rounds=before, seats=seated_now))
    due = {str(one.number) for one in here if one.from_round <= round.number}
    missing = (due & set(expected)) - seated - sitting_out(round)
    unknown = seated - set(expected)
    return [
        *(about("unknown", one) for one in sorted(unknown, key=int)),
        *(about("no_table", one) for one in sorted(missing, key=int)),
    ]


def tables_release(round: Round, by: User) -> None:
    """Set up a session for every table of a round without one; its results count for the event.

    Raises:
        NotAllowed: the user may not start sessions here.
        Refused: a player no longer belongs to the club.
    """
    openings_write(round)
    table_people_lock(round)
    for table in round.tables.filter(session__isnull=True).order_by("number"):
        table_open(table, by)


def tables_discard(round: Round, by: User) -> None:
    """Declare the sessions of a withdrawn round void; nothing was played in them.

    Raises:
        Refused: a game is in progress.
    """
    tables = list(round.tables.filter(session__isnull=False).select_related("session__club"))
    playing = sum(
        1 for one in tables if one.session and position_of(one.session).table.game is not None
    )
    if playing:
        raise EventRefused("event_playing", count=playing)
    for table in tables:
        session = table.session
        assert session is not None  # guaranteed by the query
        if session.status != Session.Status.VOID:
            key = f"discard-{table.public_id}"
            session_void(session=session, by=by, version=session.version, key=key)


def open_tables(round: Round) -> int:
    """Count the tables of a round with a running session; ended ones are counted by then."""
    tables = list(round.tables.select_related("session", "round"))
    tables_catch_up(tables)
    return sum(1 for one in tables if one.session is None or one.session.is_open)


def round_seats(round: Round) -> QuerySet[TableSeat]:
    """Return the seats of a round whose entries have not left."""
    return TableSeat.objects.filter(round=round, left=False)


def openings_write(round: Round) -> None:
    """Record everybody's bank at the beginning of a round."""
    if not format_of(round.division).has_bank:
        return
    seats = list(round_seats(round).select_related("entry", "table"))
    coming = [
        TableResult(round.number, seat.table.number, (str(seat.entry.number),)) for seat in seats
    ]
    results = [one for one in table_results(round.division) if one.round < round.number]
    openings = openings_of(round.division, results, coming)
    for seat in seats:
        seat.opening = openings[str(seat.entry.number)]
    TableSeat.objects.bulk_update(seats, ["opening"])


def _seats(entries: Sequence[Entry], now: Situation, standings: Standings) -> tuple[Seat, ...]:
    """Return the field as input of the draw: higher levels are stronger, 0 is unknown."""
    history = now.tables
    places = {line.player: line.place for line in standings.lines}
    weakest = max((one.level for one in entries), default=0)
    rounds = {result.round for result in history}
    seated = {(result.round, player) for result in history for player in result.players}
    return tuple(
        Seat(
            str(entry.number),
            level=weakest + 1 - entry.level if entry.level else 0,
            standing=places.get(str(entry.number), len(places) + 1) if history else 0,
            sat_out=sum(
                number >= entry.from_round and (number, str(entry.number)) not in seated
                for number in rounds
            ),
        )
        for entry in entries
    )


def _openings(
    division: Division, history: Sequence[TableResult], number: int, draw: TableDraw
) -> Mapping[str, int]:
    coming = [TableResult(number, table, who) for table, who in enumerate(draw.tables, 1)]
    return openings_of(division, history, coming)


def _tables_write(
    made: Round, draw: TableDraw, entries: Sequence[Entry], *, openings: Mapping[str, int]
) -> None:
    by_number = {str(one.number): one for one in entries}
    tables = EventTable.objects.bulk_create(
        EventTable(round=made, number=number) for number in range(1, len(draw.tables) + 1)
    )
    TableSeat.objects.bulk_create(
        TableSeat(
            table=table,
            round=made,
            entry=by_number[player],
            position=position,
            opening=openings.get(player, 0),
        )
        for table, players in zip(tables, draw.tables, strict=True)
        for position, player in enumerate(players, 1)
    )


def _ended(division: Division, finish: Finish) -> EventRefused:
    """Return why the format draws no further round."""
    if finish.is_over or not finish.remarks:
        return EventRefused("rounds_over")
    return EventRefused("result_impossible", reason=_sentence(division, finish.remarks))


def _sentence(division: Division, remarks: Sequence[Remark]) -> str:
    names = names_of(division)
    return " ".join(remark_text(one, names) for one in remarks)


def _remarks_by_hand(round: Round, out: Set[str]) -> list[Remark]:
    """Return the remarks that remain true after an edit by hand, and repeated meetings."""
    kept = [Remark.from_json(row) for row in round.remarks if row["code"] in STAYS]
    seats = (
        round_seats(round).select_related("entry", "table").order_by("table__number", "position")
    )
    tables: dict[int, list[str]] = {}
    for seat in seats.order_by("table__number", "position"):
        tables.setdefault(seat.table.number, []).append(str(seat.entry.number))
    here = {str(one.number) for one in active_entries(round.division)}
    waiting = (out & here) - {one for players in tables.values() for one in players}
    if waiting:
        kept.append(Remark("sits_by_hand", tuple(sorted(waiting, key=int))))
    met = met_in(table_results(round.division))
    for number, players in tables.items():
        for pair in combinations(players, 2):
            times = met.get(frozenset(pair), 0)
            if times:
                kept.append(Remark("met_before", pair, {"table": number, "times": times}))
    return kept
