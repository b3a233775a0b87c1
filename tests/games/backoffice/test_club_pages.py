"""Organizers decide on pages of the club, without the back office."""

import re

import pytest
from django.test import Client

from games.models import Club, Decision, Player, Session, User
from tests.games.conftest import Scorer
from tests.games.phone import Phone

GAMES = "order Ann, Bob, Cid, Dee\ngame\nbox wins\ngame\nbox wins"


def decide(client: Client, url: str, **fields: str) -> tuple[int, str]:
    """Look at what would change, then decide it."""
    page = client.post(url, {**fields, "preview": "1"}).content.decode()
    seen = dict(re.findall(r'name="(seen|shown)" value="([^"]*)"', page))
    answer = client.post(url, {**fields, **seen, "do": "1"}, follow=True)
    return answer.status_code, answer.content.decode()


def test_a_game_is_declared_void_and_counts_again(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAMES)
    story = f"/sessions/{phone.session.public_id}/games/1/"
    assert "Declare it void" in phone.client.get(story).content.decode()
    page = phone.client.get(f"{story}decide/void/").content.decode()
    assert "What would change" in page
    decide(phone.client, f"{story}decide/void/", reason="It was played twice.")
    assert phone.totals()["Ann"] == 3
    assert "Let it count again" in phone.client.get(story).content.decode()
    decide(phone.client, f"{story}decide/reinstate/", reason="It was not.")
    assert phone.totals()["Ann"] == 6
    assert list(Decision.objects.order_by("pk").values_list("reason", flat=True)) == [
        "It was played twice.",
        "It was not.",
    ]


def test_without_a_reason_nothing_is_written(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAMES)
    url = f"/sessions/{phone.session.public_id}/games/1/decide/void/"
    decide(phone.client, url)
    assert phone.totals()["Ann"] == 6


def test_an_evening_is_declared_void(phone: Phone, scorer: Scorer) -> None:
    scorer.play(GAMES)
    decide(phone.client, f"/sessions/{phone.session.public_id}/decide/void/", reason="A try.")
    phone.session.refresh_from_db()
    assert phone.session.status == Session.Status.VOID


def test_two_names_of_one_person_become_one(
    phone: Phone, club: Club, players: dict[str, Player]
) -> None:
    twice = Player.objects.create(club=club, name="Bobby")
    url = f"/clubs/{club.slug}/players/{twice.public_id}/merge/"
    assert f"Bob · {club.name}" in phone.client.get(url).content.decode()
    decide(phone.client, url, into=str(players["Bob"].pk), reason="Bobby is Bob.")
    twice.refresh_from_db()
    assert twice.merged_into == players["Bob"]


@pytest.mark.parametrize("what", ["games/1/decide/void/", "decide/void/", "decide/nothing/"])
def test_only_organizers_decide(client: Client, phone: Phone, scorer: Scorer, what: str) -> None:
    scorer.play(GAMES)
    client.force_login(User.objects.create_user("stranger"))
    assert client.get(f"/sessions/{phone.session.public_id}/{what}").status_code in (403, 404)
