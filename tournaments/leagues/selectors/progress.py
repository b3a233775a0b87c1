"""What a director watches in a season: what is open, what is silent, what waits for them."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.models import Board, Club
from tournaments.formats.situation import PLAYOFF
from tournaments.leagues.selectors.fixtures import (
    ABOUT_THESE,
    ON_ABSENCE,
    FixtureShown,
    absences_in,
    fixtures_of,
)
from tournaments.models import (
    Cup,
    Dated,
    Division,
    Event,
    FixtureNote,
    League,
    LeagueSeason,
    Match,
    MatchStep,
    Round,
)
from tournaments.record.selectors.dated import own_due
from tournaments.record.selectors.situations import planned_rounds
from tournaments.results.reasons import NOT_IN_TIME

Kind = FixtureNote.Kind
WRITTEN: Final = (Kind.SAID, Kind.PROPOSED, Kind.DECLINED)
"""What players write that is listed as a message until a director has read it."""
UNREAD: Final = FixtureNote.objects.filter(
    kind__in=WRITTEN, side__isnull=False, pk__gt=F("fixture__read_to")
).exclude(text="")
"""What players have written and no director has read."""
RECENT: Final = 8
"""Results that the page of a league lists."""
SAID_BY_ONE = FixtureNote.objects.filter(
    ABOUT_THESE, fixture__match=OuterRef("pk"), side__isnull=False
).exclude(kind=Kind.CHALLENGED)
BOARD_OPEN = Q(online__status__in=[Board.Status.WAITING, Board.Status.PLAYING])
ACCEPTED = FixtureNote.objects.filter(
    ABOUT_THESE, fixture__match=OuterRef("pk"), kind=Kind.ACCEPTED
)
NO_DATE = Q(fixture__agreed_at__isnull=True) | Q(~Exists(ACCEPTED), known_at__isnull=False)
"""No date of the two who meet now: in a bracket others may have agreed on one before."""
SILENT = (
    Q(state=Match.State.OPEN, score__isnull=True)
    & NO_DATE
    & Q(~Exists(SAID_BY_ONE))
    & (Q(online__isnull=True) | ~BOARD_OPEN)
)
"""Neither a date nor a word of the two, nor a game; as `FixtureShown.is_silent` says it of one."""
WAITS = Q(state=Match.State.DISPUTED) | Q(
    state__in=Match.UNDECIDED,
    pk__in=FixtureNote.objects.filter(kind=Kind.ABSENT).values("fixture__match"),
)
"""What a director may have to decide: a dispute, or that somebody did not come."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many matches of a division are open, and how many of them nobody has said a word of."""

    division: Division
    still_open: int
    silent: int


def progress_of(season: LeagueSeason) -> list[Progress]:
    """Count what is open in each division of a season, from the top."""
    matches = Match.objects.filter(
        round__division__event=season.event_id,
        round__state=Round.State.RELEASED,
        first__isnull=False,
        second__isnull=False,
        state=Match.State.OPEN,
    )
    still_open = _counted(matches, "round__division")
    # Those of which a word was said, or that are played: nearly none of a season that begins.
    touched = Q(fixture__isnull=False) | Q(online__isnull=False) | Q(score__isnull=False)
    said = _counted(matches.filter(touched).exclude(SILENT), "round__division")
    return [
        Progress(
            division,
            still_open.get(division.pk, 0),
            still_open.get(division.pk, 0) - said.get(division.pk, 0),
        )
        for division in season.event.divisions.order_by("position")
    ]


def is_to_be_drawn(season: LeagueSeason) -> bool:
    """Tell whether a season that is played in rounds has another one to be drawn."""
    if season.league.shape != League.Shape.ROUNDS:
        return False
    drawn = Count("rounds", filter=~Q(rounds__bracket=PLAYOFF))
    divisions = season.event.divisions.select_related("event").annotate(drawn=drawn)
    return any(one.drawn < (planned_rounds(one) or 0) for one in divisions)


def silent_of(dated: Dated, division: Division | None = None) -> list[FixtureShown]:
    """Return the fixtures of a season or cup, or of a division, without a date or a word."""
    where = SILENT if division is None else SILENT & Q(round__division=division)
    return fixtures_of(dated, where=where)


def undecided_of(season: LeagueSeason) -> list[FixtureShown]:
    """Return what of a season has no result yet, but for its play-offs."""
    return fixtures_of(season, where=Q(state__in=Match.UNDECIDED) & ~Q(round__bracket=PLAYOFF))


