"""What the views of events share: finding things, versions and keys, and what was written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.etags import PreconditionFailed, expected_version
from games.api.keys import IF_MATCH, key_header, key_of
from games.api.views.base import Private, asker, checked, put_key, put_version
from games.errors import KeyReused, ServiceError, StaleVersion
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
from tournaments.api.states import Json
from tournaments.errors import CorrectionReaches
from tournaments.models import Division, Entry, Event, EventTable, Match, Round

STALE: Final = frozenset({"event_stale", "match_stale"})
ONCE = key_header("Instead of `key`.")
View = Callable[..., Response]


def versioned(shape: type[serializers.Serializer[Json]]) -> list[OpenApiParameter]:
    """Return the header that may stand for the version, where a change has one."""
    return [IF_MATCH] if "version" in shape().fields else []


def writes(
    shape: type[serializers.Serializer[Json]], answer: type[serializers.Serializer[Json]]
) -> Callable[[View], View]:
    """Describe a change: 201 when it is new, 200 when it was there."""
    described: Callable[[View], View] = extend_schema(
        request=shape, responses={200: answer, 201: answer}, parameters=[ONCE, *versioned(shape)]
    )
    return described


class Told(Private):
    """Refusals of events with what a program needs of them: versions, and what would change."""

    scope = ApiToken.Scope.ORGANIZE
    needs: ClassVar[Capability | None] = Capability.DIRECT

    def handle_exception(self, exc: Exception) -> Response:
        """Answer a refusal."""
        if isinstance(exc, StaleVersion) and expected_version(self.request) is not None:
            exc = PreconditionFailed(exc.version)
        if isinstance(exc, CorrectionReaches):
            exc.params["effects"] = effects_of(exc)
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
        """Return the version that what was changed has now."""
        assert self.target is not None, "a version was compared with it"
        self.target.refresh_from_db(fields=["version"])
        return self.target.version

    target: Event | Match | None = None
    """What is changed: whose version counts."""

    def event(self, request: Request, public_id: str) -> Event:
        """Return the event of the address."""
        event, self.reader = event_read(public_id, request.user)
        return self.aimed(request, event)

    def division(self, request: Request, public_id: str) -> Division:
        """Return the division of the address."""
        found, self.reader = division_read(public_id, request.user)
        self.aimed(request, found.event)
        return found

    def entry(self, request: Request, public_id: str) -> Entry:
        """Return the entry of the address."""
        found, self.reader = entry_read(public_id, request.user)
        self.aimed(request, found.division.event)
        return found

    def round(self, request: Request, public_id: str) -> Round:
        """Return the round of the address."""
        found, self.reader = round_read(public_id, request.user)
        self.aimed(request, found.division.event)
        return found

    def table(self, request: Request, public_id: str) -> EventTable:
        """Return the table of the address."""
        found, self.reader = table_read(public_id, request.user)
        self.aimed(request, found.round.division.event)
        return found

    def match(self, request: Request, public_id: str) -> Match:
        """Return the match of the address."""
        self.target, self.reader = match_read(public_id, request.user)
        self.permit(request, self.target.club)
        return self.target

    def aimed(self, request: Request, event: Event) -> Event:
        """Keep the event whose version counts, once the user may change it.

        Raises:
            NotAllowed: a change takes more than this user may do there.
        """
        self.target = event
        self.permit(request, event.club)
        return event


class Written(Told):
    """Changes, each written once."""

    needs_version = False

    def content(self, request: Request, shape: type[serializers.Serializer[Json]]) -> Json:
        """Return what is asked for, with version and key from wherever they stand.

        Raises:
            Refused: one is missing that is needed, malformed, or said twice and differently.
        """
        data = checked(shape, request)
        # Headers that say nothing are refused also where a change goes without them.
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
        """Return what a director asks for as `asked` does, and whether it was written before.

        `kind` and `said` are what the log keeps of it.

        Raises:
            Refused: see `content`.
            KeyReused: the key stands for something else.
        """
        data = self.asked(request, shape)
        return data, self.once(data, kind, **said)

    def asked(self, request: Request, shape: type[serializers.Serializer[Json]]) -> Json:
        """Return what a director asks for, with who asks as `by`: as services take it.

        Raises:
            Refused: see `content`.
        """
        return {"by": asker(request), **self.content(request, shape)}

    def once(self, data: Json, kind: str, **said: Any) -> bool:
        """Tell whether the log has this change of the target by its key already.

        Raises:
            KeyReused: the key stands for something else.
        """
        assert self.target is not None, "the address names what is changed"
        log: QuerySet[Any] = self.target.log.all()
        step = log.filter(key=data["key"]).first()
        if step is None:
            return False
        same = all(step.payload.get(name) == value for name, value in said.items())
        if step.kind != kind or step.sender_id != data["by"].pk or not same:
            raise KeyReused
        return True


def answered(state: Json, *, replayed: bool, version: int) -> Response:
    """Answer with what was written."""
    code = status.HTTP_200_OK if replayed else status.HTTP_201_CREATED
    return Response({"version": version, "replayed": replayed, **state}, status=code)


def version_of(event: Event) -> int:
    """Return an event's version as it is now."""
    return Event.objects.values_list("version", flat=True).get(pk=event.pk)


def effects_of(error: CorrectionReaches) -> list[Json]:
    """Return the later matches that would lose their results, as `EffectSerializer` says."""
    found = Match.objects.filter(public_id__in=error.effects).select_related("first", "second")
    texts = {one.public_id: str(one) for one in found}
    return [{"match": one, "text": texts.get(one, "")} for one in error.effects]
