"""What a director prints: slips with a code for each match, pairings, standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.models import Club
from tournaments.desk.presenters.desk import (
    DrawnRound,
    all_played,
    bracket_known,
    drawn_round,
)
from tournaments.desk.presenters.matches import MatchRow, late_since, row_of
from tournaments.desk.presenters.steps import current_round
from tournaments.desk.selectors import Directed, round_of, unfinished_of
from tournaments.models import Division, Event, Match
from tournaments.pages.presenters.events_standings import (
    Places,
    StandTable,
    final_places,
    stand_tables,
)
from tournaments.pages.presenters.events_words import round_title
from tournaments.pages.presenters.purse import Purse, SidePool, purse_of, side_pools_of

KINDS: Final = ("slips", "pairings", "where", "standings", "open", "payout")


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip for one match: players, length, board, and a code that opens its page."""

    row: MatchRow
    title: str
    code: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player sits: at a table, against whom."""

    name: str
    board: int | None
    opponent: str


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A match that is not played out: since when it is late, or why it ended."""

    row: MatchRow
    division: Division
    title: str
    note: str


@dataclass(frozen=True, slots=True)
class PrintPage:
    """One kind of print-out for a division."""

    event: Event
    club: Club
    directed: Directed
    what: str
    round: DrawnRound | None
    slips: tuple[Slip, ...] = ()
    standings: tuple[StandTable, ...] = ()
    places: tuple[Places, ...] = ()
    numbers: tuple[int, ...] = ()
    seats: tuple[Place, ...] = ()
    unfinished: tuple[OpenLine, ...] = ()
    purse: Purse | None = None
    side_pools: tuple[SidePool, ...] = ()
    is_final: bool = True


def print_page(directed: Directed, what: str, number: str, code: Callable[[str], str]) -> PrintPage:
    """Gather what is printed, for the round with this number, else the one in play."""
    kind = what if what in KINDS else "slips"
    rounds = [one for one in directed.rounds if one.state != "draft"]
    chosen = next((one for one in rounds if str(one.number) == number), None)
    chosen = chosen or current_round(directed) or (rounds[0] if rounds else None)
    drawn = None
    if chosen is not None:
        drawn = drawn_round(directed, chosen, bracket_known(directed.division))
    slips: tuple[Slip, ...] = ()
    if kind == "slips" and drawn is not None:
        slips = tuple(
            Slip(row, drawn.title, code(row.key))
            for row in drawn.rows
            if row.match.outcome != Match.Outcome.BYE and row.match.second_id
        )
    return PrintPage(
        event=directed.event,
        club=directed.event.club,
        directed=directed,
        what=kind,
        round=drawn,
        slips=slips,
        standings=stand_tables(directed.field) if kind == "standings" else (),
        places=final_places(directed.field) if kind == "standings" else (),
        numbers=tuple(one.number for one in rounds),
        seats=_seats(drawn) if kind == "where" and drawn is not None else (),
        unfinished=tuple(_unfinished(directed)) if kind == "open" else (),
        purse=purse_of(directed.event, directed.entries, directed.field)
        if kind == "payout"
        else None,
        side_pools=side_pools_of(directed.field, is_over=True) if kind == "payout" else (),
        is_final=kind != "payout" or all_played(directed),
    )


def _unfinished(directed: Directed) -> Iterator[OpenLine]:
    """Yield the register of all divisions: what waits for a result, and what was broken off."""
    zone = directed.event.club.time_zone
    found = unfinished_of(directed.event)
    known = {one.pk: bracket_known(one) for one in directed.divisions}
    for match in found:
        played = round_of(match)
        late = late_since(match, zone)
        row = row_of(match, directed.people, late=late)
        note = str(match.get_state_display())
        if match.outcome == Match.Outcome.UNFINISHED and match.is_settled:
            note = f"{_('unfinished')}: {match.reason}"
        elif late:
            note = _("late since %(time)s") % {"time": late}
        title = round_title(played, known.get(played.division_id))
        yield OpenLine(row, played.division, title, note)


def _seats(drawn: DrawnRound) -> tuple[Place, ...]:
    """List the players of a round by name, as they look for themselves on the wall."""
    found = [
        Place(name, row.match.board, "" if row.is_bye else opponent)
        for row in drawn.rows
        for name, opponent, player in (
            (row.first, row.second, row.match.first_id),
            (row.second, row.first, row.match.second_id),
        )
        if player
    ]
    found += [
        Place(sitter.name, row.table.number, "") for row in drawn.tables for sitter in row.sitters
    ]
    return tuple(sorted(found, key=lambda one: one.name.casefold()))
