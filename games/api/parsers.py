"""Parses request bodies: JSON of limited size."""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import APIException
from rest_framework.parsers import JSONParser


class TooLarge(APIException):
    """The body is larger than any valid request."""

    status_code = 413
    default_detail = "This is too large."
    default_code = "too_large"


class BoundedJSONParser(JSONParser):
    """JSON of at most `DATA_UPLOAD_MAX_MEMORY_SIZE` bytes; the framework's parser has no limit."""

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
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge
        return super().parse(BytesIO(body), media_type, parser_context)
