"""Messages to devices: switched on by their user, sent by the worker, gone with the browser."""

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.utils.translation import override

from games.accounts.sealing import packed
from games.accounts.services.devices import sign_out_everywhere, sign_out_there
from games.accounts.services.push import (
    MOST_DEVICES,
    Notice,
    PushLater,
    push_devices,
    push_send,
    push_subscribe,
    push_unsubscribe,
)
from games.errors import NotFound, Refused
from games.models import Board, BoardSeat, Club, Player, PushSubscription, User
from games.tasks import push_tell
from games.web.sending import Answer

pytestmark = pytest.mark.django_db

PRIVATE = ec.generate_private_key(ec.SECP256R1())
POINT = PRIVATE.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
CODE = bytes(range(16))
PHONE = "Mozilla/5.0 (Linux; Android 15) Chrome/140.0"
TURN = Notice("turn", "/boards/7h2k/", players=("Ann", "Bob"))

Sent = list[tuple[str, bytes, dict[str, str]]]


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann@example.org", name="Ann")


@pytest.fixture
def bob() -> User:
    return User.objects.create_user("bob@example.org", name="Bob", language="de")


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Sent]:
    """Push services answer this; what was sent is returned."""

    def answer(status: int | None, problem: str = "") -> Sent:
        sent: Sent = []

        def send(url: str, body: bytes, headers: dict[str, str], *, local: bool) -> Answer:
            sent.append((url, body, headers))
            return Answer(status, problem, "", 1)

        monkeypatch.setattr("games.accounts.services.push.send", send)
        return sent

    return answer


def subscribe(
    holder: User | BoardSeat, name: str = "1", device: str = "Chrome · Android"
) -> PushSubscription:
    return push_subscribe(
        holder=holder,
        endpoint=f"https://push.example.com/send/{name}",
        key=packed(POINT),
        code=packed(CODE),
        device=device,
    )


def opened(body: bytes) -> dict[str, Any]:
    """Open a message as the browser does, with another library's functions."""

    def derived(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(material)

    salt, theirs = body[:16], body[21:86]
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    shared = PRIVATE.exchange(ec.ECDH(), point)
    material = derived(CODE, shared, b"WebPush: info\0" + POINT + theirs, 32)
    key = derived(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, material, b"Content-Encoding: nonce\0", 12)
    text = AESGCM(key).decrypt(nonce, body[86:], None)
    assert text[-1:] == b"\2"
    found: dict[str, Any] = json.loads(text[:-1])
    return found


# switching on and off


def test_a_browser_is_switched_on_by_the_page(client: Client, ann: User) -> None:
    client.force_login(ann)
    given = {"endpoint": "https://push.example.com/1", "key": packed(POINT), "code": packed(CODE)}
    answer = client.post("/account/messages/", given, headers={"User-Agent": PHONE})
    assert answer.status_code == 302
    row = PushSubscription.objects.get()
    assert (row.user, row.device) == (ann, "Chrome · Android")
    page = client.get("/account/").content.decode()
    assert "Chrome · Android" in page
    assert "push.example.com" not in page
    assert 'data-key="B' in page
    client.post(f"/account/messages/{row.public_id}/out/")
    assert not PushSubscription.objects.exists()


def test_the_page_says_that_messages_need_https(client: Client, ann: User) -> None:
    client.force_login(ann)
    page = client.get("/account/").content.decode()
    assert "Messages need an address that begins with https, and scripts." in page


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example.com/1"},
        {"endpoint": "https://user@push.example.com/1"},
        {"endpoint": ""},
        {"key": "AAAA"},
        {"code": "AAAA"},
    ],
)
def test_what_no_browser_gives_is_refused(
    client: Client, ann: User, change: dict[str, str]
) -> None:
    client.force_login(ann)
    given = {"endpoint": "https://push.example.com/1", "key": packed(POINT), "code": packed(CODE)}
    answer = client.post("/account/messages/", {**given, **change})
    assert answer.status_code == 400
    assert not PushSubscription.objects.exists()


