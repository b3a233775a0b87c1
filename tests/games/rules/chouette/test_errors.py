"""Every code of an error is raised by something, and its sentence has all it needs."""

import io
from pathlib import Path

import pytest

from games.management.commands.score import read
from games.rules.chouette import (
    MESSAGES,
    OPTIONS,
    BoxReplies,
    ChouetteError,
    EndGame,
    EnterPoints,
    ExtraReply,
    HouseRules,
    Join,
    NamePartner,
    NotationError,
    OptionError,
    RuleError,
    SetOrder,
    Settle,
    StateError,
    Table,
    TeamDoubles,
    action_from_json,
    errors,
)
from games.rules.chouette.ending import MOST_POINTS
from games.rules.chouette.notation import parse
from tests.games.rules.chouette.building import table, text_of_all_tests

PLAYERS = '[Players "Ann, Bob, Cid, Dee"]\n'
ORDER = PLAYERS + "order Ann, Bob, Cid, Dee\n"
GAME = ORDER + "game\n"


def ruled(rules, lines, players="Ann, Bob, Cid, Dee"):
    return f'[Rules "{rules}"]\n[Players "{players}"]\norder {players}\n' + lines


TEXTS = {
    "too_few_players": '[Players "Ann, Bob"]\norder Ann, Bob',
    "order_exists": ORDER + "order Ann, Bob, Cid, Dee",
    "order_missing": PLAYERS + "game",
    "order_incomplete": PLAYERS + "order Ann, Bob, Cid",
    "order_twice": PLAYERS + "order Ann, Bob, Cid, Dee, Ann",
    "die_invalid": PLAYERS + "order Ann 7, Bob 5, Cid 3, Dee 1",
    "dice_missing": PLAYERS + "order Ann 6, Bob 5, Cid 3, Dee 3",
    "dice_superfluous": PLAYERS + "order Ann 6 1, Bob 5, Cid 3, Dee 2",
    "game_running": GAME + "game",
    "start_invalid": ORDER + "game cube 3",
    "no_game": ORDER + "box wins",
    "two_needed": ORDER + "Bob Cid Dee leave\ngame",
    "line_wrong": ORDER + "game Bob | Ann Cid Dee",
    "line_incomplete": ORDER + "game Bob | Ann Cid by hand",
    "line_partner": ORDER + "box partners Dee\ngame Bob+Ann | Dee Cid by hand",
    "line_no_partner": ORDER + "game Ann+Dee | Bob Cid by hand",
    "partner_required": ruled("partner_required_from=4", "game"),
    "not_present": ORDER + "Dee leaves\nDee leaves",
    "already_present": ORDER + "Dee joins",
    "partner_exists": ORDER + "box partners Dee\nbox partners Cid",
    "partner_is_box": ORDER + "box partners Ann",
    "partner_needs_three": ORDER + "Cid Dee leave\nbox partners Bob",
    "partner_other": ORDER + "box partners Dee\nbox releases Cid",
    "partner_stays": ORDER + "box partners Dee\nbox releases Dee",
    "percent_invalid": ORDER + "box partners Bob 101%",
    "between_games_only": GAME + "box partners Bob",
    "reroll_first": GAME + "open 3 3\nbox wins",
    "open_late": GAME + "Bob doubles\nbox takes Bob\nopen 1 2",
    "open_done": GAME + "open 1 2\nopen 1 2",
    "automatic_choice_missing": GAME + "open 3 3\nopen 3 3",
    "automatic_no_choice": GAME + "open 3 3 yes",
    "automatic_over_limit": ruled("cube_limit=1", "game\nopen 3 3 yes"),
    "automatic_none_left": ruled(
        "automatics=1; optional_automatics=off", "game\nautomatic\nautomatic"
    ),
    "answers_due": GAME + "Bob doubles\nbox wins",
    "no_cube": GAME + "Ann doubles",
    "named_twice": GAME + "Bob Bob double",
    "cube_owned_by_box": GAME + "Bob doubles\nbox takes Bob\nBob doubles",
    "cube_owned_by_member": GAME + "box doubles all\nall take\nbox doubles Bob",
    "cube_at_limit": ruled("cube_limit=1", "game\nBob doubles"),
    "cube_over_cap": ORDER + "game cap Bob 1\nBob doubles",
    "cap_invalid": ORDER + "game cap Bob 1000001",
    "same_value_same_action": ruled("amsterdam", "game\nbox doubles Bob"),
    "include_captain": ruled("los_angeles", "game\nbox doubles Cid"),
    "first_to_all": ruled("box_doubles=first_to_all", "game\nbox doubles Bob"),
    "nobody_may_double": ruled("cube_limit=1", "game\nall double"),
    "box_may_double_nobody": ruled("cube_limit=1", "game\nbox doubles all"),
    "answer_not_due": GAME + "Bob takes",
    "box_answer_not_due": GAME + "Bob doubles\nbox takes Cid",
    "beaver_off": ruled("animals=0", "game\nBob doubles\nbox beavers Bob"),
    "beaver_over_limit": ruled("cube_limit=2", "game\nBob doubles\nbox beavers Bob"),
    "beaver_captain_only": ruled("cubes=team", "game\nbox doubles\nCid beavers"),
    "captain_must_be_taken": ruled("captain_cube=must_take", "game\nBob doubles\nbox drops Bob"),
    "captain_first": GAME + "Bob Cid double\nbox takes Cid, drops Bob",
    "minimum_break_even": ORDER.replace("Dee", "Dee, Eve")
    + "game\nall double\nbox takes Bob, drops Cid Dee Eve",
    "minimum_profit": ruled(
        "minimum_take=profit", "game\nall double\nbox takes Bob, drops Cid Dee"
    ),
    "minimum_half": ruled("minimum_take=half", "game\nall double\nbox takes Bob, drops Cid Dee"),
    "minimum_majority": ruled(
        "minimum_take=majority", "game\nall double\nbox takes Bob, drops Cid Dee"
    ),
    "minimum_all_or_none": ruled(
        "minimum_take=all_or_none", "game\nall double\nbox takes Bob Cid, drops Dee"
    ),
    "three_handed_both_or_neither": ruled(
        "three_handed=both_or_neither",
        "game\nall double\nbox beavers Bob, drops Cid",
        "Ann, Bob, Cid",
    ),
    "three_handed_both": ruled(
        "three_handed=both", "game\nall double\nbox drops all", "Ann, Bob, Cid"
    ),
    "lone_captain_beaver": ruled(
        "canberra", "game\nall double\nbox takes Bob, drops Cid", "Ann, Bob, Cid"
    ),
    "lone_taker_must_beaver": GAME + "box doubles all\nBob takes\nCid Dee drop",
    "lone_taker_must_drop": ruled(
        "lone_taker=must_drop", "game\nbox doubles all\nBob takes\nCid Dee drop"
    ),
    "animal_limit": GAME + "Bob doubles\nbox beavers Bob\nBob raccoons\nbox raccoons Bob",
    "animal_over_limit": ruled("cube_limit=4", "game\nBob doubles\nbox beavers Bob\nBob raccoons"),
    "settlements_off": ruled("settlements=off", "game\nBob settles 1"),
    "settlement_side_missing": GAME + "Bob settles 0",
    "points_invalid": GAME + "Bob settles 1.234",
    "points_too_large": GAME + f"Bob settles {MOST_POINTS + 1}",
    "points_late": GAME + "Bob settles 1\npoints Bob 1, Cid 1, Dee 1",
    "points_incomplete": GAME + "points Bob 1, Cid 1",
    "points_side_missing": GAME + "points Bob 0, Cid 1, Dee 1",
    "level_invalid": GAME + "box wins twice",
    "extras_off": GAME + "Cid gives Bob extra",
    "extra_not_now": ruled("extras=on", "game\nCid gives Bob extra"),
    "extra_giver": ruled(
        "extras=on; lone_taker=free",
        "game\nbox doubles all\nBob Dee take\nCid drops\nDee gives Bob extra",
    ),
    "extra_taker": ruled(
        "extras=on; lone_taker=free",
        "game\nbox doubles all\nBob takes\nCid Dee drop\nCid gives Dee extra",
    ),
    "extra_given": ruled(
        "extras=on; lone_taker=free",
        "game\nbox doubles all\nBob takes\nCid Dee drop\nCid gives Bob extra\nCid gives Bob extra",
    ),
    "extra_unknown": GAME + "Bob doubles Cid",
    "extra_owner": ruled(
        "extras=on; lone_taker=free",
        "game\nbox doubles all\nBob takes\nCid Dee drop\nCid gives Bob extra\nCid doubles Bob",
    ),
    "buy_off": GAME + "box doubles all\nCid sells Bob",
    "buy_captain": ruled("captain_may_buy=on", "game\nbox doubles all\nCid sells Dee"),
    "buy_needs_take": ruled(
        "captain_may_buy=on", "game\nbox doubles all\nCid sells Bob\nDee takes\nBob drops"
    ),
    "option_unknown": '[Rules "beavers=on"]',
    "preset_unknown": '[Rules "boston"]',
    "preset_late": '[Rules "jacoby=off; canberra"]',
    "option_value": '[Rules "jacoby=sometimes"]',
    "start_over_limit": '[Rules "starting_cube=8; cube_limit=4"]',
    "encoding": b"\x81",
    "tag_malformed": "[Players Ann]",
    "tag_late": ORDER + '[Site "x"]',
    "tag_twice": PLAYERS + PLAYERS,
    "players_missing": "order Ann, Bob, Cid",
    "name_empty": '[Players "Ann,, Bob"]',
    "name_twice": '[Players "Ann, Ann, Bob"]',
    "name_unknown": GAME + "Zoe doubles",
    "name_reserved": GAME + "box doubles team",
    "stakes_malformed": PLAYERS + '[Stakes "Ann"]',
    "stake_malformed": PLAYERS + '[Stake "cheap"]',
    "quote_open": GAME + '"Bob doubles',
    "statement_unknown": GAME + "hello",
    "expected": GAME + "box takes Bob, Cid",
    "names_expected": GAME + "box doubles",
    "no_names_one_cube": ruled("cubes=team", "game\nbox doubles Bob"),
    "team_cube_only": GAME + "team doubles",
    "nothing_for_all": GAME + "all take",
    "file_inside_game": GAME,
}

