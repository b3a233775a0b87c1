"""Results of a season that a director types, pastes or has as a file: of which match, which day."""

import datetime
import html
import re

import pytest
from django.test import Client

from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_small_faults import posted, read
from tournaments.errors import EventNotAllowed, EventRefused
from tournaments.events.services.filing import FileRead
from tournaments.events.services.result_files import results_file
from tournaments.models import Match
from tournaments.results.services.results import match_report

pytestmark = pytest.mark.django_db

A_WEEK = datetime.timedelta(days=7)


def sent(of: Running, text: str, *, dry_run: bool = False) -> FileRead:
    return results_file(
        event=of.season.event, by=of.director, data=text.encode(), key=key(), dry_run=dry_run
    )


def results_of(of: Running) -> dict[str, tuple[int, int]]:
    found = Match.objects.filter(round__division__event=of.season.event, state="settled")
    return {str(one): (one.first_points, one.second_points) for one in found}


def points_of(of: Running, one: str, other: str) -> tuple[int, int]:
    match = of.match(one, other)
    two = match.first_points, match.second_points
    return two if str(match.first) == one else two[::-1]


def test_results_of_a_season_need_no_round_where_both_are_named() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    found = sent(of, "player;second player;points;opponent points\nBob;Ann;11;3\nDee;Fay;4;11")
    assert len(found.lines) == 2
    assert points_of(of, "Ann", "Bob") == (3, 11)
    assert points_of(of, "Fay", "Dee") == (11, 4)
    with pytest.raises(EventRefused, match="missing: round or second player"):
        sent(of, "player;points;opponent points\nBob;11;3")


def test_pasted_lines_are_read_with_a_preview_first() -> None:
    of = Running("Ann Bob Cid")
    text = "Ann – Bob 11 3\nCid - bob 11:9\n"
    assert len(sent(of, text, dry_run=True).lines) == 2
    assert results_of(of) == {}
    sent(of, text)
    assert (points_of(of, "Ann", "Bob"), points_of(of, "Cid", "Bob")) == ((11, 3), (11, 9))
    again = sent(of, text)
    assert {one.code for one in again.lines} == {"there"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ann – Zoe 11 3", "pair_unknown"),
        ("Ann – Dee 11 3", "pair_unknown"),
        ("Bob – Ann 11 3\nAnn – Bob 3 11", "pair_again"),
        ("Ann – B 11 3", "pair_several"),
        ("Ann – Bob 7 3", "result_impossible"),
    ],
)
def test_a_pasted_line_that_means_no_match_is_named(text: str, code: str) -> None:
    of = Running("Ann Bob Bea", "Dee Eve Fay")
    found = sent(of, text, dry_run=True)
    assert [one.code for one in found.problems] == [code]


def test_of_two_matches_of_the_same_two_each_line_is_one() -> None:
    of = Running("Ann Bob Cid", params={"twice": True})
    text = "Ann – Bob 11 3\nAnn – Bob 11 5\n"
    sent(of, text)
    sent(of, text)
    points = {frozenset(two) for name, two in results_of(of).items() if "Cid" not in name}
    assert points == {frozenset((11, 3)), frozenset((11, 5))}


def test_the_file_of_fixtures_can_be_read_again_with_results_and_days() -> None:
    of = Running("Ann Bob Cid")
    of.win(of.match("Ann", "Bob"), 0)
    client = Client()
    client.force_login(of.director)
    path = f"/leagues/{of.league.public_id}/seasons/1/fixtures.csv"
    file = client.get(path).content.decode()
    played = of.match("Ann", "Bob").played_on
    assert f",{played:%Y-%m-%d}," in file, "the day on which they played, as none was agreed on"
    day = of.club.today - A_WEEK
    lines = []
    for line in file.splitlines():
        cells = line.split(",")
        if {"Ann", "Cid"} <= set(cells):
            cells[4:6], cells[8] = ("11", "9"), f"{day:%d.%m.%Y}"
        lines.append(",".join(cells))
    found = sent(of, "\n".join(lines))
    assert sorted(one.code for one in found.lines) == ["result", "there"]
    assert found.notes == ("1 line has no result yet and was left out.",)
    assert of.match("Ann", "Cid").played_on == day