def test_only_who_is_signed_in_switches_on(client: Client, ann: User) -> None:
    assert client.post("/account/messages/").url.startswith("/sign-in/")  # type: ignore[attr-defined]
    client.force_login(ann)
    assert client.get("/account/messages/").status_code == 405


def test_a_browser_belongs_to_who_used_it_last(ann: User, bob: User) -> None:
    subscribe(ann)
    subscribe(bob)
    assert PushSubscription.objects.get().user == bob


def test_a_user_has_ten_devices_at_most(ann: User, bob: User) -> None:
    subscribe(bob, "bob")
    for number in range(MOST_DEVICES + 2):
        subscribe(ann, str(number))
    assert ann.push_subscriptions.count() == MOST_DEVICES
    assert not ann.push_subscriptions.filter(endpoint__endswith="/0").exists()
    assert bob.push_subscriptions.count() == 1


def test_nobody_switches_off_what_is_anothers(ann: User, bob: User) -> None:
    row = subscribe(ann)
    with pytest.raises(NotFound):
        push_unsubscribe(holder=bob, subscription=row.public_id)
    push_unsubscribe(holder=ann, subscription=row.public_id)
    with pytest.raises(NotFound):
        push_unsubscribe(holder=ann, subscription=row.public_id)


def test_a_text_that_is_too_long_is_refused(ann: User) -> None:
    with pytest.raises(Refused):
        subscribe(ann, "x" * 500)


# signing out


def test_signing_out_ends_the_messages_there(client: Client, ann: User) -> None:
    client.force_login(ann)
    subscribe(ann)
    subscribe(ann, "2", "Firefox · Windows")
    client.post("/sign-out/", headers={"User-Agent": PHONE})
    assert [row.device for row in PushSubscription.objects.all()] == ["Firefox · Windows"]


def test_signing_out_elsewhere_ends_the_messages_there(client: Client, ann: User) -> None:
    client.force_login(ann)
    client.get("/account/", headers={"User-Agent": PHONE})
    subscribe(ann)
    subscribe(ann, "2", "Firefox · Windows")
    [device] = client.get("/account/").context["devices"]
    sign_out_there(user=ann, device=device.id)
    assert [row.device for row in PushSubscription.objects.all()] == ["Firefox · Windows"]


def test_signing_out_everywhere_keeps_only_the_device_that_stays(
    client: Client, ann: User, bob: User
) -> None:
    client.force_login(ann)
    client.get("/account/", headers={"User-Agent": PHONE})
    subscribe(ann)
    subscribe(ann, "2", "Firefox · Windows")
    subscribe(bob, "3")
    sign_out_everywhere(user=ann, but=client.session.session_key)
    assert [row.device for row in ann.push_subscriptions.all()] == ["Chrome · Android"]
    sign_out_everywhere(user=ann)
    assert not ann.push_subscriptions.exists()
    assert bob.push_subscriptions.exists()


# sending


def test_a_message_is_opened_by_the_browser_only(ann: User, answering: Callable[..., Sent]) -> None:
    sent = answering(201)
    row = subscribe(ann)
    push_send(subscription_id=row.pk, notice=TURN)
    [(url, body, headers)] = sent
    assert url == row.endpoint
    assert opened(body) == {
        "title": "Your turn",
        "body": "Ann – Bob",
        "url": "/boards/7h2k/",
        "tag": TURN.tag,
    }
    assert b"Ann" not in body
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["Authorization"].startswith("vapid t=ey")
    assert len(headers["Topic"]) == 32


def test_a_message_speaks_the_language_of_its_reader(
    bob: User, answering: Callable[..., Sent]
) -> None:
    sent = answering(201)
    push_send(subscription_id=subscribe(bob).pk, notice=TURN)
    assert opened(sent[0][1])["title"] == "Du bist dran"


