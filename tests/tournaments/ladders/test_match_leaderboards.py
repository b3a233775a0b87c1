"""Match ratings on leaderboards and players' pages, as a file, and for programs."""

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Club, Player
from tests import evenings
from tests.evenings import MONDAY, Evening
from tests.tournaments.ladders.match_results import FIRST_DAY, match, player
from tournaments.ladders.selectors.leaderboards import (
    Leaderboard,
    LeaderboardQuery,
    leaderboard_asked,
)
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.ladders.services.match_ratings import match_ratings_refresh
from tournaments.models import Division, Event, Match, MatchRating, MatchRatingPoint, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """Ann has beaten Bob eight times to 7, and Cid once; Dan plays chouettes only."""
    club = evenings.club(visibility=Club.Visibility.PUBLIC)
    for day in range(8):
        match(club, "Ann", "Bob", day=day, first_points=7, second_points=day % 7)
    match(club, "Ann", "Cid", 5, day=40, first_points=5, second_points=4)
    Evening(club, "Ann Bob Dan", day=MONDAY).game(Bob=-1, Dan=-2)
    evenings_refresh(club_id=club.pk)
    match_ratings_refresh(club_id=club.pk)
    return club


def board(club: Club, **asked: Any) -> Leaderboard:
    return leaderboard_asked(club, LeaderboardQuery(**{"over": "all", **asked}))


def listed(found: Leaderboard) -> list[tuple[str, int | None]]:
    return [(line.player.name, line.ranked.place) for line in found.lines]


def test_by_matches_those_are_listed_who_have_played_any_best_first(club: Club) -> None:
    found = board(club, order="matches")
    # Cid has played to 5 points only: Cid stands below, though with a smaller loss than Bob.
    assert listed(found) == [("Ann", 1), ("Bob", 2), ("Cid", None)]
    assert found.players == 3
    ann, cid = found.lines[0], found.lines[2]
    assert ann.ranked.match is not None
    assert (ann.ranked.match.matches, ann.ranked.match.won, ann.ranked.total.games) == (9, 9, 1)
    # Who never sat at a chouette has nothing from there.
    assert (cid.ranked.total.games, list(cid.trend)) == (0, [0])
    assert cid.ranked.missing == ("matches",)


def test_beside_other_orders_the_rating_stands_in_a_column(club: Club) -> None:
    found = board(club, order="points")
    ratings = {line.player.name: line.ranked.match for line in found.lines}
    assert ratings["Dan"] is None
    assert ratings["Ann"] is not None
    assert ratings["Ann"].rating.rating > 1500
    assert "Cid" not in ratings
    assert found.has_matches


def test_over_a_month_only_who_played_a_match_in_it_is_listed(club: Club) -> None:
    assert {name for name, _place in listed(board(club, order="matches", over="2026-01"))} == {
        "Ann",
        "Bob",
    }
    assert {name for name, _place in listed(board(club, order="matches", over="2026-02"))} == {
        "Ann",
        "Cid",
    }
    assert listed(board(club, order="matches", over="2025")) == []


def test_games_at_least_counts_matches_there(club: Club) -> None:
    assert {name for name, _place in listed(board(club, order="matches", least=8))} == {
        "Ann",
        "Bob",
    }


def test_an_evening_shows_the_ratings_of_who_sat_there(club: Club) -> None:
    session = club.sessions.get()
    found = board(club, order="matches", over=f"session:{session.public_id}")
    assert {name for name, _place in listed(found)} == {"Ann", "Bob"}


def test_over_an_event_its_players_are_listed(club: Club) -> None:
    event = Event.objects.create(club=club, title="Autumn Swiss", starts_on=FIRST_DAY)
    division = Division.objects.create(event=event, name="Open", position=1, format="swiss")
    drawn = Round.objects.create(division=division, number=1, state=Round.State.RELEASED)
    Match.objects.filter(second__name="Cid").update(round=drawn)
    match_ratings_refresh(club_id=club.pk)
    found = board(club, order="matches", over=f"event:{event.public_id}")
    assert found.stretch.name == "Autumn Swiss"
    assert {name for name, _place in listed(found)} == {"Ann", "Cid"}
    assert [one.title for one in found.calendar.tournaments] == ["Autumn Swiss"]


