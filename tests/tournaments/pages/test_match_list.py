"""The matches of a club: one is started from a page of its own, and each is found in the list."""

import re
from typing import Any

import pytest
from django.test import Client

from tests import evenings
from tests.tournaments.boards import Board
from tests.tournaments.directing import Directed
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def test_a_match_is_started_from_the_list(board: Board) -> None:
    where = f"/clubs/{board.club.slug}/matches/"
    ann, bob = (board.club.players.get(name=name).public_id for name in ("Ann", "Bob"))
    made = board.client.post(f"{where}new/", {"first": bob, "second": ann, "length": 9})
    newest = Match.objects.latest("pk")
    assert made["Location"] == f"/matches/{newest.public_id}/"
    assert (newest.first and newest.first.name, newest.length) == ("Bob", 9)
    other = {"first": bob, "second": ann, "length": 9, "other_length": 13}
    board.client.post(f"{where}new/", other)
    assert Match.objects.latest("pk").length == 13


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"length": 7}, "Choose the two who play."),
        ({"first": "Ann", "second": "Ann", "length": 7}, "A match is between two different"),
        ({"first": "Ann", "second": "Bob"}, "To how many points do they play?"),
        ({"first": "Ann", "second": "Bob", "length": 99}, "A match is to 1 to 64 points"),
        ({"first": "Ann", "second": "Bob", "length": "x"}, "is not a whole number from 0."),
    ],
)
def test_a_match_that_cannot_be_is_not_started_and_nothing_chosen_is_lost(
    board: Board, fields: dict[str, Any], sentence: str
) -> None:
    for name in ("first", "second"):
        if name in fields:
            fields = {**fields, name: board.club.players.get(name=fields[name]).public_id}
    answer = board.client.post(f"/clubs/{board.club.slug}/matches/new/", fields)
    assert answer.status_code in {400, 422}
    page = answer.content.decode()
    assert sentence in page
    for chosen in filter(None, (fields.get("first"), fields.get("second"))):
        assert f'value="{chosen}" selected' in page
    assert ('value="7" checked' in page) == (fields.get("length") == 7)
    assert Match.objects.count() == 1


def test_who_may_not_start_a_match_is_not_offered_it(board: Board) -> None:
    stranger = board.signed_in(evenings.user("Zoe"))
    where = f"/clubs/{board.club.slug}/matches/"
    assert stranger.get(where).status_code == 404
    board.club.visibility = "public"
    board.club.save()
    assert "Start a match" not in stranger.get(where).content.decode()
    assert stranger.get(f"{where}new/").status_code == 403
    assert Client().get(f"{where}new/")["Location"].startswith("/sign-in/")
    assert "To how many points?" in board.client.get(f"{where}new/").content.decode()
    ann, bob = (board.club.players.get(name=name).public_id for name in ("Ann", "Bob"))
    sent = {"first": ann, "second": bob, "length": 7}
    assert stranger.post(f"{where}new/", sent).status_code == 403
    assert Client().post(f"{where}new/", sent)["Location"].startswith("/sign-in/")
    assert Match.objects.count() == 1


def test_the_list_leaves_out_drafts_byes_and_other_clubs() -> None:
    event = Directed(names="Ann Bob Cid", match_length=3)
    elsewhere = Directed(of=evenings.club("monday", visibility="public"), names="Eve Fay")
    elsewhere.next_round()
    from tournaments.events.services.draws import draw_make

    client = Client()
    client.force_login(event.director)
    where = f"/clubs/{event.club.slug}/matches/"
    draw_make(division=event.division, by=event.director)
    assert "/matches/" + Match.objects.filter(round__division=event.division)[0].public_id not in (
        client.get(where).content.decode()
    )
    event.next_round()
    played = event.open()
    Match.objects.filter(pk__in=[one.pk for one in played]).update(state="reported")
    assert re.findall(r'href="/matches/(\w+)/"', client.get(where).content.decode()) == [
        one.public_id for one in played
    ]


@pytest.mark.parametrize(
    ("tables", "is_kept", "shown"),
    [(None, False, []), (None, True, ["live"]), (1, False, ["live"])],
)
def test_only_what_is_being_played_stands_among_the_results(
    tables: int | None, is_kept: bool, shown: list[str]
) -> None:
    """A league has no tables: whom one still owes a match is not at the board."""
    event = Directed(
        of=evenings.club("league", visibility="public"),
        names="Ann Bob",
        format="round_robin",
        event_fields={"tables": tables},
    )
    event.next_round()
    if is_kept:
        [match] = event.open()
        match.score = []
        match.save(update_fields=["score"])
    page = Client().get("/clubs/league/matches/").content.decode()
    assert re.findall(r'class="tag(?: tag--live)?">([^<]+)<', page) == shown
