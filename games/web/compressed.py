"""Compresses answers for browsers that read gzip, also where no proxy stands before us."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TEXTS = ("text/", "application/json", "application/problem+json", "image/svg+xml")


class CompressedMiddleware(GZipMiddleware):
    """Leaves files alone, and answers with a tag: a program sends that back letter by letter."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress a text."""
        is_text = str(response.get("Content-Type", "")).startswith(TEXTS)
        if response.streaming or not is_text or response.has_header("ETag"):
            return response
        return super().process_response(request, response)