def test_the_page_says_how_far_a_rating_may_be_off_and_who_is_provisional(
    client: Client, club: Club
) -> None:
    page = client.get(f"/clubs/{club.slug}/leaderboard/?over=all&order=matches").content.decode()
    ann = MatchRating.objects.get(player__name="Ann")
    assert f'{ann.rating:.0f} <abbr class="soft small" title="Deviation: in two of three' in page
    assert "±" in page
    assert "9 / 9" in page
    assert "5 of 50 points of matches" in page


@pytest.mark.parametrize(("order", "heading"), [("matches", "Matches (Elo)"), ("points", "Points")])
def test_the_figure_that_the_list_is_sorted_by_stands_first_and_is_marked(
    client: Client, club: Club, order: str, heading: str
) -> None:
    page = client.get(f"/clubs/{club.slug}/leaderboard/?over=all&order={order}").content.decode()
    head = re.search(r"<thead>.*?</thead>", page, re.DOTALL)[0]
    [_place, _name, first, *others] = re.findall(r"<th\b.*?</th>", head, re.DOTALL)
    assert 'aria-sort="descending"' in first
    assert heading in first
    assert not [other for other in others if "aria-sort" in other]


def test_a_file_and_programs_get_the_same(client: Client, club: Club) -> None:
    query = "?over=all&order=matches"
    rows = client.get(f"/clubs/{club.slug}/leaderboard.csv{query}").content.decode().splitlines()
    assert rows[0].endswith(",matches (Elo),deviation (two of three cases),matches,won")
    assert rows[1].startswith("1,Ann,")
    assert rows[1].endswith(",9,9")
    data = client.get(f"/api/v1/clubs/{club.slug}/leaderboard{query}").json()
    ann = data["results"][0]
    stored = MatchRating.objects.get(player__name="Ann")
    assert ann["match_rating"]["rating"] == stored.rating
    assert ann["match_rating"]["experience"] == 61
    # It has not been played since February: less is known than was then.
    assert ann["match_rating"]["deviation"] > stored.deviation
    assert ann["match_rating"]["last_played_on"] == "2026-02-14"
    assert data["results"][2]["missing"] == ["matches"]


def test_programs_read_a_player_s_ratings_with_his_matches(client: Client, club: Club) -> None:
    ann = player(club, "Ann")
    data = client.get(f"/api/v1/players/{ann.public_id}/ratings").json()
    assert data["match_rating"]["matches"] == 9
    latest = data["matches"][0]
    assert (latest["opponent"], latest["won"], latest["length"]) == (
        player(club, "Cid").public_id,
        True,
        5,
    )
    assert (latest["points"], latest["opponent_points"]) == (5, 4)
    assert latest["after"] == MatchRating.objects.get(player=ann).rating
    dan = client.get(f"/api/v1/players/{player(club, 'Dan').public_id}/ratings").json()
    assert (dan["match_rating"], dan["matches"]) == (None, [])


def test_a_player_s_page_lists_his_rated_matches_from_his_side(client: Client, club: Club) -> None:
    cid = player(club, "Cid")
    page = client.get(f"/clubs/{club.slug}/players/{cid.public_id}/").content.decode()
    assert "Rated matches" in page
    said = re.sub(r"<[^>]+>|\s+", " ", page)
    assert re.search(r"lost +4 : 5", said)
    assert "0 of 1 won" in page
    assert "5 of 50 points of matches" in page
    ann = client.get(f"/clubs/{club.slug}/players/{player(club, 'Ann').public_id}/")
    assert 'id="match-rating-title"' in ann.content.decode()


