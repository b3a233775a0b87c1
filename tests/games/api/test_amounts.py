"""The same amount is the same figure wherever it is told: programs, downloads, pages."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.web.money import money_text
from tests import evenings
from tests.evenings import Evening
from tests.games.api.conftest import Program, program_of
from tests.tournaments.directing import Directed

pytestmark = pytest.mark.django_db

# What a point is worth; what it is, one and three times, for programs.
STAKES = [
    ("1.02", "EUR", "1.02", ["1.02", "3.06"]),
    ("0.50", "EUR", "0.50", ["0.50", "1.50"]),
    ("7", "JPY", "7", ["7", "21"]),
    ("0.50", "KWD", "0.500", ["0.500", "1.500"]),
    (None, "", None, ["1.00", "3.00"]),
]


def amounts(rows: list[dict[str, Any]]) -> list[str]:
    return sorted((row["amount"] for row in rows), key=Decimal)


def told(ask: Program, evening: Evening) -> dict[str, list[str]]:
    """The amounts of an evening as each answer of the interface has them."""
    at = f"sessions/{evening.session.public_id}"
    club = f"clubs/{evening.club.slug}"
    return {
        "settle-up": amounts(ask("get", f"{at}/settle-up").json()["payments"]),
        "sheet": amounts(ask("get", f"{at}/sheet").json()["settle_up"]),
        "export": amounts(ask("get", f"{at}/export/json").json()["settle_up"]),
        "listed": amounts(
            ask("get", f"{club}/debts").json()["results"]
            + ask("get", f"{club}/payments").json()["results"]
        ),
    }


@pytest.mark.parametrize(("stake", "currency", "point", "owed"), STAKES)
def test_an_amount_is_the_same_text_in_every_answer_and_on_the_page(
    stake: str | None, currency: str, point: str | None, owed: list[str]
) -> None:
    evening = Evening(evenings.club(), stake=stake, currency=currency)
    evening.game(Bob=-1, Cid=-3).end()
    ask = program_of(evening.organizer)
    before = told(ask, evening)
    assert before == dict.fromkeys(before, owed)
    debt = evening.session.debts.first()
    assert debt is not None
    assert ask("post", f"debts/{debt.public_id}/pay").json()["amount"] in owed
    assert told(ask, evening) == before
    at = f"sessions/{evening.session.public_id}"
    points = {
        "session": (ask("get", at).json()["money"] or {}).get("amount"),
        "settle-up": ask("get", f"{at}/settle-up").json()["point"],
        "sheet": ask("get", f"{at}/sheet").json()["stakes"]["point"],
        "export": ask("get", f"{at}/export/json").json()["stakes"]["point"],
    }
    assert points == dict.fromkeys(points, point)
    browser = Client()
    browser.force_login(evening.organizer)
    page = browser.get(reverse("sheet", args=[evening.session.public_id])).content.decode()
    assert all(money_text(Decimal(one), currency) in page for one in owed)


def test_tie_breaks_are_in_the_unit_of_the_score_and_say_it() -> None:
    event = Directed(
        names="Ann Bob Cid Dee",
        params={"rounds": 2},
        tie_breaks=["buchholz", "sonneborn_berger", "wins", "points_difference", "lots"],
    )
    for _round in range(2):
        event.next_round()
        for match in event.open():
            event.win(match, 0)
    ask = program_of(event.director)
    found = ask("get", f"divisions/{event.division.public_id}/standings").json()
    units = {one["name"]: one["unit"] for one in ask("get", "tie-breaks").json()}
    halves = {"": 0.0, "¼": 0.25, "½": 0.5, "¾": 0.75}
    for line in found["tables"][0]["lines"]:
        for one in line["tie_breaks"]:
            assert one["unit"] == units[one["name"]]
            if one["value"] is None or one["unit"] == "lot":
                continue
            text = one["text"].replace("−", "-").replace("+", "")
            mark = text[-1:] if text[-1:] in halves else ""
            assert one["value"] == float(text.removesuffix(mark) or 0) + halves[mark]
            assert one["name"] != "wins" or one["value"] == line["wins"]
    assert len({one["unit"] for one in found["tables"][0]["lines"][0]["tie_breaks"]}) > 1
