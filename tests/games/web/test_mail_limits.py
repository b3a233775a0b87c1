"""How many mails a day may leave: every kind of mail asks every limit, before it is sent."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from itertools import product

import pytest
from django.core import mail
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from games.accounts.services.passwords import password_mail_send
from games.boards.errors import BoardRefused
from games.boards.services.boards import Terms, board_create
from games.boards.services.invitation_mails import invitation_mail
from games.boards.services.invitations import invitation_make
from games.boards.services.news import news_send
from games.boards.services.sitters import Sitter
from games.models import LimitCount, Player, User
from games.web import limits, mail_limits
from games.web.mail_limits import ALTOGETHER, ALWAYS, CAPS, DAY, Cap, mail_allowed
from games.webhooks.services import deliveries
from games.webhooks.services.webhooks import webhook_create
from tests import evenings
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.services.reminders import reminders_send

pytestmark = pytest.mark.django_db

SITE = "https://club.example.org"
MANY = Cap(99, 99)
LIMITS: dict[str, Callable[[str], dict[str, Cap]]] = {
    "kind to one": lambda kind: {kind: Cap(2, 99)},
    "all to one": lambda kind: {"": Cap(2, 99)},
    "kind in all": lambda kind: {kind: Cap(99, 2)},
    "all in all": lambda kind: {"": Cap(99, 2)},
}


def limited(monkeypatch: pytest.MonkeyPatch, caps: dict[str, Cap]) -> None:
    monkeypatch.setattr(mail_limits, "CAPS", dict.fromkeys(CAPS, MANY) | caps)
    monkeypatch.setattr(mail_limits, "ALTOGETHER", caps.get("", MANY))


@pytest.mark.parametrize(("kind", "limit"), list(product(CAPS, LIMITS)))
def test_each_kind_of_mail_is_held_back_by_each_limit(kind, limit, monkeypatch):
    limited(monkeypatch, LIMITS[limit](kind))
    is_of_one, is_of_all_kinds = limit.endswith("one"), limit.startswith("all")
    addresses = ["ann@example.org"] * 2 if is_of_one else ["ann@example.org", "bo@example.org"]
    last = "Ann@Example.org" if is_of_one else "cid@example.org"
    before = "digest" if is_of_all_kinds and kind not in ALWAYS else kind

    assert all(mail_allowed(kind=before, to=to) for to in addresses)
    cache.clear()  # kept where no cache forgets it
    exempt = is_of_all_kinds and kind in ALWAYS
    assert mail_allowed(kind=kind, to=last) == exempt

    later = timezone.now() + DAY
    monkeypatch.setattr(limits.timezone, "now", lambda: later)
    assert mail_allowed(kind=kind, to=last)


def test_what_is_held_back_counts_for_nothing(monkeypatch):
    limited(monkeypatch, {"reminder": Cap(1, 99)})
    assert [mail_allowed(kind="reminder", to="a@b.example") for _ in range(3)] == [
        True,
        False,
        False,
    ]
    assert set(LimitCount.objects.values_list("count", flat=True)) == {1}


def test_the_caps_say_something():
    for cap in (*CAPS.values(), ALTOGETHER):
        assert 0 < cap.to_one < cap.in_all
    assert max(CAPS[kind].to_one for kind in CAPS.keys() - ALWAYS) <= ALTOGETHER.to_one
    assert max(cap.in_all for cap in CAPS.values()) <= ALTOGETHER.in_all


def invites(club, ann: User, board_between) -> None:
    board = board_create(club=club, by=ann, terms=Terms())
    made, _token = invitation_make(board=board, by=Sitter(0, ann), email="zoe@example.org")
    invitation_mail(invitation=made, link=f"{SITE}/x/", language="en")


def waits(board_between, **time: int) -> None:
    board_between(Terms(length=3, pace="days", days=2, bank=1)).seed()
    news_send(now=timezone.now() + datetime.timedelta(**time))


def plays(club) -> None:
    """Somebody of the club plays in a league whose season has begun."""
    of = Running("Pia Quin Rob", of=club)
    Player.objects.filter(name="Pia").update(user=evenings.user("Pia"))
    reminders_send(now=of.season.deadline - datetime.timedelta(days=80, hours=11))


SENDERS: dict[str, Callable[..., object]] = {
    "invitation": invites,
    "reminder": lambda club, ann, board_between: waits(board_between, hours=58),
    "digest": lambda club, ann, board_between: waits(board_between, hours=2),
    "password": lambda club, ann, board_between: password_mail_send(
        email=ann.email, language="en", path=SITE + reverse("password_new", args=["UID", "TOKEN"])
    ),
    "league": lambda club, ann, board_between: plays(club),
    "webhook": lambda club, ann, board_between: deliveries._tell_organizers(
        webhook_create(
            club=club,
            by=club.memberships.get(role="owner").user,
            url="https://hooks.example/x",
            events=["game.ended"],
        )
    ),
}


@pytest.mark.parametrize(("kind", "is_allowed"), list(product(CAPS, [True, False])))
def test_who_sends_a_mail_asks_before(kind, is_allowed, club, ann, board_between, monkeypatch):
    limited(monkeypatch, {} if is_allowed else {kind: Cap(0, 99)})
    if kind == "invitation" and not is_allowed:
        with pytest.raises(BoardRefused, match="Too many"):
            SENDERS[kind](club, ann, board_between)
    else:
        SENDERS[kind](club, ann, board_between)
    assert bool(mail.outbox) == is_allowed
