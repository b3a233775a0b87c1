"""When a rule of a league holds that is changed: every field of the form, in every shape and at
every stage, as the page says it and as the season is played.
"""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from django.db import transaction
from django.test import Client

from games.errors import ServiceError
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_ladders import ladder, lapse
from tournaments.errors import EventRefused
from tournaments.leagues.forms import ONLY_OF, LeagueForm
from tournaments.leagues.presenters.rules import rules_said
from tournaments.leagues.selectors.seasons import rules_of
from tournaments.leagues.services import challenges, closing
from tournaments.leagues.services.leagues import league_change
from tournaments.leagues.services.seasons import season_release
from tournaments.models import Division, LeagueSeason, Match
from tournaments.record.selectors.dated import ends_now

pytestmark = pytest.mark.django_db

CASES: Final = ("all_play_all", "swiss", "ladder", "goes on")
STAGES: Final = ("announced", "running", "closed")
A, N, S = "at once", "next season", "stays"
NO: Final = "not of this shape"

ORDER = ((A, A, NO, NO), (N, N, NO, NO), (N, N, NO, NO))
POINTS = ((A, NO, NO, NO), (N, NO, NO, NO), (N, NO, NO, NO))
MOVES = ((A, A, NO, NO), (A, A, NO, NO), (A, A, NO, NO))
CHALLENGES = ((NO, NO, A, A), (NO, NO, N, A), (NO, NO, N, N))
ALWAYS = ((A, A, A, A), (A, A, A, A), (A, A, A, A))

TABLE: Final[dict[str, tuple[str, dict[str, str], Any]]] = {
    "name": ("the name of the league", {"name": "Summer"}, ALWAYS),
    # A ladder that goes on has no last day, which all others need.
    "shape": ("who meets whom", {}, ((A, A, A, S), (S, S, S, S), (N, N, N, N))),
    "match_length": (
        "the length of matches",
        {"match_length": "7"},
        ((A, A, A, A), (N, N, N, A), (N, N, N, N)),
    ),
    "meetings": ("how often two meet", {"meetings": "2"}, POINTS),
    "rounds": (
        "the number of rounds",
        {"rounds": "3"},
        ((NO, A, NO, NO), (NO, N, NO, NO), (NO, N, NO, NO)),
    ),
    "round_days": (
        "the days for",
        {"round_days": "9"},
        ((NO, A, A, A), (NO, A, A, A), (NO, A, A, A)),
    ),
    "reach": ("how many places above", {"reach": "2"}, CHALLENGES),
    "lapsed": ("a challenge that is not played in time", {"lapsed": "nothing"}, CHALLENGES),
    "win": ("points of matches", {"win": "5"}, POINTS),
    "loss": ("points of matches", {"loss": "2"}, POINTS),
    "counting": ("points of matches", {"counting": "pair", "meetings": "2"}, POINTS),
    "both": ("points of matches", {"both": "9"}, POINTS),
    "each": ("points of matches", {"each": "9"}, POINTS),
    "none": ("points of matches", {"none": "9"}, POINTS),
    "withdrawn": ("matches of who withdraws", {"withdrawn": "kept"}, POINTS),
    "walkover_point": ("points of matches", {"walkover_point": "on"}, POINTS),
    "rule": ("who changes divisions", {"rule": "wins"}, MOVES),
    "up": ("who changes divisions", {"up": "2"}, MOVES),
    "down": ("who changes divisions", {"down": "2"}, MOVES),
    "share": ("who changes divisions", {"share": "50"}, MOVES),
    "few": ("who changes divisions", {"few": "out"}, MOVES),
    "confirm_days": ("when a report confirms itself", {"confirm_days": "5"}, ALWAYS),
    "boards": ("the board of the program", {"boards": "never"}, ALWAYS),
    "unplayed": (
        "what is not played by the deadline",
        {"unplayed": "waits"},
        ALWAYS,
    ),
    **{
        f"tie_{place}": ("the order of equals", {f"tie_{place}": "sonneborn_berger"}, ORDER)
        for place in range(1, 6)
    },
}
"""Each field of the form: its word on the page, another value, and when that holds."""


def season(case: str, stage: str) -> Running:
    of = Running(
        "Ann Bob Cid Dee",
        shape="ladder" if case == "goes on" else case,
        is_released=False,
    )
    if case == "goes on":
        LeagueSeason.objects.filter(pk=of.season.pk).update(deadline=None, late_until=None)
        of.again()
    if stage != "announced":
        season_release(season=of.season, by=of.director)
        of.again()
    if stage == "running" and of.league.shape == "ladder":
        of.challenge("Bob", "Ann")
    if stage == "closed":
        of.close()
    return of


def direct(of: Running) -> tuple[Client, str]:
    client = Client()
    client.force_login(of.director)
    return client, f"/leagues/{of.league.public_id}/direct/"


