"""Rules of a league that are changed: when they hold, and that it is said."""

from typing import Any

import pytest
from django.test import Client

from games.models import Club
from tests import evenings
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_league_pages import new_league
from tournaments.errors import EventRefused
from tournaments.leagues.presenters.rules import rules_said
from tournaments.leagues.services.leagues import league_change

pytestmark = pytest.mark.django_db


def lengths(of: Running) -> list[int]:
    return list(
        of.season.event.divisions.order_by("position").values_list("match_length", flat=True)
    )


def test_what_is_changed_before_the_draw_holds_for_the_announced_season() -> None:
    of = Running(is_released=False)
    of.season.event.divisions.filter(position=3).update(tie_breaks=["lots"])
    league_change(league=of.league, by=of.director, match_length=7, params={"win": 2, "loss": 0})
    assert lengths(of) == [7, 7, 7]
    assert {one.params["win"] for one in of.season.event.divisions.all()} == {2}
    assert of.season.event.divisions.get(position=3).tie_breaks == ["lots"], "not changed here"
    of.release()
    assert {one.length for one in of.open()} == {7}
    league_change(league=of.league, by=of.director, match_length=5)
    assert lengths(of) == [7, 7, 7]


def test_an_announced_season_becomes_one_of_rounds_and_no_ladder_of_several_divisions() -> None:
    of = Running("Ann Bob Cid Dee", "Eve Fay Gus Hal", is_released=False)
    league_change(league=of.league, by=of.director, shape="swiss", params={"rounds": 2})
    assert set(of.season.event.divisions.values_list("format", flat=True)) == {"swiss"}
    with pytest.raises(EventRefused, match="join them first"):
        league_change(league=of.league, by=of.director, shape="ladder", params={})
    of.league.refresh_from_db()
    assert of.league.shape == "swiss"
    of.release()
    assert len(of.open()) == 4


@pytest.mark.parametrize("is_released", [False, True])
def test_the_page_says_that_rules_are_saved_and_from_when_they_hold(*, is_released: bool) -> None:
    of = Running(is_released=is_released)
    client, path = Client(), f"/leagues/{of.league.public_id}/direct/"
    client.force_login(of.director)
    said = "From the next season on: the length of matches" if is_released else "They hold at once"
    assert said in client.get(f"{path}?rules=1").content.decode()
    sent = {**new_league(of.club), "name": "Winter", "do": "settings", "match_length": "5"}
    shown = client.post(path, sent, follow=True).content.decode()
    assert "Saved. " in shown
    assert said in shown
    assert lengths(of) == ([11, 11, 11] if is_released else [5, 5, 5])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"up": 2, "share": 50},
            [
                "Everybody meets everybody of the division once.",
                "Matches are played to 11 points.",
                "By points: 3 for a match won, 1 for a match lost.",
                "Who loses by walkover has no points.",
                "Matches of who withdraws count if half of them are played.",
                "From each division go up: 2; go down: 1.",
                "less than 50 percent of their matches cannot go up, and goes down.",
                "Equals: ",
                "confirms itself after 3 days.",
            ],
        ),
        (
            {"shape": "swiss", "rule": "wins", "up": 4, "down": 1, "match_length": 1},
            [
                "2 rounds, each drawn by the score.",
                "Matches are played to 1 point.",
                "Up go those with 4 wins or more, down those with 1 or fewer.",
            ],
        ),
        (
            {"params": {"withdrawn": "removed"}},
            [
                "Everybody meets everybody of the division once.",
                "Matches of who withdraws count for nobody.",
            ],
        ),
        ({"shape": "ladder"}, ["A player challenges who stands up to 3 places above."]),
    ],
)
def test_guests_read_the_rules_on_the_page_of_the_league(
    settings: dict[str, Any], said: list[str]
) -> None:
    club = evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin")
    of = Running(of=club, **settings)
    shown = " ".join(Client().get(f"/leagues/{of.league.public_id}/").content.decode().split())
    for sentence in said:
        assert sentence in shown
    assert said[0] in rules_said(of.league, None), "so they do before the first season"