CALLS = {
    "order_unknown": lambda: Table.new(["Ann", "Bob", "Cid"]).apply(
        SetOrder(("Ann", "Bob", "Zoe"))
    ),
    "stake_invalid": lambda: table("-").apply(Join("Eve", stake=0)),
    "stake_changed": lambda: table("- Dee leaves").apply(Join("Dee", stake=5)),
    "nobody_named": lambda: table().apply(TeamDoubles(())),
    "team_cube_all": lambda: table(rules="cubes=team").apply(TeamDoubles(("Bob",))),
    "one_answer": lambda: table("team doubles", rules="cubes=team").apply(
        BoxReplies((("Bob", "take"), ("Cid", "drop"), ("Dee", "take")))
    ),
    "side_invalid": lambda: table().apply(EndGame("Ann")),
    "too_large": lambda: read("-", largest=0),
    "action_malformed": lambda: action_from_json({"type": "shout"}),
    "state_malformed": lambda: Table.from_json({"rules": {}}),
}


@pytest.mark.parametrize("code", TEXTS)
def test_a_text_is_refused_with_this_code(code):
    with pytest.raises(NotationError) as caught:
        parse(TEXTS[code])
    assert caught.value.code == code
    assert "{" not in str(caught.value)
    assert caught.value.line >= 1


