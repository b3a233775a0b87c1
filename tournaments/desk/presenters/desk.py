"""The director's desk: the state of a division, and the next step."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.models import Club
from games.permissions import Role
from tournaments.desk.presenters.asking import Question
from tournaments.desk.presenters.beside import RoundLength, abouts_of, lengths_of
from tournaments.desk.presenters.entries import (
    Counts,
    EntryRow,
    counts_of,
    entry_rows,
    removed_in,
    suggestions,
)
from tournaments.desk.presenters.line import Choice, as_shown, shown_elsewhere
from tournaments.desk.presenters.matches import (
    DrawRemark,
    MatchRow,
    MatchSheet,
    late_since,
    row_of,
    sheet_of,
)
from tournaments.desk.presenters.paces import Pace, paces_of
from tournaments.desk.presenters.steps import (
    Known,
    Step,
    current_round,
    is_waiting,
    matches_in,
    step_of,
)
from tournaments.desk.presenters.tables import TableRow, TableSheet, table_rows, table_sheet
from tournaments.desk.selectors import (
    Directed,
    match_directed,
    round_of,
    steps_of,
    tables_taken,
)
from tournaments.events.services.events import still_playing
from tournaments.events.services.made_players import made_for
from tournaments.format_texts import remark_text
from tournaments.formats.match_brackets import BracketFormat
from tournaments.models import Division, Event, Match, RemovedEntry, Round
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
from tournaments.pages.presenters.purse import Purse, SidePool, amounts_due, purse_of, side_pools_of
from tournaments.pairing.brackets import Bracket
from tournaments.pairing.remarks import BREACHES, WARNINGS, Remark
from tournaments.record.selectors.situations import format_of
from tournaments.record.selectors.times import MatchTime, times_of
from tournaments.results.selectors.versions import NOTHING_SAID, versions_of_all
from tournaments.results.services.propagation import bracket_of
from tournaments.tables.selectors import finish_of

USUAL_FIELD: Final = 8
"""From so many on a bracket has all its parts."""
BREAKS: Final = (5, 10, 15, 30)
"""In how many minutes the next round may start with one tap."""
OVER: Final = frozenset({"finish", "over", "closed"})
"""The steps at which everything was played."""
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
class DeskClock:
    """A round's clock. Times are milliseconds since 1970, of the server."""

    round: Round
    title: str
    now: int
    ends: int | None
    left: int
    is_running: bool

    @property
    def text(self) -> str:
        """The time left, as on a clock; overtime has a plus."""
        seconds = abs(self.left)
        sign = "+" if self.left < 0 else ""
        return f"{sign}{seconds // 60}:{seconds % 60:02d}"


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round, drafted or in play: its pairs or tables and their remarks."""

    round: Round
    title: str
    rows: tuple[MatchRow, ...]
    tables: tuple[TableRow, ...] = ()
    remarks: tuple[DrawRemark, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A link to another round."""

    number: int
    title: str
    is_here: bool


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


@dataclass(frozen=True, slots=True)
class Desk:
    """The whole page. `problem` is why the last tap failed, `question` what it must be asked first.

    `chosen` is the requested round; without one the desk shows the next step, which changes to
    another round as soon as one is drawn.
    """

    event: Event
    club: Club
    directed: Directed
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
    suggestions: tuple[str, ...] = ()
    purse: Purse | None = None
    side_pools: tuple[SidePool, ...] = ()
    written: int = 0
    parts: tuple[tuple[str, str], ...] = ()
    lengths: tuple[RoundLength, ...] = ()
    claims: tuple[Claim, ...] = ()
    problem: str = ""
    question: Question | None = None
    said: str = ""
    answered: Answered = NOT_ANSWERED
    as_shown: str = ""
    views: Mapping[str, str | Promise] = field(default_factory=lambda: VIEWS)
    breaks: tuple[int, ...] = BREAKS

    @property
    def division(self) -> Division:
        return self.directed.division

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
        """The division and the chosen round as the query of an address."""
        chosen = {} if self.chosen is None else {"round": self.chosen}
        return urlencode({"division": self.division.public_id, **chosen})

    @property
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
        return self.event.is_open and self.step.code not in {"finish", "over"}

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
            for one in self.drawn
            for row in one.rows
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
    problem: str = ""
    question: Question | None = None
    said: str = ""
    answered: Answered = NOT_ANSWERED


