"""Evenings by totals by the API: entered once, refused with a code."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Session
from tests.evenings import Evening, club, user

pytestmark = pytest.mark.django_db
AT = "/api/v1/clubs/tuesday/evenings"


@pytest.fixture
def api() -> APIClient:
    Evening(club(), "Ann Bob Cid")
    found = APIClient()
    found.force_authenticate(user("Olga"))
    return found


def send(api: APIClient, totals: dict[str, Any], **said: Any) -> Any:
    body = {"totals": totals, "played_on": "2026-03-03", **said}
    return api.post(AT, body, format="json", HTTP_IDEMPOTENCY_KEY="once")


def test_it_is_entered_once_and_says_what_it_is(api: APIClient) -> None:
    ids = dict(Session.objects.get().club.players.values_list("name", "public_id"))
    first, again = (send(api, {ids["Ann"]: 700, ids["Bob"]: -700}) for _twice in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["session"] == again.json()["session"]
    said = first.json()
    assert (said["by_totals"], said["settled"], said["games"]) == (True, True, [])
    assert {one["name"]: one["total"] for one in said["players"]} == {"Ann": 700, "Bob": -700}


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ({"Ann": 700, "Bob": -400}, "totals_sum"),
        ({}, "totals_none"),
        ({"nobody": 1}, "player_elsewhere"),
        ({"\x00": 1}, "player_elsewhere"),
    ],
)
def test_what_is_refused(api: APIClient, points: dict[str, int], code: str) -> None:
    ids = dict(Session.objects.get().club.players.values_list("name", "public_id"))
    answer = send(api, {ids.get(name, name): total for name, total in points.items()})
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert Session.objects.count() == 1
