"""The director's desk: the state of a division, and the next step."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Club
from games.permissions import Role
from tournaments.desk.presenters.asking import Question
from tournaments.desk.presenters.beside import RoundLength, abouts_of, lengths_of
from tournaments.desk.presenters.clocks import DeskClock, clocks_of
from tournaments.desk.presenters.entries import (
    Counts,
    EntryRow,
    counts_of,
    entry_rows,
    removed_in,
    suggestions,
)
from tournaments.desk.presenters.facts import OVER, known_of
from tournaments.desk.presenters.line import Choice, as_shown, shown_elsewhere
from tournaments.desk.presenters.matches import MatchRow, MatchSheet, row_of, sheet_of
from tournaments.desk.presenters.paces import Pace, paces_of
from tournaments.desk.presenters.prizes import count_written, prizes_unlike
from tournaments.desk.presenters.rounds import (
    DrawnRound,
    RoundLink,
    chosen_round,
    drawn_round,
    in_play,
    round_links,
    shown_rounds,
)
from tournaments.desk.presenters.steps import Step, matches_in, step_of
from tournaments.desk.presenters.tables import TableSheet, table_sheet
from tournaments.desk.presenters.waiting import waits_of
from tournaments.desk.selectors import Directed, beat_of, match_directed, round_of, steps_of
from tournaments.events.selectors.wishes import asking_of
from tournaments.formats.match_brackets import BracketFormat
from tournaments.models import Division, Event, Match, RemovedEntry
from tournaments.pages.presenters.brackets import BracketPart, bracket_parts
from tournaments.pages.presenters.events_standings import (
    Places,
    StandTable,
    final_places,
    stand_tables,
)
from tournaments.pages.presenters.events_words import (
    clock_time,
    division_line,
    part_name,
    round_title,
)
from tournaments.pages.presenters.phones import Claim, claims_shown
from tournaments.pages.presenters.purse import (
    EVERY_PART,
    Purse,
    SidePool,
    purse_of,
    side_pools_of,
)
from tournaments.pairing.brackets import Bracket
from tournaments.record.selectors.situations import format_of
from tournaments.record.selectors.times import times_of

USUAL_FIELD: Final = 8
"""From so many on a bracket has all its parts."""
BREAKS: Final = (5, 10, 15, 30)
"""In how many minutes the next round may start with one tap."""
VIEWS: Final[Mapping[str, str | Promise]] = {
    "play": gettext_lazy("Play"),
    "entries": gettext_lazy("Players"),
    "standings": gettext_lazy("Standings"),
    "money": gettext_lazy("Money"),
    "event": gettext_lazy("Event"),
}
"""The parts of the desk, by the names of their tabs."""


@dataclass(frozen=True, slots=True)
class Tab:
    """The tab of a division. What is disputed or late elsewhere must not wait until it is seen."""

    public_id: str
    name: str
    is_here: bool
    disputed: int = 0
    late: int = 0


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a typed line: saved, opened, refused, or asked with `choices`.

    What was not entered keeps its `text`, and what its page had shown, to be sent again.
    """

    outcome: str = ""
    text: str = ""
    choices: tuple[Choice, ...] = ()
    as_shown: str = ""


NOT_ANSWERED: Final = Answered()