@pytest.mark.parametrize("code", CALLS)
def test_a_call_is_refused_with_this_code(code, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"long")))
    with pytest.raises(ChouetteError) as caught:
        CALLS[code]()
    assert caught.value.code == code
    assert "{" not in str(caught.value)


def test_no_code_is_without_its_example():
    assert set(TEXTS) | set(CALLS) <= set(MESSAGES)
    elsewhere = text_of_all_tests()
    missing = set(MESSAGES) - set(TEXTS) - set(CALLS)
    assert {code for code in missing if f'"{code}"' not in elsewhere} == set()


def test_no_code_stands_in_two_places():
    of_options = [code for option in OPTIONS for code in option.errors]
    written = Path(errors.__file__).read_text(encoding="utf-8")
    assert len(of_options) == len(set(of_options))
    assert {code for code in of_options if f'    "{code}":' in written} == set()


def test_a_refused_action_leaves_the_table_as_it_was():
    before = table("Bob doubles")
    copy = Table.from_json(before.to_json())
    with pytest.raises(RuleError):
        before.apply(EndGame("box"))
    assert before == copy


def test_errors_are_value_errors_that_compare_by_what_they_say():
    assert issubclass(RuleError, ValueError)
    assert RuleError("no_cube", player="Bob") == RuleError("no_cube", player="Bob")
    assert RuleError("no_cube", player="Bob") != RuleError("no_cube", player="Cid")
    assert RuleError("no_game") != OptionError("no_game")
    assert len({RuleError("no_game"), RuleError("no_game")}) == 1


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "end_game",
        {},
        {"type": "end_game"},
        {"type": "end_game", "winner": 1},
        {"type": "end_game", "winner": "box", "level": True},
        {"type": "end_game", "winner": "box", "level": "1"},
        {"type": "end_game", "winner": "box", "why": "x"},
        {"type": "box_replies", "replies": [["Bob"]]},
        {"type": "box_replies", "replies": "Bob"},
        {"type": ["end_game"]},
    ],
)
def test_malformed_actions_are_never_guessed(data):
    with pytest.raises(StateError):
        action_from_json(data)


