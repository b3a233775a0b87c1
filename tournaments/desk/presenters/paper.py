"""What a director prints: slips with a code for each match, pairings, brackets, standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.models import Club
from games.names.identity import sort_key
from tournaments.desk.presenters.facts import all_played
from tournaments.desk.presenters.matches import MatchRow, late_since, row_of
from tournaments.desk.presenters.prizes import prizes_unlike
from tournaments.desk.presenters.rounds import DrawnRound, RoundLink, drawn_round
from tournaments.desk.presenters.steps import current_round
from tournaments.desk.selectors import Directed, round_of, unfinished_of
from tournaments.models import Division, Event, Match, Round
from tournaments.pages.presenters.brackets import BracketPart, bracket_parts
from tournaments.pages.presenters.events_standings import (
    Places,
    StandTable,
    final_places,
    stand_tables,
)
from tournaments.pages.presenters.events_words import round_title
from tournaments.pages.presenters.purse import Purse, SidePool, purse_of, side_pools_of
from tournaments.record.selectors.times import times_of
from tournaments.results.reasons import reason_said
from tournaments.results.selectors.brackets import bracket_of

KINDS: Final = ("slips", "pairings", "bracket", "where", "standings", "open", "payout")


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
    title: str = ""


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
    brackets: tuple[BracketPart, ...] = ()
    rounds: tuple[RoundLink, ...] = ()
    seats: tuple[Place, ...] = ()
    unfinished: tuple[OpenLine, ...] = ()
    purse: Purse | None = None
    side_pools: tuple[SidePool, ...] = ()
    unlike: tuple[str, ...] = ()
    is_final: bool = True
    is_everywhere: bool = False


def print_page(directed: Directed, what: str, number: str, code: Callable[[str], str]) -> PrintPage:
    """Gather what is printed, for the round with this number, else the one in play."""
    kind = what if what in KINDS else "slips"
    rounds = [one for one in directed.rounds if one.state != "draft"]
    asked = next((one for one in rounds if str(one.number) == number), None)
    chosen = asked or current_round(directed) or (rounds[0] if rounds else None)
    drawn, bracket = None, bracket_of(directed.division)
    if chosen is not None:
        drawn = drawn_round(directed, chosen, bracket)
    everywhere = kind == "where" and asked is None and not directed.division.is_chouette
    seats = _seats_now if everywhere else _seats
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
        brackets=bracket_parts(directed.field) if kind == "bracket" else (),
        rounds=tuple(
            RoundLink(round.number, round_title(round, bracket), round is chosen and not everywhere)
            for round in rounds
        ),
        seats=() if kind != "where" or drawn is None else seats(directed, drawn),
        is_everywhere=everywhere,
        unfinished=tuple(_unfinished(directed)) if kind == "open" else (),
        purse=purse_of(directed.division, directed.entries, directed.field)
        if kind == "payout"
        else None,
        side_pools=side_pools_of(directed.field, is_over=True) if kind == "payout" else (),
        unlike=prizes_unlike(directed) if kind == "payout" else (),
        is_final=kind != "payout" or all_played(directed),
    )


def _unfinished(directed: Directed) -> Iterator[OpenLine]:
    """Yield the register of all divisions: what waits for a result, and what was broken off."""
    zone = directed.event.club.time_zone
    found, times = unfinished_of(directed.event), times_of(directed.event)
    known = {one.pk: bracket_of(one) for one in directed.divisions}
    for match in found:
        played = round_of(match)
        late = late_since(match, times, zone)
        row = row_of(match, directed.people, late=late)
        note = str(match.get_state_display())
        if match.outcome == Match.Outcome.UNFINISHED and match.is_settled:
            note = f"{_('unfinished')}: {reason_said(match.reason)}"
        elif late:
            note = _("late since %(time)s") % {"time": late}
        title = round_title(played, known.get(played.division_id))
        yield OpenLine(row, played.division, title, note)


def _seats(_directed: Directed, drawn: DrawnRound) -> tuple[Place, ...]:
    """List the players of a round by name, as they look for themselves on the wall."""
    found = [place for row in drawn.rows for place in _two(row)]
    found += [
        Place(sitter.name, row.table.number, "") for row in drawn.tables for sitter in row.sitters
    ]
    return _by_name(found)


def _seats_now(directed: Directed, drawn: DrawnRound) -> tuple[Place, ...]:
    """List everybody who sits anywhere, by name: a bracket plays several rounds at once.

    What is confirmed is on the list: it is printed before it is released.
    """
    matches = {
        match.pk: match
        for match in (*directed.matches, *unfinished_of(directed.event))
        if match.state in Match.UNDECIDED and round_of(match).state != Round.State.DRAFT
    }
    found = [
        place
        for match in matches.values()
        for place in _two(row_of(match, directed.people), _where(directed, match))
    ]
    found += [place for row in drawn.rows if row.is_bye for place in _two(row, drawn.title)]
    return _by_name(found)


def _by_name(places: list[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda one: sort_key(one.name)))


def _two(row: MatchRow, title: str = "") -> list[Place]:
    return [
        Place(name, row.match.board, _("bye") if row.is_bye else opponent, title)
        for name, opponent, player in (
            (row.first, row.second, row.match.first_id),
            (row.second, row.first, row.match.second_id),
        )
        if player
    ]


def _where(directed: Directed, match: Match) -> str:
    """Say which round a match is of, and of which division if there are several."""
    played = round_of(match)
    title = round_title(played, bracket_of(played.division))
    return f"{played.division.name} · {title}" if len(directed.divisions) > 1 else title
