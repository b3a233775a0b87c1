"""A player's record, and the sentence a friend would say."""

from typing import Any

import pytest

from games.errors import NotFound
from games.presenters.friend import friend_says
from games.selectors.players import player_of, players_with_totals, record_get
from tests import evenings
from tests.evenings import MONDAY, TUESDAY, Evening

pytestmark = pytest.mark.django_db


def test_points_and_games_are_summed_by_role_and_evening() -> None:
    # Monday, box Ann: +3, then -3 as box. Tuesday Bob is box: Ann captain, -2.
    club = evenings.club()
    Evening(club, day=MONDAY).game(Bob=-1, Cid=-2).game(Cid=1, Bob=2)
    evening = Evening(club, "Bob Ann Cid", day=TUESDAY).game(Ann=-2)
    record = record_get(evening.player("Ann"))
    assert (record.points, record.games, record.average) == (-200, 3, -67)
    assert [(r.role, r.games, r.points, r.average) for r in record.roles] == [
        ("box", 2, 0, 0),
        ("captain", 1, -200, -200),
    ]
    assert [(e.points, e.games, e.running) for e in record.evenings] == [(-200, 1, -200), (0, 2, 0)]


def test_a_void_session_does_not_count() -> None:
    evening = Evening(evenings.club()).game(Bob=-1).void()
    assert record_get(evening.player("Ann")).games == 0


def test_who_took_most_is_the_nemesis_and_who_gave_most_the_customer() -> None:
    # Ann, box: 3 from Bob, 2 to Cid.
    evening = Evening(evenings.club()).game(Bob=-3, Cid=2)
    record = record_get(evening.player("Ann"))
    assert (str(record.customer), str(record.nemesis)) == ("Bob", "Cid")
    assert friend_says(record) == "Takes most from Bob, and it goes to Cid."


def test_a_streak_as_box_is_told_with_its_month() -> None:
    evening = Evening(evenings.club())
    for _ in range(4):
        evening.game(winner="box", Bob=-1)
    record = record_get(evening.player("Ann"))
    assert record.streak is not None
    assert (record.streak.games, record.streak.played_on) == (4, TUESDAY)
    assert friend_says(record) == "Box streak of 4 in November 2026, and no nemesis so far."


def test_a_streak_does_not_reach_from_one_evening_into_the_next() -> None:
    club = evenings.club()
    Evening(club, day=MONDAY).game(winner="box", Bob=-1).game(winner="box", Bob=-1)
    evening = Evening(club, day=TUESDAY).game(winner="box", Bob=-1)
    streak = record_get(evening.player("Ann")).streak
    assert streak is not None
    assert streak.games == 2


def test_who_has_not_played_yet_is_told_so() -> None:
    evening = Evening(evenings.club())
    assert friend_says(record_get(evening.player("Ann"))) == "Has not played a game here yet."


def test_the_number_of_queries_does_not_grow(django_assert_max_num_queries: Any) -> None:
    club = evenings.club()
    for day in (MONDAY, TUESDAY):
        evening = Evening(club, day=day).game(Bob=-1).game()
    ann = evening.player("Ann")
    with django_assert_max_num_queries(8):
        record_get(ann)
    with django_assert_max_num_queries(1):
        players_with_totals(club)


def test_the_club_s_list_has_everybody_with_totals() -> None:
    evening = Evening(evenings.club()).game(Bob=-1)
    evening.player("Zoe")
    found = [(s.player.name, s.points, s.games) for s in players_with_totals(evening.club)]
    assert found == [("Ann", 100, 1), ("Bob", -100, 1), ("Cid", 0, 1), ("Zoe", 0, 0)]


def test_a_player_of_another_club_is_not_found() -> None:
    evening = Evening(evenings.club())
    with pytest.raises(NotFound):
        player_of(evenings.club("other"), evening.player("Ann").public_id)
