"""Compresses answers for browsers that read brotli or gzip, without a proxy before us, too."""

import re
import secrets
from typing import Final

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

TEXTS = (
    "text/",
    "application/json",
    "application/manifest+json",
    "application/problem+json",
    "image/svg+xml",
)
LEAST: Final = 200
"""Bytes of an answer that is worth it, as Django has it."""
QUALITY: Final = 5
"""A tenth less than gzip makes of a page, in the same time."""
WINDOW: Final = 18
"""As a power of two: more than any page is long."""
BROTLI: Final = re.compile(r"\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


class CompressedMiddleware(GZipMiddleware):
    """Leaves files alone, and answers with a tag: a program sends that back letter by letter."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress a text."""
        is_text = str(response.get("Content-Type", "")).startswith(TEXTS)
        if response.streaming or not is_text or response.has_header("ETag"):
            return response
        accepted = request.headers.get("Accept-Encoding", "")
        if not isinstance(response, HttpResponse) or not BROTLI.search(accepted):
            return super().process_response(request, response)
        if len(response.content) < LEAST or response.has_header("Content-Encoding"):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        response.content = packed(response.content, secrets.randbelow(self.max_random_bytes))
        response.headers["Content-Length"] = str(len(response.content))
        response.headers["Content-Encoding"] = "br"
        return response


def packed(plain: bytes, padding: int) -> bytes:
    """Return bytes as brotli, with up to 255 bytes of padding that its readers skip.

    The padding is of random length, as Django's is in gzip: the size betrays less (BREACH). It is
    a block of metadata (RFC 7932, 9.2): not the last, 0 nibbles, one byte that has its length.
    """
    packer = brotli.Compressor(quality=QUALITY, lgwin=WINDOW)
    begun: bytes = packer.process(plain) + packer.flush()
    head = (3 << 1 | 1 << 4 | padding << 6).to_bytes(2, "little")
    return begun + head + b"a" * (padding + 1) + bytes(packer.finish())
