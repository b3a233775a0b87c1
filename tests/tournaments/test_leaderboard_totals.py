"""How points become a leaderboard, with the arithmetic written out."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from tournaments.leaderboard import TREND_LENGTH, Share, totals

MONDAY, TUESDAY = date(2026, 11, 16), date(2026, 11, 17)
ANN, BOB, CID = 1, 2, 3
LEAST_GAMES = 10


def share(
    player: int,
    points: int,
    *,
    games: int = 1,
    role: str = "crew",
    day: date = MONDAY,
    session: int = 1,
) -> Share:
    return Share(session, day, player, role, points, games)


def test_points_and_games_add_up_over_roles_and_evenings() -> None:
    # Ann: +4 in 2 games as box, -1 in 1 as captain, +3 on Tuesday: +6 in 4 games, 1.5 a game.
    ann, *_ = totals(
        [
            share(ANN, 400, games=2, role="box"),
            share(ANN, -100, role="captain"),
            share(ANN, 300, role="box", day=TUESDAY, session=2),
        ],
        LEAST_GAMES,
    )
    assert (ann.points, ann.games, ann.average) == (600, 4, 150)
    assert dict(ann.roles) == {"box": 3, "captain": 1}
    assert ann.trend == [300, 600]
    assert ann.last_played_on == TUESDAY


def test_equals_share_a_place_and_the_next_one_is_left_out() -> None:
    board = totals(
        [share(ANN, 200), share(BOB, -100), share(CID, -100), share(4, -300)], LEAST_GAMES
    )
    assert [total.place for total in board] == [1, 2, 2, 4]
    assert [total.by_points for total in board] == [1, 2, 3, 4]


def test_the_place_before_leaves_out_the_last_day_of_play() -> None:
    # Monday: Ann +2, Bob -2. Tuesday: Bob +5, Cid -5. Bob went from 2 to 1, Ann from 1 to 2.
    board = totals(
        [
            share(ANN, 200),
            share(BOB, -200),
            share(BOB, 500, day=TUESDAY, session=2),
            share(CID, -500, day=TUESDAY, session=2),
        ],
        LEAST_GAMES,
    )
    assert [(t.player, t.place, t.place_before) for t in board] == [
        (BOB, 1, 2),
        (ANN, 2, 1),
        (CID, 3, None),
    ]


def test_two_evenings_on_the_last_day_both_count_as_new() -> None:
    board = totals(
        [
            share(ANN, 100),
            share(ANN, 100, day=TUESDAY, session=2),
            share(ANN, 100, day=TUESDAY, session=3),
            share(BOB, 250),
        ],
        LEAST_GAMES,
    )
    # Before Tuesday: Bob +2.5, Ann +1; after it Ann +3.
    assert [(t.player, t.place, t.place_before) for t in board] == [(ANN, 1, 2), (BOB, 2, 1)]


def test_few_games_stand_below_in_the_order_by_average() -> None:
    # Bob has 5 a game but one game only; Ann has 1 a game in ten.
    board = totals([share(ANN, 1000, games=LEAST_GAMES), share(BOB, 500)], LEAST_GAMES)
    assert {t.player: t.by_average for t in board} == {ANN: 1, BOB: 2}


def test_a_trend_keeps_the_last_evenings() -> None:
    shares = [share(ANN, 100, session=i, day=date(2026, 1, i)) for i in range(1, 29)]
    assert totals(shares, LEAST_GAMES)[0].trend == [100 * i for i in range(29 - TREND_LENGTH, 29)]


def test_a_club_without_games_has_an_empty_leaderboard() -> None:
    assert totals([], LEAST_GAMES) == []


@given(
    st.lists(
        st.builds(
            Share,
            session=st.integers(1, 4),
            played_on=st.just(MONDAY),
            player=st.integers(1, 5),
            role=st.sampled_from(["box", "captain", "crew", "partner"]),
            points=st.integers(-900, 900),
            games=st.integers(1, 9),
        )
    ),
    st.randoms(use_true_random=False),
)
def test_the_order_of_the_rows_read_changes_nothing(shares: list[Share], random: object) -> None:
    shuffled = list(shares)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert totals(shuffled, LEAST_GAMES) == totals(shares, LEAST_GAMES)
