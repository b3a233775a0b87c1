"""Matches: a club's, one with its score and log, and every step of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
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
from games.rules.clock import Control
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
    OnceSerializer,
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
from tournaments.api.views.base import Written, answered, writes
from tournaments.events.selectors.events import People
from tournaments.models import Match, MatchStep, Round
from tournaments.record.services.access import side_or_director
from tournaments.results.services import results
from tournaments.results.services.clocks import (
    KIND,
    match_clock_pause,
    match_clock_press,
    match_clock_set,
)
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


class Step(Written, ABC):
    """A step of a match by its players or the director."""

    scope = ApiToken.Scope.SCORE
    needs: ClassVar[Capability | None] = None  # players may do it, too: see `side_or_director`
    needs_version = True
    kind: ClassVar[str]
    shape: ClassVar[type[serializers.Serializer[Json]]]

    def step(self, request: Request, public_id: str) -> Response:
        """Write it, and show the match."""
        match = self.match(request, public_id)
        side_or_director(asker(request), match)
        data = {"by": asker(request), **self.content(request, self.shape)}
        if data.pop("dry_run", False):
            return self.tried(match, data)
        replayed = self.once(data, self.kind, **self.said(data))
        found = self.write(match, data)
        found.club = match.club
        return match_answer(found, self.reader, replayed=replayed)

    def tried(self, match: Match, data: Json) -> Response:
        """Answer what it would do to other matches; nothing is written."""
        found = effect_tried(lambda: self.write(match, {**data, "seen": ""}))
        effect = effect_state(found, self.reader)
        return match_answer(match, self.reader, replayed=False, effect=effect)

    def said(self, data: Json) -> Mapping[str, Any]:
        """Return what the log stores of the content: a repeated key must come with the same."""
        return {}

    @abstractmethod
    def write(self, match: Match, data: Json) -> Match:
        """Write the step; `data` is the content with the sender."""


class MatchPlay(Step):
    """Playing at the board."""

    kind, shape = "play", PlaySerializer

    @writes(PlaySerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Add a double, a take, a game won; the player whose event ends the match has reported
        it.
        """
        return self.step(request, public_id)

    def said(self, data: Json) -> Mapping[str, Any]:
        return {"event": data["event"]}

    def write(self, match: Match, data: Json) -> Match:
        return results.match_play(match=match, **data)


class MatchReport(Step):
    """Reporting a final score."""

    kind, shape = "report", PointsSerializer

    @writes(PointsSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Enter the final score: a player's waits for the opponent's confirmation, a director's
        counts.
        """
        return self.step(request, public_id)

    def said(self, data: Json) -> Mapping[str, Any]:
        return {"points": data["points"]}

    def write(self, match: Match, data: Json) -> Match:
        return results.match_report(match=match, **_pointed(data))


class MatchConfirm(Step):
    """Confirming a reported result."""

    kind, shape = "confirm", SeenSerializer

    @writes(SeenSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Confirm a reported result: as the opponent of the player who reported it, or a
        director.
        """
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> Match:
        return results.match_confirm(match=match, **data)


class MatchReject(Step):
    """Rejecting a reported result."""

    kind, shape = "reject", SeenSerializer

    @writes(SeenSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Reject a reported result: an opponent disputes it, a director withdraws it."""
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> Match:
        return results.match_reject(match=match, **data)


class MatchUndo(Step):
    """Undoing a step."""

    kind, shape = "undo", SeenSerializer

    @writes(SeenSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Undo the last step: players their own before it is confirmed, directors any."""
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> Match:
        return results.match_undo(match=match, **data)


class MatchForfeit(Step):
    """A forfeit."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.DIRECT
    kind, shape = "forfeit", ForfeitSerializer

    @writes(ForfeitSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Decide a match by forfeit. If other matches would change, a 409 lists them."""
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> Match:
        return results.match_forfeit(match=match, **data)


class MatchNoShow(Step):
    """A match to which neither player came."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.DIRECT
    kind, shape = "no_show", NoShowSerializer

    @writes(NoShowSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Decide that neither player came. If other matches would change, a 409 lists them."""
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> Match:
        return results.match_no_show(match=match, **data)


class MatchBreakOff(Step):
    """An unfinished match."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.DIRECT
    kind, shape = "unfinished", BreakOffSerializer

    @writes(BreakOffSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Leave a match unfinished: half a win for each."""
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> Match:
        return results.match_break_off(match=match, **data)


class MatchCorrect(Step):
    """A corrected result."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.DIRECT
    kind, shape = "correct", CorrectSerializer

    @writes(CorrectSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Correct a result. If other matches would lose theirs, a 409 lists them.

        Repeat it with the `digest` in `seen` to carry it out, or with `keeps`.
        """
        return self.step(request, public_id)

    def write(self, match: Match, data: Json) -> Match:
        return results.match_correct(match=match, **_pointed(data))


class MatchPenalise(Step):
    """Penalty points for lateness."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.DIRECT
    kind, shape = "penalise", PenaliseSerializer

    @writes(PenaliseSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Give the opponent penalty points because a side is late."""
        return self.step(request, public_id)

    def said(self, data: Json) -> Mapping[str, Any]:
        return {"side": data["side"], "points": data["points"]}

    def write(self, match: Match, data: Json) -> Match:
        return results.match_penalise(match=match, **data)


class MatchRate(Step):
    """Whether a match is rated."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.DIRECT
    kind, shape = "rate", RateSerializer

    @writes(RateSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Set whether a match is rated, and why not."""
        return self.step(request, public_id)

    def said(self, data: Json) -> Mapping[str, Any]:
        return {"is_rated": data["is_rated"]}

    def write(self, match: Match, data: Json) -> Match:
        return results.match_rate(match=match, **data)


class MatchClock(Step):
    """The clock of a match."""

    kind, shape = KIND, MatchClockSerializer

    @writes(MatchClockSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Give both sides a stopped clock, or remove it with null."""
        return self.step(request, public_id)

    def said(self, data: Json) -> Mapping[str, Any]:
        return {"do": "set"}

    def write(self, match: Match, data: Json) -> Match:
        control = data.pop("control")
        made = None if control is None else Control(**control)
        return match_clock_set(match=match, control=made, **data)


class MatchClockPress(Step):
    """Ending a turn."""

    kind, shape = KIND, ClockPressSerializer

    @writes(ClockPressSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """End the turn of a side; a stopped clock starts for its opponent."""
        return self.step(request, public_id)

    def said(self, data: Json) -> Mapping[str, Any]:
        return {"do": "press", "side": data["side"]}

    def write(self, match: Match, data: Json) -> Match:
        return match_clock_press(match=match, **data)


class MatchClockPause(Step):
    """Pausing the clock."""

    kind, shape = KIND, OnceSerializer

    @writes(OnceSerializer, MatchWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Pause the clock in the middle of a turn."""
        return self.step(request, public_id)

    def said(self, data: Json) -> Mapping[str, Any]:
        return {"do": "pause"}

    def write(self, match: Match, data: Json) -> Match:
        return match_clock_pause(match=match, **data)


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


def _pointed(data: Json) -> Json:
    """Return the content with the points as the services take them."""
    first, second = data["points"]
    return {**data, "points": (first, second)}