def read(of: Running) -> tuple[str, dict[str, str]]:
    """The director's page, and what a browser sends of its form as it stands; a switch that is off
    is not sent.
    """
    client, path = direct(of)
    answer = client.get(f"{path}?rules=1")
    form = answer.context["settings"]
    values = {name: form[name].value() for name in form.fields}
    sent = {name: str(one) for name, one in values.items() if one or str(one) == "0"}
    return " ".join(answer.content.decode().split()), sent


def unplayed(of: Running) -> list[str]:
    """What becomes of the matches without a result if the season is closed now."""
    if of.season.closed_at is None and of.season.event.status == "running":
        with transaction.atomic():
            try:
                closing.season_close(season=of.season, by=of.director)
            except ServiceError as error:
                found = [str(error)]
            else:
                found = outcomes(of)
            transaction.set_rollback(True)
        of.again()
        return found
    return [of.season.league.unplayed]


def outcomes(of: Running) -> list[str]:
    matches = Match.objects.filter(round__division__event=of.season.event)
    return list(matches.order_by("pk").values_list("outcome", flat=True))


def played_by(of: Running, *, is_of_end: bool) -> dict[str, Any]:
    """By what a season is played now, each thing as the program asks for it."""
    of.again()
    rules = rules_of(of.season.league)
    days: Any = of.season.league.round_days
    if of.season.closed_at is None and of.league.shape == "ladder":
        days = challenges.challenge_deadline(of.season)
    elif of.season.closed_at is None and of.season.event.status == "running":
        days = ends_now(of.season)
    return {
        "division": list(
            of.season.event.divisions.values_list("format", "match_length", "params", "tie_breaks")
        ),
        "moves": (rules.rule, rules.up, rules.down, rules.share, rules.few),
        "of the season": (of.season.confirm_days, of.season.boards, of.season.league.name),
        "days": days,
        "unplayed": unplayed(of) if is_of_end else None,
        "in short": rules_said(of.season.league, of.season),
    }


def said_of(word: str, page: str) -> str:
    """When something holds by the page."""
    if "They hold at once, for the season that is announced, too." in page:
        return A
    lists = {
        A: re.findall(r"At once: ([^.]*)\.", page),
        N: re.findall(r"From the next season on: ([^.]*)\.", page),
        S: re.findall(r"(who meets whom) stays as it is", page.replace("Who meets", "who meets")),
    }
    found = [holds for holds, texts in lists.items() if any(word in one for one in texts)]
    return found[0] if len(found) == 1 else f"said {len(found)} times"


def change_of(field: str, case: str) -> dict[str, str]:
    if field == "shape":
        return {"shape": "swiss" if case == "all_play_all" else "all_play_all"}
    return TABLE[field][1]


def happens(of: Running, field: str, case: str, page: str, was: dict[str, str]) -> tuple[str, str]:
    """When a rule holds that is changed by the page, by what is then so, and by what the page says
    before and after; what is of another shape is not asked for.
    """
    word, changed = TABLE[field][0], change_of(field, case)
    hold = page.partition('id="rules-hold">')[2].partition("</p>")[0]
    if of.league.shape not in ONLY_OF.get(field, of.league.shape).split():
        return NO, NO if word not in hold else "said"
    is_of_end = field == "unplayed"
    before = played_by(of, is_of_end=is_of_end)
    client, path = direct(of)
    answer = client.post(path, {**was, **changed, "do": "settings", "once": key()})
    of.league.refresh_from_db()
    _page, now = read(of)
    if answer.status_code != 302:
        assert now == was, "nothing is written"
        return S, said_of(word, hold)
    assert any(now.get(name) != was.get(name) for name in changed), field
    after = played_by(of, is_of_end=is_of_end)
    if field == "shape":
        # Its draft is that of a league of the shape that comes next.
        before["moves"] = after["moves"]
    return (A if after != before else N), said_of(word, hold)


def test_the_table_has_every_field_of_the_form() -> None:
    assert set(TABLE) == set(LeagueForm().fields)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("case", CASES)
def test_each_rule_holds_when_the_page_says_so(case: str, stage: str) -> None:
    of = season(case, stage)
    meant: dict[str, tuple[str, str]] = {}
    found: dict[str, tuple[str, str]] = {}
    page, was = read(of)
    for field, (_word, _value, when) in TABLE.items():
        holds = when[STAGES.index(stage)][CASES.index(case)]
        meant[field] = holds, (A if stage == "announced" and holds == S else holds)
        with transaction.atomic():
            found[field] = happens(of, field, case, page, was)
            transaction.set_rollback(True)
        of.league.refresh_from_db()
        of.again()
    assert found == meant


