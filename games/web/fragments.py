"""The present content of a stream, for pages that ask again instead of listening."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from games.errors import NotFound

NO_CONTENT = 204
EVENTS = "text/event-stream"

Fragment = Callable[[str, str], tuple[int, str] | None]


def wants_stream(request: HttpRequest) -> bool:
    """Tell whether a stream is requested, not the present content."""
    return EVENTS in request.headers.get("Accept", "")


def streamed(topic: str, audience: str, beat: int) -> HttpResponse:
    """Answer so that the server streams a topic: it takes the headers away again.

    Without such a server the answer is empty, and browsers would not poll after another one.
    """
    response = HttpResponse(status=NO_CONTENT)
    response["X-Live-Topic"] = topic
    response["X-Live-Audience"] = audience
    response["X-Live-Beat"] = str(beat)
    return response


def present(
    request: HttpRequest, fragment: Fragment, topic: str, audience: str, beat: int
) -> HttpResponse:
    """Answer with what an audience sees of a topic now; with its ETag nothing is sent twice.

    Raises:
        NotFound: it is gone.
    """
    tag = f'"{beat}-{hashlib.sha256(audience.encode()).hexdigest()[:12]}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        found = fragment(topic, audience)
        if found is None:
            raise NotFound
        response = HttpResponse(found[1])
    response["ETag"] = tag
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["Accept", "Accept-Language", "Cookie"])
    return response
