"""The demo club is made once, by the rules, and its organizer has no password."""

import datetime

import pytest

from games.accounts.services.accounts import sign_in_link_create, sign_in_link_redeem
from games.errors import Refused
from games.files.services.demo import _last_tuesdays, demo_create
from games.models import Club, Game, Session, User
from games.record.log.checking import session_check
from games.record.selectors.sessions import table_of

pytestmark = pytest.mark.django_db


def test_two_evenings_have_ended_and_one_is_running():
    club = demo_create()

    sessions = list(club.sessions.order_by("created_at"))
    assert [session.status for session in sessions] == ["ended", "ended", "open"]
    assert table_of(sessions[2]).phase == "play"
    assert club.players.count() == 6
    assert Game.objects.count() > 20
    assert all(session.season is not None for session in sessions)
    assert sessions[0].debts.exists()


def test_every_evening_is_what_its_log_says():
    demo_create()

    for session in Session.objects.all():
        assert session_check(session=session).differences == []


def test_it_is_made_once():
    assert demo_create() == demo_create()
    assert Club.objects.count() == 1


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


def test_a_demo_cookie_is_worth_nothing_where_demo_accounts_are_off(client, settings):
    demo_create()
    settings.DEMO_ACCOUNTS = True
    client.force_login(User.objects.get(is_demo=True), backend="games.backends.AccountBackend")
    settings.DEMO_ACCOUNTS = False

    answer = client.get("/api/v1/sessions")
    assert answer.status_code == 200
    assert answer.json()["results"] == []


def test_evenings_are_the_last_tuesdays_before_today():
    tuesday = datetime.date(2026, 11, 17)
    for days in range(1, 8):
        today = tuesday + datetime.timedelta(days=days)
        assert _last_tuesdays(today, 2) == [tuesday - datetime.timedelta(days=7), tuesday]
