"""The score of a match: points, the cube, the Crawford game, and every way a match may end."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.backgammon.match_errors import MESSAGES, MatchError
from games.rules.backgammon.match_score import LEVELS, Cube, Level, MatchGame, MatchScore

Act = Callable[[MatchScore], MatchScore]


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(MatchError) as caught:
        act()
    assert str(caught.value)
    return caught.value.code


def won(length: int | None, *winners: int) -> MatchScore:
    """A match in which these sides won a point each, in turn."""
    score = MatchScore(length)
    for side in winners:
        score = score.win(side)
    return score


def test_a_match_begins_at_nothing_with_the_cube_in_the_middle() -> None:
    score = MatchScore(7)
    assert (score.score, score.needs, score.winner, score.is_over) == ((0, 0), (7, 7), None, False)
    assert score.cube == Cube(1, owner=None, doubler=None)
    assert score.may_double(0)
    assert score.may_double(1)


@pytest.mark.parametrize("length", [0, -1, 65, True])
def test_a_match_is_to_1_to_64_points(length: int) -> None:
    assert refusal(lambda: MatchScore(length)) == "length_invalid"


def test_a_game_is_worth_its_level_times_the_cube() -> None:
    """2-cube gammon 4; 4-cube backgammon 12; single game with the cube in the middle 1."""
    score = MatchScore(25).double(0).take().win(0, "gammon")
    score = score.double(0).take().double(1).take().win(1, "backgammon")
    score = score.win(0)
    assert [game.points for game in score.games] == [4, 12, 1]
    assert score.score == (5, 12)
    assert [game.cube for game in score.games] == [2, 4, 1]


def test_a_drop_gives_the_cube_as_it_was_before() -> None:
    """Doubled to 2 and taken, redoubled to 4 and dropped: 2 points for who redoubled."""
    score = MatchScore(7).double(0).take().double(1).drop()
    assert score.games == (MatchGame(1, 2, "drop", "single", 2, owner=1),)
    assert score.cube == Cube()


def test_who_resigns_a_gammon_loses_twice_the_cube() -> None:
    score = MatchScore(7).double(0).take().resign(0, "gammon")
    assert score.score == (0, 4)
    assert score.games[0].how == "resign"


def test_only_the_owner_of_the_cube_redoubles() -> None:
    taken = MatchScore(7).double(0).take()
    assert taken.cube == Cube(2, owner=1)
    assert refusal(lambda: taken.double(0)) == "cube_elsewhere"
    assert taken.double(1).take().cube == Cube(4, owner=0)


def test_a_double_is_answered_before_anything_else() -> None:
    doubled = MatchScore(7).double(0)
    acts: list[Act] = [
        lambda score: score.double(0),
        lambda score: score.double(1),
        lambda score: score.win(0),
        lambda score: score.resign(1),
        lambda score: score.enter(0, 1),
        lambda score: score.penalty(0, 1),
    ]
    assert {refusal(lambda act=act: act(doubled)) for act in acts} == {"answer_due"}
    assert refusal(lambda: MatchScore(7).take()) == "no_double"
    assert refusal(lambda: MatchScore(7).drop()) == "no_double"


# the Crawford game


def test_the_crawford_game_is_the_first_after_a_side_needs_one_point() -> None:
    """To 3: 1-0, 2-0 and the Crawford game; it is lost (2-1), after it there is doubling again."""
    score = won(3, 0)
    assert not score.is_crawford
    score = score.win(0)
    assert (score.is_crawford, score.is_post_crawford) == (True, False)
    assert refusal(lambda: score.double(0)) == "crawford"
    assert refusal(lambda: score.double(1)) == "crawford"
    score = score.win(1)
    assert (score.is_crawford, score.is_post_crawford) == (False, True)
    assert score.double(1).take().win(1).winner == 1
    assert [game.is_crawford for game in score.games] == [False, False, True]


def test_at_2_all_to_3_there_is_no_second_crawford_game() -> None:
    """2-0, Crawford 2-1, then 2-2: both need a point, and neither game after it is Crawford."""
    score = won(3, 0, 0, 1, 1)
    assert score.score == (2, 2)
    assert (score.is_crawford, score.is_post_crawford) == (False, True)


def test_a_crawford_game_may_be_won_by_a_gammon() -> None:
    """To 5: a 2-cube gammon brings 4; the Crawford gammon of the other only 2, no cube in it."""
    score = MatchScore(5).double(0).take().win(0, "gammon").win(1, "gammon")
    assert score.score == (4, 2)
    assert score.is_post_crawford


def test_jumping_over_the_crawford_score_leaves_no_crawford_game() -> None:
    """To 5: 3-0 by a backgammon, then a 2-cube wins the match; nobody ever needed one point."""
    score = MatchScore(5).win(0, "backgammon").double(0).take().win(0)
    assert score.winner == 0
    assert not any(game.is_crawford for game in score.games)


def test_a_match_to_one_point_has_no_crawford_game_and_a_dead_cube() -> None:
    score = MatchScore(1)
    assert not score.is_crawford
    assert score.is_dead
    assert score.win(1).winner == 1


def test_unlimited_play_has_no_crawford_game_and_ends_by_the_clock() -> None:
    score = won(None, 0, 0, 0, 1)
    assert (score.needs, score.is_crawford, score.is_dead, score.is_over) == (
        None,
        False,
        False,
        False,
    )
    assert (score.time_up().winner, score.shown) == (0, (3, 1))


# the dead cube


def test_a_cube_is_dead_for_who_wins_the_match_by_a_single_game() -> None:
    """To 5 after the Crawford game at 4-1: a point is enough for 0, and 1 needs four."""
    score = MatchScore(5).double(0).take().win(0, "gammon").win(1)
    assert score.score == (4, 1)
    assert (score.is_dead_for(0), score.is_dead_for(1), score.is_dead) == (True, False, False)
    assert score.double(0).take().is_dead is False  # 1 owns it and needs four: 2 is not enough
    taken = score.double(1).take()
    assert taken.is_dead  # 0 owns it and needs one
    assert taken.double(0).take().cube.value == 4  # and is allowed to turn it all the same


def test_in_the_middle_a_cube_is_dead_only_when_it_is_for_both() -> None:
    """To 5 after the Crawford game: at 1-4 it is alive for 0 alone, at 4-4 for nobody."""
    score = MatchScore(5).double(1).take().win(1, "gammon").win(0)
    assert (score.score, score.is_dead) == ((1, 4), False)
    assert score.win(0, "backgammon").is_dead


# points only, bare scores, forfeits


def test_points_of_a_game_are_entered_without_the_cube() -> None:
    score = MatchScore(7).enter(1, 4)
    assert score.games == (MatchGame(1, 4, "points"),)
    assert score.enter(0, 1).score == (1, 4)
    assert refusal(lambda: score.enter(0, 0)) == "points_few"
    assert refusal(lambda: score.enter(0, 1000)) == "points_many"
    assert refusal(lambda: score.double(0).take().enter(0, 2)) == "cube_turned"


def test_points_beyond_the_length_are_kept_and_shown_as_the_length() -> None:
    score = MatchScore(5).enter(0, 4).enter(1, 3).double(1).take().win(1, "gammon")
    assert score.games[1].is_crawford
    assert (score.score, score.shown, score.needs) == ((4, 7), (4, 5), (1, 0))


def test_a_bare_final_score_has_one_winner() -> None:
    score = MatchScore(7).final(5, 7)
    assert (score.winner, score.score, score.shown) == (1, (5, 7), (5, 7))
    assert MatchScore(7).final(9, 0).shown == (7, 0)
    assert MatchScore(None).final(12, 12).winner is None
    assert MatchScore(None).final(12, 12).is_over


@pytest.mark.parametrize(
    ("a", "b", "code"),
    [
        (6, 5, "final_nobody"),
        (7, 7, "final_both"),
        (8, 9, "final_both"),
        (-1, 7, "points_negative"),
        (7, 1000, "points_many"),
        (7, 2, "final_below"),
    ],
)
def test_a_bare_final_score_that_cannot_be_is_refused(a: int, b: int, code: str) -> None:
    score = MatchScore(7).enter(1, 3)
    assert refusal(lambda: score.final(a, b)) == code


def test_a_forfeit_is_won_by_the_other_side_and_has_a_reason() -> None:
    score = MatchScore(7).enter(0, 2).double(0).forfeit(0, " left for the train ")
    assert (score.winner, score.is_over, score.score) == (1, True, (2, 0))
    assert score.end is not None
    assert score.end.reason == "left for the train"
    assert refusal(lambda: MatchScore(7).forfeit(0, "  ")) == "reason_missing"
    assert MatchScore(7).unfinished("x" * 200).is_over
    assert refusal(lambda: MatchScore(7).unfinished("x" * 201)) == "reason_long"


def test_an_unfinished_match_is_over_without_a_winner() -> None:
    score = MatchScore(7).enter(0, 6).unfinished("the hall closed")
    assert (score.winner, score.is_over, score.is_crawford) == (None, True, False)


def test_a_match_stopped_by_the_clock_goes_to_who_leads() -> None:
    assert won(7, 0, 0, 1).time_up().winner == 0
    assert won(7, 0, 1).time_up().winner is None


def test_nothing_follows_the_end() -> None:
    acts: list[Act] = [
        lambda score: score.double(0),
        lambda score: score.take(),
        lambda score: score.drop(),
        lambda score: score.win(0),
        lambda score: score.resign(0),
        lambda score: score.enter(0, 1),
        lambda score: score.penalty(0, 1),
        lambda score: score.final(7, 0),
        lambda score: score.forfeit(0, "late"),
        lambda score: score.unfinished("late"),
        lambda score: score.time_up(),
    ]
    ends = [
        won(1, 0),
        MatchScore(7).final(7, 0),
        MatchScore(7).forfeit(1, "ill"),
        MatchScore(7).unfinished("ill"),
        MatchScore(7).time_up(),
    ]
    for end in ends:
        assert {refusal(lambda act=act, end=end: act(end)) for act in acts} == {"match_over"}


# lateness


def test_penalty_points_are_the_opponents_and_bring_on_the_crawford_game() -> None:
    score = MatchScore(3).penalty(0, 2)
    assert (score.score, score.games, score.is_crawford) == ((0, 2), (), True)
    assert score.win(0, "gammon").score == (2, 2)
    assert MatchScore(3).penalty(1, 1).penalty(1, 1).score == (2, 0)


def test_penalty_points_do_not_win_a_match_and_come_between_games() -> None:
    assert refusal(lambda: MatchScore(3).penalty(0, 3)) == "penalty_wins"
    assert refusal(lambda: MatchScore(3).penalty(1, 2).penalty(1, 1)) == "penalty_wins"
    assert refusal(lambda: MatchScore(3).double(0).take().penalty(0, 1)) == "penalty_late"


def test_a_side_is_0_or_1_and_a_level_one_of_three() -> None:
    assert refusal(lambda: MatchScore(7).double(2)) == "side_unknown"
    assert refusal(lambda: MatchScore(7).win(-1)) == "side_unknown"
    assert refusal(lambda: MatchScore(7).win(0, "triple")) == "level_unknown"  # type: ignore[arg-type]


def test_every_sentence_has_its_parameters() -> None:
    error = MatchError("final_below", a=3, b=4)
    assert str(error) == "The games entered have brought 3 : 4 already."
    assert error == MatchError("final_below", a=3, b=4) != MatchError("final_below", a=3, b=5)
    assert {error, MatchError("final_below", a=3, b=4)} == {error}
    assert error != "final_below"
    assert all(text.endswith(".") for text in MESSAGES.values())


# whatever is played

games = st.lists(
    st.tuples(
        st.integers(0, 1), st.sampled_from(sorted(LEVELS)), st.lists(st.booleans(), max_size=3)
    ),
    min_size=40,
    max_size=40,
)
Games = list[tuple[int, Level, list[bool]]]


def play(score: MatchScore, plan: Games) -> list[MatchScore]:
    """Play a plan as far as the match goes: per game its winner, its level, and takes."""
    seen = [score]
    for winner, level, takes in plan:
        before = len(score.games)
        for take in takes:
            side = next((side for side in (0, 1) if score.may_double(side)), None)
            if side is None:
                break
            score = score.double(side)
            score = score.take() if take else score.drop()
            seen.append(score)
            if not take:
                break
        if len(score.games) == before:
            score = score.win(winner, level)
            seen.append(score)
        if score.is_over:
            break
    return seen


@given(length=st.integers(1, 20), plan=games)
def test_a_match_ends_with_one_winner_and_had_one_crawford_game_at_most(
    length: int, plan: Games
) -> None:
    seen = play(MatchScore(length), plan)
    end = seen[-1]
    a, b = end.score
    assert end.is_over
    assert len(end.games) <= 2 * length - 1
    assert (a >= length) != (b >= length)
    assert end.winner == int(b > a)
    assert sum(game.is_crawford for game in end.games) <= 1
    assert all(game.cube == 1 for game in end.games if game.is_crawford)
    assert all(not score.is_over for score in seen[:-1])


@given(length=st.integers(2, 20), plan=games)
def test_the_crawford_game_comes_when_and_only_when_a_side_first_needs_one(
    length: int, plan: Games
) -> None:
    end = play(MatchScore(length), plan)[-1]
    needed_one = False
    for index, game in enumerate(end.games):
        needs = MatchScore(length, end.games[:index]).needs
        assert needs is not None
        assert game.is_crawford == (1 in needs and not needed_one)
        needed_one = needed_one or 1 in needs
