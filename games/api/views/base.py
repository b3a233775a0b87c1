"""Shared by all views of the API."""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.creations import Made, created_once
from games.api.etags import expected_version
from games.api.keys import KEY_HEADER, key_of
from games.clubs.selectors.clubs import club_seen
from games.errors import Refused
from games.models import ApiToken, Club, Session, User
from games.permissions import NOBODY, Capability, Limited, Reader, require
from games.record.selectors.sessions import names_of, session_seen

Json = dict[str, Any]
Row = TypeVar("Row")


class Private(APIView):
    """Answers are for one reader: caches must not store them."""

    scope: str = ApiToken.Scope.SCORE
    signed_in_only = False
    needs: ClassVar[Capability | None] = None
    """The permission for a change; checked before the body is parsed, and again by the service."""
    query: ClassVar[Collection[str]] = ()
    """The parameters of a GET; lists have more."""
    # The reader of the club or session in the address, and that session.
    reader: Reader = NOBODY
    asked_about: Session | None = None

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        """Set cache headers and rate limits."""
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        for throttle in getattr(self, "throttles", ()):
            for name, text in throttle.headers().items():
                answer[name] = text
        patch_cache_control(answer, private=True, no_cache=True)
        answer["X-Robots-Tag"] = "noindex, nofollow"
        return answer

    def get_throttles(self) -> list[Any]:
        """Keep the throttles: each answer reports their counts."""
        self.throttles = super().get_throttles()
        return self.throttles

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse unknown parameters: a misspelt filter would show everything.

        Raises:
            ValidationError: there is one.
        """
        super().initial(request, *args, **kwargs)
        verb = str(request.method).lower()
        if verb not in self.http_method_names or not hasattr(self, verb):
            return  # an unsupported method is refused next
        known = self.parameters() if request.method in SAFE_METHODS else ()
        unknown = sorted(request.query_params.keys() - set(known))
        if unknown:
            raise ValidationError({name: _("There is no such parameter.") for name in unknown})

    def parameters(self) -> Collection[str]:
        return self.query

    def club(self, request: Request) -> Club:
        """Return the club of the address.

        Raises:
            NotAllowed: the user may not make this change there.
        """
        club, self.reader = club_seen(self.kwargs["slug"], request.user)
        self.permit(request, club)
        return club

    @cached_property
    def names(self) -> dict[str, str]:
        """Players' names, read where a log or a refusal has to name them."""
        return {} if self.asked_about is None else names_of(self.asked_about, self.reader)

    def session(self, request: Request) -> Session:
        """Return the session of the address.

        Raises:
            NotAllowed: the user may not make this change there.
        """
        session, self.reader = session_seen(self.kwargs["public_id"], request.user)
        self.permit(request, session.club, session)
        self.asked_about = session
        return session

    def permit(self, request: Request, club: Club, session: Session | None = None) -> None:
        """Check the permission for a change, before its body is parsed.

        Raises:
            NotAllowed: the user may not do it.
        """
        if self.needs is not None and request.method not in SAFE_METHODS:
            require(self.reader, self.needs, club, session)


class Making(Private):
    """A POST that makes a row, once per Idempotency-Key."""

    def made(
        self,
        request: Request,
        shape: type[serializers.Serializer[Json]],
        make: Callable[..., Made],
        show: Callable[[str], Mapping[str, Any]],
    ) -> Response:
        """Answer with what `make` makes of the content; `show` gets its identifier.

        Raises:
            Refused, KeyReused: see `created_once`.
        """
        data = checked(shape, request)
        return created_once(request, lambda: make(by=asker(request), **data), show)


class Listing(Private, GenericAPIView[Any]):
    """A list, paginated by cursor."""

    filterset_class: Any = None

    def parameters(self) -> Collection[str]:
        """Return the names of filters and pagination parameters, besides the view's own."""
        filters = self.filterset_class.base_filters if self.filterset_class else ()
        return {*self.query, *filters, "cursor", "page_size"}

    def paged(self, request: Request, rows: Any, **context: Any) -> Response:
        """Answer with the requested page."""
        found = self.paginate_queryset(self.filter_queryset(rows))
        shown = {**self.get_serializer_context(), **context}
        shape = self.get_serializer_class()
        page: Response = self.get_paginated_response(shape(found, many=True, context=shown).data)
        return page


def checked(shape: type[serializers.Serializer[Json]], request: Request) -> Json:
    """Return the validated content, or refuse it."""
    given = shape(data=request.data)
    unknown = unknown_fields(given, request.data)
    if unknown:
        raise ValidationError({name: _("There is no such field.") for name in unknown})
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


class NothingSerializer(serializers.Serializer[Json]):
    """No content."""


def nothing_sent(request: Request) -> None:
    """Refuse content where none is expected: it would say something that nobody hears.

    Raises:
        ValidationError: there is a field.
    """
    checked(NothingSerializer, request)


def unknown_fields(shape: Any, data: Any, place: str = "") -> list[str]:
    """Return the names in the content that the schema does not have, with their paths."""
    if isinstance(shape, serializers.ListSerializer | serializers.ListField):
        rows = data if isinstance(data, list) else ()
        places = ((f"{place}{number}.", row) for number, row in enumerate(rows))
        return [name for at, row in places for name in unknown_fields(shape.child, row, at)]
    if not (isinstance(shape, serializers.Serializer) and isinstance(data, Mapping)):
        return []
    found = [f"{place}{name}" for name in data if name not in shape.fields]
    for name, field in shape.fields.items():
        found += unknown_fields(field, data.get(name), f"{place}{name}.")
    return sorted(found)


def put_key(data: Json, request: Request) -> None:
    """Add the key from the header to the content, unless it is there.

    Raises:
        Refused: it is missing, malformed, or given twice with different values.
    """
    _put(data, "key", KEY_HEADER, key_of(request))
    if "key" not in data:
        raise Refused("key_missing")


def put_version(data: Json, request: Request, *, is_needed: bool) -> None:
    """Add the version from If-Match to the content, unless it is there.

    Raises:
        Refused: it is missing though needed, or given twice with different values.
    """
    _put(data, "version", "If-Match", expected_version(request))
    if is_needed and "version" not in data:
        raise Refused("version_missing")


def _put(data: Json, name: str, header: str, value: Any) -> None:
    if value is not None and data.setdefault(name, value) != value:
        raise Refused("header_contradicts", field=name, header=header)


def asker(request: Request) -> User:
    """Return the signed-in user; the view's permission guarantees that there is one."""
    somebody: object = request.user
    if isinstance(somebody, Limited):
        return somebody.user  # the object was looked up within the token's club
    assert isinstance(somebody, User)
    return somebody
