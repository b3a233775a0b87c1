"""Fees and prizes of an event: what everybody reads, and what only directors do."""

import pytest
from django.test import Client

from tests import evenings
from tests.tournaments.directing import Directed
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def entries_page(client: Client, event: Directed) -> str:
    address = f"/events/{event.event.public_id}/?show=entries"
    return client.get(address).content.decode()


def test_what_was_paid_is_for_directors_on_the_page_as_in_the_interface() -> None:
    fields = {"fee": "10", "prizes": [60, 40], "currency": "EUR"}
    event = Directed(names="Ann Bob", event_fields=fields)
    Entry.objects.update(fees_paid=1, prize="7.77")
    director, member = Client(), Client()
    director.force_login(event.director)
    member.force_login(evenings.member(event.club, "Member"))
    shown = entries_page(director, event)
    assert "Pool, 2 fees paid" in shown
    assert "12.00" in shown
    announced = entries_page(member, event)
    assert "10.00" in announced
    assert "60 %" in announced
    for said in ("Pool", "12.00", "7.77"):
        assert said not in announced
