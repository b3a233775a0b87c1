"""The first ten minutes: an empty installation, one link, one founder."""

from __future__ import annotations

import threading

import pytest
from django.conf import LazySettings
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from games.accounts.services.founding import (
    address_set,
    founding_link_create,
    is_empty,
    without_password,
)
from games.accounts.services.mail_wishes import mails_refused
from games.clubs.services.founding import installation_found
from games.errors import Refused
from games.models import Club, FoundingLink, User

FORM = {
    "name": "Tuesday Club",
    "founder": "Ann",
    "players": "Bob\nCid\nDee",
    "default_rules": "canberra",
    "stake_amount": "",
    "currency": "EUR",
    "time_zone": "Europe/Berlin",
}
ELSEWHERE = "192.0.2.7"


@pytest.fixture
def link(db: None) -> str:
    return reverse("welcome", args=[founding_link_create()])


@pytest.fixture(autouse=True)
def _here(settings: LazySettings) -> None:
    settings.DEMO_ACCOUNTS = True


def test_one_screen_makes_account_club_and_players(client: Client, link: str) -> None:
    assert "Found the club" in client.get(link).content.decode()
    answer = client.post(link, FORM)
    club = Club.objects.get()
    assert answer.headers["Location"] == reverse("club", args=[club.slug])
    assert sorted(club.players.values_list("name", flat=True)) == ["Ann", "Bob", "Cid", "Dee"]
    [owner] = User.objects.all()
    assert (owner.name, owner.is_superuser, owner.has_usable_password()) == ("Ann", True, False)
    assert club.players.get(name="Ann").user == owner
    assert client.get(reverse("session_new", args=[club.slug])).status_code == 200, "signed in"
    assert mails_refused([owner.email]), "nobody can read mails to this computer"


def test_the_link_opens_once(client: Client, link: str) -> None:
    client.post(link, FORM)
    stranger = Client()
    for answer in (stranger.get(link), stranger.post(link, FORM)):
        assert "founded their club here already" in answer.content.decode()
    assert Club.objects.count() == 1
    assert not FoundingLink.objects.exists()


def test_a_founder_who_closes_the_page_finds_it_again(client: Client, link: str) -> None:
    client.get(link)
    client.post(link, {**FORM, "name": ""})
    later = reverse("welcome", args=[founding_link_create()])
    for one in (link, later):
        assert client.get(one).status_code == 200
    assert is_empty()


def test_an_unknown_link_says_so(client: Client, link: str) -> None:
    answer = client.get(reverse("welcome", args=["x" * 43]))
    assert answer.status_code != 200
    assert "This link is not valid" in answer.content.decode()


@pytest.mark.parametrize(
    ("address", "demo", "origins", "asks"),
    [
        ("127.0.0.1", True, [], False),
        ("::1", True, [], False),
        (ELSEWHERE, True, [], True),
        ("127.0.0.1", False, [], True),
        ("127.0.0.1", True, ["https://club.example.org"], True),
    ],
)
def test_a_password_is_asked_only_where_others_can_come(
    client: Client,
    link: str,
    settings: LazySettings,
    address: str,
    demo: bool,
    origins: list[str],
    asks: bool,
) -> None:
    settings.DEMO_ACCOUNTS, settings.CSRF_TRUSTED_ORIGINS = demo, origins
    page = client.get(link, REMOTE_ADDR=address).content.decode()
    assert ('name="password"' in page) is asks
    answer = client.post(link, FORM, REMOTE_ADDR=address)
    assert answer.status_code == (422 if asks else 302)
    if asks:
        secret = {"email": "ann@example.org", "password": "wool and pewter 9"}
        assert client.post(link, FORM | secret, REMOTE_ADDR=address).status_code == 302
        assert User.objects.get().check_password(secret["password"])
        assert not mails_refused(["ann@example.org"])


@pytest.mark.parametrize("password", ["tuesday", "ann@example.org", "12345678901"])
def test_a_weak_password_is_refused(client: Client, link: str, password: str) -> None:
    secret = {"email": "ann@example.org", "password": password}
    answer = client.post(link, FORM | secret, REMOTE_ADDR=ELSEWHERE)
    assert answer.status_code == 422
    assert is_empty()


