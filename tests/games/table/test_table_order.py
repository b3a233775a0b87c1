"""The table before a game: who rolls what, and the line made by hand."""

import re

import pytest

from games.rule_texts import Names
from games.rules.chouette import SetOrder, Table
from games.table.presenters.seats import seats
from tests.games.conftest import Scorer
from tests.games.phone import Phone

ORDER = "order Ann, Bob, Cid, Dee\n"


def test_the_program_rolls_in_front_of_everyone(phone: Phone) -> None:
    phone.tap("", where="roll")
    assert len(phone.table.order) == 4
    assert "The dice" in phone.show()


def test_real_dice_are_typed_in_with_a_roll_off_for_the_tied(phone: Phone) -> None:
    ids = phone.ids
    first = {
        f"die-{ids['Ann']}-0": "6",
        f"die-{ids['Bob']}-0": "5",
        f"die-{ids['Cid']}-0": "3",
        f"die-{ids['Dee']}-0": "3",
    }
    page = phone.show("dice", **first)
    assert "Cid and Dee are tied and roll again." in page
    half = phone.show("dice", **first, **{f"die-{ids['Cid']}-1": "4"})
    assert "Dee still has to roll again." in half
    second = {f"die-{ids['Cid']}-1": "4", f"die-{ids['Dee']}-1": "1"}
    assert "The order is clear." in phone.show("dice", **first, **second)
    phone.tap("roll_order", **first, **second)
    assert phone.table.order == tuple(ids[name] for name in ("Ann", "Bob", "Cid", "Dee"))


@pytest.mark.parametrize(
    ("stakes", "expected"),
    [({"B": 2}, [1, 2, 1]), ({}, [0, 0, 0]), (dict.fromkeys("ABC", 2), [0] * 3)],
)
@pytest.mark.parametrize("order", ["", "ABC"])
def test_seats_say_what_each_plays_for_where_it_is_not_the_same(
    stakes: dict[str, int], expected: list[int], order: str
) -> None:
    table = Table.new("ABC", stakes=stakes)
    if order:
        table = table.apply(SetOrder(tuple(order)))
    assert [seat.stake for seat in seats(table, Names(), may_record=False)] == expected


def roll_offs(phone: Phone, **dice: str) -> list[str]:
    """Return the names and numbers of the roll-offs that are asked, in their order."""
    names = {player: name for name, player in phone.ids.items()}
    rows = re.findall(r'name="die-(\w+)-(\d+)"\s+value="1"', phone.show("dice", **dice))
    return [f"{names[player]} {throw}" for player, throw in rows if throw != "0"]


def test_two_ties_are_rolled_off_at_once(phone: Phone) -> None:
    dice = {f"die-{player}-0": die for player, die in zip(phone.ids.values(), "5533", strict=True)}
    page = phone.show("dice", **dice)
    assert "Ann and Bob are tied and roll again. Cid and Dee are tied and roll again." in page
    assert roll_offs(phone, **dice) == ["Ann 1", "Bob 1", "Cid 1", "Dee 1"]
    dice |= {f"die-{phone.ids['Ann']}-1": "1", f"die-{phone.ids['Bob']}-1": "2"}
    assert "roll again. Cid and Dee" not in phone.show("dice", **dice)
    assert roll_offs(phone, **dice) == ["Ann 1", "Bob 1", "Cid 1", "Dee 1"]
    dice |= {f"die-{phone.ids['Cid']}-1": "4", f"die-{phone.ids['Dee']}-1": "3"}
    phone.tap("roll_order", **dice)
    assert phone.table.order == tuple(phone.ids[name] for name in ("Bob", "Ann", "Cid", "Dee"))


def test_a_new_roll_off_stands_below_all_that_is_filled(phone: Phone) -> None:
    ids = phone.ids
    dice = {f"die-{player}-0": die for player, die in zip(ids.values(), "6633", strict=True)}
    dice |= {f"die-{ids['Ann']}-1": "4", f"die-{ids['Bob']}-1": "4"}
    before = roll_offs(phone, **dice)
    dice |= {f"die-{ids['Cid']}-1": "5", f"die-{ids['Dee']}-1": "5"}
    both = roll_offs(phone, **dice)
    assert both == [*before, "Ann 2", "Bob 2", "Cid 2", "Dee 2"]
    dice |= {f"die-{ids[name]}-2": die for name, die in zip(ids, "3112", strict=True)}
    assert roll_offs(phone, **dice) == both


def test_incomplete_dice_are_refused_with_a_sentence(phone: Phone) -> None:
    answer = phone.tap("roll_order", **{f"die-{phone.ids['Ann']}-0": "6"})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


def test_the_line_is_moved_seat_by_seat(phone: Phone) -> None:
    ids = phone.ids
    line = [ids[name] for name in ("Ann", "Bob", "Cid", "Dee")]
    page = phone.show("line", line=line, move=f"up-{ids['Bob']}")
    assert page.index(f'value="{ids["Bob"]}"') < page.index(f'value="{ids["Ann"]}"')
    phone.tap("set_order", line=[ids["Bob"], ids["Ann"], ids["Cid"], ids["Dee"]])
    assert phone.table.order[0] == ids["Bob"]


def test_the_line_is_made_by_tapping_names_in_order(phone: Phone) -> None:
    ids = phone.ids
    line = [ids[name] for name in ("Ann", "Bob", "Cid", "Dee")]
    # Dee was tapped first, and is box; now Cid is tapped, and is captain.
    page = phone.show("line", line=line, picked=[ids["Dee"]], move=f"next-{ids['Cid']}")
    places = [page.index(f'name="line" value="{ids[name]}"') for name in ("Dee", "Cid", "Ann")]
    assert places == sorted(places)
    # A second tap on Dee takes the first back: Cid is first.
    again = {"line": line, "picked": [ids["Dee"], ids["Cid"]], "move": f"next-{ids['Dee']}"}
    page = phone.show("line", **again)
    assert page.index(f'value="{ids["Cid"]}"') < page.index(f'value="{ids["Dee"]}"')


def test_the_game_is_started_with_the_line_on_the_page(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    wrong = [phone.ids[name] for name in ("Bob", "Ann", "Cid", "Dee")]
    answer = phone.tap("start_game", line=wrong)
    assert answer.status_code == 422
    phone.tap("play_by_hand", line=wrong)
    assert phone.table.game is not None
    assert phone.table.game.by_hand
