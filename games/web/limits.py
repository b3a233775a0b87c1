"""Rate limits."""

import datetime
import hashlib
import math

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def within_limit(*, what: str, who: str, most: int, lasts: datetime.timedelta) -> bool:
    """Count one more request, and tell whether it is among the first `most` of its period.

    The count is in the cache, under a hash: neither addresses nor e-mails are stored.
    """
    key = _key(what, who)
    if cache.add(key, 1, timeout=lasts.total_seconds()):
        return True
    try:
        return cache.incr(key) <= most
    except ValueError:  # it expired between the two calls
        return True


def limit_reached(*, what: str, who: str, most: int) -> bool:
    """Tell whether `most` requests were counted already, without counting this one."""
    return int(cache.get(_key(what, who), 0)) >= most


def _key(what: str, who: str) -> str:
    digest = hashlib.sha256(f"{what}\0{who}".encode("utf-8", "surrogatepass")).hexdigest()
    return f"limit-{digest}"


def too_often(request: HttpRequest, seconds: float, *, is_locked: bool = False) -> HttpResponse:
    """Answer 429 with the seconds to wait."""
    context = {"minutes": math.ceil(seconds / 60), "is_locked": is_locked}
    answer = render(request, "429.html", context, status=429)
    answer["Retry-After"] = str(math.ceil(seconds))
    return answer