def test_a_director_gives_the_day_of_results_that_are_entered_afterwards() -> None:
    of = Running("Ann Bob Cid")
    desk = f"/events/{of.season.event.public_id}/direct/"
    day = of.club.today - A_WEEK
    assert "Results of another day" in read(of, desk)
    page = read(of, f"{desk}?desk_day={day}")
    assert f'<input type="hidden" name="desk_day" value="{day}">' in page
    assert re.search(rf'id="day" name="desk_day" type="date" max="\S+" value="{day}"', page)

    match, other, last = of.match("Ann", "Bob"), of.match("Ann", "Cid"), of.match("Bob", "Cid")
    shown = " ".join(f".{one.public_id}.{one.version}" for one in (match, other, last))
    act = f"{desk}act/"
    line = {"do": "typed", "text": "Ann – Bob 11 3", "as_shown": shown}
    posted(of, act, **line, played_on=f"{day}")
    quick = {"match": other.public_id, "version": f"{other.version}", "winner": "0"}
    posted(of, act, do="quick", **quick, loser_points="3", played_on=f"{day}")
    two = {"match": last.public_id, "version": f"{last.version}", "first_points": "11"}
    posted(of, act, do="result", **two, second_points="3", played_on="")
    assert [of.match(*pair).played_on for pair in (("Ann", "Bob"), ("Ann", "Cid"))] == [day, day]
    assert of.match("Bob", "Cid").played_on == of.club.today

    later = day + datetime.timedelta(days=2)
    put_right = {**two, "version": f"{of.match('Bob', 'Cid').version}", "second_points": "3"}
    posted(of, act, do="result", **put_right, played_on=f"{later}")
    assert of.match("Bob", "Cid").played_on == later


def test_no_result_has_a_day_to_come_and_only_directors_give_one() -> None:
    of = Running("Ann Bob Cid")
    match, today = of.match("Ann", "Bob"), of.club.today
    report = {"match": match, "points": (11, 3), "version": match.version, "key": key()}
    with pytest.raises(EventRefused, match="not still to come"):
        match_report(**report, by=of.director, played_on=today + A_WEEK)
    with pytest.raises(EventNotAllowed):
        match_report(**report, by=of.account("Ann"), played_on=today)
    assert match_report(**report, by=of.account("Ann")).played_on == today


def test_two_names_without_a_dash_are_told_to_need_one() -> None:
    of = Running("Anna Ann Bob Søren")
    shown = " ".join(f".{one.public_id}.{one.version}" for one in of.open())
    act = f"/events/{of.season.event.public_id}/direct/act/"
    for typed in ("ann søren 7 6", "an søren 7 6"):
        page = posted(of, act, do="typed", text=typed, as_shown=shown)
        two = " – ".join(typed.split()[:2])
        assert f"Put a dash between the two names: {two}." in page


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("view", ["play", "entries", "event"])
def test_who_pastes_results_lands_where_they_were(number: int, view: str) -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    division = of.season.event.divisions.order_by("position")[number]
    desk = f"/events/{of.season.event.public_id}/direct/"
    here = f"?division={division.public_id}&view={view}"
    page = html.unescape(read(of, f"{desk}{here}"))
    files = f"/events/{of.season.event.public_id}/files/{here}"
    assert files in page, "the part of the desk is told to the page of files"
    assert f'href="{desk}{here}">←' in html.unescape(read(of, files))
    client = Client()
    client.force_login(of.director)
    said = {"what": "results", "do": "write", "text": "Dee – Fay 11 3\nAnn – Bob 11 3"}
    answer = client.post(files, {**said, "key": key()})
    assert answer.headers["Location"] == f"{desk}{here}"
    landed = html.unescape(client.get(answer.headers["Location"]).content.decode())
    assert (
        f'id="division-{division.public_id}" href="{desk}{here}" aria-current="page"'
        in " ".join(landed.split())
    )


def test_results_are_pasted_only_beside_a_division_of_the_event() -> None:
    of = Running("Ann Bob Cid")
    client = Client()
    client.force_login(of.director)
    files = f"/events/{of.season.event.public_id}/files/?division="
    assert client.get(f"{files}k7m3pdk7m3pdk7m3").status_code == 404
    assert client.get(files).status_code == 200
