"""Demo accounts are nobody wherever they are switched off: pages, links, API, back office."""

from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.test import Client, RequestFactory

from games.accounts.services.accounts import invitation_create, sign_in_link_create
from games.accounts.services.passwords import password_set
from games.api.tokens import api_token_create
from games.errors import Refused
from games.models import Club, Membership, User

PASSWORD = "seven-owls-fly"


@pytest.fixture
def demo(club: Club, settings: Any) -> User:
    """A demo account that owns the club, with a password, where demo accounts are off."""
    settings.DEMO_ACCOUNTS = False
    user = User.objects.create_user("demo@example.org", PASSWORD, name="Demo", is_demo=True)
    Membership.objects.create(user=user, club=club, role="owner")
    return user


@pytest.fixture
def cookie(client: Client, demo: User, settings: Any) -> Client:
    """A browser that signed in while they were on."""
    settings.DEMO_ACCOUNTS = True
    client.force_login(demo)
    assert client.get("/account/").status_code == 200
    settings.DEMO_ACCOUNTS = False
    return client


def test_they_are_off_unless_the_environment_says_otherwise(settings: Any) -> None:
    assert settings.DEMO_ACCOUNTS is False


def test_a_right_password_does_not_sign_in(client: Client, demo: User, rf: RequestFactory) -> None:
    answer = client.post("/sign-in/", {"email": demo.email, "password": PASSWORD})
    assert answer.status_code == 422
    assert authenticate(rf.post("/"), username=demo.email, password=PASSWORD) is None


def test_a_link_from_before_does_not_sign_in(client: Client, demo: User, settings: Any) -> None:
    settings.DEMO_ACCOUNTS = True
    token = sign_in_link_create(user=demo)
    settings.DEMO_ACCOUNTS = False
    answer = client.post(f"/sign-in/{token}/")
    assert "The demo accounts are switched off here." in answer.content.decode()
    with pytest.raises(Refused):
        sign_in_link_create(user=demo)


def test_no_password_is_set(demo: User) -> None:
    with pytest.raises(Refused):
        password_set(user=demo, password="eight-crows-sing")


@pytest.mark.parametrize("path", ["/account/", "/admin/", "/new-club/"])
def test_a_cookie_from_before_opens_no_page(cookie: Client, path: str) -> None:
    answer = cookie.get(path, follow=True)
    assert answer.redirect_chain
    assert answer.redirect_chain[-1][0].startswith("/sign-in/")


def test_a_cookie_from_before_opens_no_club(cookie: Client, club: Club) -> None:
    for path in ("", "sessions/", "players/"):
        assert cookie.get(f"/clubs/{club.slug}/{path}").status_code == 404
    assert cookie.get(f"/clubs/{club.slug}/settings/").status_code == 302


def test_a_cookie_from_before_is_nobody_to_the_api(cookie: Client, club: Club) -> None:
    assert cookie.get("/api/v1/me").status_code in (401, 403)
    assert cookie.get(f"/api/v1/clubs/{club.slug}").status_code == 404
    assert club.slug not in cookie.get("/api/v1/clubs").content.decode()


def test_a_token_from_before_is_none(client: Client, demo: User, club: Club, settings: Any) -> None:
    settings.DEMO_ACCOUNTS = True
    _token, secret = api_token_create(user=demo, name="x", scopes=["read"], days=30)
    settings.DEMO_ACCOUNTS = False
    bearer = {"Authorization": f"Bearer {secret}"}
    assert client.get("/api/v1/me", headers=bearer).status_code in (401, 403)
    with pytest.raises(Refused):
        api_token_create(user=demo, name="x", scopes=["read"], days=30)


def test_an_invitation_makes_no_member_of_a_cookie_from_before(
    cookie: Client, club: Club, organizer: User
) -> None:
    _made, token = invitation_create(club=club, by=organizer, role="scorer")
    page = cookie.get(f"/invitation/{token}/").content.decode()
    assert "You are signed in" not in page