def desk_of(directed: Directed, wanted: Wanted) -> Desk:
    """Gather the desk of a division; the number of queries is constant."""
    event, division = directed.event, directed.division
    view = wanted.view if wanted.view in VIEWS else "play"
    drafts = _rounds(directed, Round.State.DRAFT)
    confirmed = _rounds(directed, Round.State.CONFIRMED)
    bracket = bracket_known(division)
    known = _known(directed, drafts, confirmed, bracket)
    step = step_of(known)
    code = step.code
    times = times_of(event)
    shown = _shown_rounds(directed, drafts or confirmed, wanted.round, known)
    is_draft = bool(drafts or confirmed) and shown in (drafts, confirmed)
    abouts = abouts_of(directed) if view == "play" else {}
    drawn = tuple(drawn_round(directed, one, bracket, abouts) for one in shown)
    if bracket is not None and len(drawn) > 1:
        drawn = tuple(one for one in drawn if one.rows or one.remarks)
    match = match_directed(directed, wanted.match) if wanted.match else None
    return Desk(
        event=event,
        club=event.club,
        directed=directed,
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
        clocks=_clocks(directed, bracket),
        drawn=drawn,
        is_draft=is_draft,
        rounds=_round_links(directed, shown, bracket),
        chosen=_chosen(directed, wanted.round),
        counts=counts_of(directed.entries),
        line=division_line(division),
        rows=_in_play(directed, () if is_draft else shown, bracket, abouts, times),
        waiting=tuple(
            row_of(one, directed.people)
            for one in matches_in(directed, [Match.State.WAITING])
            if one.first_id or one.second_id
        ),
        brackets=_brackets(directed, is_draft=is_draft) if view == "play" else (),
        entries=entry_rows(directed) if view in {"entries", "money"} else (),
        removed=removed_in(directed) if view == "entries" else (),
        standings=stand_tables(directed.field) if view == "standings" else (),
        places=final_places(directed.field) if view == "standings" else (),
        sheet=None
        if match is None
        else sheet_of(
            match,
            event,
            directed.people,
            steps_of(match),
            round_title(round_of(match), bracket),
            abouts,
        ),
        table=_table(directed, drawn, wanted.match),
        suggestions=suggestions(directed) if view == "entries" else (),
        purse=purse_of(directed.division, directed.entries, directed.field)
        if view == "money"
        else None,
        side_pools=side_pools_of(directed.field, is_over=code in OVER) if view == "money" else (),
        written=_written(directed) if view == "money" and code in OVER else 0,
        parts=_parts(directed, bracket) if view == "money" else (),
        lengths=lengths_of(directed, bracket) if view == "play" else (),
        claims=claims_shown(event, directed.people.reader) if event.code else (),
        problem=wanted.problem,
        question=wanted.question,
        said=wanted.said,
        answered=wanted.answered,
        as_shown=_as_shown(directed) if view == "play" and event.is_open else "",
    )


def all_played(directed: Directed) -> bool:
    """Tell whether everything of a division was played, so that its places are final."""
    drafts = _rounds(directed, Round.State.DRAFT)
    confirmed = _rounds(directed, Round.State.CONFIRMED)
    known = _known(directed, drafts, confirmed, bracket_known(directed.division))
    return step_of(known).code in OVER


def _parts(directed: Directed, bracket: Bracket | None) -> tuple[tuple[str, str], ...]:
    """Return the parts of a bracket that have places of their own.

    Side pools are sold before the draw: until then they are those of the field so far.
    """
    division = directed.division
    if bracket is None and not division.is_chouette:
        played_by = format_of(division)
        if isinstance(played_by, BracketFormat):
            size = max(counts_of(directed.entries).entered, USUAL_FIELD)
            bracket = played_by.built(played_by.parse(division.params), size)
    levels = () if bracket is None else bracket.levels
    return tuple((part, part_name(part)) for part, _levels in levels)


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


