"""Limits that are kept in the database: nothing pushes them out."""

import datetime

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.models import LimitCount
from games.web import limits
from games.web.limits import kept_limit_reached, limits_delete_old, within_kept_limit

pytestmark = pytest.mark.django_db

HOUR = datetime.timedelta(hours=1)


def ask(who: str = "Ann", what: str = "mails") -> bool:
    return within_kept_limit(what=what, who=who, most=2, lasts=HOUR)


def test_so_many_are_within_it_for_each_and_the_cache_does_not_matter():
    assert [ask(), ask()] == [True, True]
    assert kept_limit_reached(what="mails", who="Ann", most=2)
    cache.clear()
    assert not ask()
    assert [ask(who="Bob"), ask(what="codes")] == [True, True]


def test_its_period_ends_and_old_counts_are_deleted(monkeypatch):
    assert [ask(), ask(), ask()] == [True, True, False]
    later = timezone.now() + HOUR
    monkeypatch.setattr(limits.timezone, "now", lambda: later)
    assert not kept_limit_reached(what="mails", who="Ann", most=2)
    assert ask()
    assert LimitCount.objects.get().count == 1
    limits_delete_old(now=later + HOUR)
    assert not LimitCount.objects.exists()


def test_nobody_can_be_read_from_a_count():
    ask(who="ann@example.org")
    assert "ann" not in LimitCount.objects.get().key
