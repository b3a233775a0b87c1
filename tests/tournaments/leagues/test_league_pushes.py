"""Devices are told of what waits for a player's word: each report once, in their language."""

import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from games.accounts.sealing import packed, public_key
from games.accounts.services.push import Notice, PushLater, push_subscribe
from games.models import PushSubscription, User
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.services import fixtures, telling, word_writing
from tournaments.leagues.services.telling import results_tell
from tournaments.models import Match
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


def device(user: User, number: int = 1) -> None:
    push_subscribe(
        holder=user,
        endpoint=f"https://push.example.com/{user.pk}/{number}",
        key=public_key("7"),
        code=packed(bytes(16)),
        device="",
    )


@pytest.fixture
def of() -> Running:
    """Ann and Bob have devices, Cid has an account without one."""
    found = Running("Ann Bob Cid", "Dee Eve Fay")
    for name in ("Ann", "Bob"):
        device(found.account(name))
    found.account("Cid")
    return found


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Notice]]:
    """What push services are given, and for whom."""
    found: list[tuple[str, Notice]] = []

    def send(*, subscription_id: int, notice: Notice) -> None:
        row = PushSubscription.objects.select_related("user").get(pk=subscription_id)
        found.append((str(row.user), notice))

    monkeypatch.setattr(telling, "push_send", send)
    return found


def reported(of: Running, by: str, other: str) -> Match:
    match = of.match(by, other)
    points = (11, 4) if str(match.first) == by else (4, 11)
    return results.match_report(
        match=match, by=of.account(by), points=points, version=match.version, key=key()
    )


def killed(*_said: object) -> None:
    raise SystemExit


def tell(minutes: int = 0) -> int:
    return results_tell(now=timezone.now() + datetime.timedelta(minutes=minutes))


def test_who_is_to_confirm_a_result_is_told_once(of: Running, sent: list[Any]) -> None:
    match = reported(of, "Bob", "Ann")
    reported(of, "Bob", "Cid")  # who has no device reads it in the day's mail
    assert (tell(), tell(1), tell(60)) == (1, 0, 0)
    [(who, notice)] = sent
    assert who == "Ann"
    assert (notice.kind, notice.path, notice.players) == (
        "result",
        f"/matches/{match.public_id}/",
        ("Bob",),
    )


def test_both_are_told_what_the_director_has_decided(of: Running, sent: list[Any]) -> None:
    match = of.match("Ann", "Bob")
    results.match_forfeit(
        match=match, by=of.director, loser=0, reason="Gone", version=match.version, key=key()
    )
    assert (tell(), tell(1)) == (2, 0)
    assert {(who, notice.kind) for who, notice in sent} == {("Ann", "decided"), ("Bob", "decided")}
    client = Client()
    client.force_login(of.account("Ann"))
    page = client.get(f"/leagues/{of.league.public_id}/me/").content.decode()
    assert page.count("decided by the director: Gone") == 1
    sent.clear()
    results.match_undo(
        match=match, by=of.director, version=Match.objects.get(pk=match.pk).version, key=key()
    )
    assert tell(2) == 0


def test_the_message_is_in_the_readers_language_and_has_no_score(
    of: Running, sent: list[Any]
) -> None:
    reported(of, "Bob", "Ann")
    tell()
    with translation.override("de"):
        message = sent[0][1].message()
    assert message["title"] == "Ergebnis bestätigen oder bestreiten"
    assert message["body"] == "Bob"


def test_another_report_is_told_again_and_a_confirmed_one_not_at_all(
    of: Running, sent: list[Any]
) -> None:
    match = reported(of, "Bob", "Ann")
    tell()
    bob = of.account("Bob")
    results.match_undo(match=match, by=bob, version=match.version, key=key())
    match.refresh_from_db()
    reported(of, "Bob", "Ann")
    assert tell() == 1
    match = reported(of, "Ann", "Cid")
    results.match_confirm(match=match, by=of.account("Cid"), version=match.version, key=key())
    assert tell() == 0


def test_what_a_killed_worker_has_claimed_is_told_once_more(
    of: Running, sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    reported(of, "Bob", "Ann")
    telling_works = telling.devices_tell
    for minute, counted in ((0, 0), (20, 0)):
        monkeypatch.setattr(telling, "devices_tell", killed)
        with pytest.raises(SystemExit):
            tell(minute)
        monkeypatch.setattr(telling, "devices_tell", telling_works)
        assert tell(minute + 10) == counted  # its fifteen minutes are not over
    assert tell(60) == 0  # a third time it may be what kills the worker
    assert sent == []


def test_what_was_left_once_is_told(
    of: Running, sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    reported(of, "Bob", "Ann")
    with monkeypatch.context() as dying:
        dying.setattr(telling, "devices_tell", killed)
        with pytest.raises(SystemExit):
            tell()
    assert (tell(10), tell(20), tell(40)) == (0, 1, 0)
    assert len(sent) == 1


def test_a_busy_push_service_is_asked_again(of: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    reported(of, "Bob", "Ann")
    device(of.account("Ann"), 2)
    asked: list[int] = []

    def busy(*, subscription_id: int, notice: Notice) -> None:
        asked.append(subscription_id)
        if len(asked) < 4:
            raise PushLater(503)

    monkeypatch.setattr(telling, "push_send", busy)
    assert tell() == 0
    assert tell(1) == 1  # one of two devices is enough
    assert tell(2) == 0
    assert len(asked) == 4


def test_a_sweep_asks_as_often_for_one_report_as_for_three(of: Running, sent: list[Any]) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            tell()
        return len(found)

    PushSubscription.objects.all().delete()
    reported(of, "Bob", "Ann")
    one = queries()
    reported(of, "Ann", "Cid"), reported(of, "Cid", "Bob")
    assert queries() == one


def test_words_about_dates_say_what_they_are(of: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds: list[str] = []

    def heard(calls: Any) -> None:
        kinds.extend(notice.kind for _players, notice in calls)

    monkeypatch.setattr(word_writing, "calls_tell", heard)
    match, at = of.match("Ann", "Bob"), timezone.now() + datetime.timedelta(days=2)
    ann, bob = of.account("Ann"), of.account("Bob")
    note = fixtures.fixture_propose(match=match, by=ann, times=[at], key=key())
    fixtures.fixture_accept(match=match, by=bob, proposal=note.pk, at=at, key=key())
    fixtures.fixture_say(match=match, by=ann, text="Bring a clock", key=key())
    assert kinds == ["proposal", "agreed", "league"]
