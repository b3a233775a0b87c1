"""The desk of a season as its director's: an event that is played over months."""

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.tournaments.desk.desk import Desk
from tests.tournaments.directing import Directed, key
from tests.tournaments.leagues.pages import client_of, shown_to
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.events import event_reopen

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("line", "points"),
    [("Ann – Bob 11 3", (11, 3)), ("bob - ann 11 3", (3, 11)), ("Ann/Bob 5 11", (5, 11))],
)
def test_at_the_desk_of_a_season_a_line_names_two_for_nobody_has_a_table(
    line: str, points: tuple[int, int]
) -> None:
    of = Running("Ann Bob Cid")
    [division] = of.season.event.divisions.all()
    directed = SimpleNamespace(event=of.season.event, division=division, director=of.director)
    olga = Desk(cast("Directed", directed))
    shown = olga.show()
    assert "at table" not in shown
    assert "Player, or Ann – Bob 7 3" in shown
    assert "several matches to play: type both, as Ann – Bob 7 3." in olga.type("Ann 11 3", 422)
    olga.type(line)
    match = of.match("Ann", "Bob")
    assert match.state == "settled"
    side = 0 if str(match.first) == "Ann" else 1
    assert (match.first_points, match.second_points) == (points[side], points[1 - side])


def test_the_desk_of_a_season_counts_what_is_open_and_not_one_round_of_it() -> None:
    of = Running("Ann Bob Cid Dee")
    of.win(of.match("Ann", "Bob"), 0)
    page = client_of(of.director).get(f"/events/{of.season.event.public_id}/direct/")
    title = page.content.decode().partition('<h2 id="matches">')[2].partition("</h2>")[0]
    assert title.split() == ["5", "matches", "to", "play"]


@pytest.mark.parametrize(
    ("shape", "line", "answer"),
    [
        (
            "all_play_all",
            "ann - eve 7 3",
            "Ann and Eve are in different divisions: they do",
        ),
        ("all_play_all", "Ann – Zoe 7 3", "Nobody called “Zoe” is playing now."),
        ("all_play_all", "Zoe-Ann 7:3", "Nobody called “Zoe” is playing now."),
        ("all_play_all", "Yul - Zoe 7 3", "Nobody called “Yul - Zoe” is playing now."),
        ("ladder", "Ann / Cid 7 3", "Ann and Cid are not to play each other."),
    ],
)
def test_the_desk_says_why_two_have_no_match(shape: str, line: str, answer: str) -> None:
    of = Running(shape=shape)
    desk = f"/events/{of.season.event.public_id}/direct/"
    sent = {"do": "typed", "text": line, "as_shown": ".", "key": key()}
    assert answer in client_of(of.director).post(f"{desk}act/", sent).content.decode()


def step_of(of: Running) -> str:
    """The next step at the desk of a season."""
    desk = f"/events/{of.season.event.public_id}/direct/"
    page = client_of(of.director).get(desk).content.decode()
    return page[page.index('id="step"') :].partition("</section>")[0]


@pytest.mark.parametrize(
    ("shape", "settings", "title", "finish"),
    [
        ("all_play_all", {}, "Everything is decided", "Finish the season"),
        ("swiss", {"params": {"rounds": 1}}, "Everything is decided", "Finish the season"),
        ("ladder", {}, "Players challenge each other", "Finish the season"),
        ("ladder", {"goes_on": True}, "Players challenge each other", "Finish the ladder"),
    ],
)
def test_the_desk_leads_a_season_that_was_played_back_to_its_league(
    shape: str, settings: dict[str, Any], title: str, finish: str
) -> None:
    goes_on = settings.pop("goes_on", False)
    of = Running("Ann Bob Cid Dee", shape=shape, **settings)
    if goes_on:
        of.season.deadline = None
        of.season.save()
    of.play()
    step = step_of(of)
    assert title in step
    [main] = re.findall(r'<(\w+) class="[^"]*button--main[^"]*"[^>]*id="next"', step)
    assert main == "a"
    assert f'href="/leagues/{of.league.public_id}/direct/"' in step
    assert re.search(rf'<button class="button" id="other-finish"[^>]*>{finish}<', step)
    desk = f"/events/{of.season.event.public_id}/direct/act/"
    asked = client_of(of.director).post(desk, {"do": "finish", "key": key()}).content.decode()
    assert f"{finish}?" in asked
    assert "No next season is drafted" in asked


def test_a_season_that_is_open_again_to_be_put_right_is_finished_at_its_desk() -> None:
    of = Running("Ann Bob Cid")
    of.play()
    of.close()
    of.draft()
    of.follow()
    event_reopen(event=of.season.event, by=of.director)
    step = step_of(of)
    assert re.search(r'button--main"\s+id="next" name="do" value="finish">Finish the season<', step)


def closes(page: str) -> bool:
    """Whether the fold that closes a season is open."""
    fold = page[page.index('id="fold-close"') :]
    return fold.partition(">")[0].endswith(" open")


def test_next_round_is_offered_as_long_as_one_is_planned_and_then_the_close() -> None:
    of = Running("Ann Bob Cid Dee", shape="swiss", params={"rounds": 2})
    direct = f"/leagues/{of.league.public_id}/direct/"
    main = 'class="button button--main button--big" name="do" value="release"'
    page = shown_to(of, direct)
    assert "Next round" in page
    assert main not in page, "matches of this one are open"
    of.play()
    page = shown_to(of, direct)
    assert main in page
    assert not closes(page)
    of.release()
    of.play()
    page = shown_to(of, direct)
    assert "Next round" not in page
    assert closes(page)


def test_the_desk_of_a_ladder_that_is_closed_waits_for_no_challenge() -> None:
    of = Running("Ann Bob Cid", shape="ladder")
    of.play()
    of.close()
    assert "The season is closed" in step_of(of)
