"""Rate limits."""

import datetime
import hashlib
import math

from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games.models import LimitCount


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


def within_kept_limit(*, what: str, who: str, most: int, lasts: datetime.timedelta) -> bool:
    """Count like `within_limit`, in the database: nothing pushes the count out, no restart ends it.

    For what is rare and matters, such as mails: it writes a row.
    """
    now, key = timezone.now(), _digest(what, who)
    there = LimitCount.objects.filter(key=key)
    with transaction.atomic():
        there.filter(ends_at__lte=now).delete()
        ends = {"ends_at": now + lasts}
        _row, is_first = LimitCount.objects.get_or_create(key=key, defaults=ends)
        if not is_first:
            there.update(count=F("count") + 1)
        return there.values_list("count", flat=True).get() <= most


def kept_limit_reached(*, what: str, who: str, most: int) -> bool:
    """Tell whether `most` were counted already in the database, without counting this one."""
    there = LimitCount.objects.filter(key=_digest(what, who), ends_at__gt=timezone.now())
    return there.filter(count__gte=most).exists()


def kept_limit_give_back(*, what: str, who: str) -> None:
    """Take one back that was counted in the database: it has not come about."""
    there = LimitCount.objects.filter(key=_digest(what, who), count__gt=0)
    there.update(count=F("count") - 1)


def limits_delete_old(*, now: datetime.datetime) -> None:
    """Delete counts whose period is over."""
    LimitCount.objects.filter(ends_at__lte=now).delete()


def _key(what: str, who: str) -> str:
    return f"limit-{_digest(what, who)}"


def _digest(what: str, who: str) -> str:
    return hashlib.sha256(f"{what}\0{who}".encode("utf-8", "surrogatepass")).hexdigest()


def too_often(request: HttpRequest, seconds: float, *, is_locked: bool = False) -> HttpResponse:
    """Answer 429 with the seconds to wait."""
    context = {"minutes": math.ceil(seconds / 60), "is_locked": is_locked}
    answer = render(request, "429.html", context, status=429)
    answer["Retry-After"] = str(math.ceil(seconds))
    return answer
