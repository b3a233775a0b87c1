"""The header Idempotency-Key: its form, and its description in the schema."""

import re
from typing import Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.api.serializers import KEY
from games.errors import Refused
from games.eventlog.keys import LONGEST_KEY

KEY_HEADER: Final = "Idempotency-Key"
IF_MATCH: Final = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": r'^(W/)?"[0-9]{1,9}-[0-9a-f]{16}"$'},
    OpenApiParameter.HEADER,
    description="An ETag, instead of `version`: then an old one is 412 instead of 409.",
)
_KEY: Final = re.compile(KEY)


def key_header(description: str) -> OpenApiParameter:
    """Describe the header for a change."""
    shape = {"type": "string", "pattern": KEY, "maxLength": LONGEST_KEY}
    return OpenApiParameter(KEY_HEADER, shape, OpenApiParameter.HEADER, description=description)


def key_of(request: Request) -> str | None:
    """Return the key in the header, or None where there is none.

    Raises:
        Refused: the key is malformed.
    """
    sent = request.headers.get(KEY_HEADER)
    if sent is not None and not (len(sent) <= LONGEST_KEY and _KEY.fullmatch(sent)):
        raise Refused("key_malformed")
    return sent
