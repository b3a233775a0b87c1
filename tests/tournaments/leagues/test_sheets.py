"""Leagues in and out of spreadsheets."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook, load_workbook

from games.models import Club
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_league_pages import new_league
from tournaments.errors import EventRefused
from tournaments.events.services.entries import entry_withdraw
from tournaments.leagues.selectors.sheets import sheet_divisions
from tournaments.models import League
from tournaments.results.services import results
from tournaments.standings.promotion import Rules

pytestmark = pytest.mark.django_db
PLAIN = "division;player\n1;Ann\n1;Bob\n1;Cid\n2;Dee\n2;Eve\n2;Fay\n"
TABLE = (
    "Division,Name,played,won,lost,points\n"
    "Gold,Ann,2,0,2,2\nGold,Bob,2,2,0,6\nGold,Cid,2,1,1,4\n"
    "Silver,Dee,2,1,1,4\nSilver,Eve,2,2,0,6\nSilver,Fay,2,0,2,2\n"
)
GERMAN = "Gruppe;Spieler;Gespielt;Gewonnen;Punkte\nA;Ann;2;1;4,5\nA;Bob;2;1;4\nA;Cid;2;1;3½\n"


def test_a_list_with_divisions_is_taken_as_it_is() -> None:
    found = sheet_divisions(PLAIN.encode(), Rules())
    assert found == [["Ann", "Bob", "Cid"], ["Dee", "Eve", "Fay"]]


def test_promotion_begins_with_the_table_of_a_season_played_elsewhere() -> None:
    found = sheet_divisions(TABLE.encode(), Rules())
    assert found == [["Bob", "Cid", "Eve"], ["Ann", "Dee", "Fay"]]


def test_headings_are_understood_in_german_and_decimal_commas_too() -> None:
    assert sheet_divisions(GERMAN.encode(), Rules()) == [["Ann", "Bob", "Cid"]]


@pytest.mark.parametrize(("won", "goes_down"), [("1", True), ("1½", False), ("1.5", False)])
def test_by_wins_a_half_of_a_season_played_elsewhere_counts(won: str, *, goes_down: bool) -> None:
    text = TABLE.replace("Gold,Ann,2,0,2,2", f"Gold,Ann,2,{won},0,5")
    above, _below = sheet_divisions(text.encode(), Rules(rule="wins", up=2, down=1))
    assert ("Ann" not in above) == goes_down


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("player\nAnn\n", "missing: division"),
        ("division;player\n1;Ann\n;Bob\n", "Line 3 names no player"),
        ("division;player;points\n1;Ann;many\n", "Line 2: “many” is not a number"),
        ("division;player;points\n1;Ann;-3\n", "Line 2: “-3” is not a number"),
        ("division;player\n1;Ann\n2;ANN\n", "stands in two divisions"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(EventRefused, match=said):
        sheet_divisions(text.encode(), Rules())


def workbook() -> bytes:
    book = Workbook()
    for line in TABLE.splitlines():
        book.active.append(line.split(","))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize("data", [TABLE.encode(), workbook()], ids=["csv", "xlsx"])
def test_a_league_is_founded_from_a_file(data: bytes) -> None:
    club = evenings.club(time_zone="Europe/Berlin")
    olga = Client()
    olga.force_login(evenings.user("Olga"))
    sent = {**new_league(club, names=""), "table": SimpleUploadedFile("before.csv", data)}
    answer = olga.post(f"/clubs/{club.slug}/leagues/new/", sent)
    assert answer.status_code == 302, answer.content.decode()
    season = League.objects.get().seasons.get()
    found = [
        sorted(one.entries.values_list("player__name", flat=True))
        for one in season.event.divisions.order_by("position")
    ]
    assert found == [["Bob", "Cid", "Eve"], ["Ann", "Dee", "Fay"]]


def test_a_file_that_is_no_table_is_refused_and_nothing_is_written() -> None:
    club = evenings.club(time_zone="Europe/Berlin")
    olga = Client()
    olga.force_login(evenings.user("Olga"))
    sent = {**new_league(club), "table": SimpleUploadedFile("x.xlsx", b"PK\x03\x04rubbish")}
    answer = olga.post(f"/clubs/{club.slug}/leagues/new/", sent)
    assert answer.status_code == 422
    assert not League.objects.exists()


@pytest.mark.parametrize("what", ["tables", "fixtures"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_season_goes_into_a_spreadsheet(what: str, kind: str) -> None:
    of = Running(of=evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin"))
    of.win(of.match("Ann", "Bob"), 0)
    path = f"/leagues/{of.league.public_id}/"
    page = Client().get(path).content.decode()
    assert f"seasons/1/{what}.{kind}" in page
    answer = Client().get(f"{path}seasons/1/{what}.{kind}")
    assert answer.status_code == 200
    if kind == "xlsx":
        sheet = load_workbook(io.BytesIO(answer.content)).active
        rows = [[str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
    else:
        rows = [line.split(",") for line in answer.content.decode().splitlines()]
    assert len(rows) == 10  # nine players, or nine fixtures, and a heading
    assert any("Ann" in row for row in rows)


def test_strangers_get_no_file_of_a_club_of_members() -> None:
    of = Running()
    path = f"/leagues/{of.league.public_id}/seasons/1/fixtures.csv"
    assert Client().get(path).status_code == 404


def test_the_fixtures_name_who_won_without_a_game() -> None:
    of = Running(of=evenings.club(visibility=Club.Visibility.PUBLIC))
    match = of.match("Ann", "Bob")
    results.match_forfeit(
        match=match, by=of.director, loser=0, reason="Ill", version=match.version, key=key()
    )
    path = f"/leagues/{of.league.public_id}/seasons/1/fixtures.csv"
    text = Client().get(path).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [one["winner"] for one in rows if one["how it ended"]] == [str(match.second)]


def test_the_tables_as_a_file_say_who_has_withdrawn() -> None:
    of = Running("Ann Bob Cid Dee")
    address = f"/leagues/{of.league.public_id}/seasons/1/tables.csv"
    olga = Client()
    olga.force_login(of.director)
    assert ",note" not in olga.get(address).text.splitlines()[0]
    entry_withdraw(entry=of.entry("Dee"), by=of.director)
    rows = list(csv.DictReader(io.StringIO(olga.get(address).text.lstrip("\ufeff"))))
    assert {row["name"]: row["note"] for row in rows} == {
        "Ann": "",
        "Bob": "",
        "Cid": "",
        "Dee": "withdrawn, matches do not count",
    }
