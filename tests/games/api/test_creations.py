"""What makes something makes it once for each Idempotency-Key, whatever it makes."""

import datetime
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.utils import timezone

from games.api.creations import creations_delete_old
from games.models import ApiCreation, Note, Player, Season, Session
from tests.games.api.conftest import program_of
from tournaments.models import EntryPass, Event, Match

CSN = '[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid'
# What is made: where, with which content, and the content that is something else.
MAKES = {
    Session: ("sessions", {"club": "{club}", "players": "{players}"}, {"title": "Other"}),
    Player: ("clubs/{club}/players", {"name": "Eve"}, {"name": "Fay"}),
    Season: (
        "clubs/{club}/seasons",
        {"name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31"},
        {"name": "27"},
    ),
    Note: ("sessions/{session}/notes", {"game": 1, "text": "Ha"}, {"text": "Ho"}),
    "import": ("clubs/{club}/import", {"text": CSN}, {"end": False}),
    Event: ("clubs/{club}/events", {"title": "Cup"}, {"title": "Plate"}),
    "copy": ("events/{event}/copy", {"title": "Again"}, {"title": "Once more"}),
    Match: (
        "clubs/{club}/matches",
        {"first": "{ann}", "second": "{bob}", "length": 5},
        {"length": 7},
    ),
    EntryPass: ("events/{event}/passes", {"player": "{ann}"}, {"player": "{bob}"}),
}
ROWS = {"import": Session, "copy": Event}


@pytest.fixture
def places(world):
    """What the addresses and contents name."""
    api = program_of(world.owner)
    made = api("post", f"clubs/{world.club.slug}/events", {"title": "Before"}).json()
    ids = [player.public_id for player in world.players.values()]
    entries = {"key": "e", "entries": [{"player": player} for player in ids]}
    api("post", f"divisions/{made['divisions'][0]['id']}/entries", entries)
    return {
        "club": world.club.slug,
        "session": world.running.public_id,
        "event": made["id"],
        "ann": ids[0],
        "bob": ids[1],
        "players": ids,
    }


def filled(content, places):
    """The content with what it names in it."""
    return {
        name: places[value[1:-1]] if isinstance(value, str) and value[:1] == "{" else value
        for name, value in content.items()
    }


@pytest.mark.parametrize("what", MAKES, ids=str)
def test_the_same_request_makes_one_thing(world, places, what):
    place, content, other = MAKES[what]
    api, path, row = program_of(world.owner), place.format(**places), ROWS.get(what, what)
    content, other = filled(content, places), filled(content | other, places)
    before = row.objects.count()

    first = api("post", path, content, Idempotency_Key="one")
    again = api("post", path, content, Idempotency_Key="one")
    else_ = api("post", path, other, Idempotency_Key="one")

    assert (first.status_code, again.status_code) == (201, 200), (first.content, again.content)
    assert first.json()["id"] == again.json()["id"]
    assert (else_.status_code, else_.json()["code"]) == (409, "key_reused")
    assert row.objects.count() == before + 1


def test_without_a_key_each_request_makes_something(world, places):
    api, path = program_of(world.owner), f"clubs/{world.club.slug}/players"

    assert api("post", path, {"name": "Eve"}).status_code == 201
    assert api("post", path, {"name": "Fay"}).status_code == 201


def test_a_refused_request_leaves_its_key_free(world):
    api, path = program_of(world.owner), f"clubs/{world.club.slug}/players"

    refused = api("post", path, {"name": "Ann"}, Idempotency_Key="one")
    made = api("post", path, {"name": "Eve"}, Idempotency_Key="one")

    assert (refused.status_code, made.status_code) == (409, 201)


def test_a_key_is_its_users_own(world):
    path = f"clubs/{world.club.slug}/players"
    program_of(world.owner)("post", path, {"name": "Eve"}, Idempotency_Key="one")

    other = program_of(world.users["scorer"])("post", path, {"name": "Fay"}, Idempotency_Key="one")

    assert other.status_code == 201


def test_a_malformed_key_is_refused_before_anything_is_made(world):
    api, path = program_of(world.owner), f"clubs/{world.club.slug}/players"

    for key in ("", "x" * 65, "a\tb", "é"):
        answer = api("post", path, {"name": "Eve"}, Idempotency_Key=key)
        assert (answer.status_code, answer.json()["code"]) == (400, "key_malformed")


def test_keys_are_forgotten_after_a_month(world):
    api, path = program_of(world.owner), f"clubs/{world.club.slug}/players"
    api("post", path, {"name": "Eve"}, Idempotency_Key="one")

    creations_delete_old(now=timezone.now() + datetime.timedelta(days=29))
    assert ApiCreation.objects.count() == 1
    creations_delete_old(now=timezone.now() + datetime.timedelta(days=31))
    assert ApiCreation.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_two_at_once_with_one_key_make_one_thing(world):
    api, path = program_of(world.owner), f"clubs/{world.club.slug}/players"

    def ask(_number):
        try:
            return api("post", path, {"name": "Eve"}, Idempotency_Key="one").status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        codes = sorted(both.map(ask, range(2)))

    assert codes == [200, 201]
    assert Player.objects.filter(name="Eve").count() == 1
