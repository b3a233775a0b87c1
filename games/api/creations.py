"""Rows made by POST: once per Idempotency-Key, however often the request comes.

Only the row's identifier is stored, never its content: a repeated request shows the row as it is
then, with the names its reader may see.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.keys import key_header, key_of
from games.eventlog.keys import digest_of, require_same
from games.eventlog.turns import one_at_a_time
from games.models import ApiCreation, User
from games.permissions import Limited

CREATED: Final[OpenApiParameter] = key_header(
    "New for everything new. The same request with the same key makes one thing: its answer comes "
    "again, with 200 instead of 201."
)


KEPT: Final = datetime.timedelta(days=30)


class Made(Protocol):
    """What has a public identifier."""

    @property
    def public_id(self) -> str: ...


def created(shape: type[serializers.Serializer[Any]]) -> dict[int, Any]:
    """Describe the answers of a creation for the schema."""
    return {200: OpenApiResponse(shape, "It was made before, with this key."), 201: shape}


def created_once(
    request: Request,
    make: Callable[[], Made],
    show: Callable[[str], Mapping[str, Any]],
    *,
    new: int = status.HTTP_201_CREATED,
) -> Response:
    """Make something, unless this key has made it before, and show it; `new` if it is new.

    Raises:
        Refused: the key is malformed.
        KeyReused: the key was used for another request.
        ServiceError, RuleError: `make` raises them; nothing was written then.
    """
    key = key_of(request)
    if key is None:
        return Response(show(make().public_id), status=new)
    somebody: object = request.user
    user = somebody.user if isinstance(somebody, Limited) else somebody
    assert isinstance(user, User), "only somebody who signed in makes something"
    made, is_new = _made_by_key(user, key, _digest(request), make)
    code = new if is_new else status.HTTP_200_OK
    return Response(show(made), status=code)


def _made_by_key(user: User, key: str, digest: str, make: Callable[[], Made]) -> tuple[str, bool]:
    """Return the identifier of the row for a key, and whether it was made just now."""
    # A second request with this key waits at the unique constraint until the first is done.
    with one_at_a_time():
        row, is_new = ApiCreation.objects.get_or_create(
            user=user, key=key, defaults={"digest": digest}
        )
        if is_new:
            row.made = make().public_id
            row.save(update_fields=["made"])
    require_same(row.digest == digest)
    return row.made, is_new


@transaction.atomic
def creations_delete_old(*, now: datetime.datetime) -> None:
    """Delete keys after 30 days; nobody repeats a request by then."""
    ApiCreation.objects.filter(created_at__lt=now - KEPT).delete()


def _digest(request: Request) -> str:
    """Return a fingerprint of the request: its address and content."""
    return digest_of(request.path, request.data)
