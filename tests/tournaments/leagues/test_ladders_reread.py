"""A result that moves others on a ladder: who stands where then is shown before it is done."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_ladders import ladder
from tournaments.models import Match
from tournaments.results.services import results

pytestmark = pytest.mark.django_db

PLAYED = ["Ann", "Dee", "Bob", "Cid"]
"""After Dee has beaten Bob, Ann Cid, and Bob Cid."""
MOVED = [
    "3 places on the ladder change.",
    "Bob: place 3 → 2",
    "Cid: place 4 → 3",
    "Dee: place 2 → 4",
    "The list is made anew from all results, in the order of the challenges.",
]


def climbed() -> tuple[Running, Match]:
    """A ladder on which the first of three results would move somebody who did not play it."""
    of = ladder()
    first = of.win(of.challenge("Dee", "Bob"), 0)
    of.win(of.challenge("Cid", "Ann"), 1)
    of.win(of.challenge("Bob", "Cid"), 0)
    assert of.ladder() == PLAYED
    return of, first


PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "corrected at the desk": ("desk", {"do": "result", "first_points": "4", "second_points": "11"}),
    "taken back at the desk": ("desk", {"do": "undo"}),
    "a walkover at the desk": (
        "desk",
        {"do": "forfeit", "side": "0", "reason": "Ill", "sure": "1"},
    ),
    "taken back at the match": ("match", {"do": "undo"}),
}


@pytest.mark.parametrize("how", PAGES)
def test_the_director_reads_who_stands_where_before_others_move(how: str) -> None:
    of, match = climbed()
    where, sent = PAGES[how]
    olga = client_of(of.director)
    paths = {
        "desk": f"/events/{of.season.event.public_id}/direct/act/",
        "match": f"/matches/{match.public_id}/act/",
    }
    sent = {**sent, "match": match.public_id, "version": match.version}
    answer = olga.post(paths[where], {**sent, "key": key()})
    page = " ".join(answer.content.decode().split())
    assert (answer.status_code, [one for one in MOVED if one not in page]) == (409, [])
    assert "Ann: place" not in page
    assert of.ladder() == PLAYED
    [seen] = set(re.findall(r'name="seen" value="([0-9a-f]+)"', page))
    olga.post(paths[where], {**sent, "key": key(), "seen": seen})
    assert of.ladder() == ["Ann", "Bob", "Cid", "Dee"]


def test_programs_read_it_and_send_its_digest() -> None:
    of, match = climbed()
    client, path = client_of(of.director), f"/api/v1/matches/{match.public_id}/correct"
    sent = {"points": [4, 11], "version": match.version, "key": key()}
    tried = client.post(path, {**sent, "dry_run": True}, content_type="application/json")
    moved = [
        {"name": "Bob", "was": 3, "now": 2},
        {"name": "Cid", "was": 4, "now": 3},
        {"name": "Dee", "was": 2, "now": 4},
    ]
    assert tried.json()["effect"]["moved"] == moved
    refused = client.post(path, sent, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "correction_reaches")
    sent["seen"] = refused.json()["params"]["digest"]
    assert client.post(path, sent, content_type="application/json").status_code == 201
    assert of.ladder() == ["Ann", "Bob", "Cid", "Dee"]


def test_the_back_office_shows_it_with_the_decision() -> None:
    of, match = climbed()
    path = reverse("admin:tournaments_match_result") + f"?rows={match.pk}"
    olga = Client()
    olga.force_login(of.director, backend="games.backends.AccountBackend")
    said = {"first_points": "4", "second_points": "11", "preview": "1"}
    page = olga.post(path, said).content.decode()
    assert [one for one in MOVED[1:4] if one not in page] == []
    assert of.ladder() == PLAYED


def test_nobody_is_asked_where_only_the_two_move() -> None:
    of, _first = climbed()
    match = of.match("Bob", "Cid")
    said: dict[str, Any] = {"match": match, "by": of.director, "version": match.version}
    results.match_correct(**said, points=(4, 11), key=key())
    assert of.ladder() == ["Ann", "Dee", "Cid", "Bob"]
