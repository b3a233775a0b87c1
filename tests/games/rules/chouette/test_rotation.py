"""The rotation table row by row, and the explanation of each line."""

import pytest

from games.rules.chouette import REASONS, alternatives
from games.rules.chouette.rotation import Situation, rotate
from games.rules.chouette.scoring import (
    drop_extra,
    net_of_replies,
    partner_share,
    transfers_of,
)
from games.rules.chouette.state import Extra
from tests.games.rules.chouette.building import table


def at(winner="box", net=0, captain_side="box", decider="c", crew=("x", "y")):
    return Situation("b", "c", crew, winner, net, captain_side, decider)


@pytest.mark.parametrize("retention", ["win_and_break_even", "win_and_profit", "last_man"])
@pytest.mark.parametrize(
    ("situation", "order", "down", "rule"),
    [
        (at("team", -200, "team"), "c x y b", "b", "team_won"),
        (at("team", 100, "box", "y"), "y x c b", "c b", "captain_stepped_down"),
        (at("team", 100, "box", "x"), "x y c b", "c b", "captain_stepped_down"),
        # a captain who plays on with a bought cube is the decider and has not stepped down
        (at("team", 100, "box", "c"), "c x y b", "b", "team_won"),
        (at("team", 0, "team", crew=()), "c b", "b", "team_won"),
        (at("box", 100), "b x y c", "c", "box_stays"),
        (at("box", 100, crew=()), "b c", "c", "box_stays"),
    ],
)
def test_rows_that_three_retentions_share(retention, situation, order, down, rule):
    assert rotate(retention, situation) == (tuple(order.split()), tuple(down.split()), rule)


@pytest.mark.parametrize(
    ("retention", "net", "rule"),
    [
        ("win_and_break_even", 1, "box_stays"),
        ("win_and_break_even", 0, "box_stays"),
        ("win_and_break_even", -1, "box_fails"),
        ("win_and_profit", 1, "box_stays"),
        ("win_and_profit", 0, "box_fails"),
        ("win_and_profit", -1, "box_fails"),
        ("last_man", -9, "box_stays"),
    ],
)
def test_the_box_stays_if_he_passes_the_test(retention, net, rule):
    assert rotate(retention, at("box", net))[2] == rule


def test_a_box_who_fails_goes_down_behind_the_captain():
    assert rotate("win_and_profit", at("box", 0)) == (
        ("x", "y", "c", "b"),
        ("c", "b"),
        "box_fails",
    )
    assert rotate("win_and_profit", at("box", 0, crew=())) == (("c", "b"), ("c", "b"), "box_fails")


@pytest.mark.parametrize("winner", ["box", "team"])
def test_beat_captain_looks_at_the_captains_bet_alone(winner):
    lost = at(winner, -900, "box", "x")
    assert rotate("beat_captain", lost) == (("b", "x", "y", "c"), ("c",), "captain_beaten")
    won = at(winner, 900, "team", "x")
    assert rotate("beat_captain", won) == (("c", "x", "y", "b"), ("b",), "captain_won")


def test_it_tells_what_every_other_retention_would_have_chosen():
    # E12a: the box dropped three cubes (-3) and won one (+1): a board win with -2
    players = "Ann, Bob, Cid, Dee, Eve"
    over = table("Bob Cid Dee double; box drops all; box wins", players=players)
    down = ("Cid", "Dee", "Eve", "Bob", "Ann")
    assert alternatives(over.rules, over.last) == {
        "win_and_break_even": (down, "box_fails"),
        "win_and_profit": (down, "box_fails"),
        "beat_captain": (("Bob", "Cid", "Dee", "Eve", "Ann"), "captain_won"),
        "last_man": (("Ann", "Cid", "Dee", "Eve", "Bob"), "box_stays"),
    }
    assert {rule for _, rule in alternatives(over.rules, over.last).values()} <= set(REASONS)
    assert over.last.rule == "box_fails"


def test_alternatives_seat_the_partner_too():
    players = "Ann, Pat, Bob, Cid"
    over = table("- box partners Pat; game; box wins", players=players)
    assert alternatives(over.rules, over.last)["last_man"][0] == ("Ann", "Pat", "Cid", "Bob")
    lost = table("- box partners Pat; game; team wins", players=players)
    assert alternatives(lost.rules, lost.last)["last_man"][0] == ("Bob", "Pat", "Cid", "Ann")


@pytest.mark.parametrize(
    ("net", "percent", "share"),
    [
        (900, "50", 400),
        (-900, "50", -400),
        (100, "50", 0),
        (-100, "50", 0),
        (700, "25", 100),
        (1000, "33.3", 300),
        (250, "100", 200),
        (-250, "100", -200),
        (500, "0", 0),
    ],
)
def test_a_partners_share_is_rounded_toward_zero(net, percent, share):
    assert partner_share(net, percent) == share


def test_transfers_are_netted_between_each_two():
    paid = [
        ("a", "b", 300),
        ("a", "b", 1),
        ("b", "a", 100),
        ("a", "c", -200),
        ("c", "b", 0),
        ("d", "a", 1),
        ("b", "d", 50),
        ("d", "b", 50),
    ]
    assert transfers_of(paid) == (("a", "b", 201), ("c", "a", 200), ("d", "a", 1))


def test_the_net_of_replies_counts_what_is_closed_and_what_each_cube_would_be():
    # Bob settled for 1.5; stakes: Ann 2, Cid 2, Dee 1. Cid's cube is taken: 2 x 2, Dee's dropped: 1
    at = table("Bob settles 1.5; Cid Dee double", stakes="Ann 2, Cid 2")
    assert net_of_replies(at.game, {"Cid": "take", "Dee": "drop"}) == -150 + 400 - 100
    # beavered, it would be 4 x 2
    assert net_of_replies(at.game, {"Cid": "beaver", "Dee": "drop"}) == -150 + 800 - 100
    assert net_of_replies(at.game, {"Cid": "drop", "Dee": "take"}) == -150 - 200 + 200


