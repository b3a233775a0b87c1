"""From a game that ends to a message that arrives: written once, tried again, given up."""

import datetime
import hashlib
import hmac
import json

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games.errors import NotAllowed, Refused
from games.models import Attempt, Club, Delivery, Session, User, Webhook
from games.sessions.services.sessions import session_end
from games.tasks import webhooks_send_due
from games.web.sending import Answer
from games.webhooks.backoff import MOST_ATTEMPTS
from games.webhooks.services import deliveries
from games.webhooks.services.deliveries import (
    MOST_FAILURES,
    body_of,
    deliveries_delete_old,
    deliveries_due,
    deliveries_write,
    delivery_send,
)
from games.webhooks.services.webhooks import secret_of, webhook_create, webhook_set_active

URL = "https://hooks.example/chouette"
YES = Answer(204, "", "", 12)
NO = Answer(500, "", "Sorry\n\x00", 34)
NOBODY = Answer(None, "time_limit", "", 10_000)


@pytest.fixture
def webhook(club, organizer):
    return webhook_create(club=club, by=organizer, url=URL, events=["game.ended", "session.ended"])


@pytest.fixture
def wire(monkeypatch):
    """What is sent, and what comes back: the next of `answers`, the last one for ever."""

    class Wire:
        answers = [YES]
        sent = []

    found = Wire()
    found.sent = []

    def send(url, body, headers, **settings):
        found.sent.append((url, body, headers))
        return found.answers.pop(0) if len(found.answers) > 1 else found.answers[0]

    monkeypatch.setattr(deliveries, "send", send)
    return found


def due(delivery):
    """Let the pause before the next try be over."""
    Delivery.objects.filter(pk=delivery.pk).update(next_try_at=timezone.now())