@dataclass(frozen=True)
class Desk:
    """The whole page. `problem` is why the last tap failed, `question` what it must be asked first.

    `chosen` is the requested round; without one the desk shows the next step, which changes to
    another round as soon as one is drawn.
    """

    event: Event
    club: Club
    directed: Directed
    beat: str
    view: str
    step: Step
    tabs: tuple[Tab, ...]
    clocks: tuple[DeskClock, ...]
    drawn: tuple[DrawnRound, ...]
    is_draft: bool
    rounds: tuple[RoundLink, ...]
    chosen: int | None
    counts: Counts
    line: str
    rows: tuple[MatchRow, ...] = ()
    waiting: tuple[MatchRow, ...] = ()
    brackets: tuple[BracketPart, ...] = ()
    entries: tuple[EntryRow, ...] = ()
    removed: tuple[RemovedEntry, ...] = ()
    """Wrong entries that can be brought back."""
    standings: tuple[StandTable, ...] = ()
    places: tuple[Places, ...] = ()
    sheet: MatchSheet | None = None
    table: TableSheet | None = None
    played_on: datetime.date | None = None
    """The day that results get which are entered now; None for the one agreed on, else today."""
    suggestions: tuple[str, ...] = ()
    purse: Purse | None = None
    side_pools: tuple[SidePool, ...] = ()
    written: int = 0
    unlike: tuple[str, ...] = ()
    """Who has another prize written down than is due by now."""
    parts: tuple[tuple[str, str], ...] = ()
    lengths: tuple[RoundLength, ...] = ()
    claims: tuple[Claim, ...] = ()
    asking: int = 0
    """How many have entered themselves and wait for a yes."""
    problem: str = ""
    question: Question | None = None
    said: str = ""
    answered: Answered = NOT_ANSWERED
    as_shown: str = ""
    breaks: tuple[int, ...] = BREAKS

    @property
    def division(self) -> Division:
        return self.directed.division

    @property
    def views(self) -> Mapping[str, str | Promise]:
        """The parts of the desk, by the names of their tabs: a season and a cup are called so."""
        if not self.event.own_dates:
            return VIEWS
        return {**VIEWS, "event": _("Cup") if self.directed.season is None else _("Season")}

    @property
    def end_title(self) -> str:
        """The heading of what ends the event."""
        if self.directed.season is not None:
            return _("End the season")
        return _("End the cup") if self.event.own_dates else _("End the event")

    @property
    def cancel_title(self) -> str:
        """What calls the event off."""
        if self.directed.season is not None:
            return _("Call the season off")
        return _("Call the cup off") if self.event.own_dates else _("Call the event off")

    @property
    def is_deletable(self) -> bool:
        """Whether this is a rehearsal of the reader's own."""
        return self.event.club.is_rehearsal and Role.OWNER in self.directed.people.reader.roles

    @property
    def paces(self) -> tuple[Pace, ...]:
        """How fast this rehearsal can enter results; none for other events, and when it is over."""
        return paces_of(self.event) if self.club.is_rehearsal and self.event.is_open else ()

    @property
    def at(self) -> str:
        """The division, the chosen round and the day of results as the query of an address."""
        return urlencode({"division": self.division.public_id, **self._chosen})

    @property
    def _chosen(self) -> dict[str, object]:
        found = {"round": self.chosen, "desk_day": self.played_on}
        return {name: value for name, value in found.items() if value is not None}

    @property
    def poll(self) -> str:
        """The view, the round and the open sheet as the query that asks for this page again."""
        sheet = self.sheet or self.table
        opened = {} if sheet is None else {"sheet": sheet.row.key}
        return urlencode({**self._shown, **self._chosen, **opened})

    @property
    def here(self) -> str:
        """The same without the sheet: the query that leads back from another page."""
        return urlencode({**self._shown, **self._chosen})

    @property
    def _shown(self) -> dict[str, object]:
        return {"division": self.division.public_id, "view": self.view}

    @cached_property
    def lengths_vary(self) -> bool:
        """Whether a match must say how long it is: not all are what the line on top says."""
        usual = self.division.match_length
        return any(one.length not in {None, usual} for one in self.directed.released)

    @property
    def is_played(self) -> bool:
        """Whether everything of this division was played."""
        return self.step.code in OVER

    @property
    def has_next(self) -> bool:
        """Whether a start of the next round can be announced."""
        is_called = self.event.is_open and not self.event.own_dates
        return is_called and self.step.code not in {"finish", "over"}

    @property
    def next_at(self) -> str:
        """When the next round starts, as a time of day at the club; blank if nobody has said."""
        at = self.division.next_at
        return "" if at is None else clock_time(at, self.club.time_zone)

    @property
    def shown_round(self) -> DrawnRound | None:
        """The round whose settled matches are shown among those in play."""
        return self.drawn[0] if self.drawn else None

    @property
    def plain_claims(self) -> tuple[Claim, ...]:
        """The phones that are the only one for their player: one yes is enough for all of them."""
        return tuple(claim for claim in self.claims if not claim.is_double)

    @property
    def disputed(self) -> tuple[MatchRow, ...]:
        return tuple(row for row in self.rows if row.is_disputed)

    @property
    def reported(self) -> tuple[MatchRow, ...]:
        return tuple(row for row in self.rows if row.is_reported)

    @property
    def open(self) -> tuple[MatchRow, ...]:
        return tuple(row for row in self.rows if row.is_open)

    @property
    def late(self) -> tuple[MatchRow, ...]:
        return tuple(row for row in self.rows if row.late)

    @property
    def has_others(self) -> bool:
        """Whether matches of other rounds stand among those of the round shown."""
        return any(row.where for row in self.rows)

    @property
    def byes(self) -> tuple[str, ...]:
        """Who has a bye in the rounds shown: no row of the list is theirs."""
        if self.is_draft:
            return ()
        return tuple(
            row.second if row.match.first_id is None else row.first
            for drawn in self.drawn
            for row in drawn.rows
            if row.is_bye
        )

    @property
    def undecided(self) -> int:
        """How many of the matches shown are still to be decided."""
        return len(self.rows) - len(self.decided)

    @property
    def decided(self) -> tuple[MatchRow, ...]:
        return tuple(row for row in self.rows if row.match.is_settled)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The requested part of the desk: a view, a round by number, a match by public id.

    `said` answers the line for results: what was entered, or why it was not; `answered` is what
    became of it.
    """

    view: str = "play"
    round: int | None = None
    match: str = ""
    played_on: datetime.date | None = None
    problem: str = ""
    question: Question | None = None
    said: str = ""
    answered: Answered = NOT_ANSWERED


def desk_of(directed: Directed, wanted: Wanted) -> Desk:
    """Gather the desk of a division; the number of queries is constant."""
    event, division = directed.event, directed.division
    view = wanted.view if wanted.view in VIEWS else "play"
    known = known_of(directed)
    bracket, drafts, confirmed = known.bracket, known.drafts, known.confirmed
    step = step_of(known)
    times = times_of(event)
    shown = shown_rounds(directed, drafts or confirmed, wanted.round, known)
    is_draft = bool(drafts or confirmed) and shown in (drafts, confirmed)
    abouts = abouts_of(directed) if view == "play" else {}
    waits = waits_of(directed, bracket) if view == "play" else {}
    drawn = tuple(drawn_round(directed, one, bracket, abouts) for one in shown)
    if bracket is not None and len(drawn) > 1:
        drawn = tuple(one for one in drawn if one.rows or one.remarks)
    desk = Desk(
        event=event,
        club=event.club,
        directed=directed,
        beat=beat_of(event, times),
        view=view,
        step=step,
        tabs=tuple(
            Tab(
                one.public_id,
                one.name,
                one.pk == division.pk,
                directed.disputes.get(one.pk, 0),
                sum(time.is_over and time.division == one.pk for time in times.values()),
            )
            for one in directed.divisions
        ),
        clocks=clocks_of(directed, bracket),
        drawn=drawn,
        is_draft=is_draft,
        rounds=round_links(directed, shown, bracket),
        chosen=chosen_round(directed, wanted.round),
        played_on=wanted.played_on if event.own_dates else None,
        counts=counts_of(directed.entries, directed.unseen if view == "entries" else None),
        line=division_line(division),
        rows=in_play(directed, () if is_draft else shown, bracket, abouts, times, waits),
        waiting=tuple(
            row_of(match, directed.people, waits=waits.get(match.pk, ""))
            for match in matches_in(directed, [Match.State.WAITING])
            if match.first_id or match.second_id
        ),
        sheet=_sheet(directed, wanted.match, bracket, abouts),
        table=_table(directed, drawn, wanted.match),
        claims=claims_shown(event, directed.people.reader) if event.code else (),
        problem=wanted.problem,
        question=wanted.question,
        said=wanted.said,
        answered=wanted.answered,
    )
    return replace(desk, **_in_view(desk, bracket))


def _in_view(desk: Desk, bracket: Bracket | None) -> dict[str, Any]:
    """Return what only the view that is shown has."""
    directed, event, is_over = desk.directed, desk.event, desk.is_played
    if desk.view == "play":
        return {
            "brackets": _brackets(directed, is_draft=desk.is_draft),
            "lengths": lengths_of(directed, bracket),
            "as_shown": _as_shown(directed) if event.is_open else "",
        }
    if desk.view == "entries":
        return {
            "entries": entry_rows(directed),
            "removed": removed_in(directed),
            "suggestions": suggestions(directed),
            "asking": asking_of(event) if event.is_open else 0,
        }
    if desk.view == "standings":
        return {
            "standings": stand_tables(directed.field),
            "places": final_places(directed.field),
        }
    if desk.view == "money":
        return {
            "entries": entry_rows(directed),
            "purse": purse_of(
                directed.division, directed.entries, directed.field, directed.paid_before
            ),
            "side_pools": side_pools_of(directed.field, is_over=is_over),
            "written": count_written(directed) if is_over else 0,
            "unlike": prizes_unlike(directed) if is_over else (),
            "parts": _parts(directed, bracket),
        }
    return {}


def _sheet(
    directed: Directed, wanted: str, bracket: Bracket | None, abouts: Mapping[int, str]
) -> MatchSheet | None:
    match = match_directed(directed, wanted) if wanted else None
    if match is None:
        return None
    title = round_title(round_of(match), bracket)
    return sheet_of(match, directed.event, directed.people, steps_of(match), title, abouts)


def _parts(directed: Directed, bracket: Bracket | None) -> tuple[tuple[str, str], ...]:
    """Return the parts of a bracket that have places of their own.

    Side pools are sold before the draw: until then they are those of the field so far.
    """
    division = directed.division
    if bracket is None:
        played_by = format_of(division)
        if isinstance(played_by, BracketFormat):
            size = max(counts_of(directed.entries).entered, USUAL_FIELD)
            bracket = played_by.built(played_by.parse(division.params), size)
    levels = () if bracket is None else bracket.levels
    parts = tuple((part, part_name(part)) for part, _levels in levels)
    if len(parts) > 1:
        parts = (*parts, (EVERY_PART, ", ".join(name for _part, name in parts)))
    return parts


def _table(directed: Directed, drawn: Sequence[DrawnRound], wanted: str) -> TableSheet | None:
    rows = tuple(row for one in drawn for row in one.tables)
    row = next((row for row in rows if row.key == wanted), None)
    if row is None or row.session is None:
        return None
    row.table.round = next(one for one in directed.rounds if one.pk == row.table.round_id)
    return table_sheet(row, directed.division, directed.names, rows)


def _brackets(directed: Directed, *, is_draft: bool) -> tuple[BracketPart, ...]:
    """Return the brackets as they were drawn; without a draft, as everybody sees them."""
    return bracket_parts(directed.drafted if is_draft else directed.field)


def _as_shown(directed: Directed) -> str:
    """Return the matches that a line of this page can mean, as they are on it."""
    own = [one for one in directed.released if one.state in Match.UNDECIDED]
    shown = [(one.board, one.public_id, one.version) for one in own]
    elsewhere = shown_elsewhere(directed.division) if len(directed.divisions) > 1 else []
    return as_shown([*shown, *elsewhere])
