"""A new password by mail: the same answer to everybody, a link that works once."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from games.accounts.services.accounts import sign_in_link_create
from games.models import SignIn, User

OLD, NEW = "seven-owls-fly", "eight-crows-sing"


@pytest.fixture(autouse=True)
def _fresh_counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ann(db: None) -> User:
    """A user with a password."""
    return User.objects.create_user("ann@example.org", OLD, name="Ann")


def ask(client: Client, email: str) -> str:
    answer = client.post("/password/forgotten/", {"email": email})
    assert answer.status_code == 200
    return answer.content.decode()


def link() -> str:
    found = re.search(r"http://testserver(/password/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def choose(client: Client, url: str, password: str = NEW) -> int:
    fields = {"new_password1": password, "new_password2": password}
    return client.post(url, fields).status_code


def test_the_link_of_the_mail_sets_a_new_password_and_signs_in(client: Client, ann: User) -> None:
    ask(client, "Ann@Example.org")
    assert mail.outbox[0].to == ["ann@example.org"]
    assert client.get(link()).status_code == 200
    assert choose(client, link()) == 302
    ann.refresh_from_db()
    assert ann.check_password(NEW)
    assert client.get("/account/").status_code == 200


def test_the_answer_is_the_same_whether_the_address_exists(client: Client, ann: User) -> None:
    there, not_there = ask(client, ann.email), ask(client, "nobody@example.org")
    token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
    assert token.sub("", there) == token.sub("", not_there)
    assert len(mail.outbox) == 1


def test_a_link_works_once(client: Client, ann: User) -> None:
    ask(client, ann.email)
    choose(client, link())
    assert Client().get(link()).status_code == 400


def test_a_link_expires(client: Client, ann: User, settings: Any) -> None:
    ask(client, ann.email)
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert client.get(link()).status_code == 400


def test_a_link_is_void_once_one_has_signed_in(client: Client, ann: User) -> None:
    ask(client, ann.email)
    Client().post("/sign-in/", {"email": ann.email, "password": OLD})
    assert client.get(link()).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize(
    "forged", ["MQ/abc-def", "Zm9v/x", "%F0/x", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk/x", "AA/-"]
)
def test_a_forged_link_is_a_clear_message(client: Client, forged: str) -> None:
    answer = client.get(f"/password/{forged}/")
    assert answer.status_code == 400
    assert "This link is not valid" in answer.content.decode()


def test_a_weak_password_uses_nothing_up(client: Client, ann: User) -> None:
    ask(client, ann.email)
    assert choose(client, link(), "owl") == 422
    assert choose(client, link()) == 302


def test_a_new_password_ends_all_sign_ins_and_links(client: Client, ann: User) -> None:
    other = Client()
    other.force_login(ann)
    other.get("/account/")
    token = sign_in_link_create(user=ann)
    ask(client, ann.email)
    choose(client, link())
    assert other.get("/account/").status_code == 302
    assert Client().post(f"/sign-in/{token}/").status_code == 400
    assert SignIn.objects.filter(user=ann).count() == 1


def test_who_never_had_a_password_gets_a_first_one(client: Client, db: None) -> None:
    User.objects.create_user("bob@example.org", name="Bob")
    ask(client, "bob@example.org")
    assert choose(client, link()) == 302


@pytest.mark.parametrize("fields", [{"is_active": False}, {"is_demo": True}])
def test_who_may_not_sign_in_gets_no_mail(
    client: Client, ann: User, settings: Any, fields: dict[str, bool]
) -> None:
    settings.DEMO_ACCOUNTS = False
    User.objects.update(**fields)
    ask(client, ann.email)
    assert mail.outbox == []


def test_an_account_gets_three_mails_an_hour(client: Client, ann: User) -> None:
    for _ in range(5):
        ask(client, ann.email)
    assert len(mail.outbox) == 3


def test_one_address_does_not_try_a_whole_list(client: Client, db: None) -> None:
    for number in range(20):
        ask(client, f"nobody-{number}@example.org")
    answer = client.post("/password/forgotten/", {"email": "one-more@example.org"})
    assert answer.status_code == 429
    assert answer["Retry-After"] == "3600"
    # Another address is not held up.
    elsewhere = client.post(
        "/password/forgotten/", {"email": "x@example.org"}, REMOTE_ADDR="198.51.100.7"
    )
    assert elsewhere.status_code == 200


def test_no_address_is_no_request(client: Client, db: None) -> None:
    assert client.post("/password/forgotten/", {"email": "owl"}).status_code == 422


def test_the_mail_speaks_its_readers_language(client: Client, ann: User) -> None:
    User.objects.update(language="de")
    ask(client, ann.email)
    assert "Ann" in str(mail.outbox[0].body)
    assert "&" not in str(mail.outbox[0].body)
