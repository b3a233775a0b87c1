"""Guessing passwords: one account is locked out from one address, and told until when."""

import datetime
from collections.abc import Iterator

import pytest
from axes.models import AccessAttempt
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.models import User

PASSWORD = "seven-owls-fly"


@pytest.fixture(autouse=True)
def ann(db: None) -> Iterator[User]:
    """A user with a password."""
    cache.clear()
    yield User.objects.create_user("ann@example.org", PASSWORD, name="Ann")
    AccessAttempt.objects.all().delete()
    cache.clear()


def sign_in(email: str, password: str, address: str = "192.0.2.1", **headers: str) -> int:
    fields = {"email": email, "password": password}
    answer = Client().post("/sign-in/", fields, REMOTE_ADDR=address, headers=headers)
    return answer.status_code


def guess(times: int, **more: str) -> list[int]:
    return [sign_in("ann@example.org", "wrong-guess", **more) for _ in range(times)]


def test_the_sixth_wrong_guess_locks_out() -> None:
    assert guess(6) == [422, 422, 422, 422, 422, 429]
    assert sign_in("ann@example.org", PASSWORD) == 429


def test_the_club_around_it_signs_in_from_the_same_address() -> None:
    User.objects.create_user("bob@example.org", PASSWORD, name="Bob")
    guess(6)
    assert sign_in("bob@example.org", PASSWORD) == 302


def test_one_address_does_not_try_account_after_account() -> None:
    tried = [sign_in(f"somebody{number}@example.org", PASSWORD) for number in range(32)]
    assert tried == [422] * 30 + [429] * 2
    assert sign_in("ann@example.org", PASSWORD) == 429
    assert sign_in("ann@example.org", PASSWORD, "198.51.100.7") == 302


def test_a_device_that_is_at_home_is_not_shut_out_by_somebody_elses_guessing() -> None:
    def send(device: Client, email: str, password: str) -> int:
        return device.post("/sign-in/", {"email": email, "password": password}).status_code

    User.objects.create_user("bob@example.org", PASSWORD, name="Bob")
    laptop, guest = Client(), Client()
    assert send(laptop, "ann@example.org", PASSWORD) == 302
    laptop.post("/sign-out/")
    for number in range(31):
        send(guest, f"somebody{number}@example.org", PASSWORD)
    assert send(guest, "ann@example.org", PASSWORD) == 429
    assert send(laptop, "bob@example.org", PASSWORD) == 429  # Bob was never here
    assert send(laptop, "ANN@example.org", PASSWORD) == 302
    # the account's own limit holds on its device, too
    laptop.post("/sign-out/")
    assert [send(laptop, "ann@example.org", "wrong") for _ in range(6)] == [422] * 5 + [429]
    forged = Client()
    forged.cookies["known"] = laptop.cookies["known"].value[:-1] + "x"
    assert send(forged, "ann@example.org", PASSWORD) == 429


def test_who_signs_in_rightly_uses_no_patience_up() -> None:
    assert [sign_in("ann@example.org", PASSWORD) for _ in range(32)] == [302] * 32


def test_the_present_password_is_not_guessed_on_a_phone_that_lies_about() -> None:
    phone = Client()
    phone.post("/sign-in/", {"email": "ann@example.org", "password": PASSWORD})
    new = "eight-crows-sing"
    fields = {"new_password1": new, "new_password2": new}
    tried = [
        phone.post("/account/password/", {**fields, "old_password": f"{number}"}).status_code
        for number in range(7)
    ]
    assert tried == [422] * 6 + [429]
    right = phone.post("/account/password/", {**fields, "old_password": PASSWORD})
    assert right.status_code == 429


def test_the_account_is_entered_from_elsewhere() -> None:
    guess(6)
    assert sign_in("ann@example.org", PASSWORD, "198.51.100.7") == 302


def test_other_capitals_and_browsers_are_no_other_account() -> None:
    guess(3)
    for number in range(3):
        last = sign_in("ANN@example.org", "wrong", **{"User-Agent": f"browser {number}"})
    assert last == 429


def test_a_header_is_no_other_address() -> None:
    for number in range(6):
        last = sign_in("ann@example.org", "x", **{"X-Forwarded-For": f"203.0.113.{number}"})
    assert last == 429


def test_the_page_says_when_to_try_again_and_trying_does_not_prolong_it() -> None:
    guess(6)
    AccessAttempt.objects.update(attempt_time=timezone.now() - datetime.timedelta(minutes=5))
    fields = {"email": "ann@example.org", "password": PASSWORD}
    for _ in range(2):
        answer = Client().post("/sign-in/", fields, REMOTE_ADDR="192.0.2.1")
    assert answer.status_code == 429
    # A quarter of an hour, of which five minutes are over.
    assert "Try again in 10 minutes." in answer.content.decode()
    assert 590 <= int(answer["Retry-After"]) <= 600


def test_after_a_quarter_of_an_hour_it_is_over() -> None:
    guess(6)
    AccessAttempt.objects.update(attempt_time=timezone.now() - datetime.timedelta(minutes=16))
    assert sign_in("ann@example.org", PASSWORD) == 302


def test_a_right_password_wipes_the_wrong_ones_out() -> None:
    guess(5)
    assert sign_in("ann@example.org", PASSWORD) == 302
    assert guess(5) == [422] * 5