@pytest.mark.parametrize(("own", "title"), [("", "Du bist dran"), ("en", "Your turn")])
@pytest.mark.parametrize("is_guest", [False, True], ids=["account", "guest"])
def test_who_has_chosen_no_language_is_told_in_that_of_their_club(
    ann: User, answering: Callable[..., Sent], is_guest: bool, own: str, title: str
) -> None:
    sent = answering(201)
    silent = Club.objects.create(name="One", slug="one")
    german = Club.objects.create(name="Two", slug="two", language="de")
    holder: User | BoardSeat = ann
    if is_guest:
        board = Board.objects.create(club=german, rules_version=1)
        holder = BoardSeat.objects.create(board=board, number=0, kind=BoardSeat.Kind.GUEST)
    else:
        for club in (silent, german):
            Player.objects.create(club=club, user=ann, name="Ann")
    holder.language = own
    holder.save(update_fields=["language"])
    push_send(subscription_id=subscribe(holder).pk, notice=TURN)
    assert opened(sent[0][1])["title"] == title


def test_a_message_has_no_place_for_a_stake_or_a_score() -> None:
    assert {field.name for field in fields(Notice)} == {"kind", "path", "players", "table"}
    with override("en"):
        messages = [
            Notice("table", "/e/1/", ("Ann", "Bob"), 7).message(),
            Notice("pairing", "/e/1/", ("Ann", "Bob"), 7).message(),
            Notice("pairing", "/e/1/", ("Ann", "Bob")).message(),
            Notice("turn", "/b/1/").message(),
        ]
    assert [(one["title"], one["body"]) for one in messages] == [
        ("Table 7", "Ann – Bob"),
        ("Your next pairing", "Ann – Bob · Table 7"),
        ("Your next pairing", "Ann – Bob"),
        ("Your turn", ""),
    ]


def test_a_later_message_about_the_same_takes_the_place_of_the_first() -> None:
    assert TURN.tag == Notice("turn", TURN.path).tag
    assert TURN.tag != Notice("turn", "/boards/other/").tag


def test_the_longest_names_fit() -> None:
    message = json.dumps(Notice("turn", "/b/1/", ("🎲" * 200, "ü" * 200)).message())
    assert len(message.encode()) < 3_993


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_deleted(
    ann: User, answering: Callable[..., Sent], status: int
) -> None:
    answering(status)
    push_send(subscription_id=subscribe(ann).pk, notice=TURN)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    ("status", "problem"), [(429, ""), (503, ""), (None, "no_answer"), (None, "time_limit")]
)
def test_a_push_service_that_is_busy_is_asked_again(
    ann: User, answering: Callable[..., Sent], status: int | None, problem: str
) -> None:
    answering(status, problem)
    row = subscribe(ann)
    with pytest.raises(PushLater):
        push_send(subscription_id=row.pk, notice=TURN)
    assert PushSubscription.objects.exists()


@pytest.mark.parametrize(("status", "problem"), [(403, ""), (None, "address_refused")])
def test_a_refusal_is_not_repeated(
    ann: User, answering: Callable[..., Sent], status: int | None, problem: str
) -> None:
    answering(status, problem)
    answer = push_send(subscription_id=subscribe(ann).pk, notice=TURN)
    assert answer is not None
    assert PushSubscription.objects.exists()


def test_nothing_goes_into_the_own_network(ann: User) -> None:
    row = subscribe(ann)
    PushSubscription.objects.filter(pk=row.pk).update(endpoint="https://127.0.0.1:8443/admin")
    answer = push_send(subscription_id=row.pk, notice=TURN)
    assert answer is not None
    assert answer.problem == "address_refused"


def test_a_device_that_was_switched_off_meanwhile_gets_nothing(
    ann: User, answering: Callable[..., Sent]
) -> None:
    sent = answering(201)
    row = subscribe(ann)
    row.delete()
    assert push_send(subscription_id=row.pk or 0, notice=TURN) is None
    assert sent == []


def test_the_worker_tells_all_devices_of_who_may_sign_in(
    ann: User, bob: User, answering: Callable[..., Sent], settings: Any
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    sent = answering(201)
    for name in ("1", "2"):
        subscribe(ann, name)
    subscribe(bob, "3")
    push_tell(ann.pk, json.loads(json.dumps(TURN.as_json())))
    assert sorted(url[-1] for url, _, _ in sent) == ["1", "2"]
    ann.is_active = False
    ann.save()
    assert push_devices(ann.pk) == []
