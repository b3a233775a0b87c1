"""Entity tags: a session's version, and a fingerprint of what this reader is shown of it."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.cache import patch_vary_headers
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from games.errors import ServiceError, StaleVersion

_TAG = re.compile(r'(?:W/)?"(\d{1,9})-([0-9a-f]{16})"')


class PreconditionFailed(ServiceError):
    """The session has changed since the version in If-Match."""

    status = 412

    def __init__(self, version: int) -> None:
        super().__init__("stale_version", version=version)
        self.version = version


def tagged(request: Request, data: Mapping[str, Any], version: int) -> Response:
    """Answer with an ETag, or with an empty 304 if the reader has this version."""
    text = json.dumps(data, cls=JSONEncoder, sort_keys=True)
    tag = f'"{version}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"'
    known = request.headers.get("If-None-Match", "")
    seen = {f'"{found[1]}-{found[2]}"' for found in _TAG.finditer(known)}
    if tag in seen or known.strip() == "*":
        response = Response(status=status.HTTP_304_NOT_MODIFIED)
    else:
        response = Response(data)
    response["ETag"] = tag
    patch_vary_headers(response, ("Authorization", "Cookie"))
    return response


def expected_version(request: Request) -> int | None:
    """Return the version in If-Match, or None without the header.

    Raises:
        ValidationError: it is not one of our tags.
    """
    header = request.headers.get("If-Match", "").strip()
    if header in {"", "*"}:
        return None
    found = _TAG.fullmatch(header)
    if found is None:
        raise ValidationError({"If-Match": 'One tag as it came, such as "7-0123456789abcdef".'})
    return int(found[1])


@contextmanager
def version_as_sent(request: Request) -> Iterator[None]:
    """Answer an old version in the way it was sent.

    Raises:
        PreconditionFailed: If-Match has it.
    """
    try:
        yield
    except StaleVersion as error:
        if expected_version(request) is not None:
            raise PreconditionFailed(error.version) from error
        raise
