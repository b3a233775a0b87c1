"""The demo club is made once, from what is kept of it, and its organizer has no password."""

import datetime
from typing import Any

import pytest
from django.utils.translation import override

from games.accounts.services.accounts import sign_in_link_create, sign_in_link_redeem
from games.errors import Refused
from games.files.services.demo import demo_create
from games.files.services.demo_dates import demo_moved
from games.models import Club, User

pytestmark = pytest.mark.django_db


@pytest.mark.thorough
def test_it_speaks_the_language_of_who_looks_around() -> None:
    with override("de"):
        club = demo_create()
    assert set(club.sessions.filter(status="ended").values_list("title", flat=True)) == {
        "Dienstags-Chouette"
    }
    assert club.events.filter(title="Vereinsliga 2").exists()
    named = set(club.events.values_list("divisions__name", flat=True))
    assert {"Schweizer System", "Fortlaufende Trostrunde und letzte Chance"} <= named


@pytest.mark.usefixtures("small_demo")
def test_it_is_made_once():
    assert demo_create() == demo_create()
    assert Club.objects.count() == 1


@pytest.mark.usefixtures("small_demo")
def test_its_organizer_enters_by_link_only_and_only_where_demo_accounts_are_on(settings):
    demo_create()
    user = User.objects.get(is_demo=True)
    assert not user.has_usable_password()

    settings.DEMO_ACCOUNTS = True
    token = sign_in_link_create(user=user)
    assert sign_in_link_redeem(token=token) == user

    token = sign_in_link_create(user=user)
    settings.DEMO_ACCOUNTS = False
    with pytest.raises(Refused, match="switched off"):
        sign_in_link_redeem(token=token)
    with pytest.raises(Refused, match="switched off"):
        sign_in_link_create(user=user)


@pytest.mark.usefixtures("small_demo")
def test_a_demo_cookie_is_worth_nothing_where_demo_accounts_are_off(client, settings):
    demo_create()
    settings.DEMO_ACCOUNTS = True
    client.force_login(User.objects.get(is_demo=True), backend="games.backends.AccountBackend")
    settings.DEMO_ACCOUNTS = False

    answer = client.get("/api/v1/sessions")
    assert answer.status_code == 200
    assert answer.json()["results"] == []


@pytest.mark.parametrize("days", range(8))
def test_whole_weeks_pass_until_the_day_it_is_loaded(days: int) -> None:
    ends = datetime.datetime(2026, 6, 30, 22, tzinfo=datetime.UTC)
    parts: dict[str, Any] = {"sessions": [{"changed_at": ends.isoformat()}]}
    now = ends + datetime.timedelta(weeks=20, days=days)
    moved = demo_moved({**parts, "boards": [], "events": []}, now)["sessions"][0]["changed_at"]
    assert datetime.datetime.fromisoformat(moved) == now - datetime.timedelta(days=days % 7)