def waiting_of(season: LeagueSeason) -> list[FixtureShown]:
    """Return the fixtures of a season that wait for somebody's word before it is closed: disputed,
    reported, or that somebody did not come; and those that are being played on a board.
    """
    is_on_board = Q(state=Match.State.OPEN, online__status=Board.Status.PLAYING)
    return fixtures_of(season, where=WAITS | Q(state=Match.State.REPORTED) | is_on_board)


def read_with(dated: Dated) -> QuerySet[Event]:
    """Return the events whose messages are listed with those of a season or cup: of a league, the
    season before, which is over when the next one is announced, and those that are open again.
    """
    if isinstance(dated, Cup):
        return Event.objects.filter(pk=dated.event_id)
    lately = Q(league_season__number__gte=dated.number - 1)
    return Event.objects.filter(
        lately | Q(status=Event.Status.RUNNING), league_season__league=dated.league_id
    )


def read_in(club: Club) -> QuerySet[Event]:
    """Return the events of a club whose messages are counted: what is announced or running, the
    latest two seasons of each league, and cups that are over as long as there is something to read.
    """
    latest = LeagueSeason.objects.filter(league=OuterRef("league_season__league"))
    before = Subquery(latest.order_by("-number").values(number_before=F("number") - 1)[:1])
    unfinished = Q(status__in=(Event.Status.PLANNED, Event.Status.RUNNING))
    of_cup = UNREAD.filter(fixture__match__round__division__event=OuterRef("pk"))
    counted = unfinished | Q(league_season__number__gte=before)
    return club.events.filter(counted | Q(Exists(of_cup), cup__isnull=False), own_dates=True)


def unread_in(events: QuerySet[Event]) -> QuerySet[FixtureNote]:
    """Return what players have written about their matches and no director has read."""
    return UNREAD.filter(fixture__match__round__division__event__in=events)


def unread_of(dated: Dated, most: int) -> tuple[int, list[FixtureNote]]:
    """Return how many words of a season or cup no director has read, and so many, the oldest
    first.
    """
    found = unread_in(read_with(dated)).order_by("pk")
    two = [f"{of}{side}" for of in ("", "fixture__match__") for side in ("first", "second")]
    rows = found.select_related(*two, "player", "fixture__match__round__division__event")
    return found.count(), list(rows[:most])


def directors_waiting(club: Club) -> dict[int, tuple[int, int]]:
    """Return how much waits for the directors of a club, by event: to decide, and to read."""
    running = club.events.filter(own_dates=True, status=Event.Status.RUNNING)
    rows = Match.objects.filter(WAITS, round__division__event__in=running)
    claimed = _claimed(rows)
    waits = rows.filter(Q(state=Match.State.DISPUTED) | Q(pk__in=claimed))
    to_decide = _counted(waits, "round__division__event")
    to_read = _counted(unread_in(read_in(club)), "fixture__match__round__division__event")
    return {
        event: (to_decide.get(event, 0), to_read.get(event, 0))
        for event in sorted({*to_decide, *to_read})
    }


def overdue_in(dated: Sequence[Dated]) -> dict[int, int]:
    """Count the matches that were not played in time and that a director decides, by the event of
    their cup or of their season in rounds.
    """
    found = {one.event_id: one for one in dated if isinstance(one, Cup) or _has_days_of_rounds(one)}
    if not found:
        return {}
    now = timezone.now()
    late = Q(fixture__deadline__lt=now) | Q(fixture__deadline__isnull=True, round__deadline__lt=now)
    for one in found.values():
        if isinstance(one, LeagueSeason):
            before = now - datetime.timedelta(days=one.league.round_days)
            late |= Q(round__division__event=one.event_id, round__released_at__lt=before)
    rows = Match.objects.filter(
        late,
        round__division__event__in=found,
        round__state=Round.State.RELEASED,
        first__isnull=False,
        second__isnull=False,
        state=Match.State.OPEN,
    )
    counted: Counter[int] = Counter()
    claimed = _claimed(rows)
    for match in rows.select_related("round__division", "fixture"):
        assert match.round is not None, "it is of a round"
        one = found[match.round.division.event_id]
        fixture = getattr(match, "fixture", None)
        due = own_due(one, match, fixture)
        if match.pk not in claimed and due is not None and due < now:
            counted[one.event_id] += 1
    return dict(counted)