def test_a_game_that_ends_is_told_signed_and_once(
    webhook, wire, scorer, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")

    [(url, body, headers)] = wire.sent
    message = json.loads(body)
    assert url == URL
    assert message["event"] == headers["Chouette-Event"] == "game.ended"
    assert message["id"] == headers["Chouette-Delivery"]
    assert message["game"]["number"] == 1
    assert scorer.names(message["game"]["points"]) == {
        "Ann": -300,
        "Bob": 100,
        "Cid": 100,
        "Dee": 100,
    }
    stamp = headers["Chouette-Signature"].split(",")[0].removeprefix("t=")
    digest = hmac.new(secret_of(webhook).encode(), f"{stamp}.".encode() + body, hashlib.sha256)
    assert headers["Chouette-Signature"] == f"t={stamp},v1={digest.hexdigest()}"
    [attempt] = Attempt.objects.all()
    assert (attempt.number, attempt.http_status, attempt.milliseconds) == (1, 204, 12)
    assert Delivery.objects.get().status == "delivered"


def test_a_session_that_ends_is_told_with_the_totals(
    webhook, wire, scorer, session, organizer, django_capture_on_commit_callbacks
):
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    with django_capture_on_commit_callbacks(execute=True):
        session_end(session=session, by=organizer, version=4, key="end")

    [(_url, body, _headers)] = wire.sent
    message = json.loads(body)
    assert message["event"] == "session.ended"
    assert message["games"] == 1
    assert sorted(message["points"].values()) == [-300, 100, 100, 100]
    assert "stake" not in body.decode()
    assert "currency" not in body.decode()


def test_an_amended_game_is_told_again(webhook, scorer, session, organizer):
    from games.record.services.amend import game_amend
    from games.rules.chouette import EndGame

    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    game_amend(
        session=session, game=1, actions=[EndGame("box")], version=4, key="a", sender=organizer
    )
    [pk] = deliveries_write(session_id=session.pk, version=5)

    assert Delivery.objects.get(pk=pk).payload["game"]["winner"] == "box"


def test_what_is_written_twice_is_there_once(webhook, scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")

    assert len(deliveries_write(session_id=session.pk, version=4)) == 1
    assert deliveries_write(session_id=session.pk, version=4) == []
    assert deliveries_write(session_id=session.pk, version=3) == []


def test_only_what_was_asked_for_is_told(webhook, scorer, session):
    Webhook.objects.update(events="session.ended")
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")

    assert deliveries_write(session_id=session.pk, version=4) == []


def test_who_has_no_webhook_costs_one_query(session, scorer, django_assert_num_queries):
    from games.receivers import webhooks_are_told

    with django_assert_num_queries(1):
        webhooks_are_told(None, session_id=session.pk, club_id=session.club_id, version=1)
    assert not Delivery.objects.exists()


def test_without_a_broker_the_message_waits(webhook, wire, session, scorer, monkeypatch):
    from kombu.exceptions import OperationalError

    from games import receivers

    def broken(*args):
        raise OperationalError

    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    monkeypatch.setattr(receivers.webhooks_tell, "delay", broken)
    receivers.webhooks_are_told(None, session_id=session.pk, club_id=session.club_id, version=4)

    assert wire.sent == []
    webhooks_send_due()
    assert len(wire.sent) == 1


@pytest.fixture
def delivery(webhook, scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    [pk] = deliveries_write(session_id=session.pk, version=4)
    return Delivery.objects.get(pk=pk)


def test_a_failure_is_tried_again_later_with_the_same_bytes(delivery, wire):
    wire.answers = [NO, NOBODY, YES]
    before = timezone.now()
    delivery_send(delivery_id=delivery.pk)

    delivery.refresh_from_db()
    pause = (delivery.next_try_at - before).total_seconds()
    assert delivery.status == "pending"
    assert 0.8 * 60 <= pause <= 1.2 * 60 + 5
    assert delivery_send(delivery_id=delivery.pk) is None  # not yet
    for _ in range(2):
        due(delivery)
        delivery_send(delivery_id=delivery.pk)

    delivery.refresh_from_db()
    assert delivery.status == "delivered"
    assert {body for _url, body, _headers in wire.sent} == {body_of(delivery)}
    log = list(delivery.attempts.values_list("number", "http_status", "problem", "excerpt"))
    assert log == [(1, 500, "", "Sorry  "), (2, None, "time_limit", ""), (3, 204, "", "")]
    assert Webhook.objects.get().failures == 0


def test_after_enough_attempts_a_message_is_given_up(delivery, wire):
    wire.answers = [NO]
    for _ in range(MOST_ATTEMPTS):
        due(delivery)
        delivery_send(delivery_id=delivery.pk)
    assert delivery_send(delivery_id=delivery.pk) is None

    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts_made) == ("failed", MOST_ATTEMPTS)
    assert delivery.next_try_at is None


def test_a_webhook_that_fails_for_long_is_switched_off_and_organizers_are_told(
    delivery, webhook, wire, member, organizer, django_capture_on_commit_callbacks
):
    helper, _scorer = member("organizer"), member("scorer")
    wire.answers = [NO]
    Webhook.objects.update(failures=MOST_FAILURES - 1)
    Club.objects.update(language="de")  # of who has chosen none
    User.objects.filter(pk=helper.pk).update(language="en")
    with django_capture_on_commit_callbacks(execute=True):
        delivery_send(delivery_id=delivery.pk)

    webhook.refresh_from_db()
    assert not webhook.is_active
    assert webhook.disabled_at is not None
    assert {to for message in mail.outbox for to in message.to} == {organizer.email, helper.email}
    assert URL in mail.outbox[0].body
    subjects = {message.to[0]: message.subject for message in mail.outbox}
    assert subjects[helper.email].startswith("A webhook of")
    assert subjects[organizer.email].endswith("wurde abgeschaltet")
    delivery.refresh_from_db()
    assert delivery.status == "failed"
    webhook_set_active(webhook=webhook, by=organizer, is_active=True)
    assert (webhook.failures, webhook.disabled_at) == (0, None)


def test_two_workers_send_a_message_once(delivery, wire):
    first = deliveries_due()
    assert first == [delivery.pk]
    Delivery.objects.update(next_try_at=timezone.now() + datetime.timedelta(seconds=60))

    assert delivery_send(delivery_id=delivery.pk) is None
    assert wire.sent == []


def test_the_log_is_kept_for_thirty_days(delivery):
    deliveries_delete_old(now=timezone.now() + datetime.timedelta(days=29))
    assert Delivery.objects.exists()
    deliveries_delete_old(now=timezone.now() + datetime.timedelta(days=31))
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    ("url", "events", "code"),
    [
        ("http://hooks.example/", ["game.ended"], "webhook_url"),
        ("https://user@hooks.example/", ["game.ended"], "webhook_url"),
        ("nonsense", ["game.ended"], "webhook_url"),
        (URL, [], "webhook_events"),
        (URL, ["everything"], "webhook_events"),
    ],
)
def test_a_webhook_that_makes_no_sense_is_not_made(club, organizer, url, events, code):
    with pytest.raises(Refused) as caught:
        webhook_create(club=club, by=organizer, url=url, events=events)

    assert caught.value.code == code


def test_only_organizers_have_webhooks(club, member):
    for role in ("director", "scorer", "player"):
        with pytest.raises(NotAllowed):
            webhook_create(club=club, by=member(role), url=URL, events=["game.ended"])


def test_each_webhook_has_a_secret_that_is_kept_nowhere(club, organizer, webhook):
    other = webhook_create(club=club, by=organizer, url=URL, events=["game.ended"])

    assert secret_of(webhook) != secret_of(other)
    assert len(secret_of(webhook)) == 70  # whsec_ and 256 bits
    assert secret_of(webhook) not in str(Webhook.objects.filter(pk=webhook.pk).values().get())


@pytest.mark.parametrize(
    "title", ['"quoted" \\', "line\u2028end", "\U0001f3b2 Würfel", "\u202eturned"]
)
def test_a_title_with_any_signs_is_sent_as_it_is(webhook, scorer, session, title):
    Session.objects.filter(pk=session.pk).update(title=title)
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    (pk,) = deliveries_write(session_id=session.pk, version=4)

    body = body_of(Delivery.objects.get(pk=pk))
    assert json.loads(body)["session"]["title"] == title


# Pages


def sign_in(client, user):
    client.force_login(user, backend="games.backends.AccountBackend")


def test_the_secret_is_shown_once(client, club, organizer):
    sign_in(client, organizer)
    page = client.post(
        reverse("webhooks", args=[club.slug]), {"url": URL, "events": ["game.ended"]}
    ).content.decode()

    secret = secret_of(Webhook.objects.get())
    assert secret in page
    assert secret not in client.get(reverse("webhooks", args=[club.slug])).content.decode()


def test_the_page_says_what_is_wrong(client, club, organizer):
    sign_in(client, organizer)

    page = client.post(
        reverse("webhooks", args=[club.slug]), {"url": "http://x", "events": ["game.ended"]}
    )

    assert page.status_code == 422
    assert "only https is allowed" in page.content.decode()


def test_a_test_message_and_its_log(
    client, webhook, organizer, wire, django_capture_on_commit_callbacks
):
    sign_in(client, organizer)
    wire.answers = [Answer(418, "", "<b>teapot</b>", 7)]
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("webhook_test", args=[webhook.public_id]))
    page = client.get(reverse("webhook_log", args=[webhook.public_id])).content.decode()

    assert json.loads(wire.sent[0][1])["event"] == "test"
    assert "418" in page
    assert "&lt;b&gt;teapot" in page


