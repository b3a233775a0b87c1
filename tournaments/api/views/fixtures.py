"""Fixtures: one's own, and what two say about their match; it is written as on their page."""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.views.base import Private, asker
from games.errors import NotFound
from games.models import ApiToken
from games.permissions import Capability, Reader
from tournaments.api.fixture_shapes import (
    AbsentSerializer,
    AcceptSerializer,
    AnswerSerializer,
    DeclineSerializer,
    FixtureDetailSerializer,
    FixtureWrittenSerializer,
    ProposeSerializer,
    SaySerializer,
    fixture_details,
)
from tournaments.api.views.base import Written, answered, writes
from tournaments.errors import EventNotAllowed
from tournaments.leagues.selectors.dated import dated_playing
from tournaments.leagues.selectors.fixtures import (
    FixtureShown,
    fixture_of,
    fixtures_by_dated,
)
from tournaments.leagues.selectors.leagues import player_of
from tournaments.leagues.services import absences, fixtures
from tournaments.models import FixtureNote, Match
from tournaments.record.selectors.dated import dated_of_match
from tournaments.record.services.access import directs, side_of
from tournaments.record.services.writing import named

Json = dict[str, Any]


class OwnFixtures(Private):
    """The fixtures of who asks."""

    signed_in_only = True

    @extend_schema(responses=FixtureDetailSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List one's own fixtures of a club's running seasons and cups, with all that was said."""
        club = self.club(request)
        user = asker(request)
        player = player_of(club, user)
        playing = [] if player is None else dated_playing(player)
        found = {} if player is None else fixtures_by_dated(playing, player)
        rows = [shown for one in playing for shown in found[one.event_id]]
        states = list(fixture_details(rows, self.reader, player))
        return Response(FixtureDetailSerializer(states, many=True).data)


class OneFixture(Written):
    """A fixture for its two players, and for directors where they have something to say."""

    scope = ApiToken.Scope.SCORE
    signed_in_only = True
    needs: ClassVar[Capability | None] = None
    by_director: ClassVar[bool] = False
    side: int | None

    def fixture(self, request: Request, public_id: str) -> FixtureShown:
        """Return the fixture of the address.

        Raises:
            NotFound: the match is of no season or cup, or the user may not see it.
            NotAllowed: the user neither plays it nor directs, where directors may.
        """
        match, user = self.match(request, public_id), asker(request)
        self.side = side_of(user, match)
        if self.side is None and not (self.by_director and directs(user, match.club)):
            raise EventNotAllowed("not_your_match")
        return shown_of(match)


class FixtureStep(OneFixture, ABC):
    """Something said about a fixture."""

    shape: ClassVar[type[serializers.Serializer[Json]]]

    def step(self, request: Request, public_id: str) -> Response:
        """Write it, and show the fixture."""
        match = self.fixture(request, public_id).match
        by = asker(request)
        data = self.content(request, self.shape)
        said = FixtureNote.objects.filter(fixture__match=match, key=data["key"], **named(by))
        replayed = said.exists()
        self.write(match, {"by": by, **data})
        return answered(
            {"fixture": detail(shown_of(match), self.reader, self.side)},
            replayed=replayed,
            version=match.version,
        )

    @abstractmethod
    def write(self, match: Match, data: Json) -> FixtureNote:
        """Write the step; `data` is the content with the sender."""


class FixtureDetail(OneFixture):
    """One fixture."""

    by_director = True

    @extend_schema(responses=FixtureDetailSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show a fixture with all that was said about it: to its two players and directors."""
        shown = self.fixture(request, public_id)
        return Response(detail(shown, self.reader, self.side))


class FixturePropose(FixtureStep):
    """Dates."""

    shape = ProposeSerializer

    @writes(ProposeSerializer, FixtureWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Propose up to five dates, also to move an agreed one; an older proposal is gone then."""
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> FixtureNote:
        times = [_moment(match, one) for one in data.pop("times")]
        return fixtures.fixture_propose(match=match, times=times, **data)


class FixtureAccept(FixtureStep):
    """A yes."""

    shape = AcceptSerializer

    @writes(AcceptSerializer, FixtureWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Accept one of the dates that the opponent has proposed."""
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> FixtureNote:
        at = _moment(match, data.pop("at"))
        return fixtures.fixture_accept(match=match, at=at, **data)


class FixtureDecline(FixtureStep):
    """A no."""

    shape = DeclineSerializer

    @writes(DeclineSerializer, FixtureWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Say no to all dates of the opponent's proposal."""
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> FixtureNote:
        return fixtures.fixture_decline(match=match, **data)


class FixtureWithdraw(FixtureStep):
    """A proposal taken back."""

    shape = AnswerSerializer

    @writes(AnswerSerializer, FixtureWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Take one's own proposal back."""
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> FixtureNote:
        return fixtures.fixture_withdraw(match=match, **data)


class FixtureSay(FixtureStep):
    """A message."""

    shape = SaySerializer
    by_director = True

    @writes(SaySerializer, FixtureWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Write to the opponent; a director writes to both, and reads everything."""
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> FixtureNote:
        return fixtures.fixture_say(match=match, **data)


class FixtureAbsent(FixtureStep):
    """Who did not come."""

    shape = AbsentSerializer

    @writes(AbsentSerializer, FixtureWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Say that the opponent did not come, fifteen minutes after the agreed time."""
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> FixtureNote:
        at = data.pop("at", None)
        when = None if at is None else _moment(match, at)
        return absences.fixture_absent(match=match, at=when, **data)


def _moment(match: Match, at: datetime.datetime) -> datetime.datetime:
    """Return a moment that was sent; without an offset it is what the clocks at the club show."""
    zone = ZoneInfo(match.club.time_zone)
    return fixtures.clock_time(zone, at) if at.tzinfo is None else at


def shown_of(match: Match) -> FixtureShown:
    """Return a match as a fixture of its season or cup.

    Raises:
        NotFound: it is none.
    """
    dated = dated_of_match(match)
    shown = None if dated is None else fixture_of(dated, match.public_id)
    if shown is None:
        raise NotFound
    return shown


def detail(shown: FixtureShown, reader: Reader, side: int | None) -> Json:
    """Return one fixture as its players and directors read it."""
    two = (shown.match.first, shown.match.second)
    own = None if side is None else two[side]
    [state] = fixture_details([shown], reader, None if own is None else own.current)
    return dict(FixtureDetailSerializer(state).data)
