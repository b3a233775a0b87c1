"""Fees and prizes as directors type them."""

import pytest
from django.test import Client

from tests.tournaments.directing import Directed

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("text", ["9" * 30, "100000000", "1E+9", "NaN", "-1"])
def test_what_is_no_amount_is_said_and_never_fails(text: str) -> None:
    event = Directed(names="Ann Bob")
    olga = Client()
    olga.force_login(event.director)
    sent = {"do": "entry_change", "key": "k", "entry": event.entry("Ann").public_id, "prize": text}
    answer = olga.post(f"/events/{event.event.public_id}/direct/act/", sent)
    assert answer.status_code in {400, 422}
    new = olga.post(f"/clubs/{event.club.slug}/events/new/", {"format": "swiss", "fee": text})
    assert new.status_code == 422
    assert event.entry("Ann").prize is None
