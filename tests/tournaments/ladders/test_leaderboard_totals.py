"""How totals become a leaderboard, with the arithmetic written out."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings.leaderboard import (
    TREND_LENGTH,
    Missing,
    Order,
    Total,
    ranked,
    running_totals,
)
from tournaments.ratings.skill import Skill

MONDAY = date(2026, 11, 16)
ANN, BOB, CID, DEE = 1, 2, 3, 4
LEAST_GAMES = 10


def total(player: int, points: int, *, games: int = 10, bets: int = 1000) -> Total:
    return Total(player, points, games, bets, last_played_on=MONDAY)


def test_averages_are_of_games_and_of_bets() -> None:
    # Ann won 6 points in 4 games, of which 2 as box against 5: 12 bets. 6 / 4 = 1.5, 6 / 12 = 0.5.
    ann = total(ANN, 600, games=4, bets=1200)
    assert (ann.average.value, ann.per_bet.value) == (150, 50)


def test_equals_share_a_place_and_the_next_one_is_left_out() -> None:
    board = ranked(
        [total(ANN, 200), total(BOB, -100), total(CID, -100), total(DEE, -300)],
        Order.POINTS,
        LEAST_GAMES,
    )
    assert [one.place for one in board] == [1, 2, 2, 4]


def test_few_games_stand_below_in_the_order_by_average() -> None:
    # Bob has 5 a game but one game only; Ann has 1 a game in ten.
    board = ranked([total(ANN, 1000), total(BOB, 500, games=1)], Order.AVERAGE, LEAST_GAMES)
    assert [(one.total.player, one.place, one.missing) for one in board] == [
        (ANN, 1, ()),
        (BOB, None, (Missing.GAMES,)),
    ]


def test_a_box_at_a_large_table_is_compared_by_the_bet() -> None:
    # Both won 10 in 10 games; Bob as box against five, so in 50 bets: 0.2 a bet, Ann 1.
    board = ranked(
        [total(BOB, 1000, bets=5000), total(ANN, 1000, bets=1000)], Order.PER_BET, LEAST_GAMES
    )
    assert [one.total.player for one in board] == [ANN, BOB]


def test_by_skill_the_lower_bound_decides_and_the_unknown_stand_below() -> None:
    # Bob's estimate is higher, but so uncertain that its lower bound is below Ann's:
    # Ann 1500 + 100 - 842 * .04 = 1566, Bob 1500 + 150 - 842 * .11 = 1557. Cid has played twelve
    # games, and has a place: 1500 + 150 - 842 * .14 = 1532. Of Dee nothing is known.
    skills = {
        ANN: Skill(0.10, 0.04, 300),
        BOB: Skill(0.15, 0.11, 90),
        CID: Skill(0.15, 0.14, 12),
    }
    board = ranked(
        [total(player, 0) for player in (DEE, CID, BOB, ANN)], Order.SKILL, LEAST_GAMES, skills
    )
    assert [(one.total.player, one.place, one.missing) for one in board] == [
        (ANN, 1, ()),
        (BOB, 2, ()),
        (CID, 3, ()),
        (DEE, None, (Missing.RATING,)),
    ]


def test_a_trend_ends_at_the_total_and_keeps_the_last_evenings() -> None:
    assert running_totals([300, -100, 200], 400) == [300, 200, 400]
    points = [100] * 28
    assert running_totals(points, 2800) == [100 * n for n in range(29 - TREND_LENGTH, 29)]


def test_a_club_without_games_has_an_empty_leaderboard() -> None:
    assert ranked([], Order.POINTS, LEAST_GAMES) == []


@given(
    st.lists(
        st.builds(
            Total,
            player=st.integers(1, 9),
            points=st.integers(-900, 900),
            games=st.integers(1, 20),
            bets=st.integers(100, 9000),
        ),
        unique_by=lambda one: one.player,
    ),
    st.sampled_from(Order),
    st.randoms(use_true_random=False),
)
def test_the_order_of_the_rows_read_changes_nothing(
    totals: list[Total], order: Order, random: object
) -> None:
    shuffled = list(totals)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert ranked(shuffled, order, LEAST_GAMES) == ranked(totals, order, LEAST_GAMES)
