"""Leaderboards of tables of one size, and of the chouettes of an event."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Club
from tests import evenings
from tests.evenings import MONDAY, Evening
from tournaments.ladders.presenters import columns
from tournaments.ladders.selectors.leaderboards import (
    Leaderboard,
    LeaderboardQuery,
    leaderboard_asked,
)
from tournaments.ladders.selectors.stretches import EVENTS_OFFERED
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.models import (
    Division,
    EveningShare,
    EveningTally,
    Event,
    EventTable,
    Round,
    TableShare,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """An evening with two games of three, and two of four after Dan has sat down."""
    club = evenings.club(visibility=Club.Visibility.PUBLIC)
    evening = Evening(club, day=MONDAY).game(Bob=-1).game(Bob=-2)
    evening.join("Dan").game().game(Bob=-4)
    Evening(club, "Ann Bob Cid Dee Eve Fay Gus").game(Bob=-8)
    evenings_refresh(club_id=club.pk)
    return club


def board(club: Club, **asked: Any) -> Leaderboard:
    return leaderboard_asked(club, LeaderboardQuery(**{"over": "all", **asked}))


def points(found: Leaderboard) -> dict[str, tuple[int, int]]:
    return {
        line.player.name: (line.ranked.total.points, line.ranked.total.games)
        for line in found.lines
    }


def test_a_size_counts_the_games_that_so_many_played_and_no_others(club: Club) -> None:
    three = points(board(club, size=3))
    assert three["Ann"] == (300, 2)
    assert three["Bob"] == (-300, 2)
    assert "Dan" not in three
    assert points(board(club, size=4))["Dan"][1] == 2
    assert points(board(club, size=5)) == {}


def test_the_last_size_is_it_and_everything_above(club: Club) -> None:
    seven = points(board(club, size=6))
    assert seven["Bob"] == (-800, 1)
    assert len(seven) == 7


def test_over_all_sizes_the_rows_add_up_to_everything(club: Club) -> None:
    for share in EveningShare.objects.all():
        rows = TableShare.objects.filter(session=share.session_id, player=share.player_id)
        for column in ("points", "games", "bets", "box_games", "captain_games", "crew_games"):
            assert sum(getattr(row, column) for row in rows) == getattr(share, column)


def test_a_size_that_cannot_be_chosen_means_all(client: Client, club: Club) -> None:
    assert points(board(club, size=17)) == points(board(club))
    address = f"/clubs/{club.slug}/leaderboard/?over=all&size="
    assert client.get(f"{address}x").status_code == 200
    page = client.get(f"{address}3").content.decode()
    assert "Only games that 3 people played" in page
    assert "Gus" not in page
    api = f"/api/v1/clubs/{club.slug}/leaderboard?over=all&size="
    assert client.get(f"{api}3").json()["players"] == 3
    assert client.get(f"{api}7").status_code == 400


@pytest.mark.parametrize(
    ("order", "first"), [("points", "Points"), ("average", "Per game"), ("per_bet", "Per bet")]
)
def test_what_it_is_sorted_by_stands_beside_the_name(
    client: Client, club: Club, order: str, first: str
) -> None:
    address = f"/clubs/{club.slug}/leaderboard/?over=all&order={order}"
    page = client.get(address).content.decode()
    heads = re.findall(r'<th scope="col"[^>]*>(?:<abbr[^>]*>)?([^<]+)', page)
    assert heads[1:3] == ["Name", first]
    assert all(heads.count(one) == 1 for one in ("Points", "Per game", "Per bet"))
    row = re.split("<tr[^>]*>", page)[-1].split("</tr>")[0]
    assert len(re.findall("<t[dh]", row)) == len(heads) + 1  # what opens it on a phone


def test_every_column_stands_on_the_page_or_in_files() -> None:
    declared = {name for name, one in vars(columns).items() if isinstance(one, columns.Column)}
    used = (*columns.ON_THE_PAGE, *columns.IN_FILES)
    assert {name for name in declared if getattr(columns, name) not in used} == set()
    assert len(set(columns.ON_THE_PAGE)) == len(columns.ON_THE_PAGE)


def test_every_column_of_a_file_has_a_heading_for_each_of_its_values(club: Club) -> None:
    found = board(club)
    for one in columns.IN_FILES:
        assert one.heads
        for line in found.lines:
            assert len(one.values(line, club.today)) == len(one.heads)


def test_a_later_page_of_a_size_is_of_that_size(
    client: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.ladders.selectors.leaderboards.PAGE_SIZE", 2)
    page = client.get(f"/clubs/{club.slug}/leaderboard/?over=all&size=3").content.decode()
    assert "size=3&amp;page=2" in page


def test_evenings_written_before_sizes_were_counted_are_written_again(club: Club) -> None:
    TableShare.objects.all().delete()
    EveningTally.objects.update(formula=2)
    evenings_refresh(club_id=club.pk)
    assert points(board(club, size=3))["Ann"] == (300, 2)


def test_a_size_takes_no_more_queries(club: Club, django_assert_max_num_queries: Any) -> None:
    for size in (0, 3, 6):
        with django_assert_max_num_queries(4):
            found = board(club, size=size)
        assert found.lines


def event_of(club: Club, title: str) -> Event:
    """An event whose only round is played at all sessions of the club that are of one day."""
    event = Event.objects.create(club=club, title=title, starts_on=MONDAY)
    division = Division.objects.create(event=event, name="Open", position=1, format="club_night")
    drawn = Round.objects.create(division=division, number=1, state=Round.State.RELEASED)
    for number, session in enumerate(club.sessions.filter(played_on=MONDAY), 1):
        EventTable.objects.create(round=drawn, number=number, session=session)
    return event


def test_an_event_s_board_adds_up_its_tables(client: Client, club: Club) -> None:
    event = event_of(club, "Club night")
    found = board(club, over=f"event:{event.public_id}")
    assert found.stretch.name == "Club night"
    monday = club.sessions.get(played_on=MONDAY)
    assert points(found) == points(board(club, over=f"session:{monday.public_id}"))
    assert points(found)["Bob"][1] == 4
    assert "Gus" not in points(found)
    page = client.get(f"/clubs/{club.slug}/leaderboard/?over=all").content.decode()
    assert f'value="event:{event.public_id}"' in page
    chosen = client.get(f"/clubs/{club.slug}/leaderboard/?over=event:{event.public_id}")
    assert f'value="event:{event.public_id}" selected' in chosen.content.decode()
    data = client.get(f"/api/v1/clubs/{club.slug}/leaderboard?over=event:{event.public_id}").json()
    assert data["over"] == f"event:{event.public_id}"


def test_only_the_latest_events_are_offered_and_older_ones_found_by_address(club: Club) -> None:
    old = event_of(club, "Old")
    for number in range(EVENTS_OFFERED):
        later = Event.objects.create(
            club=club, title=f"Later {number}", starts_on=MONDAY.replace(day=20)
        )
        division = Division.objects.create(
            event=later, name="Open", position=1, format="club_night"
        )
        drawn = Round.objects.create(division=division, number=1)
        copy = Evening(club, day=MONDAY).session
        EventTable.objects.create(round=drawn, number=1, session=copy)
    offered = {one.title for one in board(club).calendar.tournaments}
    assert offered == {f"Later {number}" for number in range(EVENTS_OFFERED)}
    asked = board(club, over=f"event:{old.public_id}")
    assert asked.stretch.name == "Old"
    assert asked.lines


def test_an_event_without_play_is_not_offered_and_one_of_another_club_is_none(
    client: Client, club: Club
) -> None:
    Event.objects.create(club=club, title="Announced", starts_on=MONDAY)
    other = evenings.club("other", visibility=Club.Visibility.PUBLIC)
    foreign = Event.objects.create(club=other, title="Elsewhere", starts_on=MONDAY)
    assert board(club).calendar.tournaments == ()
    address = f"/api/v1/clubs/{club.slug}/leaderboard?over=event:{foreign.public_id}"
    assert client.get(address).status_code == 404
    assert board(club, over=f"event:{foreign.public_id}").stretch.name == "All time"