def test_a_bet_played_out_says_so():
    over = table("Bob settles 1; box wins")
    assert [bet.closed.kind for bet in over.last.bets] == ["settlement", "board", "board"]


@pytest.mark.parametrize(("dropper", "gain"), [("Cid", 1200), ("Bob", -1200)])
def test_who_drops_a_redoubled_extra_pays_its_value_times_the_stake(dropper, gain):
    extra = Extra("Cid", "Bob", stake=3, value=4, owner="Bob", offered_by="Bob")
    assert drop_extra(extra, dropper).closed == gain


@pytest.mark.parametrize(
    ("joiner", "moves", "order"),
    [
        ("behind_loser", "Eve joins; team wins", "Bob Cid Dee Ann Eve"),
        ("ahead_of_loser", "Eve joins; team wins", "Bob Cid Dee Eve Ann"),
        ("ahead_of_loser", "Eve Fay join; team wins", "Bob Cid Dee Eve Fay Ann"),
        ("ahead_of_loser", "Ann leaves; Eve joins; team wins", "Bob Cid Dee Eve"),
        ("ahead_of_loser", "Eve joins; Ann leaves; team wins", "Bob Cid Dee Eve"),
        # Bob drops, the team wins: Cid is box, Bob and Ann went down, Eve sits ahead of both
        (
            "ahead_of_loser",
            "Eve joins; box doubles all; Bob drops; Cid Dee take; team wins",
            "Cid Dee Eve Bob Ann",
        ),
        ("ahead_of_loser", "Bob Cid Dee leave; team wins; Eve joins", "Ann Eve"),
        ("ahead_of_loser", "Cid Dee leave; team wins; Eve joins", "Bob Eve Ann"),
        ("ahead_of_loser", "team wins; Ann leaves; Ann joins", "Bob Cid Dee Ann"),
        # Ann came back as a newcomer: she is not the one sent down any more
        ("ahead_of_loser", "team wins; Ann leaves; Ann joins; Eve joins", "Bob Cid Dee Ann Eve"),
        ("ahead_of_loser", "team wins; Bob leaves; Eve joins", "Cid Dee Eve Ann"),
        ("ahead_of_loser", "team wins; Ann Bob Cid Dee leave; Eve joins", "Eve"),
    ],
)
def test_newcomers_take_their_place(joiner, moves, order):
    assert table(moves, rules=f"joiner={joiner}").order == tuple(order.split())


def test_newcomers_sit_ahead_of_a_box_who_went_down_with_his_partner_moving_up():
    over = table(
        "- box partners Pat; game; team wins; Eve joins",
        players="Ann, Pat, Bob, Cid",
        rules="joiner=ahead_of_loser",
    )
    assert over.order == ("Bob", "Pat", "Cid", "Eve", "Ann")


def test_before_the_first_game_newcomers_sit_at_the_end():
    assert table("- Eve joins", rules="joiner=ahead_of_loser").order[-1] == "Eve"


@pytest.mark.parametrize(
    ("required", "players", "moves", "order"),
    [
        # with three, Ann is sent down and at once the new box's required partner: nobody else was
        ("3", "Ann, Pat, Bob", "- box partners Pat; game; team wins; Eve joins", "Bob Ann Pat Eve"),
        ("3", "Ann, Pat, Bob", "- box partners Pat; game; Eve joins; team wins", "Bob Ann Pat Eve"),
        # the partner stays with the box, Bob went down
        ("3", "Ann, Bob, Cid", "- box partners Cid; game; box wins; Eve joins", "Ann Cid Eve Bob"),
        # Bob went down and is named between the games
        ("none", "Ann, Bob, Cid", "box wins; box partners Bob; Eve joins", "Ann Bob Cid Eve"),
        # of two who went down Bob is named: Ann is still there
        (
            "none",
            "Ann, Bob, Cid, Dee",
            "box doubles all; Bob drops; Cid Dee take; team wins; box partners Bob; Eve joins",
            "Cid Bob Dee Eve Ann",
        ),
        # who has been the partner is not sent down again when the partnership ends
        (
            "none",
            "Ann, Bob, Cid",
            "box wins; box partners Bob; Cid leaves; Eve joins",
            "Ann Bob Eve",
        ),
    ],
)
def test_a_partner_is_not_among_those_sent_down(required, players, moves, order):
    rules = f"partner_required_from={required}; joiner=ahead_of_loser"
    assert table(moves, players=players, rules=rules).order == tuple(order.split())


@pytest.mark.parametrize(
    ("moves", "order", "partner"),
    [
        ("Ann leaves", "Pat Bob Cid", None),
        ("Pat leaves", "Ann Bob Cid", None),
        ("Bob leaves", "Ann Pat Cid", "Pat"),
        ("Bob Cid leave", "Ann Pat", None),
    ],
)
def test_a_partnership_ends_with_either_of_the_two_or_when_two_are_left(moves, order, partner):
    after = table(f"- box partners Pat 40%; {moves}", players="Ann, Bob, Cid, Pat")
    assert after.order == tuple(order.split())
    assert after.seating.partner == partner
    assert after.seating.share == ("40" if partner else "50")


def test_a_departed_players_total_goes_on_when_he_comes_back():
    after = table("Dee leaves; box wins; game; box wins; Dee joins; game; team wins")
    assert after.totals["Dee"] == -100 + 100