def goes_on(**more: Any) -> Running:
    of = ladder("Ann Bob Cid Dee Eve", **more)
    LeagueSeason.objects.filter(pk=of.season.pk).update(deadline=None, late_until=None)
    of.again()
    return of


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("case", CASES)
def test_once_it_is_saved_the_same_is_said(case: str, stage: str) -> None:
    of = season(case, stage)
    page, sent = read(of)
    hold = page.partition('id="rules-hold">')[2].partition("</p>")[0]
    client, path = direct(of)
    answer = client.post(path, {**sent, "do": "settings", "once": key()}, follow=True)
    assert f"Saved. {hold}" in " ".join(answer.content.decode().split())


def test_an_open_challenge_lapses_by_the_rules_of_when_its_days_are_over() -> None:
    of = goes_on()
    match = of.challenge("Bob", "Ann")
    day = match.fixture.deadline
    params = {"reach": 3, "lapsed": "nothing"}
    league_change(league=of.league, by=of.director, params=params, match_length=5, round_days=30)
    assert "then it lapses." in rules_said(of.league, of.season)[3]
    match.refresh_from_db()
    match.fixture.refresh_from_db()
    assert (match.length, match.fixture.deadline) == (11, day), "what was told to the two stays"
    assert of.challenge("Dee", "Cid").length == 5
    assert lapse(20) == 1
    assert of.ladder() == ["Ann", "Bob", "Cid", "Dee", "Eve"]
    with pytest.raises(EventRefused, match="it is not refused"):
        challenges.challenge_refuse(
            season=of.season, match=of.match("Cid", "Dee"), by=of.account("Cid"), key=key()
        )


def test_what_was_decided_on_a_ladder_stays_whatever_the_rules_say_then() -> None:
    of = goes_on()
    of.win(of.challenge("Dee", "Ann"), 0)
    of.challenge("Cid", "Bob")
    refused = of.challenge("Eve", "Ann")
    challenges.challenge_refuse(season=of.season, match=refused, by=of.account("Ann"), key=key())
    assert lapse(20) == 1
    before = of.ladder(), list(Match.objects.order_by("pk").values())
    assert before[0] == ["Dee", "Cid", "Bob", "Eve", "Ann"]
    for params in ({"reach": 1, "lapsed": "nothing"}, {"reach": 9, "lapsed": "challenger"}):
        league_change(league=of.league, by=of.director, params=params)
        assert lapse(40) == 0
        assert (of.ladder(), list(Match.objects.order_by("pk").values())) == before


def test_a_ladder_that_goes_on_is_played_by_the_rules_of_now_when_it_is_opened_again() -> None:
    of = goes_on()
    of.close()
    league_change(league=of.league, by=of.director, params={"reach": 1, "lapsed": "nothing"})
    assert Division.objects.get(event=of.season.event).params["reach"] == 3, "it is closed"
    closing.season_reopen(season=of.season, by=of.director)
    assert Division.objects.get(event=of.season.event).params["reach"] == 1


def test_a_season_is_not_opened_again_in_another_shape() -> None:
    of = Running("Ann Bob Cid Dee", shape="ladder")
    of.close()
    league_change(league=of.league, by=of.director, shape="all_play_all", params={})
    with pytest.raises(EventRefused, match="another shape"):
        closing.season_reopen(season=of.season, by=of.director)
    of.again()
    assert of.season.closed_at is not None
    league_change(league=of.league, by=of.director, shape="ladder", params={})
    closing.season_reopen(season=of.season, by=of.director)


def test_what_the_desk_has_changed_on_a_ladder_that_goes_on_stands_in_the_form() -> None:
    of = goes_on()
    division = Division.objects.get(event=of.season.event)
    Division.objects.filter(pk=division.pk).update(params={**division.params, "reach": 2})
    client, path = direct(of)
    _page, sent = read(of)
    assert sent["reach"] == "2"
    client.post(path, {**sent, "name": "Summer", "do": "settings", "once": key()})
    division.refresh_from_db()
    assert division.params["reach"] == 2


def test_it_is_said_in_german() -> None:
    of = season("goes on", "running")
    client, path = direct(of)
    shown = client.get(f"{path}?rules=1", headers={"accept-language": "de"}).content.decode()
    assert "Sofort: " in shown
    assert "Ab der nächsten Saison: " not in shown


def test_a_ladder_is_not_offered_what_says_nothing_there() -> None:
    of = goes_on()
    client, _path = direct(of)
    page = client.get(f"/clubs/{of.club.slug}/leagues/new/").content.decode()
    assert '<option value="half" data-of="all_play_all swiss">a half for each' in page
    assert "ladder" not in f"{ONLY_OF['share']} {ONLY_OF['few']}"
    # What an earlier version asked for there says nothing, either.
    league_change(league=of.league, by=of.director, share=90, few="out")
    of.again()
    assert (rules_of(of.season.league).share, rules_of(of.season.league).few) == (0, "down")
