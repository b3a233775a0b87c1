"""Public pages are made once for all who see the same, and never shown when they have changed."""

import gzip
import re
import sqlite3
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from games.fast.states import database_state
from games.models import Player
from games.web import kept_pages
from games.web.kept_pages import LAST_CLUB, KeptPage, KeptResponse
from tests import evenings
from tests.evenings import Evening
from tests.tournaments.directing import Directed

TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="(\w{64})"')


@pytest.fixture
def _alike(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep pages although the test's own transaction hides the state of the database."""
    monkeypatch.setattr(kept_pages, "database_state", lambda: ("test", 1))
    yield
    forget()


def forget() -> None:
    kept_pages._pages._found.clear()
    kept_pages._answers._found.clear()


@pytest.fixture
def event(db: None, _alike: None) -> str:
    """The address of a public event."""
    club = evenings.club(visibility="public")
    directed = Directed(club, "Ann Bob Cid Dee")
    directed.next_round()
    return f"/events/{directed.event.public_id}/"


def page(*pieces: bytes, holes: tuple[str, ...] = ()) -> KeptPage:
    return KeptPage(pieces, tuple(map(kept_pages._packed, pieces)), holes, {})


@pytest.mark.parametrize(
    ("pieces", "holes"),
    [
        ((b"all " * 3000,), ()),
        ((b"one " * 900, b"", b"two " * 900), ("own", "in forms")),
        ((b"", b""), ("own",)),
    ],
)
def test_what_is_packed_is_what_is_not(pieces: tuple[bytes, ...], holes: tuple[str, ...]) -> None:
    own = {"own": b"Ann", "in forms": b"x" * 64}
    kept = page(*pieces, holes=holes)
    plain = kept.body(own, packs=False)
    packed = kept.body(own, packs=True)
    assert gzip.decompress(packed) == plain
    unpacker = zlib.decompressobj(31)  # as browsers read it: one file, and nothing behind it
    assert unpacker.decompress(packed) == plain
    assert unpacker.eof
    assert not unpacker.unused_data
    assert plain.count(b"Ann") == holes.count("own")


def test_a_second_guest_is_answered_without_a_query(
    event: str, django_assert_num_queries: Any
) -> None:
    first = Client().get(event)
    assert isinstance(first, KeptResponse)
    with django_assert_num_queries(0):
        second = Client().get(event, headers={"Accept-Encoding": "gzip"})
    assert second.status_code == 200
    assert second["Content-Encoding"] == "gzip"
    assert TOKEN.sub(b"", gzip.decompress(second.content)) == TOKEN.sub(b"", first.content)
    for name, value in first.headers.items():
        if name not in ("Content-Length", "Content-Encoding", "Vary"):
            assert second.headers[name] == value, name
    assert "Content-Security-Policy" in second.headers
    assert int(second["Content-Length"]) == len(second.content)


def test_every_guest_has_a_token_of_their_own_that_is_good(event: str) -> None:
    secrets = set()
    for _guest in range(3):
        guest = Client(enforce_csrf_checks=True)
        answer = guest.get(event)
        found = TOKEN.search(answer.content)
        assert found is not None
        secrets.add(guest.cookies[settings.CSRF_COOKIE_NAME].value)
        form = {"csrfmiddlewaretoken": found[1].decode(), "language": "de", "next": event}
        assert guest.post("/language/", form).status_code == 302
        assert b'lang="de"' in guest.get(event).content
    assert len(secrets) == 3


def test_a_page_is_kept_in_each_language(event: str) -> None:
    pages = [
        Client().get(event, headers={"Accept-Language": code}).content.decode()
        for code in ("en", "de", "en", "de")
    ]
    assert ['lang="de"' in one.split("<head>")[0] for one in pages] == [False, True, False, True]


@pytest.mark.usefixtures("_alike")
def test_a_kept_page_says_as_well_whose_doors_a_member_used_last(db: None) -> None:
    clubs = [evenings.club(slug) for slug in ("tuesday", "thursday")]
    first, second = Client(), Client()
    for reader in (first, second):
        reader.force_login(evenings.user("Olga"))
        for club in clubs:
            answer = reader.get(f"/clubs/{club.slug}/leaderboard/")
            assert isinstance(answer, KeptResponse)
            assert reader.cookies[LAST_CLUB].value == club.public_id


def test_messages_are_shown_once_and_to_one_reader(event: str) -> None:
    guest = Client()
    guest.get(event)
    told = Client()
    told.cookies["messages"] = "anything"
    assert not isinstance(told.get(event), KeptResponse)


@pytest.mark.parametrize("name", ["sessionid", "messages", "event-abc", "table-abc", "anything"])
def test_who_shows_a_cookie_is_looked_at(
    event: str, name: str, django_assert_max_num_queries: Any
) -> None:
    Client().get(event)
    holder = Client()
    holder.cookies[name] = "x" * 32
    with django_assert_max_num_queries(20) as asked:
        answer = holder.get(event)
    assert answer.status_code == 200
    assert "Ann" in answer.content.decode()
    assert len(asked) > 0


def test_only_pages_that_are_asked_for_as_a_whole_are_kept(event: str) -> None:
    Client().get(event)
    assert not isinstance(Client().get(event, headers={"HX-Request": "true"}), KeptResponse)
    assert Client().head(event).content == b""


@pytest.mark.usefixtures("_alike")
def test_a_scorer_has_a_key_of_their_own_at_each_asking(db: None) -> None:
    evening = Evening(evenings.club(visibility="public"))
    client = Client()
    client.force_login(evening.organizer)
    keys = {
        key
        for _again in range(2)
        for key in re.findall(
            rb'name="key" value="(\w+)"',
            client.get(f"/sessions/{evening.session.public_id}/table/").content,
        )
    }
    assert len(keys) == 2


def test_answers_are_compressed_for_who_reads_that(db: None, client: Client) -> None:
    for address in ("/sign-in/", "/api/v1/"):
        packed = client.get(address, headers={"Accept-Encoding": "gzip"})
        if len(packed.content) > 200:
            assert packed["Content-Encoding"] == "gzip", address
        assert "Content-Encoding" not in client.get(address).headers


@pytest.mark.django_db(transaction=True)
def test_a_player_who_hides_is_in_no_page_from_then_on() -> None:
    forget()
    cache.clear()
    club = evenings.club(visibility="public")
    directed = Directed(club, "Annabel Bob Cid Dee")
    directed.next_round()
    address = f"/events/{directed.event.public_id}/"
    for _again in range(2):
        assert b"Annabel" in Client().get(address).content
    before = database_state()
    assert before == database_state()
    Player.objects.filter(name="Annabel").update(shown=Player.Shown.HIDDEN)
    assert before != database_state()
    for _again in range(2):
        assert b"Annabel" not in Client().get(address).content


@pytest.mark.django_db(transaction=True)
def test_the_state_changes_when_another_process_writes_and_only_then() -> None:
    states = [database_state(), database_state()]
    assert states[0] is not None
    assert states[0] == states[1]
    if connection.vendor == "sqlite":
        other = sqlite3.connect(str(connection.settings_dict["NAME"]), timeout=20)
        with other:
            other.execute("UPDATE django_content_type SET model = model")
        other.close()
        assert database_state() != states[0]
    with transaction.atomic():
        assert database_state() is None