def test_who_is_not_shown_is_not_named_among_the_opponents(client: Client, club: Club) -> None:
    Player.objects.filter(name="Cid").update(shown=Player.Shown.HIDDEN)
    ann = player(club, "Ann").public_id
    matches = client.get(f"/api/v1/players/{ann}/ratings").json()["matches"]
    assert (matches[0]["opponent"], matches[0]["opponent_name"] == "Cid") == (None, False)
    page = client.get(f"/clubs/{club.slug}/players/{ann}/")
    assert "Cid" not in page.content.decode()
    text = client.get(f"/clubs/{club.slug}/ratings/matches.csv").content.decode()
    assert "Cid" not in text
    board_page = client.get(f"/clubs/{club.slug}/leaderboard/?over=all&order=matches")
    assert "Cid" not in board_page.content.decode()


def test_the_download_gives_the_same_ratings_without_the_database(
    client: Client, club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match(club, "Cid", "Bob", 25, day=200)
    match(club, "Bob", "Dan", 1, day=3)
    match_ratings_refresh(club_id=club.pk)
    method = client.get(f"/clubs/{club.slug}/ratings/").content.decode()
    assert f"/clubs/{club.slug}/ratings/matches.csv" in method
    file = tmp_path / "matches.csv"
    file.write_bytes(client.get(f"/clubs/{club.slug}/ratings/matches.csv").content)
    call_command("rate", str(file), format="json")
    lines = json.loads(capsys.readouterr().out)
    rows = list(MatchRating.objects.select_related("player").order_by("row"))
    assert [line["player"] for line in lines] == [row.player.name for row in rows]
    for line, row in zip(lines, rows, strict=True):
        assert line["figure"] == row.rating
        assert line["deviation"] == row.deviation
        assert (line["experience"], line["matches"], line["won"]) == (
            row.experience,
            row.matches,
            row.won,
        )
        assert line["place"] == row.place
    call_command("rate", str(file), format="json", history=True)
    history = json.loads(capsys.readouterr().out)
    points = MatchRatingPoint.objects.select_related("player")
    published = {
        (one.player.name, one.before): (one.expected, one.rating, one.deviation) for one in points
    }
    assert len(history) == len(points) == len(published)
    for line in history:
        expected = published[line["player"], line["before"]]
        assert (line["chance"], line["after"], line["deviation"]) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("yesterday,Ann,Bob,7", "line 2: Invalid isoformat"),
        ("2026-01-01,Ann,Ann,7", "line 2: two players"),
        ("2026-01-01,Ann,Bob,0", "line 2: a match is to at least one point"),
        ("2026-01-01,Ann,Bob", "line 2: not enough values"),
    ],
)
def test_a_match_that_cannot_be_is_named(tmp_path: Path, row: str, reason: str) -> None:
    file = tmp_path / "matches.csv"
    file.write_text(f"date,winner,loser,length\n{row}\n", encoding="utf-8")
    with pytest.raises(CommandError, match=reason):
        call_command("rate", str(file))


def test_a_player_s_page_takes_the_same_queries_however_many_matches_he_played(
    client: Client, club: Club, django_assert_max_num_queries: Any
) -> None:
    address = f"/clubs/{club.slug}/players/{player(club, 'Ann').public_id}/"
    client.get(address)
    with django_assert_max_num_queries(15) as few:
        client.get(address)
    for day in range(20):
        match(club, "Ann", "Bob", day=100 + day)
    match_ratings_refresh(club_id=club.pk)
    with django_assert_max_num_queries(len(few)):
        answer = client.get(address)
    assert "Bob" in answer.content.decode()


def test_active_only_leaves_out_whose_last_match_is_long_ago(club: Club) -> None:
    old = datetime.date.today() - datetime.timedelta(days=500)
    match(club, "Eve", "Fay", played_on=old)
    match_ratings_refresh(club_id=club.pk)
    names = {name for name, _place in listed(board(club, order="matches"))}
    active = {name for name, _place in listed(board(club, order="matches", is_active=True))}
    assert names - active >= {"Eve", "Fay"}
