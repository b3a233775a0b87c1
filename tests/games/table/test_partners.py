"""A partner that the rules ask for is asked for; what box and partner share is told."""

import pytest
from django.utils import translation

from games.record.presenters.outcome import outcome
from games.rule_texts import Names
from games.rules.chouette import (
    EndGame,
    EnterPoints,
    HouseRules,
    Leave,
    NamePartner,
    ReleasePartner,
    RuleError,
    SetOrder,
    StartGame,
    Table,
)
from games.table.buttons.between_games import between, between_more

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eve")


def seated(rules: str = "canberra; partner_required_from=5") -> Table:
    return Table.new(PEOPLE, HouseRules.parse(rules)).apply(SetOrder(PEOPLE))


def test_the_button_that_plays_on_asks_for_the_partner_first() -> None:
    play = between(seated(), Names()).data["play"]
    assert (play.pane, play.why) == ("partner", "")
    assert play.label == "Choose the box's partner …"


def test_with_a_partner_it_plays_on() -> None:
    table = seated().apply(NamePartner("Cid", "50"))
    assert between(table, Names()).data["play"].label == "Play game 1"


@pytest.mark.parametrize(
    ("rules", "left", "player", "refusal"),
    [
        ("canberra; partner_required_from=5", ("Eve",), "Cid", None),
        ("canberra; partner_required_from=5", ("Dee", "Eve"), "Cid", None),
        ("canberra; partner_required_from=5", (), "Cid", "partner_required"),
        ("canberra; partner_required_from=5", ("Eve",), "Bob", "partner_other"),
        ("canberra; partner_required_from=5", ("Cid",), "Cid", "partner_other"),
        ("canberra", ("Eve",), "Cid", "partner_stays"),
    ],
)
def test_a_partner_whom_the_rules_demanded_is_released_when_fewer_play(
    rules: str, left: tuple[str, ...], player: str, refusal: str | None
) -> None:
    table = seated(rules).apply(NamePartner("Cid", "25"))
    for name in left:
        table = table.apply(Leave(name))
    problem = table.problem(ReleasePartner(player))
    assert (problem.code if problem else None) == refusal
    buttons = [one.name for one in between_more(table, Names()).data["buttons"]]
    assert ("release" in buttons) == (refusal is None or player == "Bob")
    if refusal is None:
        after = table.apply(ReleasePartner(player))
        assert after.line is not None
        assert (after.line.partner, after.line.team[0]) == (None, "Cid")
        assert after.seating.share == "50"
        assert after.order == table.order


def test_nobody_is_released_during_a_game() -> None:
    table = seated().apply(NamePartner("Cid", "50")).apply(Leave("Eve"))
    assert table.line is not None
    table = table.apply(StartGame(table.line.box, table.line.partner, table.line.team))
    assert table.problem(ReleasePartner("Cid")) == RuleError("between_games_only")


def test_what_box_and_partner_share_is_told() -> None:
    table = seated().apply(NamePartner("Cid", "50"))
    assert table.line is not None
    table = table.apply(StartGame(table.line.box, table.line.partner, table.line.team))
    points = tuple((one, -750 if one == "Bob" else -700) for one in table.line.team)
    found = outcome(table.apply(EnterPoints(points, None)), Names())
    assert found is not None
    assert found.why.startswith("Ann and Cid share +21.5: +11.5 and +10.")


def test_without_a_partner_nothing_is_shared() -> None:
    table = seated("canberra")
    assert table.line is not None
    table = table.apply(StartGame(table.line.box, None, table.line.team))
    points = tuple((one, -100) for one in table.line.team)
    found = outcome(table.apply(EnterPoints(points, None)), Names())
    assert found is not None
    assert "share" not in found.why


REQUIRED = "canberra; partner_required_from=3"


def played(rules: str, players: int, partner: str | None, winner: str, then: list[object]) -> Table:
    """A game is over, in which the box had this partner; `then` happens after it."""
    people = PEOPLE[:players]
    table = Table.new(people, HouseRules.parse(rules)).apply(SetOrder(people))
    if partner:
        table = table.apply(NamePartner(partner, "50"))
    assert table.line is not None
    line = table.line
    table = table.apply(StartGame(line.box, line.partner, line.team)).apply(EndGame(winner))
    for step in then:
        table = table.apply(step)
    return table


@pytest.mark.parametrize(
    ("rules", "players", "partner", "winner", "then", "told"),
    [
        ("canberra", 4, None, "box", [], ""),
        ("canberra", 4, "Bob", "box", [], ""),
        ("canberra", 4, None, "box", [NamePartner("Bob", "50")], "Bob became the box's partner."),
        ("canberra", 4, None, "team", [NamePartner("Ann", "50")], "Ann became the box's partner."),
        ("canberra", 4, "Bob", "team", [], "Bob, the partner, became captain."),
        ("canberra", 4, "Bob", "box", [Leave("Ann")], "Ann left."),
        ("canberra", 4, "Bob", "box", [Leave("Bob")], "Bob left."),
        (
            "canberra",
            3,
            "Bob",
            "team",
            [NamePartner("Ann", "50")],
            "Bob, the partner, became captain. Then Ann became the box's partner.",
        ),
        (
            REQUIRED,
            3,
            "Bob",
            "team",
            [],
            "Bob, the partner, became captain. Then Ann became the box's partner.",
        ),
        (
            REQUIRED,
            5,
            "Bob",
            "team",
            [],
            "Bob, the partner, became captain. Then Dee became the box's partner.",
        ),
        (
            "canberra",
            4,
            "Bob",
            "box",
            [Leave("Dee"), Leave("Ann")],
            "Ann and Dee left.",
        ),
        (
            "canberra",
            3,
            "Bob",
            "box",
            [Leave("Cid")],
            "Cid left. Then Bob, the partner, became captain.",
        ),
    ],
)
def test_who_is_partner_after_a_game_is_told_whoever_was_sent_down(
    rules: str, players: int, partner: str | None, winner: str, then: list[object], told: str
) -> None:
    found = outcome(played(rules, players, partner, winner, then), Names(), PEOPLE)
    assert found is not None
    assert found.why.partition(" Then ")[2] == told


def test_the_sentence_of_the_partner_is_said_in_german() -> None:
    with translation.override("de"):
        found = outcome(played(REQUIRED, 3, "Bob", "team", []), Names(), PEOPLE)
    assert found is not None
    assert found.why.endswith(
        "Danach wurde Bob vom Partner zum Kapitän. Danach wurde Ann Partner der Box."
    )
