"""A match for its director: the row with its quick entry, and the sheet with everything."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.events.selectors.events import People
from tournaments.formats.lateness import lateness_penalty
from tournaments.models import Event, Match, MatchStep
from tournaments.pages.presenters.events_words import clock_time, step_time
from tournaments.pages.presenters.match_versions import VersionLine, differ, version_lines
from tournaments.pages.presenters.match_words import who_did
from tournaments.pages.presenters.reaches import told_beside
from tournaments.record.selectors.times import MatchTime, begun_at
from tournaments.results.reasons import reason_said
from tournaments.results.selectors.leaving import is_given_back
from tournaments.results.selectors.versions import CLOCK, NOTHING_SAID, Versions, versions_in
from tournaments.results.services.results import undoable
from tournaments.results.verbs import VERBS

MOST_TILES: Final = 15
"""Up to this length the loser's score is one tap; beyond it is typed."""

STEPS: Final[Mapping[str, str | Promise]] = {
    **{verb.kind: verb.told for verb in VERBS if verb.told},
    "withdrawn": gettext_lazy("Forfeited: a player has withdrawn"),
    "reopened": gettext_lazy("to be played again: who had withdrawn is back"),
    "cleared": gettext_lazy("the result was cleared: other players meet here now"),
    "returned": gettext_lazy("the result counts again: the same two meet here"),
    "replaced": gettext_lazy("Another player took this match over"),
}

UNRATED: Final[Mapping[str, str | Promise]] = {
    "forfeit": gettext_lazy("forfeited"),
    "no_show": gettext_lazy("neither came"),
    "unfinished": gettext_lazy("unfinished"),
    "draw": gettext_lazy("nobody won"),
    "unlimited": gettext_lazy("without a length"),
    "event": gettext_lazy("this event is not rated"),
    "single_point": gettext_lazy("matches to one point do not count here"),
}


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in a list. `tiles` are the loser's possible points, if they are few enough.

    `where` is its bracket and round, in a list of several; `late` is when its time ended, if it is
    still to be played; `waits` what keeps it from being played. What stands beside the names are
    score, seed, rating and club.
    """

    match: Match
    first: str
    second: str
    tiles: tuple[int, ...]
    remarks: tuple[DrawRemark, ...] = ()
    where: str = ""
    late: str = ""
    first_about: str = ""
    second_about: str = ""
    versions: tuple[VersionLine, ...] = ()
    waits: str = ""

    @property
    def key(self) -> str:
        return self.match.public_id

    @property
    def is_bye(self) -> bool:
        return self.match.outcome == Match.Outcome.BYE

    @property
    def is_open(self) -> bool:
        return self.match.state == Match.State.OPEN

    @property
    def is_reported(self) -> bool:
        """Whether a reported result awaits confirmation."""
        return self.match.state == Match.State.REPORTED

    @property
    def is_disputed(self) -> bool:
        """Whether the opponent has rejected the reported result."""
        return self.match.state == Match.State.DISPUTED

    @property
    def is_waiting(self) -> bool:
        """Whether its players are still unknown."""
        return self.match.state == Match.State.WAITING

    @property
    def score(self) -> str:
        """The points of both; blank without a result, and where the two do not agree on one."""
        match = self.match
        if differ(self.versions):
            return ""
        if match.outcome in {"", Match.Outcome.BYE}:
            return ""
        if match.outcome == Match.Outcome.FORFEIT:
            return "+ : −" if match.winner == 0 else "− : +"
        if match.outcome == Match.Outcome.NO_SHOW:
            return "− : −"
        return " : ".join(match.figures)

    @property
    def penalties(self) -> str:
        """The penalty points of both sides; blank without any."""
        match = self.match
        if not (match.first_penalty or match.second_penalty):
            return ""
        return f"{match.first_penalty} : {match.second_penalty}"

    @property
    def reason(self) -> str:
        """Why it was decided without a game, or corrected."""
        return reason_said(self.match.reason)

    @property
    def reporter(self) -> str:
        """The player who reported the unconfirmed result."""
        return self.second if self.match.reported_by == 1 else self.first

    @property
    def winner(self) -> str:
        """The winner's name, or blank."""
        return {0: self.first, 1: self.second}.get(
            -1 if self.match.winner is None else self.match.winner, ""
        )


@dataclass(frozen=True, slots=True)
class DrawRemark:
    """A sentence about a draw; `is_warning`: to be read before confirming."""

    text: str
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """A past step of a match."""

    at: str
    who: str
    what: str
    result: str


@dataclass(frozen=True, slots=True)
class Late:
    """The penalty for being late by now."""

    side: int
    name: str
    points: int
    minutes: int
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """Everything about one match."""

    row: MatchRow
    title: str
    history: tuple[Past, ...]
    can_undo: bool
    in_bracket: bool
    unrated: str
    late: tuple[Late, ...] = field(default=())

    @property
    def day(self) -> datetime.date | None:
        """On which day it was played; None before that."""
        match = self.row.match
        is_played = match.is_settled and match.outcome == Match.Outcome.PLAYED
        return match.played_on if is_played else None


