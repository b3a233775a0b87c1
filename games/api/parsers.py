"""Parses request bodies: JSON of limited size."""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any, Final

from rest_framework.exceptions import APIException
from rest_framework.parsers import JSONParser

LARGEST: Final = 5 * 1024 * 1024
"""Bytes: a score file of 2,000,000 letters, escaped."""
LARGEST_OF_STRANGERS: Final = 128 * 1024
"""Bytes of a request without a token: nothing that anybody may send is longer."""


class TooLarge(APIException):
    """The body is larger than any valid request."""

    status_code = 413
    default_detail = "This is too large."
    default_code = "too_large"


class BoundedJSONParser(JSONParser):
    """JSON of at most `LARGEST` bytes; the framework's parser has no limit."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Parse the body.

        Raises:
            TooLarge: the body is larger.
        """
        request = (parser_context or {}).get("request")
        is_known = request is not None and (request.auth or request.user.is_authenticated)
        largest = LARGEST if is_known else LARGEST_OF_STRANGERS
        body = stream.read(largest + 1)
        if len(body) > largest:
            raise TooLarge
        return super().parse(BytesIO(body), media_type, parser_context)
