"""The cache of a computer without Redis keeps what it counts, whoever else asks for things."""

import datetime

import pytest
from django.core.cache import cache

from chouette.caching import KeptCache
from games.web.limits import limit_reached, within_limit

QUARTER = datetime.timedelta(minutes=15)


@pytest.fixture
def small():
    """A cache that makes room at ten entries."""
    found = KeptCache("small", {"OPTIONS": {"MAX_ENTRIES": 10}})
    found.clear()
    return found


def test_a_lock_out_outlasts_any_number_of_other_keys():
    assert isinstance(cache._connections[cache._alias], KeptCache)
    for _ in range(3):
        within_limit(what="wrong sign-in", who="198.51.100.7", most=3, lasts=QUARTER)
    for other in range(2_000):
        within_limit(what="pages", who=f"198.51.100.8 {other}", most=5, lasts=QUARTER)
    assert limit_reached(what="wrong sign-in", who="198.51.100.7", most=3)
    assert not limit_reached(what="wrong sign-in", who="198.51.100.9", most=3)


def test_room_is_made_by_what_has_expired(small):
    for number in range(9):
        small.set(f"short-{number}", number, timeout=5)
    small.set("long", "kept", timeout=900)
    for key in small._expire_info:
        small._expire_info[key] -= 10
    small.set("new", "kept, too", timeout=5)
    assert small.get("long") == "kept"
    assert small.get("new") == "kept, too"
    assert len(small._cache) == len(small._expire_info) == 2


def test_a_full_cache_gives_up_what_would_expire_soonest(small):
    for number in range(10):
        small.set(f"key-{number}", number, timeout=None if number == 3 else 1_000 - number)
    small.set("one-more", 1, timeout=1_000)
    assert "key-9" not in small
    assert all(f"key-{number}" in small for number in range(9))
    assert len(small._cache) == len(small._expire_info) == 10
