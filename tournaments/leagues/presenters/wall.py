"""A league on the screen of its club: what is played this week, what is late, boards, tables."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from django.db.models import Min
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import people_seen
from games.models import Board
from games.permissions import Reader
from tournaments.events.selectors.events import Board as EventBoard
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.leagues.times import local, said_day
from tournaments.models import Cup, Dated, LeagueSeason, Match, Round
from tournaments.pages.presenters.events_matches import MatchLine, Side, match_url
from tournaments.pages.presenters.events_wall import (
    MATCHES,
    EventWall,
    Slide,
    event_wall,
    places_of,
    wall_pages,
)
from tournaments.record.selectors.dated import ends_now

WEEK: Final = datetime.timedelta(days=7)
JUST_NOW: Final = datetime.timedelta(hours=3)
"""So long after its date a match that has no result stands among those of this week."""


def league_wall(
    season: LeagueSeason, tables: EventBoard, fixtures: Sequence[FixtureShown], reader: Reader
) -> EventWall:
    """Return a season for a big screen; names as the reader may see them."""
    now = timezone.now()
    until = _by_day(said_day(season.event.club, ends_now(season)))
    slides = [*_matches(season, fixtures, reader, now, until), *places_of(tables, until)]
    return EventWall(
        event=season.event,
        club=season.event.club,
        slides=tuple(slides),
        live=reverse("league_wall_live", args=[season.league.public_id]),
        beat=wall_beat(season, fixtures),
    )


def cup_wall(
    cup: Cup, brackets: EventBoard, fixtures: Sequence[FixtureShown], reader: Reader
) -> EventWall:
    """Return a cup for a big screen: as a league, and what is to be arranged, round by round."""
    rounds = Round.objects.filter(division__event=cup.event_id, deadline__gt=timezone.now())
    playing = rounds.filter(matches__state__in=Match.UNDECIDED)
    next_day = playing.aggregate(at=Min("deadline"))["at"]
    following = _by_day(said_day(cup.event.club, next_day))
    slides = _matches(cup, fixtures, reader, timezone.now(), following)
    return replace(
        event_wall(brackets),
        slides=(*slides, *event_wall(brackets).slides),
        live=reverse("cup_wall_live", args=[cup.event.public_id]),
        beat=wall_beat(cup, fixtures),
    )


def wall_beat(dated: Dated, fixtures: Sequence[FixtureShown]) -> str:
    """Return what changes with anything that the screen shows: also by the hour, and by boards."""
    boards = sum(
        shown.match.online.beat for shown in fixtures if _plays(shown.match) and shown.match.online
    )
    return f"{dated.event.beat}-{boards}-{timezone.now():%d%H}"


def _matches(
    dated: Dated,
    fixtures: Sequence[FixtureShown],
    reader: Reader,
    now: datetime.datetime,
    following: str,
) -> Iterator[Slide]:
    two = [one for shown in fixtures for one in (shown.match.first, shown.match.second) if one]
    names = {pk: one.name for pk, one in people_seen(two, reader).items()}
    boards = [one for one in fixtures if _plays(one.match)]
    agreed = [
        (one.agreed_at, one)
        for one in fixtures
        if one.agreed_at is not None
        and one.match.state == Match.State.OPEN
        and now - JUST_NOW < one.agreed_at < now + WEEK
    ]
    late = [
        (one.deadline, one)
        for one in fixtures
        if one.deadline is not None and one.deadline < now and not one.match.is_settled
    ]
    groups = (
        ("boards", _("On the board now"), [_line(one, names, _score(one)) for one in boards]),
        (
            "week",
            _("This week"),
            [_line(one, names, "", _clock(one, at)) for at, one in _sorted(agreed)],
        ),
        (
            "late",
            _("Overdue"),
            [_line(one, names, "", said_day(dated.event.club, at)) for at, one in _sorted(late)],
        ),
    )
    for key, title, lines in groups:
        for page, pages, part in wall_pages(lines, MATCHES):
            yield Slide(
                key=f"{key}-{page}",
                division="",
                title=title,
                note=dated.event.club.name,
                following=following,
                page=page,
                pages=pages,
                matches=part,
                is_dated=True,
            )


def _sorted(
    found: Sequence[tuple[datetime.datetime, FixtureShown]],
) -> list[tuple[datetime.datetime, FixtureShown]]:
    return sorted(found, key=lambda one: (one[0], one[1].match.pk))


def _line(shown: FixtureShown, names: dict[int, str], score: str, when: str = "") -> MatchLine:
    match = shown.match
    first, second = (
        Side(names.get(pk or 0, ""), None, "", is_winner=False)
        for pk in (match.first_id, match.second_id)
    )
    return MatchLine(match, first, second, score, "", match_url(match), round=when)


def _clock(shown: FixtureShown, at: datetime.datetime) -> str:
    there = local(shown.match.club, at)
    return f"{date_format(there, 'D')} {date_format(there, 'TIME_FORMAT')}"


def _score(shown: FixtureShown) -> str:
    board = shown.match.online
    return "" if board is None else f"{board.score_white}:{board.score_black}"


def _plays(match: Match) -> bool:
    return (
        match.online is not None
        and match.online.status == Board.Status.PLAYING
        and match.state == Match.State.OPEN
    )


def _by_day(day: str) -> str:
    return _("to be played by %(day)s") % {"day": day} if day else ""