def test_a_message_is_sent_again_by_a_button(
    client, delivery, organizer, wire, django_capture_on_commit_callbacks
):
    delivery_send(delivery_id=delivery.pk)
    sign_in(client, organizer)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("webhook_resend", args=[delivery.public_id]))

    assert [json.loads(body)["id"] for _u, body, _h in wire.sent] == [delivery.event_id] * 2
    assert delivery.attempts.count() == 2


def test_a_webhook_is_switched_off_on_and_deleted(client, webhook, delivery, organizer):
    sign_in(client, organizer)
    client.post(reverse("webhook_switch", args=[webhook.public_id]))
    assert not Webhook.objects.get().is_active
    assert Delivery.objects.get().status == "failed"
    client.post(reverse("webhook_switch", args=[webhook.public_id]), {"on": "on"})
    assert Webhook.objects.get().is_active
    client.post(reverse("webhook_remove", args=[webhook.public_id]))
    assert not Webhook.objects.exists()


def test_the_pages_are_for_organizers_only(client, webhook, delivery, member, club):
    pages = [
        ("get", reverse("webhook_log", args=[webhook.public_id])),
        ("post", reverse("webhook_test", args=[webhook.public_id])),
        ("post", reverse("webhook_switch", args=[webhook.public_id])),
        ("post", reverse("webhook_remove", args=[webhook.public_id])),
        ("post", reverse("webhook_resend", args=[delivery.public_id])),
    ]
    for _verb, path in pages:
        assert client.get(path).status_code in {302, 405}
    sign_in(client, member("director"))
    assert client.get(reverse("webhooks", args=[club.slug])).status_code == 403
    for verb, path in pages:
        assert getattr(client, verb)(path).status_code == 404
    assert Delivery.objects.count() == 1
