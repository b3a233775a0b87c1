"""What is said of files, moved players and closed seasons: what was done, and what can be done."""

import csv
import datetime
import html
import io
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_fixtures import agreed
from tests.tournaments.leagues.test_small_faults import posted, read
from tests.tournaments.leagues.test_typed_results import results_of, sent
from tournaments.errors import EventRefused
from tournaments.events.services.entries import entries_add, entry_withdraw
from tournaments.events.services.money import prizes_write
from tournaments.leagues.services import seasons
from tournaments.models import Fixture, League
from tournaments.results.services.results import match_report

pytestmark = pytest.mark.django_db


def moved(of: Running, name: str) -> str:
    """Why somebody of the lower division is not entered in the upper one."""
    upper = of.season.event.divisions.get(position=1)
    with pytest.raises(EventRefused) as why:
        seasons.season_enter(
            season=of.season, player=of.player(name), by=of.director, division=upper
        )
    return str(why.value)


def test_who_is_to_be_moved_is_withdrawn_or_removed_whichever_is_possible() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay Gus")
    assert "remove them there first, or withdraw them if they have paid" in moved(of, "Fay")
    of.win(of.match("Dee", "Eve"), 0)
    played = "stands in Division 2 and has a result there, be it a walkover. To move them, withdraw"
    assert f"Dee {played}" in moved(of, "Dee")
    with override("de"):
        assert "Zum Umsetzen erst dort zurückziehen" in moved(of, "Dee")
        assert "erst dort entfernen oder, wer schon bezahlt hat" in moved(of, "Fay")


def test_who_has_walkovers_only_is_withdrawn_to_be_moved() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay Gus", params={"withdrawn": "kept"})
    entry_withdraw(entry=of.entry("Gus"), by=of.director)
    assert of.match("Fay", "Gus").is_settled
    assert "be it a walkover. To move them, withdraw them there first" in moved(of, "Fay")
    entry_withdraw(entry=of.entry("Fay"), by=of.director)
    upper = of.season.event.divisions.get(position=1)
    entries_add(division=upper, by=of.director, players=[of.player("Fay")])
    assert "Fay" in of.divisions()[0]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Ann – Bob 11 3\nAnn Cid 11 4\n", [2]),
        ("Ann Bob 11 3", [1]),
        ("Results of Tuesday\nAnn – Bob 11 3\nnonsense\nBob – Cid 11 4", [1, 3]),
        ("Ann – Bob 11\nBob – Cid 11 4", [1]),
    ],
)
def test_a_line_of_a_pasted_list_that_is_no_match_is_named(text: str, lines: list[int]) -> None:
    of = Running("Ann Bob Cid")
    found = sent(of, text, dry_run=True)
    assert [one.number for one in found.problems] == lines
    assert {one.code for one in found.problems} == {"line_unread"}
    said = text.splitlines()[lines[0] - 1]
    assert f"“{said}” is not read as a match." in found.problems[0].text
    assert "both scores: Ann – Bob 7 3." in found.problems[0].text
    with pytest.raises(EventRefused, match=f"Line {lines[0]}: .* Nothing was entered"):
        sent(of, text)
    assert results_of(of) == {}
    with override("de"), pytest.raises(EventRefused, match=r"Strich dazwischen.*Eingetragen wurde"):
        sent(of, text)


@pytest.mark.parametrize(
    "text",
    [
        "name;first;second\nAnn;11;3",
        "Ann;Bob;11;3\nAnn;Cid;11;4",
        "player;second player;points;opponents\nAnn – x;Bob;11;3",
    ],
)
def test_a_table_without_its_columns_is_told_which_are_missing(text: str) -> None:
    of = Running("Ann Bob Cid")
    with pytest.raises(EventRefused, match="The first line names the columns; missing"):
        sent(of, text)


def test_a_file_that_is_refused_for_one_report_says_that_nothing_was_entered() -> None:
    of = Running("Ann Bob Cid")
    match = of.match("Ann", "Bob")
    points = (11, 5) if str(match.first) == "Ann" else (5, 11)
    match_report(match=match, by=of.account("Ann"), points=points, version=match.version, key=key())
    with pytest.raises(EventRefused, match=r"Line 2: .*their own report is .* Nothing was entered"):
        sent(of, "Ann – Cid 11 3\nAnn – Bob 11 2")
    assert results_of(of) == {}


def test_lines_that_were_entered_before_are_counted_apart() -> None:
    of = Running("Ann Bob Cid")
    sent(of, "Ann – Bob 11 3")
    path = f"/events/{of.season.event.public_id}/files/"
    client = Client()
    client.force_login(of.director)
    lines = {"what": "results", "do": "write", "text": "Ann – Bob 11 3\nAnn – Cid 11 4"}
    page = client.post(path, {**lines, "key": key()}, follow=True).content.decode()
    assert "1 line was entered. 1 line was there already." in page
    page = client.post(path, {**lines, "key": key()}, follow=True).content.decode()
    assert "0 lines were entered. 2 lines were there already." in page
    with override("de"):
        assert sent(of, lines["text"]).said == (
            "0 Zeilen wurden eingetragen. 2 Zeilen standen schon da."
        )


