"""A partner that the rules ask for is asked for; what box and partner share is told."""

from games.record.presenters.outcome import outcome
from games.rule_texts import Names
from games.rules.chouette import EnterPoints, HouseRules, NamePartner, SetOrder, StartGame, Table
from games.table.thumb.between_games import between

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
