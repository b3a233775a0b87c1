"""The people of a club are added, renamed and retired on its own pages."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Membership, Player
from tests.evenings import Evening, club, member, user

pytestmark = pytest.mark.django_db

ADD = reverse("players_add", args=["tuesday"])


@pytest.fixture
def olga(client: Client) -> Client:
    Evening(club(), "Ann Bob Cid")
    client.force_login(user("Olga"))
    return client


def names() -> list[str]:
    return list(Player.objects.order_by("name").values_list("name", flat=True))


def test_a_list_is_shown_as_it_was_read_and_added_by_the_second_press(olga: Client) -> None:
    assert ADD in olga.get(reverse("tournaments:player_list", args=["tuesday"])).content.decode()
    pasted = "1. Dee, 2. Eve\nBOB\nDee"
    page = olga.post(ADD, {"names": pasted}).content.decode()
    assert names() == ["Ann", "Bob", "Cid"]
    assert "Dee stands in the list twice" in page
    [seen] = re.findall(r'name="names_seen" value="([^"]*)"', page)
    assert olga.post(ADD, {"names": pasted, "names_seen": seen}).status_code == 302
    assert names() == ["Ann", "Bob", "Cid", "Dee", "Eve"]
    # Another list needs another look.
    olga.post(ADD, {"names": "Fay", "names_seen": seen})
    assert "Fay" not in names()


@pytest.mark.parametrize(
    ("pasted", "texts"),
    [
        ("Eve Berg; Fay Cox, Gus\nHal (BC Ulm)", "Fay Cox, Gus (Eve Berg)"),
        ("Eve Berg; Fay Cox, Gus\nHal; Ida, Jo", "Fay Cox, Gus (Eve Berg); Ida, Jo (Hal)"),
    ],
)
def test_what_stands_beside_a_name_and_may_be_somebody_is_named(
    olga: Client, pasted: str, texts: str
) -> None:
    page = olga.post(ADD, {"names": pasted}).content.decode()
    said = f"Taken for clubs: {texts}. Who of these plays needs a line of their own."
    assert said in page


@pytest.mark.parametrize("typed", ["", "  \n ", "---"])
def test_without_a_name_nothing_is_added(olga: Client, typed: str) -> None:
    answer = olga.post(ADD, {"names": typed})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


def edited(name: str) -> str:
    player = Player.objects.get(name=name)
    return reverse("player_edit", args=["tuesday", player.public_id])


def test_a_player_is_renamed_with_what_it_changes_before(olga: Client) -> None:
    at = edited("Bob")
    assert "stands on 1 evening" in olga.get(at).content.decode()
    assert olga.post(at, {"name": "Robert"}).status_code == 302
    assert names() == ["Ann", "Cid", "Robert"]
    taken = olga.post(at, {"name": "Ann"})
    assert taken.status_code == 422
    assert 'role="alert"' in taken.content.decode()
    assert names() == ["Ann", "Cid", "Robert"]


def test_a_player_is_retired_and_brought_back(olga: Client) -> None:
    at = edited("Bob")
    for word, is_active in (("no", False), ("yes", True)):
        olga.post(at, {"active": word})
        assert Player.objects.get(name="Bob").is_active is is_active


@pytest.mark.parametrize(
    ("role", "adds", "edits"),
    [
        (Membership.Role.PLAYER, 403, 403),
        (Membership.Role.SCORER, 200, 403),
        (Membership.Role.DIRECTOR, 200, 200),
    ],
)
def test_who_may(olga: Client, role: str, adds: int, edits: int) -> None:
    at = edited("Bob")
    olga.force_login(member(Player.objects.get(name="Bob").club, "Mia", role))
    assert olga.get(ADD).status_code == adds
    assert olga.get(at).status_code == edits