def test_the_desk_of_a_closed_season_says_that_it_is_closed() -> None:
    of = Running("Ann Bob Cid")
    of.play()
    desk = f"/events/{of.season.event.public_id}/direct/"
    assert "you close the season and draft the next one" in read(of, desk)
    of.close()
    closed = read(of, desk)
    assert "The season is closed" in closed
    assert "On the page of its director you draft the next one." in closed
    assert "you close the season" not in closed
    of.draft()
    assert "On the page of its director you confirm the next one." in read(of, desk)
    assert "bestätigst du die nächste" in read(of, desk, language="de")


def test_a_report_that_comes_after_the_end_is_told_whom_to_ask() -> None:
    of = Running("Ann Bob Cid")
    match = of.match("Ann", "Bob")
    of.account("Ann")
    of.close()
    client = Client()
    client.force_login(of.account("Ann"))
    late = {"do": "report", "winner": 0, "loser_points": 5, "version": match.version}
    path = f"/matches/{match.public_id}/act/"
    page = html.unescape(client.post(path, {**late, "key": key()}).content.decode())
    said = "This season is closed, its table is final. If it was played, tell the director."
    assert said in page
    assert "Somebody was faster" not in page
    german = {"accept-language": "de"}
    client.cookies["django_language"] = "de"
    page = client.post(path, {**late, "key": key()}, headers=german).content.decode()
    assert "Wurde gespielt, sag es der Turnierleitung." in page


def test_nobody_is_told_to_leave_a_season_that_is_closed() -> None:
    of = Running("Ann Bob Cid")
    said, mine = "If you cannot play on in this season", f"/leagues/{of.league.public_id}/me/"
    assert said in read(of, mine, "Ann")
    of.close()
    assert said not in read(of, mine, "Ann")


def test_before_a_season_is_finished_other_prizes_than_those_due_are_named_with_a_link() -> None:
    of = Running("Ann Bob Cid")
    division = of.close_with_pool()
    act = f"/events/{of.season.event.public_id}/direct/act/"
    money = f"?division={division.public_id}&view=money"
    assert "are not those that are due" not in posted(of, act, do="finish")
    prizes_write(division=division, by=of.director, amounts={of.entry("Ann").number: Decimal(20)})
    asked = html.unescape(posted(of, act, do="finish"))
    assert "The prizes written down in Division 1 are not those that are due: Ann: 20" in asked
    assert money in asked
    prizes_write(division=division, by=of.director, amounts={of.entry("Ann").number: Decimal(30)})
    assert "are not those that are due" not in posted(of, act, do="finish")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "in a pair of matches 2½ with a win and 1½ with a loss"),
        ("de", "in einem Paar von Matches 2½ mit einem Sieg und 1½ mit einer Niederlage"),
    ],
)
def test_the_rules_say_what_a_half_is_worth_in_a_pair_of_matches(language: str, said: str) -> None:
    params = {"twice": True, "counting": "pair"}
    of = Running("Ann Bob Cid", unplayed=League.Unplayed.HALF, params=params)
    assert said in read(of, f"/leagues/{of.league.public_id}/", language=language)


def fixtures_file(of: Running) -> list[dict[str, str]]:
    client = Client()
    client.force_login(of.director)
    text = client.get(f"/leagues/{of.league.public_id}/seasons/1/fixtures.csv").text
    return list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))


def test_the_file_of_fixtures_calls_what_was_not_played_as_the_page_does() -> None:
    of = Running("Ann Bob Cid", unplayed=League.Unplayed.HALF)
    of.close()
    assert {row["how it ended"] for row in fixtures_file(of)} == {"not played, a half for each"}


def test_the_file_of_fixtures_has_the_day_on_which_two_have_played() -> None:
    of = Running("Ann Bob Cid")
    match = agreed(of)
    later = timezone.now() + datetime.timedelta(days=50)
    Fixture.objects.filter(match=match).update(agreed_at=later)

    def day() -> str:
        names = {str(match.first), str(match.second)}
        [row] = [
            one for one in fixtures_file(of) if {one["first player"], one["second player"]} == names
        ]
        return row["date"]

    assert day().startswith(f"{timezone.localtime(later):%Y-%m}"), "agreed on, not played yet"
    match.refresh_from_db()
    match_report(
        match=match, by=of.account("Ann"), points=(11, 3), version=match.version, key=key()
    )
    assert day() == f"{of.club.today:%Y-%m-%d}"
