"""What all views of the interface share."""

import re
from typing import Any, Final, TypeVar

from django.utils.cache import patch_cache_control
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.etags import expected_version
from games.api.serializers import KEY
from games.clubs.selectors.clubs import club_get
from games.errors import Refused
from games.models import ApiToken, Club, Session, User
from games.record.log.writing import LONGEST_KEY, Sender
from games.record.selectors.sessions import names_of, session_get

Json = dict[str, Any]
Row = TypeVar("Row")
KEY_HEADER: Final = "Idempotency-Key"
_KEY: Final = re.compile(KEY)


class Private(APIView):
    """Answers belong to who asked: no cache in between keeps them."""

    scope: str = ApiToken.Scope.SCORE
    signed_in_only = False
    # Players' names, for the sentences of what is refused.
    names: dict[str, str]

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        """Say so."""
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        patch_cache_control(answer, private=True, no_cache=True)
        answer["X-Robots-Tag"] = "noindex, nofollow"
        return answer

    def club(self, request: Request) -> Club:
        """Return the club of the address."""
        return club_get(self.kwargs["slug"], request.user)

    def session(self, request: Request) -> Session:
        """Return the session of the address, and keep its players' names for refusals."""
        session = session_get(self.kwargs["public_id"], request.user)
        self.names = names_of(session)
        return session


class Listing(Private, GenericAPIView[Any]):
    """A list in pages by cursor."""

    def paged(self, request: Request, rows: Any, **context: Any) -> Response:
        """Answer with the page that is asked for."""
        found = self.paginate_queryset(self.filter_queryset(rows))
        shown = {**self.get_serializer_context(), **context}
        shape = self.get_serializer_class()
        page: Response = self.get_paginated_response(shape(found, many=True, context=shown).data)
        return page


def checked(shape: type[serializers.Serializer[Json]], request: Request) -> Json:
    """Return the request's content, or refuse its shape."""
    given = shape(data=request.data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def key_header(description: str) -> OpenApiParameter:
    """Describe the header that may carry the key of a change."""
    shape = {"type": "string", "pattern": KEY, "maxLength": LONGEST_KEY}
    return OpenApiParameter(KEY_HEADER, shape, OpenApiParameter.HEADER, description=description)


def key_of(request: Request) -> str | None:
    """Return the key in the header, or None where there is none.

    Raises:
        Refused: no key looks like this.
    """
    sent = request.headers.get(KEY_HEADER)
    if sent is not None and not (len(sent) <= LONGEST_KEY and _KEY.fullmatch(sent)):
        raise Refused("key_malformed")
    return sent


def put_key(data: Json, request: Request) -> None:
    """Put into content the key from the header, where it does not stand there itself.

    Raises:
        Refused: it is missing, malformed, or said twice and differently.
    """
    _put(data, "key", KEY_HEADER, key_of(request), is_needed=True)


def put_version(data: Json, request: Request, *, is_needed: bool) -> None:
    """Put into content the version from If-Match, where it does not stand there itself.

    Raises:
        Refused: it is missing though needed, or said twice and differently.
    """
    _put(data, "version", "If-Match", expected_version(request), is_needed=is_needed)


def _put(data: Json, name: str, header: str, value: Any, *, is_needed: bool) -> None:
    if value is not None and data.setdefault(name, value) != value:
        raise Refused("header_contradicts", field=name, header=header)
    if name not in data and is_needed:
        raise Refused("header_missing", field=name, header=header)


def asker(request: Request) -> User:
    """Return who asks; the view's permission has made sure that he is signed in."""
    assert isinstance(request.user, User)
    return request.user


def origin_of(request: Request) -> Sender:
    """Return where the request comes from."""
    return Sender(request.META.get("REMOTE_ADDR") or None, request.headers.get("User-Agent", ""))
