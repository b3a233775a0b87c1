"""What a match at a date of its own belongs to: the season of a league, or a cup."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

from tournaments.formats.situation import PLAYOFF
from tournaments.models import (
    Cup,
    Dated,
    Event,
    Fixture,
    League,
    LeagueSeason,
    Match,
    Round,
    day_end,
)


def dated_of_match(match: Match) -> Dated | None:
    """Return what a match belongs to; without a query where its event has no dates of its own."""
    return None if match.round is None else dated_of(match.round.division.event)


def dated_of(event: Event) -> Dated | None:
    """Return the season or the cup that an event is."""
    if not event.own_dates:
        return None
    seasons = LeagueSeason.objects.select_related("league__club", "event__club")
    return seasons.filter(event=event).first() or cup_of(event)


def cup_of(event: Event) -> Cup | None:
    """Return the cup that an event is, if it is one."""
    if not event.own_dates:
        return None
    return Cup.objects.select_related("event__club").filter(event=event).first()


def is_closed_season(event: Event) -> bool:
    """Tell whether it is a season that was closed; without a query for what has no own dates."""
    if not event.own_dates:
        return False
    return LeagueSeason.objects.filter(event=event).exclude(closed_at=None).exists()


def own_due(dated: Dated, match: Match, fixture: Fixture | None) -> datetime.datetime | None:
    """Return until when a match is to be played: its own day, its round's, or the season's, if any.
    The last day of a ladder ends its challenges, too.
    """
    if isinstance(dated, LeagueSeason) and is_cut(dated, fixture):
        return dated.deadline
    own = None if fixture is None else fixture.deadline
    return own or due_at(dated, match)


def is_cut(dated: Dated, fixture: Fixture | None) -> bool:
    """Tell whether a challenge has fewer days than its ladder gives, for the season ends before."""
    if not isinstance(dated, LeagueSeason) or dated.league.shape != League.Shape.LADDER:
        return False
    own = None if fixture is None else fixture.deadline
    return dated.deadline is not None and own is not None and own > dated.deadline


def due_at(dated: Dated, match: Match) -> datetime.datetime | None:
    """Return until when a match is to be played that has no day of its own."""
    return _round_ends(dated, match) if isinstance(dated, Cup) else _season_ends(dated, match)


def dues_of(event: Event) -> dict[int, datetime.datetime]:
    """Return until when each match of a cup is to be played, by its key; else nothing."""
    cup = cup_of(event)
    if cup is None:
        return {}
    own = Fixture.objects.filter(match__round__division__event=event, deadline__isnull=False)
    moved = dict(own.values_list("match", "deadline"))
    found = Match.objects.filter(round__division__event=event).select_related("round")
    dues = {match.pk: moved.get(match.pk) or due_at(cup, match) for match in found}
    return {pk: due for pk, due in dues.items() if due is not None}


def ends_now(season: LeagueSeason) -> datetime.datetime | None:
    """Return until when is to be played what is out now: in rounds, the first that has matches
    without a result.
    """
    if season.league.shape != League.Shape.ROUNDS:
        return season.deadline
    out = Round.objects.filter(division__event=season.event_id, released_at__isnull=False)
    playing = out.filter(matches__state__in=Match.UNDECIDED).exclude(bracket=PLAYOFF)
    found = playing.order_by("released_at").first()
    return season.deadline if found is None else _round_of_season_ends(season, found)


def _season_ends(season: LeagueSeason, match: Match) -> datetime.datetime | None:
    """Return the day of the season, in rounds that of the round."""
    if season.league.shape != League.Shape.ROUNDS or match.round is None:
        return season.deadline
    return _round_of_season_ends(season, match.round)


def _round_of_season_ends(season: LeagueSeason, round: Round) -> datetime.datetime | None:
    """Return the end of the day of a round, so many days after it came out."""
    if round.released_at is None:
        return season.deadline
    club = season.event.club
    out_on = timezone.localdate(round.released_at, ZoneInfo(club.time_zone))
    ends = day_end(club, out_on + datetime.timedelta(days=season.league.round_days))
    return min(ends, season.deadline or ends)


def _round_ends(cup: Cup, match: Match) -> datetime.datetime | None:
    """Return the day of the round; who learns late whom they play has some days at least."""
    round = match.round
    if round is None or round.deadline is None:
        return None
    if match.known_at is None or not cup.least_days:
        return round.deadline
    club = cup.event.club
    known_on = timezone.localdate(match.known_at, ZoneInfo(club.time_zone))
    least = day_end(club, known_on + datetime.timedelta(days=cup.least_days))
    return max(round.deadline, least)