def row_of(
    match: Match,
    people: People,
    remarks: Sequence[DrawRemark] = (),
    where: str = "",
    late: str = "",
    abouts: Mapping[int, str] | None = None,
    versions: Versions = NOTHING_SAID,
    waits: str = "",
) -> MatchRow:
    """Return a match as a row of a list; its players are already loaded."""
    nobody = "–" if match.outcome == Match.Outcome.BYE else "…"
    length = match.length or 0
    first, second = (
        people.person(player).name if player else nobody for player in (match.first, match.second)
    )
    tells_who = people.reader.sees_names_of(match.club_id)
    return MatchRow(
        match,
        first,
        second,
        tuple(range(length)) if length <= MOST_TILES else (),
        tuple(remarks),
        where,
        late,
        (abouts or {}).get(match.first_id or 0, ""),
        (abouts or {}).get(match.second_id or 0, ""),
        version_lines(match, versions, (first, second), tells_who=tells_who),
        waits,
    )


def late_since(match: Match, times: Mapping[int, MatchTime], zone: str) -> str:
    """Return when the time of a match ended, if it is still to be played."""
    time = times.get(match.pk)
    return clock_time(time.ends_at, zone) if time is not None and time.is_over else ""


def sheet_of(
    match: Match,
    event: Event,
    people: People,
    steps: Sequence[MatchStep],
    title: str,
    abouts: Mapping[int, str] | None = None,
) -> MatchSheet:
    """Return the sheet of a match with its log, the latest step first."""
    said = [step for step in reversed(steps) if step.kind != CLOCK]
    row = row_of(match, people, abouts=abouts, versions=versions_in(match, said))
    return MatchSheet(
        row=row,
        title=title,
        history=tuple(_history(steps, event, row, people))
        if people.reader.sees_names_of(event.club_id)
        else (),
        can_undo=undoable(steps, is_back=is_given_back(match)) is not None,
        in_bracket=match.is_of_bracket,
        unrated=_unrated(match),
        late=_late(match, event, row)
        if match.state == Match.State.OPEN and not match.has_draws
        else (),
    )


def _history(
    steps: Sequence[MatchStep], event: Event, row: MatchRow, people: People
) -> Iterator[Past]:
    """Yield the steps, the latest first; what one phone scored in a row is one line."""
    before: tuple[str, str] | None = None
    for step in steps:
        if step.kind == "clock":
            continue
        past = _past(step, event, row, people)
        if step.kind != "play" or (past.who, past.what) != before:
            yield past
        before = (past.who, past.what)


def _past(step: MatchStep, event: Event, row: MatchRow, people: People) -> Past:
    what, result = step_said(step, row, people)
    return Past(step_time(step.created_at, event), who_did(step), what, result)


def step_said(step: MatchStep, row: MatchRow, people: People) -> tuple[str, str]:
    """Return what a step of a match was, and the result it gave or took."""
    told = (
        _result(step, row),
        _replaced(step, people),
        told_beside(step, people.persons),
        _own_case(step, row),
    )
    return str(STEPS.get(step.kind, step.kind)), "; ".join(part for part in told if part)


def _replaced(step: MatchStep, people: People) -> str:
    """Name who played before and who plays now; who has left the list is not known any more."""
    if step.kind != "replaced":
        return ""
    names = {one.player.public_id: people.name(one) for one in people.entries.values()}
    was, now = (names.get(str(step.payload.get(key)), "…") for key in ("was", "now"))
    return f"{was} → {now}"


def _own_case(step: MatchStep, row: MatchRow) -> str:
    """Say that who decided a match as a director plays it."""
    if step.kind not in MatchStep.BY_DIRECTOR or step.sender_id is None:
        return ""
    two = (row.match.first, row.match.second)
    is_own = any(one is not None and one.user_id == step.sender_id for one in two)
    return _("decided in their own match") if is_own else ""


def _result(step: MatchStep, row: MatchRow) -> str:
    payload = step.payload
    event = payload.get("event") or {}
    points = payload.get("points") if step.kind == "report" else event.get("score")
    is_draw = event.get("kind") == "draw" or (row.match.has_draws and points == [0, 0])
    if is_draw:
        return "½ : ½"
    if isinstance(points, list) and len(points) == 2:
        reason = reason_said(str(payload.get("reason", "")))
        return f"{points[0]} : {points[1]}" + (f" ({reason})" if reason else "")
    if step.kind in Match.NOT_PLAYED_OUT:
        reason = reason_said(str(event.get("reason", "")))
        side = event.get("side")
        name = {0: row.first, 1: row.second}.get(side, "") if isinstance(side, int) else ""
        return ", ".join(part for part in (name, reason) if part)
    if step.kind == "penalise":
        name = row.second if payload.get("side") == 1 else row.first
        return _("%(name)s is late: %(points)s") % {"name": name, "points": payload.get("points")}
    return ""


def _unrated(match: Match) -> str:
    if match.is_rated:
        return ""
    reason = match.unrated_reason
    return str(UNRATED.get(reason, reason)) or _("the director says so")


def _late(match: Match, event: Event, row: MatchRow) -> tuple[Late, ...]:
    """Return the penalty for being late now, from when the match could begin."""
    began = begun_at(match)
    length = match.length
    minutes = 0 if began is None else _minutes_since(began)
    points, is_lost = 1, False
    if length:
        found = lateness_penalty(
            minutes, length=length, first_after=event.late_first, every=event.late_every
        )
        points, is_lost = max(1, min(found.points, length - 1)), found.is_forfeit
    return tuple(
        Late(side, name, points, minutes, is_lost)
        for side, name in ((0, row.first), (1, row.second))
    )


def _minutes_since(began: datetime.datetime) -> int:
    return max(0, int((timezone.now() - began).total_seconds()) // 60)
