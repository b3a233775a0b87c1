"""Shared by the views of events: look-ups, versions and keys, and answers to writes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, TypeVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.etags import PreconditionFailed, expected_version
from games.api.keys import IF_MATCH, key_header, key_of
from games.api.views.base import Private, asker, checked, put_key, put_version
from games.errors import ServiceError, StaleVersion
from games.eventlog.keys import require_same
from games.models import ApiToken
from games.permissions import Capability
from tournaments.api.reading import (
    division_read,
    entry_read,
    event_read,
    match_read,
    round_read,
    table_read,
)
from tournaments.api.serializers import OnceSerializer, ProposedSerializer
from tournaments.api.states import Json, effect_state
from tournaments.errors import CorrectionReaches
from tournaments.models import Division, Entry, Event, EventTable, Match, Round
from tournaments.record.services.writing import keyed
from tournaments.record.verbs import Verb

STALE: Final = frozenset({"event_stale", "match_stale"})
ONCE = key_header("Instead of `key`.")
View = Callable[..., Response]


def versioned(shape: type[serializers.Serializer[Json]]) -> list[OpenApiParameter]:
    """Return the header that may carry the version, if the change has one."""
    return [IF_MATCH] if "version" in shape().fields else []


def writes(
    shape: type[serializers.Serializer[Json]],
    answer: type[serializers.Serializer[Any]],
    others: Mapping[int, Any] | None = None,
) -> Callable[[View], View]:
    """Describe a change: 201 when new, 200 when repeated, and `others`."""
    described: Callable[[View], View] = extend_schema(
        request=shape,
        responses={200: answer, 201: answer, **(others or {})},
        parameters=[ONCE, *versioned(shape)],
    )
    return described


def proposes(answer: type[serializers.Serializer[Json]]) -> Callable[[View], View]:
    """Describe a proposal: the rules or the state of the round may leave nothing to propose."""
    described: Callable[[View], View] = extend_schema(
        responses={200: answer, 409: OpenApiResponse()}
    )
    return described


class Written(Private):
    """Changes, each written once; refusals say to programs the version, and what would change."""

    scope = ApiToken.Scope.ORGANIZE
    needs: ClassVar[Capability | None] = Capability.DIRECT
    needs_version = False

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, StaleVersion) and expected_version(self.request) is not None:
            exc = PreconditionFailed(exc.version)
        if isinstance(exc, CorrectionReaches):
            exc.params.update(effect_state(exc.effect, self.reader))
        if isinstance(exc, ServiceError) and exc.code in STALE:
            found = self.version_now()
            if expected_version(self.request) is not None:
                exc = PreconditionFailed(found)
            else:
                exc.params["version"] = found
        answer: Response = super().handle_exception(exc)
        if isinstance(exc, ServiceError) and exc.code in STALE:
            answer.data["version"] = exc.params["version"]
        return answer

    def version_now(self) -> int:
        """Return the present version of the changed object."""
        assert self.target is not None, "a version was compared with it"
        # A service raises the version on the locked row, not on this one.
        self.target.refresh_from_db(fields=["version"])
        return self.target.version

    target: Event | Match | None = None
    """The changed object, whose version is checked."""

    def event(self, request: Request, public_id: str) -> Event:
        event, self.reader = event_read(public_id, request.user)
        return self.aimed(request, event)

    def division(self, request: Request, public_id: str) -> Division:
        found, self.reader = division_read(public_id, request.user)
        self.aimed(request, found.event)
        return found

    def entry(self, request: Request, public_id: str) -> Entry:
        found, self.reader = entry_read(public_id, request.user)
        self.aimed(request, found.division.event)
        return found

    def round(self, request: Request, public_id: str) -> Round:
        found, self.reader = round_read(public_id, request.user)
        self.aimed(request, found.division.event)
        return found

    def table(self, request: Request, public_id: str) -> EventTable:
        found, self.reader = table_read(public_id, request.user)
        self.aimed(request, found.round.division.event)
        return found

    def match(self, request: Request, public_id: str) -> Match:
        self.target, self.reader = match_read(public_id, request.user)
        self.permit(request, self.target.club)
        return self.target

    def aimed(self, request: Request, event: Event) -> Event:
        """Set the event as the target, if the user may change it.

        Raises:
            NotAllowed: the user may not make this change there.
        """
        self.target = event
        self.permit(request, event.club)
        return event

    def content(self, request: Request, shape: type[serializers.Serializer[Json]]) -> Json:
        """Return the content, with version and key from the body or the headers.

        Raises:
            Refused: one is missing though needed, malformed, or given twice with different values.
        """
        data = checked(shape, request)
        # Malformed headers are refused even if the change does not need them.
        expected_version(request), key_of(request)
        fields = shape().fields
        if "version" in fields:
            put_version(data, request, is_needed=self.needs_version)
        if "key" in fields:
            put_key(data, request)
        return data

    def directed(
        self, request: Request, shape: type[serializers.Serializer[Json]], kind: str, **said: Any
    ) -> tuple[Json, bool]:
        """Return a director's request as `asked` does, and whether it was written before.

        `kind` and `said` are what the log stores of it.

        Raises:
            Refused: see `content`.
            KeyReused: the key was used for something else.
        """
        data = self.asked(request, shape)
        return data, self.once(data, kind, **said)

    def accepted(self, request: Request, kind: str, **said: Any) -> tuple[Json, bool]:
        """Return a director's yes to a proposal as `directed` does a request.

        Raises:
            Refused: see `content`.
            KeyReused: the key was used for something else.
        """
        data = self.asked(request, ProposedSerializer)
        data["proposed"] = data.pop("proposal")
        return data, self.once(data, kind, proposed=data["proposed"], **said)

    def asked(self, request: Request, shape: type[serializers.Serializer[Json]]) -> Json:
        """Return a director's request as arguments for services, with the user as `by`.

        Raises:
            Refused: see `content`.
        """
        return {"by": asker(request), **self.content(request, shape)}

    def once(self, data: Json, kind: str, **said: Any) -> bool:
        """Tell whether the target's log has this change's key already.

        Raises:
            KeyReused: the key was used for something else.
        """
        assert self.target is not None, "the address names what is changed"
        log: QuerySet[Any] = self.target.log.all()
        step = keyed(log, data["key"], data["by"])
        if step is None:
            return False
        is_same = all(step.payload.get(name) == value for name, value in said.items())
        require_same(step.kind == kind and is_same)
        return True


class OfVerb(Written, ABC):
    """What a verb does; `view_of` makes the view of each."""

    verb: ClassVar[Verb]
    shape: ClassVar[type[serializers.Serializer[Json]]] = OnceSerializer
    answer: ClassVar[type[serializers.Serializer[Any]]]

    @abstractmethod
    def change(self, request: Request, public_id: str) -> Response:
        """Do it once, and show what it was done to."""

    def said(self, data: Json) -> Json:
        """Return what the log stores of the request, besides what it is about."""
        return {**{name: data[name] for name in self.verb.said}, **self.verb.always}


class Change(OfVerb):
    """What a director does to an event, its draws or its entries."""

    def change(self, request: Request, public_id: str) -> Response:
        """Do it once, and show what it was done to."""
        verb = self.verb
        about = getattr(self, verb.about)(request, public_id)
        data = self.asked(request, self.shape)
        where = {} if verb.about == "event" else {verb.about: about.public_id}
        replayed = self.once(data, verb.kind, **where, **self.said(data))
        return self.done(about, data, replayed=replayed)

    @abstractmethod
    def done(self, about: Any, data: Json, *, replayed: bool) -> Response:
        """Call the verb's service with `data`, and answer."""


Base = TypeVar("Base", bound=OfVerb)


def view_of(
    base: type[Base], verb: Verb, shape: type[serializers.Serializer[Json]] | None = None
) -> type[Base]:
    """Return the view of a verb, whose content is sent in that shape or in the base's."""
    sent = shape or base.shape

    def post(self: Base, request: Request, public_id: str) -> Response:
        return self.change(request, public_id)

    post.__doc__ = verb.help
    of_players = {"scope": ApiToken.Scope.SCORE, "needs": None}
    return type(
        base.__name__,
        (base,),
        {
            "__module__": base.__module__,  # an abstract class is made in a module of its own
            "post": writes(sent, base.answer)(post),
            "verb": verb,
            "shape": sent,
            **(of_players if verb.is_players else {}),
        },
    )


def answered(state: Json, *, replayed: bool, version: int, is_new: bool | None = None) -> Response:
    """Answer with what was written; without `is_new` it is unless it was `replayed`."""
    is_new = not replayed if is_new is None else is_new
    code = status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
    return Response({"version": version, "replayed": replayed, **state}, status=code)


def version_of(event: Event) -> int:
    return Event.objects.values_list("version", flat=True).get(pk=event.pk)