@pytest.mark.parametrize(
    ("statements", "action"),
    [
        ("Bob doubles", BoxReplies((("Bob", "shrug"),))),
        ("Bob doubles", BoxReplies((("Bob", "sell"),))),
        ("Bob doubles; box drops Bob", "not an action"),
        (
            "box doubles all; Bob takes; Cid Dee drop; Cid gives Bob extra; Bob doubles Cid",
            ExtraReply("Cid", "Bob", "shrug"),
        ),
    ],
)
def test_words_that_are_no_answers_are_malformed(statements, action):
    with pytest.raises(StateError):
        table(statements, rules="extras=on; lone_taker=free").apply(action)


def test_a_percentage_is_a_number():
    assert table("-").problem(NamePartner("Bob", "many")) == RuleError("percent_invalid")
    assert table("-").problem(NamePartner("Bob", "33.3")) is None


def test_absurd_amounts_are_refused_where_they_are_entered():
    most = MOST_POINTS * 100 + 1
    assert table().problem(Settle("Bob", most)) == RuleError("points_too_large", limit=MOST_POINTS)
    entered = EnterPoints((("Bob", most), ("Cid", 0), ("Dee", 0)))
    assert table().problem(entered) == RuleError("points_too_large", limit=MOST_POINTS)


def test_house_rules_are_read_from_their_saved_form():
    for text in ("canberra", "amsterdam; animals=unlimited", "cube_limit=none; automatics=0"):
        rules = HouseRules.parse(text)
        assert HouseRules.from_json(rules.to_json()) == rules
        assert HouseRules.parse(rules.text()) == rules
