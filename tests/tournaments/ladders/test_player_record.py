"""A player's record, and the sentence a friend would say."""

import datetime
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from games.clubs.selectors.privacy import Person
from games.models import Player
from games.record.services.actions import undo
from games.rules.chouette import (
    BoxDoubles,
    BoxReplies,
    EndGame,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from tests import evenings
from tests.evenings import MONDAY, TUESDAY, Evening
from tournaments.ladders.presenters.people import friend_says, month_lines
from tournaments.ladders.selectors.clubs import club_record
from tournaments.ladders.selectors.people import Opponent, Record, record_get
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.ratings.rates import rate_of, summed

pytestmark = pytest.mark.django_db


def record_of(evening: Evening, name: str) -> Record:
    evenings_refresh(club_id=evening.club.pk)
    return record_get(Player.objects.select_related("club").get(pk=evening.player(name).pk))


def test_points_and_games_are_summed_by_role_and_evening() -> None:
    # Monday, box Ann: +3, then -3 as box. Tuesday Bob is box: Ann captain, -2.
    club = evenings.club()
    Evening(club, day=MONDAY).game(Bob=-1, Cid=-2).game(Cid=1, Bob=2)
    evening = Evening(club, "Bob Ann Cid", day=TUESDAY).game(Ann=-2)
    record = record_of(evening, "Ann")
    assert (record.points, record.games, record.average.value) == (-200, 3, -67)
    # Two bets in each game as box, one as captain: -2 points in 5 bets.
    assert (record.bets, record.per_bet.value) == (500, -40)
    assert [(r.role, r.games, r.points, r.average.value) for r in record.roles] == [
        ("box", 2, 0, 0),
        ("captain", 1, -200, -200),
    ]
    assert [(e.points, e.games, e.running) for e in record.evenings] == [(-200, 1, -200), (0, 2, 0)]
    assert record.best
    assert record.worst
    assert (record.best.points, record.worst.points) == (0, -200)
    assert record.months == {datetime.date(2026, 11, 1): 3}


def test_programs_get_the_rates_of_the_page_with_their_intervals(client: Client) -> None:
    # Ann is box three evenings: -1, -2, -3 a game, so -2 in the middle, and t is 4.30 for three.
    club = evenings.club()
    for day, points in enumerate((1, 2, 3)):
        on = MONDAY + datetime.timedelta(days=day)
        evening = Evening(club, day=on).game(Bob=points, Cid=0)
    record_of(evening, "Ann")
    client.force_login(evenings.user("Olga"))

    found = client.get(f"/api/v1/players/{evening.player('Ann').public_id}/record").json()

    # 4.3027 * sqrt(3 / 2 * (1 + 0 + 1)) / 3 = 2.48 points
    rate = {"value": -200, "width": 248}
    assert found["average"] == rate
    assert found["per_bet"] == {"value": -100, "width": 124}
    assert found["roles"] == [{"role": "box", "games": 3, "points": -600, "average": rate}]
    [box] = found["boxes"]
    assert (box["others"], box["won"], box["usual_won"]) == (2, {"value": 0, "width": 0}, None)
    # Three games together are few: Bob is a nemesis so far.
    nemesis = {name: found["nemesis"][name] for name in ("name", "given", "so_far")}
    assert nemesis == {"name": "Bob", "given": 600, "so_far": True}


def test_a_void_session_does_not_count() -> None:
    evening = Evening(evenings.club()).game(Bob=-1).void()
    assert record_of(evening, "Ann").games == 0


def test_who_took_most_is_the_nemesis_and_who_gave_most_the_favourite() -> None:
    # Ann, box: 3 from Bob, 2 to Cid.
    evening = Evening(evenings.club()).game(Bob=-3, Cid=2)
    record = record_of(evening, "Ann")
    assert record.favourite
    assert record.nemesis
    assert (record.favourite.player.name, record.nemesis.player.name) == ("Bob", "Cid")
    assert record.favourite.is_so_far
    assert [(str(one.player), one.games, one.balance) for one in record.opponents] == [
        ("Bob", 1, 300),
        ("Cid", 1, -200),
    ]
    assert friend_says(record) == "So far takes most from Bob, and it goes to Cid."


def opponents(*known: tuple[str, int, int]) -> Record:
    """A record with these opponents: name, games together, balance."""
    found = [
        Opponent(
            *(Person(1, "x", name, "full"), games, max(balance, 0), max(-balance, 0)),
            average=rate_of(summed([(balance, games)])),
        )
        for name, games, balance in known
    ]
    return replace(
        record_get(Evening(evenings.club()).player("Ann")), games=1, opponents=tuple(found)
    )


@pytest.mark.parametrize(
    ("known", "words"),
    [
        # Cid has taken more in fewer games: 600 / (60 + 133) = 3.1 against 500 / (30 + 133) = 3.07.
        (
            [("Bob", 30, 900), ("Cid", 60, -600), ("Dee", 30, -500)],
            "Takes most from Bob, and it goes to Cid.",
        ),
        ([("Cid", 61, -600), ("Dee", 30, -510)], "Still looking for someone to beat; nemesis Dee."),
        # Twenty-nine games are too few for a title, whatever they brought.
        (
            [("Cid", 29, -9000), ("Dee", 30, -1)],
            "Still looking for someone to beat; nemesis Dee.",
        ),
        (
            [("Cid", 29, -9000), ("Dee", 2, -9000)],
            "Still looking for someone to beat; nemesis so far Dee.",
        ),
    ],
)
def test_a_title_takes_thirty_games_together_and_little_play_counts_for_little(
    known: list[tuple[str, int, int]], words: str
) -> None:
    assert friend_says(opponents(*known)) == words


def test_a_streak_as_box_is_told_with_its_month() -> None:
    evening = Evening(evenings.club())
    for _ in range(4):
        evening.game(winner="box", Bob=-1)
    record = record_of(evening, "Ann")
    assert record.streak is not None
    assert (record.streak.games, record.streak.played_on) == (4, TUESDAY)
    assert friend_says(record) == "Box streak of 4 in November 2026, and no nemesis so far."


def test_a_streak_does_not_reach_from_one_evening_into_the_next() -> None:
    club = evenings.club()
    Evening(club, day=MONDAY).game(winner="box", Bob=-1).game(winner="box", Bob=-1)
    evening = Evening(club, day=TUESDAY).game(winner="box", Bob=-1)
    streak = record_of(evening, "Ann").streak
    assert streak is not None
    assert streak.games == 2


def test_who_has_not_played_yet_is_told_so() -> None:
    evening = Evening(evenings.club())
    assert friend_says(record_of(evening, "Ann")) == "Has not played a game here yet."


def cubes(record: Record) -> dict[str, tuple[int, int]]:
    return {total.deed: (total.times, total.points) for total in record.cubes}


def test_cubes_are_counted_by_the_bet_with_what_they_brought() -> None:
    # All three double Ann, who takes Bob's and Cid's and drops Dee's (-1). She redoubles both to
    # 4, they take, and she wins a single game: +4 from each of them, -1 to Dee.
    evening = Evening(evenings.club(), "Ann Bob Cid Dee")
    evening.start()
    bob, cid, dee = (evening.player(name).public_id for name in ("Bob", "Cid", "Dee"))
    evening.do(TeamDoubles((bob, cid, dee)))
    evening.do(BoxReplies(((bob, "take"), (cid, "take"), (dee, "drop"))))
    evening.do(BoxDoubles((bob, cid)))
    evening.do(TeamReplies(((bob, "take"), (cid, "take"))))
    evening.do(EndGame("box", 1))
    assert cubes(record_of(evening, "Ann")) == {
        "redoubled": (2, 800),
        "took": (2, 800),
        "dropped": (1, -100),
    }
    assert cubes(record_of(evening, "Bob")) == {"doubled": (1, -400), "took": (1, -400)}
    assert cubes(record_of(evening, "Dee")) == {"doubled": (1, 100)}


def test_a_beaver_is_counted_and_an_undone_double_is_not() -> None:
    evening = Evening(evenings.club(), "Ann Bob Cid")
    evening.start()
    bob, cid = evening.player("Bob").public_id, evening.player("Cid").public_id
    evening.do(TeamDoubles((cid,)))
    undo(
        session=evening.session,
        version=evening.session.version,
        key="back",
        sender=evening.organizer,
    )
    evening.do(TeamDoubles((bob,)))
    evening.do(BoxReplies(((bob, "beaver"),)))
    evening.do(TeamAnimals(((bob, "accept"),)))
    evening.do(EndGame("team", 1))
    assert "doubled" not in cubes(record_of(evening, "Cid"))
    assert cubes(record_of(evening, "Bob"))["doubled"][0] == 1
    assert cubes(record_of(evening, "Ann"))["beavered"] == (1, -400)


def test_the_number_of_queries_does_not_grow(django_assert_max_num_queries: Any) -> None:
    club = evenings.club()
    for day in (MONDAY, TUESDAY):
        evening = Evening(club, day=day).game(Bob=-1).game()
    evenings_refresh(club_id=club.pk)
    ann = Player.objects.select_related("club").get(pk=evening.player("Ann").pk)
    with django_assert_max_num_queries(12):
        found = record_get(ann)
    assert found.games == 4


def test_the_page_has_every_chart_as_a_table_too(client: Client) -> None:
    club = evenings.club(visibility="public")
    for day in (MONDAY, TUESDAY):
        evening = Evening(club, day=day).doubled_game().game()
    evenings_refresh(club_id=club.pk)
    page = client.get(f"/clubs/{club.slug}/players/{evening.player('Ann').public_id}/")
    html = page.content.decode()
    assert html.count('class="chart') == html.count("As a table") == 2


def test_a_club_s_records_name_games_and_evenings(client: Client) -> None:
    club = evenings.club(visibility="public")
    Evening(club, day=MONDAY).game(winner="box", Bob=-1).game(winner="box", Bob=-6)
    Evening(club, "Bob Ann Cid", day=TUESDAY).doubled_game("team", 2)
    evenings_refresh(club_id=club.pk)
    record = club_record(club)
    assert (record.games, record.evenings, record.decided, record.gammons) == (3, 2, 1, 1)
    assert record.best_game
    assert (record.best_game.value, record.best_game.game) == (600, 2)
    assert record.best_evening
    assert record.best_evening.value == 700
    assert record.streak
    assert record.streak.value == 2
    assert record.biggest_cube
    assert record.biggest_cube.biggest_cube == 2
    page = client.get(f"/clubs/{club.slug}/records/").content.decode()
    assert "Most points in an evening" in page
    assert "game 2" in page


def test_a_club_s_records_are_few_queries(django_assert_max_num_queries: Any) -> None:
    club = evenings.club()
    Evening(club).doubled_game().game(Bob=-1)
    evenings_refresh(club_id=club.pk)
    with django_assert_max_num_queries(4):
        found = club_record(club)
    assert found.evenings == 1


def test_may_is_a_month_in_german_too() -> None:
    # A text of the project's own must not take the place of Django's month.
    with override("de"):
        lines = month_lines({datetime.date(2026, 5, 1): 3})
    assert [(line.name, line.games) for line in lines] == [("Mai 2026", 3)]


def answers(record: Record) -> dict[str, tuple[int, int, int, int, int]]:
    return {
        one.choice: (
            *(one.takes, one.take_gain.value, one.drops, one.compared, one.drop_gain.value),
        )
        for one in record.answers
    }


def test_a_take_is_held_against_a_drop_and_a_drop_against_the_takes_of_the_same_double() -> None:
    # All three double Ann. She takes Bob's and Cid's, and drops Dee's. She redoubles both to 4: Bob
    # takes, Cid drops. She wins a single game: 4 from Bob, 2 from Cid.
    evening = Evening(evenings.club(), "Ann Bob Cid Dee")
    evening.start()
    bob, cid, dee = (evening.player(name).public_id for name in ("Bob", "Cid", "Dee"))
    evening.do(TeamDoubles((bob, cid, dee)))
    evening.do(BoxReplies(((bob, "take"), (cid, "take"))))
    evening.do(BoxReplies(((dee, "drop"),)))
    evening.do(BoxDoubles((bob, cid)))
    evening.do(TeamReplies(((bob, "take"), (cid, "drop"))))
    evening.do(EndGame("box", 1))
    # The cube lay at 1. The takes brought 4 and 2 instead of -1: 5 + 3 for two, 4 each. The drop
    # cost 1 where a take brought (4 + 2) / 2 = 3: -4.
    assert answers(record_of(evening, "Ann")) == {"box_first": (2, 400, 1, 1, -400)}
    # It lay at 2 for the second double. Bob's take lost 4, that is 2 of those, a drop 1: -1. Cid's
    # drop saved him that 1.
    assert answers(record_of(evening, "Bob")) == {"member_later": (1, -100, 0, 0, 0)}
    assert answers(record_of(evening, "Cid")) == {"member_later": (0, 0, 1, 1, 100)}
    assert answers(record_of(evening, "Dee")) == {}


def test_a_drop_that_nobody_took_has_no_known_alternative() -> None:
    evening = Evening(evenings.club(), "Ann Bob Cid")
    evening.start()
    bob = evening.player("Bob").public_id
    evening.do(TeamDoubles((bob,)))
    evening.do(BoxReplies(((bob, "drop"),)))
    evening.do(EndGame("team", 1))
    assert answers(record_of(evening, "Ann")) == {"box_first": (0, 0, 1, 0, 0)}


def test_a_beaver_is_a_take_and_the_next_double_is_of_the_cube_it_made() -> None:
    # Bob doubles, Ann beavers to 4, and redoubles to 8: Bob drops and loses 4.
    evening = Evening(evenings.club(), "Ann Bob Cid")
    evening.start()
    bob = evening.player("Bob").public_id
    evening.do(TeamDoubles((bob,)))
    evening.do(BoxReplies(((bob, "beaver"),)))
    evening.do(TeamAnimals(((bob, "accept"),)))
    evening.do(BoxDoubles((bob,)))
    evening.do(TeamReplies(((bob, "drop"),)))
    evening.do(EndGame("team", 1))
    assert answers(record_of(evening, "Ann")) == {"box_first": (1, 500, 0, 0, 0)}
    assert answers(record_of(evening, "Bob")) == {"member_later": (0, 0, 1, 0, 0)}


def test_a_box_is_compared_with_the_other_boxes_against_as_many() -> None:
    # Ann holds the box twice with +2 and loses it with -1; Bob is box once and wins 3. Against
    # three, Cid is box once, and nobody else.
    club = evenings.club()
    first = Evening(club, "Ann Bob Cid", day=MONDAY)
    first.game(winner="box", Bob=-1, Cid=-1).game(winner="box", Bob=-2).game(Bob=1)
    Evening(club, "Bob Ann Cid", day=TUESDAY).game(winner="box", Ann=-1, Cid=-2)
    evening = Evening(club, "Cid Ann Bob Dee", day=TUESDAY).game(Ann=1)
    (ann,) = record_of(evening, "Ann").boxes
    assert (ann.others, ann.games, ann.won.value, ann.average.value) == (2, 3, 67, 100)
    assert ann.usual is not None
    usual = (ann.usual.won.value, ann.usual.average.value, ann.usual.stay.value)
    assert (ann.stay.value, *usual) == (300, 100, 300, 100)
    (cid,) = record_of(evening, "Cid").boxes
    assert (cid.others, cid.games, cid.won.value, cid.usual) == (3, 1, 0, None)