def bracket_known(division: Division) -> Bracket | None:
    return None if division.is_chouette else bracket_of(division)


def drawn_round(
    directed: Directed,
    one: Round,
    bracket: Bracket | None,
    abouts: Mapping[int, str] | None = None,
) -> DrawnRound:
    """Return a round with its pairs, each with its remarks."""
    remarks = [Remark.from_json(row) for row in one.remarks]
    lines = [
        (
            frozenset(remark.players),
            DrawRemark(remark_text(remark, directed.names), remark.code in WARNINGS),
        )
        for remark in remarks
    ]
    numbers = directed.numbers
    rows, told = [], set()
    for match in directed.matches:
        if match.round_id != one.pk:
            continue
        two = {str(numbers[pk]) for pk in (match.first_id, match.second_id) if pk in numbers}
        mine = [place for place, (about, _line) in enumerate(lines) if about and about <= two]
        told.update(mine)
        if match.state != Match.State.WAITING or match.first_id or match.second_id:
            said = [lines[place][1] for place in mine]
            rows.append(row_of(match, directed.people, said, abouts=abouts))
    rest = tuple(line for place, (_about, line) in enumerate(lines) if place not in told)
    tables = table_rows(one, directed.people.reader) if directed.division.is_chouette else ()
    return DrawnRound(one, round_title(one, bracket), tuple(rows), tables, rest)


def _rounds(directed: Directed, state: str) -> tuple[Round, ...]:
    return tuple(one for one in directed.rounds if one.state == state)


def _known(
    directed: Directed,
    drafts: tuple[Round, ...],
    confirmed: tuple[Round, ...],
    bracket: Bracket | None,
) -> Known:
    open_ones = matches_in(directed, [Match.State.OPEN])
    reported = matches_in(directed, [Match.State.REPORTED])
    disputed = matches_in(directed, [Match.State.DISPUTED])
    open_tables = sum(one.session is not None and one.session.is_open for one in directed.tables)
    released = _rounds(directed, Round.State.RELEASED)
    latest = (*confirmed, *released[-1:]) if not directed.division.has_places else directed.rounds
    breaches = sum(row["code"] in BREACHES for one in drafts for row in one.remarks)
    rest = 0
    if len(directed.divisions) > 1:
        here = len(open_ones) + len(reported) + len(disputed) + open_tables
        rest = max(0, still_playing(directed.event) - here)
    is_over = False
    if directed.division.is_chouette and released and not open_tables:
        is_over = finish_of(directed.division).is_over
    return Known(
        directed=directed,
        drafts=drafts,
        confirmed=confirmed,
        released=released,
        open=open_ones,
        reported=reported,
        disputed=disputed,
        open_tables=open_tables,
        is_played=_is_played(directed, latest),
        breaches=breaches,
        rest=rest,
        is_over=is_over,
        made=len(made_for(directed.event)),
        bracket=bracket,
        waits=_waits(directed, drafts),
    )


def _waits(directed: Directed, drafts: Iterable[Round]) -> int:
    """Count the matches that find no table when these rounds are released."""
    tables = directed.event.tables
    keys = {one.pk for one in drafts}
    if tables is None or not keys:
        return 0
    busy: set[int | None] = {None}
    count = 0
    for match in directed.matches:
        two = {match.first_id, match.second_id}
        if match.round_id in keys and match.state == Match.State.OPEN and not busy & two:
            busy |= two
            count += 1
    return max(0, count - max(0, tables - tables_taken(directed.event)))


def _written(directed: Directed) -> int:
    """Count who has a prize written beside their name, if all are what is due; else 0."""
    due = amounts_due(directed.field, directed.entries)
    kept = {one.number: one.prize for one in directed.entries if one.prize is not None}
    return len(kept) if kept == due else 0