@pytest.mark.parametrize(
    ("players", "names", "said"),
    [
        ("Bob, Cid, Dee", ["Bob", "Cid", "Dee"], "row read"),
        ("1. Bob\n2. Cid", ["Bob", "Cid"], ""),
        ("Berg, Eva", ["Berg, Eva"], "surname first"),
        ("1500 Bob\nCid 1480", ["Bob", "Cid"], "Ratings and clubs beside the names are left out"),
        ("Bob\nbob\nCid", ["Bob", "Cid"], "stands in the list twice"),
        ("Bob\n???\nCid", ["Bob", "Cid"], "is nobody"),
        ("ann\nBob", ["Bob"], ""),
        ("Name;Rating\nBob;1500\nCid;1480", ["Bob", "Cid"], "rows read"),
    ],
)
def test_a_list_that_is_more_than_names_is_shown_first(
    client: Client, link: str, players: str, names: list[str], said: str
) -> None:
    form = {**FORM, "players": players}
    answer = client.post(link, form)
    if answer.status_code == 200:
        assert said
        assert said in answer.content.decode()
        assert is_empty()
        sent = players.replace("\n", "\r\n")  # as browsers do
        answer = client.post(link, {**form, "players": sent, "names_seen": sent})
    assert answer.status_code == 302
    found = Club.objects.get().players.exclude(name="Ann")
    assert sorted(found.values_list("name", flat=True)) == sorted(names)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "", "This field is required."),
        ("founder", "", "This field is required."),
        ("players", "Bob\n" + "x" * 300, "at most"),
        ("time_zone", "Europe/Atlantis", "Atlantis"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(
    client: Client, link: str, field: str, value: str, said: str
) -> None:
    answer = client.post(link, {**FORM, field: value, "names_seen": value})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert is_empty()
    assert not Club.objects.exists()


def test_a_stake_without_a_currency_is_said_beside_its_field(client: Client, link: str) -> None:
    form = {**FORM, "stake_amount": "1", "currency": ""}
    page = client.post(link, form).content.decode()
    assert 'id="id_currency_error"' in page
    assert 'role="alert"' not in page


@pytest.mark.usefixtures("small_demo")
def test_who_looks_around_first_comes_back_to_found_their_own(client: Client, link: str) -> None:
    answer = client.post(reverse("welcome_demo", args=[link.split("/")[-2]]))
    assert Club.objects.get().is_demo
    # The way to a club of one's own stands where they land, and on the first page.
    for page in (answer.headers["Location"], reverse("home")):
        assert link in client.get(page).content.decode()
    # Nor does another way to a new club end in a form that the demo's account may not send.
    for name in ("club_new", "club_read"):
        assert client.get(reverse(name)).headers["Location"] == link
    assert client.post(link, FORM).status_code == 302
    own = Club.objects.get(is_demo=False)
    assert client.get(reverse("club_settings", args=[own.slug])).status_code == 200


@pytest.mark.usefixtures("small_demo")
def test_a_demo_asked_for_twice_is_one(client: Client, link: str) -> None:
    address = reverse("welcome_demo", args=[link.split("/")[-2]])
    assert {Client().post(address).status_code, client.post(address).status_code} == {302}
    assert Club.objects.count() == 1


@pytest.mark.usefixtures("small_demo")
def test_the_demo_stays_away_where_others_can_come(
    client: Client, link: str, settings: LazySettings
) -> None:
    settings.DEMO_ACCOUNTS = False
    assert "Look around" not in client.get(link).content.decode()
    client.post(reverse("welcome_demo", args=[link.split("/")[-2]]))
    assert not User.objects.filter(last_login__isnull=False).exists()


def test_a_founder_without_an_address_can_give_one(link: str) -> None:
    user, _club = installation_found(
        token=link.split("/")[-2], founder={"name": "Ann"}, players=[], name="Club"
    )
    assert without_password() == [user]
    address_set(user=user, email="Ann@Example.org")
    assert user.email == "ann@example.org"
    with pytest.raises(Refused):
        address_set(user=user, email="other@example.org")


@pytest.mark.django_db(transaction=True)
def test_of_two_founders_at_once_one_founds() -> None:
    token = founding_link_create()
    start, told = threading.Barrier(2), list[str]()

    def found(name: str) -> None:
        start.wait(timeout=60)
        try:
            installation_found(
                token=token,
                founder={"name": name, "email": f"{name}@example.org"},
                players=[],
                name=f"Club of {name}",
            )
            told.append("founded")
        except Refused as error:
            told.append(error.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=found, args=[name]) for name in ("ann", "bob")]
    for one in threads:
        one.start()
    for one in threads:
        one.join(timeout=30)
    assert sorted(told) == ["founded", "founded_already"]
    assert Club.objects.count() == 1
    assert connection.vendor in ("sqlite", "postgresql")


def test_a_founder_sets_address_and_password_together(client: Client, link: str) -> None:
    client.post(link, FORM)
    page = reverse("password")
    secret = {"new_password1": "seven-owls-fly", "new_password2": "seven-owls-fly"}
    assert client.post(page, secret).status_code == 422, "the address is missing"
    assert client.post(page, secret | {"email": "ann@example.org"}).status_code == 302
    owner = User.objects.get()
    assert (owner.email, owner.has_usable_password()) == ("ann@example.org", True)
    assert 'name="email"' not in client.get(page).content.decode()
    stranger = Client()
    known = {"email": "ann@example.org", "password": "seven-owls-fly"}
    assert stranger.post(reverse("sign-in"), known).status_code == 302


def test_what_the_list_says_beside_names_is_kept(client: Client, link: str) -> None:
    players = "Name;Federation number;Country\nBob;DE-104;GER\nCid;DE-207;AUT"
    page = client.post(link, {**FORM, "players": players}).content.decode()
    assert "DE-104" in page
    assert client.post(link, {**FORM, "players": players, "names_seen": players}).status_code == 302
    bob = Club.objects.get().players.get(name="Bob")
    assert (bob.federation_number, bob.country) == ("DE-104", "GER")
