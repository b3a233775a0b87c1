"""A program enters an evening from a paper sheet, and can try it first."""

import pytest

from games.models import ApiCreation, Player, Session
from tests.games.api.conftest import program_of

SHEET = {
    "players": ["Ann", "Bob", "Cid"],
    "games": [{"cells": ["b 6", "c -3", "-3"]}, {"cells": ["-2", "b 4", "c -2"]}],
    "played_on": "2026-11-24",
    "title": "On paper",
    "money": {"amount": "0.50", "currency": "EUR"},
}


@pytest.fixture
def place(world):
    return f"clubs/{world.club.slug}/paper-sheets"


def totals(sheet):
    names = {player["id"]: player["name"] for player in sheet["players"]}
    return {names[player["id"]]: player["total"] for player in sheet["players"]}


def payments(sheet):
    names = {player["id"]: player["name"] for player in sheet["players"]}
    return {
        (names[one["debtor"]], names[one["creditor"]], one["amount"]) for one in sheet["settle_up"]
    }


def test_a_dry_run_shows_the_sheet_as_it_would_be_and_writes_nothing(world, place):
    api, before = program_of(world.owner), Session.objects.count()

    tried = api("post", place, SHEET | {"dry_run": True}, Idempotency_Key="one")

    assert tried.status_code == 200
    assert (tried.json()["is_written"], tried.json()["problems"]) == (False, [])
    assert totals(tried.json()["sheet"]) == {"Ann": 400, "Bob": 100, "Cid": -500}
    assert payments(tried.json()["sheet"]) == {("Cid", "Ann", "2.00"), ("Cid", "Bob", "0.50")}
    assert (Session.objects.count(), ApiCreation.objects.count()) == (before, 0)


def test_a_sheet_is_entered_once_with_what_was_tried(world, place):
    api, before = program_of(world.owner), Session.objects.count()

    entered = api("post", place, SHEET, Idempotency_Key="one")
    again = api("post", place, SHEET, Idempotency_Key="one")

    assert (entered.status_code, again.status_code) == (201, 200)
    assert entered.json() == again.json()
    assert Session.objects.count() == before + 1
    session = Session.objects.get(title="On paper")
    assert (session.status, session.entered_afterwards) == ("ended", True)
    assert entered.json()["is_written"]
    assert entered.json()["sheet"]["session"] == session.public_id
    assert totals(entered.json()["sheet"]) == {"Ann": 400, "Bob": 100, "Cid": -500}
    other = api("post", place, SHEET | {"title": "Other"}, Idempotency_Key="one")
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")


def test_multiples_stand_for_each_player_and_null_means_points(world, place):
    api = program_of(world.owner)
    world.club.stake_amount, world.club.currency = "1.00", "EUR"
    world.club.save()

    money = [
        api("post", place, {**SHEET, **more}).json()["sheet"]["stakes"]
        for more in ({"stakes": [1, 1, 2], "games": SHEET["games"][:1]}, {"money": None})
    ]
    as_in_the_club = {name: value for name, value in SHEET.items() if name != "money"}
    club = api("post", place, as_in_the_club).json()["sheet"]["stakes"]

    assert sorted(money[0]["multiples"].values()) == [1, 1, 2]
    assert [(one["point"], one["currency"]) for one in (*money, club)] == [
        ("0.50", "EUR"),
        (None, ""),
        ("1.00", "EUR"),
    ]


def test_whoever_is_new_is_added_only_if_that_is_said(world, place):
    api = program_of(world.owner)
    sheet = SHEET | {"players": ["Ann", "Bob", "Zoe"]}

    unknown = api("post", place, sheet | {"dry_run": True})
    problem = {"row": 0, "column": "Zoe", "reason": "The club has no player of this name."}
    assert (unknown.status_code, unknown.json()["sheet"]) == (200, None)
    assert unknown.json()["problems"] == [problem]
    assert not Player.objects.filter(name="Zoe").exists()

    assert api("post", place, sheet | {"add_players": True, "dry_run": True}).json()["sheet"]
    assert not Player.objects.filter(name="Zoe").exists()
    assert api("post", place, sheet | {"add_players": True}).status_code == 201
    assert Player.objects.filter(name="Zoe").count() == 1


WRONG = {
    "sum": ({"games": [{"cells": ["b 6", "c -3", "-2"]}]}, 1, ""),
    "cell": ({"games": [{"cells": ["b 6", "c -3", "x y"]}]}, 1, "Cid"),
    "few cells": ({"games": [SHEET["games"][0], {"cells": ["b 6", "c -6"]}]}, 2, ""),
    "many cells": ({"games": [{"cells": ["b 6", "c -3", "-3", ""]}]}, 1, ""),
    "stakes": ({"stakes": [1, 2]}, 0, ""),
    "twice": ({"players": ["Ann", "Bob", "Bob"]}, 0, "Bob"),
    "no game": ({"games": []}, 0, ""),
}


@pytest.mark.parametrize(("wrong", "row", "column"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named_with_its_place_and_nothing_is_written(
    world, place, wrong, row, column
):
    api, before = program_of(world.owner), Session.objects.count()

    tried = api("post", place, SHEET | wrong | {"dry_run": True})
    refused = api("post", place, SHEET | wrong)

    (problem,) = tried.json()["problems"]
    assert (tried.status_code, problem["row"], problem["column"]) == (200, row, column)
    assert (refused.status_code, refused.json()["code"]) == (409, "sheet_wrong")
    assert refused.json()["params"]["problems"] == [problem]
    assert problem["reason"] in refused.json()["detail"]
    assert Session.objects.count() == before