def _is_played(directed: Directed, rounds: Iterable[Round]) -> bool:
    """Tell whether anything of these rounds was entered or played, except byes."""
    keys = {one.pk for one in rounds}
    matches = any(
        one.round_id in keys
        and one.outcome != Match.Outcome.BYE
        and (one.score is not None or one.state in Match.ENTERED)
        for one in directed.matches
    )
    tables = any(
        one.round_id in keys
        and one.session is not None
        and (not one.session.is_open or one.session.version > 1)
        for one in directed.tables
    )
    return matches or tables


def _shown_rounds(
    directed: Directed, drawn: tuple[Round, ...], number: int | None, known: Known
) -> tuple[Round, ...]:
    if _chosen(directed, number) is not None:
        return tuple(one for one in directed.rounds if one.number == number)
    if known.drafts or (drawn and not is_waiting(known)):
        return drawn
    now = current_round(directed)
    return drawn if now is None else (now,)


def _chosen(directed: Directed, number: int | None) -> int | None:
    """Return the requested round, if it exists."""
    return number if any(one.number == number for one in directed.rounds) else None


def _round_links(
    directed: Directed, shown: Sequence[Round], bracket: Bracket | None
) -> tuple[RoundLink, ...]:
    if len(directed.rounds) < 2:
        return ()
    here = {one.pk for one in shown} if len(shown) == 1 else set()
    return tuple(
        RoundLink(one.number, round_title(one, bracket), one.pk in here) for one in directed.rounds
    )


def _in_play(
    directed: Directed,
    shown: Sequence[Round],
    bracket: Bracket | None,
    abouts: Mapping[int, str],
    times: Mapping[int, MatchTime],
) -> tuple[MatchRow, ...]:
    """Return what is undecided, and what is decided in the rounds shown, each where it was drawn.

    Byes are left out: nothing is to be done about them. A match keeps its place whatever becomes
    of it: nothing moves under the director's thumb.
    """
    keys = {one.pk for one in shown}
    found = [
        one
        for one in directed.released
        if one.state in Match.UNDECIDED
        or (
            one.round_id in keys
            and one.state == Match.State.SETTLED
            and one.outcome != Match.Outcome.BYE
            and (one.first_id or one.second_id)
        )
    ]
    rounds = {one.round_id: round_of(one) for one in found}
    # Where matches of other rounds are among them, each says which it is of.
    has_others = bool(rounds.keys() - keys)
    where = {pk: round_title(one, bracket) for pk, one in rounds.items() if has_others}
    zone = directed.event.club.time_zone
    versions = versions_of_all(found)
    return tuple(
        row_of(
            one,
            directed.people,
            where=where.get(one.round_id, ""),
            late=late_since(one, times, zone),
            abouts=abouts,
            versions=versions.get(one.pk, NOTHING_SAID),
        )
        for one in found
    )


def _is_going(directed: Directed, one: Round) -> bool:
    """Tell whether anything of a round is still in play, so that its clock runs."""
    tables = any(
        table.round_id == one.pk and table.session is not None and table.session.is_open
        for table in directed.tables
    )
    return tables or any(
        match.round_id == one.pk and match.state in Match.UNDECIDED for match in directed.matches
    )


def _clocks(directed: Directed, bracket: Bracket | None) -> tuple[DeskClock, ...]:
    """Return the clocks of all rounds in play, in the order of the rounds."""
    found = (_clock(one, bracket) for one in directed.rounds if _is_going(directed, one))
    return tuple(clock for clock in found if clock is not None)


def _clock(one: Round, bracket: Bracket | None) -> DeskClock | None:
    if one.clock_started_at is None or not one.minutes:
        return None
    now = timezone.now()
    ends = one.clock_started_at + datetime.timedelta(minutes=one.minutes)
    at = one.clock_stopped_at or now
    return DeskClock(
        round=one,
        title=round_title(one, bracket),
        now=int(now.timestamp() * 1000),
        ends=None if one.clock_stopped_at else int(ends.timestamp() * 1000),
        left=int((ends - at).total_seconds()),
        is_running=one.clock_stopped_at is None,
    )
