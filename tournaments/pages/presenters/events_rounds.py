"""Rounds of an event: matches or tables with their state, the clock, and the draw's explanation."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.language import decimal_sign
from games.ledger.figures import points_text, signed_text
from games.models import Session
from tournaments.errors import EventRefused
from tournaments.events.selectors.events import DivisionShown
from tournaments.format_texts import remark_text
from tournaments.formats.situation import WITHOUT_BRACKET
from tournaments.models import Match, Round
from tournaments.pages.presenters.events_matches import MatchLine, match_line
from tournaments.pages.presenters.events_words import clock_time, round_title
from tournaments.pairing.remarks import Remark
from tournaments.record.selectors.dated import dues_of
from tournaments.record.selectors.times import times_of
from tournaments.tables.selectors import TableView, finish_of, tables_of

_NAMED: Final = frozenset({"player", "players", "first", "second"})


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A round's running clock: its end, as a time of day and for the browser."""

    minutes: int
    until: str
    ends: int
    """Milliseconds since 1970."""
    left: int
    """Seconds left when the page was made; 0 when the time is up."""

    @property
    def text(self) -> str:
        return f"{self.left // 60}:{self.left % 60:02d}"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A player at a chouette table, and their result there."""

    name: str
    points: str
    bank: str
    left: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class TableLine:
    """A chouette table with its session."""

    number: int
    session: Session | None
    seats: tuple[SeatLine, ...]
    games: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """A line of a draw's explanation: the players concerned, and the reason."""

    who: str
    text: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """A released round."""

    round: Round
    title: str
    lines: tuple[MatchLine, ...]
    tables: tuple[TableLine, ...]
    clock: RoundClock | None
    is_partial: bool = False
    """Whether only the matches that can be played now are included."""

    @property
    def played(self) -> int:
        """The number of finished matches or tables, without byes."""
        over = sum(one.is_settled for one in self.lines if not one.is_bye)
        return over + sum(one.is_over for one in self.tables)

    @property
    def count(self) -> int:
        """The number of matches or tables, without byes."""
        return sum(not one.is_bye for one in self.lines) + len(self.tables)

    @property
    def is_over(self) -> bool:
        return self.played == self.count

    @property
    def progress(self) -> str:
        """The progress in words."""
        if self.is_partial:
            text = ngettext("%(count)s match to play", "%(count)s matches to play", self.count)
            return text % {"count": self.count}
        if self.tables:
            return _("%(played)s of %(count)s tables are over") % {
                "played": self.played,
                "count": self.count,
            }
        return _("%(played)s of %(count)s results") % {"played": self.played, "count": self.count}


def round_view(
    field: DivisionShown, round: Round, only: Sequence[Match] | None = None
) -> RoundView:
    """Return a round; `only` limits it to some of its matches."""
    matches = field.by_round[round.pk] if only is None else only
    title = round_title(round, None if field.bracket is None else field.bracket[0])
    tables: tuple[TableLine, ...] = ()
    if field.division.is_chouette:
        tables = tuple(_table(one, field) for one in tables_of(round))
    lines = tuple(match_line(one, field) for one in matches)
    view = RoundView(round, title, lines, tables, None, is_partial=only is not None)
    # A finished round shows no clock, even if nobody has stopped it.
    return view if view.is_over else replace(view, clock=clock_of(field, round))


def current_rounds(field: DivisionShown) -> tuple[RoundView, ...]:
    """Return what is being played: the latest round, and what is left of earlier ones.

    Of a bracket, whose rounds are released together: the matches that can be played.
    """
    last = field.rounds[-1] if field.rounds else None
    found = []
    if last is not None and last.bracket in WITHOUT_BRACKET:
        found.append(round_view(field, last))
    left = [one for one in field.rounds if one is not last or not found]
    return (*found, *_left_over(field, left))


def _left_over(field: DivisionShown, rounds: Sequence[Round]) -> list[RoundView]:
    """Return the playable matches of several rounds, each with its round's title.

    One clock stands above them, if all of them end with it; else each says until when it has time.
    """
    views = []
    for round in rounds:
        waiting = [match for match in field.by_round[round.pk] if match.state in Match.UNDECIDED]
        if waiting:
            views.append(round_view(field, round, waiting))
    if not views:
        return []
    times = times_of(field.division.event)
    zone = field.division.event.club.time_zone
    lines = [replace(line, round=view.title) for view in views for line in view.lines]
    dues = dues_of(field.division.event)
    clock = views[0].clock
    ends = {times[line.match.pk].ends_at for line in lines if line.match.pk in times}
    if len(ends) > 1 or ends != {view.round.clock_ends_at for view in views[:1]}:
        clock = None
        lines = [
            replace(line, until=clock_time(times[line.match.pk].ends_at, zone))
            if line.match.pk in times
            else line
            for line in lines
        ]
    lines = [
        replace(line, until=_day(dues[line.match.pk], zone)) if line.match.pk in dues else line
        for line in lines
    ]
    lines.sort(key=lambda line: (line.table is None, line.table or 0))
    title = _("To be played now")
    return [RoundView(rounds[0], title, tuple(lines), (), clock, is_partial=True)]


def _day(at: datetime.datetime, zone: str) -> str:
    return str(date_format(timezone.localtime(at, ZoneInfo(zone)), "DATE_FORMAT"))


def going_on(field: DivisionShown, current: Sequence[RoundView]) -> tuple[str, ...]:
    """Say who goes on from a stage of chouettes, until the next draw is released.

    Nothing is said if one of them has gone since: the draw decides who replaces them.
    """
    division = field.division
    is_played = bool(current) and all(one.is_over for one in current)
    if not (division.is_chouette and division.event.is_open and is_played):
        return ()
    try:
        found = finish_of(division)
    except EventRefused:
        # The parameters are from another version of the program: the results are still shown.
        return ()
    gone = {str(one.number) for one in field.entries if not one.is_active}
    if found.is_over or gone.intersection(found.qualified):
        return ()
    return tuple(remark_text(one, field.names) for one in found.remarks)


def clock_of(field: DivisionShown, round: Round) -> RoundClock | None:
    """Return a round's clock if it is running."""
    ends_at = round.clock_ends_at
    if ends_at is None or not round.minutes:
        return None
    left = int((ends_at - timezone.now()).total_seconds())
    zone = field.division.event.club.time_zone
    ends = int(ends_at.timestamp() * 1000)
    return RoundClock(round.minutes, clock_time(ends_at, zone), ends, max(0, left))


def reasons(field: DivisionShown, round: Round) -> tuple[Reason, ...]:
    """Return the explanation of a draw, line by line."""
    reasons = []
    for row in round.remarks:
        remark = Remark.from_json(row)
        who = (
            ""
            if _NAMED & remark.params.keys()
            else " – ".join(field.names.get(key, key) for key in remark.players)
        )
        reasons.append(Reason(who, remark_text(remark, field.names)))
    return tuple(reasons)


def _table(view: TableView, field: DivisionShown) -> TableLine:
    point = decimal_sign()
    return TableLine(
        number=view.table.number,
        session=view.session,
        seats=tuple(
            SeatLine(
                name=field.names.get(str(seat.number), ""),
                points=signed_text(seat.seat.points, point=point) if view.games else "",
                bank="" if seat.bank is None else points_text(seat.bank, point=point),
                left=seat.seat.left,
                is_out=seat.is_out,
            )
            for seat in view.seats
        ),
        games=view.games,
        is_over=view.is_over,
    )
