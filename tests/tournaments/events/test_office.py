"""Results in the forms of ratings offices: every way in which a match ends is marked."""

from decimal import Decimal

import pytest
from django.test import Client

from games.models import Player
from tests import evenings
from tests.games.api.conftest import program_of
from tests.tournaments.directing import Directed, key
from tournaments.models import Entry, Match
from tournaments.pages.exports.office import MATCH_HEAD, matches_form, table_form
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


def open_of_eight() -> Directed:
    """A round in which a match is played, forfeited, left unfinished and missed, and a bye."""
    event = Directed(names="Ann Bob Cid Dee Eva Fay Gil Hal Ivo", match_length=5, seeding="entry")
    Player.objects.filter(name="Ann").update(federation_number="=10412", country="GER")
    Entry.objects.filter(player__name="Ann").update(rating=Decimal("1650.5"), home_club="Ulm")
    event.next_round()
    said = {"by": event.director, "key": key()}
    first, second, third, fourth = event.open()
    results.match_report(match=first, points=(2, 5), version=first.version, **said)
    results.match_forfeit(match=second, loser=0, reason="away", version=second.version, **said)
    results.match_break_off(match=third, reason="late", version=third.version, **said)
    results.match_no_show(match=fourth, reason="away", version=fourth.version, **said)
    return event


def test_a_line_for_each_match_has_all_that_an_office_asks_for() -> None:
    event = open_of_eight()
    head, *rows = matches_form(event.event)
    assert head == MATCH_HEAD
    assert len(rows) == 4  # a bye is no match
    by_mark = {row[16]: dict(zip(head, row, strict=True)) for row in rows}
    assert set(by_mark) == {"", "F", "U", "N"}
    played = by_mark[""]
    match = Match.objects.get(outcome="played")
    assert (played["Winner"], played["Loser"]) == (match.second.name, match.first.name)
    assert (played["Winner points"], played["Loser points"]) == (5, 2)
    assert (played["Match length"], played["Round"], played["Rated"]) == (5, "Round 1", "yes")
    assert played["Date"] == f"{match.played_on:%Y-%m-%d}"
    forfeited = by_mark["F"]
    assert (forfeited["Winner points"], forfeited["Rated"]) == (None, "no")
    assert forfeited["Winner"] == Match.objects.get(outcome="forfeit").second.name
    ann = next(row for row in by_mark.values() if "Ann" in (row["Winner"], row["Loser"]))
    side = "Winner" if ann["Winner"] == "Ann" else "Loser"
    told = [ann[f"{side} {what}"] for what in ("ID", "country", "rating")]
    assert told == ["=10412", "GER", Decimal("1650.50")]


def test_a_line_for_each_player_has_opponent_and_result_by_round() -> None:
    event = open_of_eight()
    head, *rows = table_form(event.event)
    assert head[-1] == "R1"
    assert len(rows) == 9
    cells = sorted(str(row[-1]).split()[-1] for row in rows)
    assert cells == sorted(["1", "0", "+", "-", "*", "*", "-", "-", "U"])
    points = {str(row[-1]).split()[-1]: row[7] for row in rows}
    assert (points["1"], points["0"], points["+"], points["*"], points["U"]) == (
        1, 0, 1, Decimal("0.5"), 1,
    )  # fmt: skip
    numbers = {row[2]: row[1] for row in rows}
    match = Match.objects.get(outcome="played")
    line = next(row for row in rows if row[2] == match.first.name)
    assert line[-1] == f"{numbers[match.second.name]} - 0"


def test_games_of_chess_have_colours_and_draws() -> None:
    event = Directed(names="Ann Bob", event_fields={"game": "chess"}, match_length=None)
    event.next_round()
    [match] = event.open()
    results.match_report(
        match=match, by=event.director, points=(0, 0), version=match.version, key="a"
    )
    assert [row[-1] for row in table_form(event.event)[1:]] in (
        ["2 w =", "1 b ="],
        ["2 b =", "1 w ="],
    )
    [row] = matches_form(event.event)[1:]
    assert (row[16], row[10], row[15]) == ("D", Decimal("0.5"), Decimal("0.5"))


@pytest.mark.parametrize("form", ["matches", "table"])
def test_directors_fetch_it_as_files_and_programs_as_text(form: str) -> None:
    event = open_of_eight()
    client = Client()
    at = f"/events/{event.event.public_id}/office/{form}"
    client.force_login(event.director)
    text = client.get(f"{at}.csv").content.decode()
    assert "'=10412" in text  # no formula
    assert client.get(f"{at}.xlsx").content.startswith(b"PK")
    told = f"events/{event.event.public_id}/export/office/{form}"
    assert "Ann" in program_of(event.director)("get", told).content.decode()
    for role in ("player", "scorer"):
        other = evenings.member(event.club, role.title(), role)
        client.force_login(other)
        assert client.get(f"{at}.csv").status_code == 403
        assert program_of(other)("get", told).status_code == 403
