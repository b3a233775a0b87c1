"""Matches: a club's, one with its score and log, and every step of it."""

from __future__ import annotations

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.creations import CREATED, created
from games.api.etags import tagged
from games.api.pagination import BySequence, CursorPages
from games.api.views.base import Listing, Making, asker
from games.api.views.sessions import ETAG, IF_NONE_MATCH
from games.clubs.selectors.privacy import people_seen
from games.models import ApiToken, User
from games.permissions import Capability, Reader
from tournaments.api.filters import MatchFilter
from tournaments.api.match_shapes import MatchDetailSerializer, MatchSerializer
from tournaments.api.reading import match_read, people_of, players_named
from tournaments.api.serializers import (
    BreakOffSerializer,
    ClockPressSerializer,
    CorrectSerializer,
    ForfeitSerializer,
    MatchClockSerializer,
    NewMatchSerializer,
    NoShowSerializer,
    PenaliseSerializer,
    PlaySerializer,
    PointsSerializer,
    RateSerializer,
    SeenSerializer,
)
from tournaments.api.shapes import (
    MatchWrittenSerializer,
    StepSerializer,
)
from tournaments.api.states import (
    Json,
    effect_state,
    match_detail,
    match_states,
    step_states,
)
from tournaments.api.views.base import OfVerb, Written, answered, view_of
from tournaments.events.selectors.events import People
from tournaments.models import Match, MatchStep, Round
from tournaments.record.services.access import side_or_director
from tournaments.record.verbs import SCORE
from tournaments.results import verbs
from tournaments.results.services import results
from tournaments.results.services.match_trying import effect_tried
from tournaments.results.services.match_writing import match_get


class LatestMatch(CursorPages):
    """Matches, the latest first."""

    ordering = ("-played_on", "-pk")


class Matches(Making, Listing):
    """A club's matches."""

    scope = ApiToken.Scope.SCORE
    needs = Capability.START_MATCH
    serializer_class = MatchSerializer
    pagination_class = LatestMatch
    filterset_class = MatchFilter
    queryset = Match.objects.none()

    @extend_schema(responses=MatchSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List released matches, and those outside of events, without byes.

        Entry numbers are left out.
        """
        club = self.club(request)
        out = Q(round=None) | Q(round__state=Round.State.RELEASED)
        rows = Match.objects.filter(out, club=club, first__isnull=False, second__isnull=False)
        rows = rows.exclude(outcome=Match.Outcome.BYE).defer("score", "clock")
        related = rows.select_related("first", "second", "round__division__event")
        found = self.paginate_queryset(self.filter_queryset(related)) or []
        people = [one for match in found for one in (match.first, match.second) if one is not None]
        known = People(self.reader, {}, people_seen(people, self.reader))
        page: Response = self.get_paginated_response(match_states(found, known))
        return page

    @extend_schema(
        request=NewMatchSerializer, responses=created(MatchDetailSerializer), parameters=[CREATED]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Begin a match of two players outside of any event."""
        club = self.club(request)

        def make(by: User, first: str, second: str, length: int) -> Match:
            one, other = players_named(club, [first, second])
            return results.match_create(club=club, by=by, first=one, second=other, length=length)

        return self.made(
            request, NewMatchSerializer, make, lambda found: shown(*match_read(found, request.user))
        )


class MatchDetail(Written):
    """One match."""

    @extend_schema(
        responses={200: MatchDetailSerializer, 304: None}, parameters=[IF_NONE_MATCH, ETAG]
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Show a match with its score, its cube and its clock."""
        match = self.match(request, public_id)
        return tagged(request, shown(match, self.reader), match.version)


class MatchLog(Listing):
    """The log of a match."""

    serializer_class = StepSerializer
    pagination_class = BySequence
    queryset = MatchStep.objects.none()

    @extend_schema(responses=StepSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """List the steps of a match from the beginning; only members see the senders."""
        match, reader = match_read(public_id, request.user)
        rows = match.log.select_related("sender", "sent_by__player")
        found = self.paginate_queryset(rows) or []
        page: Response = self.get_paginated_response(step_states(found, match.club_id, reader))
        return page


class Step(OfVerb):
    """A step of a match: by its players, where the verb says so, or the director."""

    needs_version = True
    answer = MatchWrittenSerializer

    def change(self, request: Request, public_id: str) -> Response:
        """Write it, and show the match."""
        match = self.match(request, public_id)
        side_or_director(asker(request), match)
        data = self.asked(request, self.shape)
        if data.pop("dry_run", False):
            return self.tried(match, data)
        replayed = self.once(data, self.verb.kind, **self.said(data))
        found = self.write(match, data)
        found.club = match.club
        return match_answer(found, self.reader, replayed=replayed)

    def said(self, data: Json) -> Json:
        """Return what the log stores of the request, the day that it names among it."""
        day = data.get("played_on")
        return {**super().said(data), **({} if day is None else {"played_on": day.isoformat()})}

    def tried(self, match: Match, data: Json) -> Response:
        """Answer what it would do to other matches; nothing is written."""
        found = effect_tried(lambda: self.write(match, {**data, "seen": ""}))
        effect = effect_state(found, self.reader)
        return match_answer(match, self.reader, replayed=False, effect=effect)

    def write(self, match: Match, data: Json) -> Match:
        """Write the step; `data` is the content with the sender."""
        if self.verb.content.get("points") == SCORE:
            data = {**data, "points": tuple(data["points"])}
        found: Match = self.verb.deed(match=match, **data)
        return found


MatchPlay = view_of(Step, verbs.PLAY, PlaySerializer)
MatchReport = view_of(Step, verbs.REPORT, PointsSerializer)
MatchConfirm = view_of(Step, verbs.CONFIRM, SeenSerializer)
MatchReject = view_of(Step, verbs.REJECT, SeenSerializer)
MatchUndo = view_of(Step, verbs.UNDO, SeenSerializer)
MatchForfeit = view_of(Step, verbs.FORFEIT, ForfeitSerializer)
MatchNoShow = view_of(Step, verbs.NO_SHOW, NoShowSerializer)
MatchBreakOff = view_of(Step, verbs.BREAK_OFF, BreakOffSerializer)
MatchCorrect = view_of(Step, verbs.CORRECT, CorrectSerializer)
MatchPenalise = view_of(Step, verbs.PENALISE, PenaliseSerializer)
MatchRate = view_of(Step, verbs.RATE, RateSerializer)
MatchClock = view_of(Step, verbs.CLOCK, MatchClockSerializer)
MatchClockPress = view_of(Step, verbs.CLOCK_PRESS, ClockPressSerializer)
MatchClockPause = view_of(Step, verbs.CLOCK_PAUSE)


def shown(match: Match, reader: Reader) -> Json:
    """Return a match as the reader may see it."""
    if match.round is None:
        two = [one for one in (match.first, match.second) if one is not None]
        return match_detail(match, People(reader, {}, people_seen(two, reader)))
    return match_detail(match, people_of(match.round.division, reader))


def match_answer(
    match: Match, reader: Reader, *, replayed: bool, effect: Json | None = None
) -> Response:
    """Answer with a match after a step, or after the trial of one, which has an `effect`."""
    now = match_get(match.pk)
    now.club = match.club
    if now.round is not None:
        now.round.division.event.club = match.club
    state = {"match": shown(now, reader), "effect": effect}
    is_written = effect is None and not replayed
    return answered(state, replayed=replayed, version=now.version, is_new=is_written)
