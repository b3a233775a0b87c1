"""The page on which anybody plays a chouette, and how its evening comes to a club."""

import pytest
from django.test import Client

from tests import evenings


@pytest.mark.parametrize(
    ("address", "text"), [("/try/", "Who plays?"), ("/try/?in=de", "Wer spielt")]
)
def test_the_page_needs_no_account(client: Client, db: None, address: str, text: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert text in answer.content.decode()
    assert "csrfmiddlewaretoken" not in answer.content.decode()


def test_the_page_asks_no_database(
    client: Client, db: None, django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        answer = client.get("/try/?in=en")
    assert "Who plays?" in answer.content.decode()


def test_the_front_page_leads_there(client: Client, db: None) -> None:
    assert 'href="/try/"' in client.get("/").content.decode()


def test_who_sends_it_is_led_to_the_import_of_their_club(client: Client, db: None) -> None:
    assert client.get("/try/send/").status_code == 302
    club = evenings.club()
    client.force_login(evenings.user("Olga"))
    assert client.get("/try/send/").url == f"/clubs/{club.slug}/sessions/import/"
    evenings.club("friday")
    answer = client.get("/try/send/").content.decode()
    assert "/clubs/tuesday/sessions/import/" in answer
    assert "/clubs/friday/sessions/import/" in answer


def test_who_may_import_nowhere_is_told_whom_to_ask(client: Client, db: None) -> None:
    client.force_login(evenings.member(evenings.club(), "Pia"))
    assert "somebody who may" in client.get("/try/send/").content.decode()
