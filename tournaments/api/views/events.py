"""Events: listing, announcing, settings, end; their divisions."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.creations import CREATED, created
from games.api.etags import expected_version, tagged
from games.api.pagination import BySequence, CursorPages
from games.api.views.base import Listing, Making, asker, nothing_sent
from games.api.views.sessions import ETAG, IF_NONE_MATCH
from games.errors import Refused
from games.models import ApiToken, Club, User
from games.permissions import Capability, Reader, require
from tournaments.api.filters import EventFilter
from tournaments.api.reading import event_read, with_counts
from tournaments.api.serializers import (
    DivisionChangeSerializer,
    EventChangeSerializer,
    EventCopySerializer,
    KeyedSerializer,
    NewDivisionSerializer,
    NewEventSerializer,
)
from tournaments.api.shapes import (
    DivisionSerializer,
    DivisionWrittenSerializer,
    EventDetailSerializer,
    EventSerializer,
    EventWrittenSerializer,
    StepSerializer,
)
from tournaments.api.states import (
    Json,
    event_state,
    step_states,
)
from tournaments.api.views.base import Change, Written, answered, version_of, view_of, writes
from tournaments.events import verbs
from tournaments.events.services.events import (
    division_add,
    division_change,
    division_remove,
    event_change,
    event_copy,
    event_create,
)
from tournaments.models import Division, Event, EventStep


class LatestEvent(CursorPages):
    """Events, the latest first."""

    ordering = ("-starts_on", "-pk")


class Events(Making, Listing):
    """A club's events."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.DIRECT
    serializer_class = EventSerializer
    pagination_class = LatestEvent
    filterset_class = EventFilter
    queryset = Event.objects.none()

    @extend_schema(responses=EventSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List a club's events, the latest first; templates only to directors."""
        club = self.club(request)
        rows = club.events.select_related("club", "season")
        if not self.reader.may(Capability.DIRECT):
            rows = rows.exclude(status=Event.Status.TEMPLATE)
        found = self.paginate_queryset(self.filter_queryset(rows)) or []
        page: Response = self.get_paginated_response(EventSerializer(found, many=True).data)
        return page

    @extend_schema(
        request=NewEventSerializer, responses=created(EventDetailSerializer), parameters=[CREATED]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Announce an event with its divisions."""
        club = self.club(request)

        def make(by: User, divisions: Sequence[Json] = (), **data: Any) -> Event:
            made = [dict(one) for one in divisions] or [{"format": "swiss"}]
            return event_create(club=club, by=by, divisions=made, **_fields(club, data))

        return self.made(
            request,
            NewEventSerializer,
            make,
            lambda found: event_state(*event_read(found, request.user)),
        )


class EventDetail(Written):
    """One event."""

    @extend_schema(
        responses={200: EventDetailSerializer, 304: None}, parameters=[IF_NONE_MATCH, ETAG]
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Show an event with its settings and divisions."""
        event = self.event(request, public_id)
        return tagged(request, event_state(event, self.reader), event.version)

    @extend_schema(request=EventChangeSerializer, responses=EventDetailSerializer)
    def patch(self, request: Request, public_id: str) -> Response:
        """Change an event's settings, at any time."""
        event = self.event(request, public_id)
        data = _fields(event.club, self.content(request, EventChangeSerializer))
        event_change(event=event, by=asker(request), **data)
        return Response(event_state(event_again(event), self.reader))


class EventCopy(Making, Written):
    """Copying an event."""

    @extend_schema(
        request=EventCopySerializer, responses=created(EventDetailSerializer), parameters=[CREATED]
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Make an event, or a template, like this one: with its divisions, without entries."""
        event = self.event(request, public_id)
        return self.made(
            request,
            EventCopySerializer,
            partial(event_copy, event=event),
            lambda found: event_state(*event_read(found, request.user)),
        )


class EventChange(Change):
    """A change of an event's status."""

    shape = KeyedSerializer
    answer = EventWrittenSerializer

    def done(self, about: Event, data: Json, *, replayed: bool) -> Response:
        """Show the event."""
        self.verb.deed(event=about, **data)
        return event_answer(about, self.reader, replayed=replayed)


EventFinish = view_of(EventChange, verbs.FINISH)
EventCancel = view_of(EventChange, verbs.CANCEL)
EventReopen = view_of(EventChange, verbs.REOPEN)


class EventLog(Listing):
    """The log of an event."""

    signed_in_only = True
    serializer_class = StepSerializer
    pagination_class = BySequence
    queryset = EventStep.objects.none()

    @extend_schema(responses=StepSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """List the directors' actions, from the beginning; results have their own logs."""
        event, reader = event_read(public_id, request.user)
        require(reader, Capability.DIRECT, event.club)
        found = self.paginate_queryset(event.log.select_related("sender")) or []
        page: Response = self.get_paginated_response(step_states(found, event.club_id, reader))
        return page


class Divisions(Written):
    """The divisions of an event."""

    @writes(NewDivisionSerializer, DivisionWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Add a division."""
        event = self.event(request, public_id)
        data, replayed = self.directed(request, NewDivisionSerializer, "division_add")
        division = division_add(event=event, **_exact(data))
        return division_answer(division, replayed=replayed)


class DivisionDetail(Written):
    """One division."""

    @extend_schema(responses=DivisionSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show a division."""
        return Response(_shown(self.division(request, public_id)))

    @extend_schema(request=DivisionChangeSerializer, responses=DivisionSerializer)
    def patch(self, request: Request, public_id: str) -> Response:
        """Change a division; how it is played, only before the first draw."""
        division = self.division(request, public_id)
        data = _exact(self.content(request, DivisionChangeSerializer))
        division_change(division=division, by=asker(request), **data)
        return Response(_shown(division))

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Remove a division, before its first draw."""
        division = self.division(request, public_id)
        version = expected_version(request)
        nothing_sent(request)
        division_remove(division=division, by=asker(request), version=version)
        return Response(status=status.HTTP_204_NO_CONTENT)


def event_again(event: Event) -> Event:
    """Return an event freshly read, with the same reader."""
    found = Event.objects.select_related("season").get(pk=event.pk)
    found.club = event.club
    return found


def event_answer(event: Event, reader: Reader, *, replayed: bool) -> Response:
    """Answer with an event after a change."""
    now = event_again(event)
    return answered({"event": event_state(now, reader)}, replayed=replayed, version=now.version)


def division_answer(division: Division, *, replayed: bool) -> Response:
    """Answer with a division after a change."""
    state = {"division": _shown(division)}
    return answered(state, replayed=replayed, version=version_of(division.event))


def _shown(division: Division) -> Json:
    found = with_counts(Division.objects.filter(pk=division.pk)).get()
    found.event = division.event
    return dict(DivisionSerializer(found).data)


def _exact(data: Json) -> Json:
    """Return fields of an event or a division with their amounts as exact figures."""
    for name in ("fee", "reentry_fee", "added", "costs"):
        if data.get(name) is not None:
            data[name] = Decimal(data[name])
    return data


def _fields(club: Club, data: Json) -> Json:
    """Return the fields of an event for its services."""
    _exact(data)
    for division in data.get("divisions", ()):
        _exact(division)
    if data.get("season") is not None:
        data["season"] = club.seasons.filter(public_id=data["season"]).first()
        if data["season"] is None:
            raise Refused("season_elsewhere")
    return data