def _has_days_of_rounds(season: LeagueSeason) -> bool:
    """Tell whether each round of a season that goes on has a last day, and some may be late."""
    return season.league.shape == League.Shape.ROUNDS and season.closed_at is None


def overdue_of(season: LeagueSeason) -> list[FixtureShown]:
    """Return the matches of a season in rounds that were not played by the day of their round."""
    if season.league.shape != League.Shape.ROUNDS:
        return []
    now = timezone.now()
    before = now - datetime.timedelta(days=season.league.round_days)
    late = Q(fixture__deadline__lt=now) | Q(round__released_at__lt=before)
    found = fixtures_of(season, where=Q(state=Match.State.OPEN) & late)
    return [
        shown
        for shown in found
        if shown.deadline is not None and shown.deadline < now and shown.absence is None
    ]


def _claimed(rows: QuerySet[Match]) -> set[int]:
    """Return the keys of the matches of which it waits that somebody did not come."""
    said = FixtureNote.objects.filter(
        ABOUT_THESE,
        kind__in=ON_ABSENCE,
        fixture__match__in=rows.filter(state__in=Match.UNDECIDED),
    )
    # Nearly none: what the two said of dates is not read.
    by_match: dict[int, list[FixtureNote]] = {}
    for one in said.order_by("pk").annotate(match=F("fixture__match")):
        by_match.setdefault(one.match, []).append(one)
    return {pk for pk, notes in by_match.items() if absences_in(notes).claims}


def _counted(rows: QuerySet[Any], by: str) -> dict[int, int]:
    return dict(rows.order_by().values_list(by).annotate(number=Count("pk")))


def on_wall(dated: Dated, now: datetime.datetime, ahead: datetime.timedelta) -> list[FixtureShown]:
    """Return the fixtures that a big screen names: on a board, with a date up to `ahead` from now,
    or perhaps overdue, by whichever deadline is theirs.
    """
    late = Q(fixture__deadline__lt=now) | Q(round__deadline__lt=now)
    if isinstance(dated, LeagueSeason):
        if dated.deadline is not None and dated.deadline < now:
            late = Q()
        days = datetime.timedelta(days=dated.league.round_days)
        if dated.league.shape == League.Shape.ROUNDS:
            late |= Q(round__released_at__lt=now - days)
    open_now = Q(state=Match.State.OPEN)
    named = open_now & (
        Q(online__status=Board.Status.PLAYING)
        | Q(fixture__agreed_at__lt=now + ahead, fixture__agreed_at__gt=now - ahead)
    )
    return fixtures_of(dated, where=named | Q(state__in=Match.UNDECIDED) & late)


def recent_of(season: LeagueSeason) -> list[FixtureShown]:
    """Return the latest results of a season that were played, the latest first; on a ladder also
    those without a game, for places move by them.
    """
    played = Q(outcome=Match.Outcome.PLAYED)
    if season.league.shape == League.Shape.LADDER:
        lapsed = Q(outcome=Match.Outcome.NO_SHOW, reason=NOT_IN_TIME)
        played |= Q(outcome=Match.Outcome.FORFEIT) | lapsed
    return fixtures_of(season, where=Q(state=Match.State.SETTLED) & played, latest=RECENT)


def among(dated: Dated, here: Collection[int]) -> list[FixtureShown]:
    """Return the open fixtures whose two players are here, and those at a table."""
    first = Q(first__in=here) | Q(first__merged_into__in=here)
    second = Q(second__in=here) | Q(second__merged_into__in=here)
    return fixtures_of(
        dated, where=Q(state=Match.State.OPEN) & (Q(board__isnull=False) | first & second)
    )


def opened_again(seasons: Sequence[LeagueSeason]) -> list[Match]:
    """Return what has no result any more of seasons in which nothing is to be played, the latest
    season first.

    Of a season that was ended before all was played only what had a result counts.
    """
    back = MatchStep.objects.filter(match=OuterRef("pk"), kind__in=("undo", "reopened"))
    found = Match.objects.filter(
        Exists(back),
        state__in=Match.UNDECIDED,
        round__division__event__in=[one.event_id for one in seasons],
    )
    related = ("round__division__event", "first__merged_into", "second__merged_into")
    return list(found.select_related(*related).order_by("-round__division__event", "pk"))
