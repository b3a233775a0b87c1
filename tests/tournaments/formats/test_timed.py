"""Against the clock: most points when it ends."""

from tests.tournaments.formats.played import draw_of, finish_of, places_of, point_race, seats, table
from tournaments.formats import FORMATS_OF_CHOUETTES

TIMED = FORMATS_OF_CHOUETTES["timed"]
PARAMS = TIMED.parse({"clock": "90"})


def test_a_table_is_over_when_the_clock_ends() -> None:
    here = table(is_over=False)
    assert TIMED.minutes(PARAMS, 1) == 90
    assert [TIMED.is_table_over(PARAMS, here, minutes=now) for now in (0, 89, 90, 91)] == [
        False,
        False,
        True,
        True,
    ]


def test_there_is_one_round_of_balanced_tables() -> None:
    drawn = draw_of(TIMED, seats("ABCDEFGHIJK"), [], PARAMS, seed="s", round_number=1)
    assert drawn is not None
    assert [len(one) for one in drawn.tables] == [4, 4, 3]
    assert draw_of(TIMED, seats("ABC"), [], PARAMS, seed="s", round_number=2) is None


def test_who_has_most_wins_and_equals_win_together() -> None:
    results = [
        point_race({"A": 3, "B": -1, "C": -2}, number=1),
        point_race({"D": 3, "E": 0, "F": -3}, number=2),
    ]
    finish = finish_of(TIMED, results, PARAMS)
    assert (finish.is_over, finish.winners) == (True, ("A", "D"))
    assert places_of(TIMED, results, PARAMS).basis == "points"


def test_at_tables_of_different_size_points_per_bet_win() -> None:
    # A: 4 points of 3 bets as box, 1.33 each; E: 3 points of 2 bets, 1.5 each.
    results = [
        point_race({"A": 4, "B": -1, "C": -1, "D": -2}, number=1),
        point_race({"E": 3, "F": 0, "G": -3}, number=2),
    ]
    standings = places_of(TIMED, results, PARAMS)
    assert standings.basis == "per_bet"
    assert [(line.player, line.value("per_bet")) for line in standings.lines[:2]] == [
        ("E", 150),
        ("A", 133),
    ]


def test_nobody_has_won_while_a_table_still_plays() -> None:
    running = table(players="DEF", number=2, is_over=False)
    finish = finish_of(TIMED, [point_race({"A": 3, "B": -1, "C": -2}), running], PARAMS)
    assert (finish.is_over, finish.winners) == (False, ())
    assert [one.players for one in finish.remarks] == [("D", "E", "F")]
    assert not finish_of(TIMED, [], PARAMS).is_over
