"""Match ID and XGID: what other programs write is read, and comes back; nonsense is refused."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.backgammon import (
    BLACK,
    START,
    WHITE,
    Game,
    Options,
    Position,
    PositionError,
    game_from_ids,
    game_from_xgid,
    legal_plays,
    match_id,
    xgid,
)
from games.rules.backgammon.match_id import score_at
from games.rules.backgammon.match_score import Cube, MatchScore
from tests.games.rules.backgammon.boards import ROLLS, positions


def playing(score: MatchScore, turn: int = WHITE, **changes: object) -> Game:
    return replace(Game(score, Options(cube_limit=None)), turn=turn, **changes)  # type: ignore[arg-type]


def test_the_example_of_the_manual() -> None:
    # 9 points, 2 : 4, player 0 holds a 2-cube, player 1 has rolled 52
    score = replace(score_at(9, (2, 4), is_crawford=False), cube=Cube(2, owner=WHITE))
    game = playing(score, BLACK).rolls(5, 2)
    assert match_id(game) == "QYkqASAAIAAA"
    assert game_from_ids("4HPwATDgc/ABMA", "QYkqASAAIAAA") == game


def test_a_game_before_its_opening() -> None:
    game = game_from_ids("4HPwATDgc/ABMA", "MAAAAAAAAAAA")
    assert (game.phase, game.score.length) == ("opening", None)
    assert match_id(game) == "MAAAAAAAAAAA"


@pytest.mark.parametrize(
    ("text", "roll", "turn", "length"),
    [
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:7:3", (6, 4), WHITE, 7),
        ("-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:3:0:10", (3, 1), BLACK, None),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:0:1:3:10\n", None, WHITE, 3),
    ],
)
def test_xgids_of_other_programs(
    text: str, roll: tuple[int, int] | None, turn: int, length: int | None
) -> None:
    game = game_from_xgid(text)
    assert (game.roll, game.turn, game.score.length) == (roll, turn, length)
    assert game.position == START
    assert xgid(game).removeprefix("XGID=") == text.strip().removeprefix("XGID=")


def test_white_is_the_lower_player_with_capital_letters() -> None:
    position = Position.of([0, 2] + [0] * 22 + [1], [3] + [0] * 23 + [1])
    text = xgid(playing(MatchScore(None), position=position))
    assert text.split(":")[0] == "XGID=a-B---------------------cA"
    assert game_from_xgid(text).position == position
    other = xgid(playing(MatchScore(None), BLACK, position=position))
    assert other.split(":")[0] == "XGID=aC---------------------b-A"


games = st.builds(
    lambda position, turn, score, roll: (
        playing(score, turn, position=position).rolls(*roll)
        if roll and legal_plays(position, roll)
        else playing(score, turn, position=position)
    ),
    positions(),
    st.sampled_from([WHITE, BLACK]),
    st.sampled_from(
        [
            MatchScore(None),
            MatchScore(None, cube=Cube(4, owner=BLACK)),
            score_at(7, (3, 5), is_crawford=False),
            score_at(7, (3, 6), is_crawford=True),
            score_at(7, (6, 3), is_crawford=False),
            replace(score_at(64, (0, 63), is_crawford=False), cube=Cube(64, owner=WHITE)),
        ]
    ),
    st.sampled_from([None, *ROLLS]),
)


@settings(max_examples=60)
@given(games)
def test_a_game_comes_back_from_its_ids(game: Game) -> None:
    assert game_from_ids(game.position.id, match_id(game)) == game
    again = game_from_xgid(xgid(game))
    assert xgid(again) == xgid(game)
    assert (again.position, again.turn, again.roll) == (game.position, game.turn, game.roll)
    assert again.score == game.score


def test_doubles_animals_and_resignations_wait_in_an_id() -> None:
    money = playing(MatchScore(None), options=Options(cube_limit=None, animals=-1))
    offered = money.double(WHITE)
    beaver, raccoon = offered.beaver(), offered.beaver().beaver()
    assert [xgid(one).split(":")[4] for one in (offered, beaver, raccoon)] == ["D", "B", "R"]
    for game in (offered, beaver, raccoon):
        assert game_from_xgid(xgid(game)) == game
    for game in (offered, beaver):
        assert game_from_ids(game.position.id, match_id(game)).score == game.score
    resigned = playing(MatchScore(5)).resign(BLACK, "gammon")
    assert game_from_ids(resigned.position.id, match_id(resigned)).offer == resigned.offer


@pytest.mark.parametrize(
    ("position", "match", "code"),
    [
        ("4HPwATDgc/ABM", "QYkqASAAIAAA", "id_length"),
        ("4HPwATDgc/ABMA", "QYkqASAAIAA", "match_id_length"),
        ("4HPwATDgc/ABMA", "QYkqASAAIA=A", "match_id_malformed"),
        ("4HPwATDgc/ABMA", "QYkqASAAIAB/", "match_id_malformed"),
        ("4HPwATDgc/ABMA", "YYkqASAAIAAA", "match_id_malformed"),  # owner 2
        ("4HPwATDgc/ABMA", "QYkqgSAAIAAA", "match_id_malformed"),
        ("4HPwATDgc/ABMA", "QYkvASAAIAAA", "match_id_malformed"),  # dice 5 and 7
        ("4HPwATDgc/ABMA", "AAIAAAAAAAAA", "id_over"),
        ("AAAAAAAAAAAAAA", "QYkqASAAIAAA", "id_over"),
    ],
)
def test_ids_that_describe_no_game_are_refused(position: str, match: str, code: str) -> None:
    with pytest.raises(PositionError) as caught:
        game_from_ids(position, match)
    assert caught.value.code == code
    assert str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "XGID=",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:7",
        "XGID=-b----E-C---eE---c-e----B:0:0:1:64:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----BB:0:0:1:64:0:0:0:7:10",
        "XGID=Ab----E-C---eE---c-e----A-:0:0:1:64:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:0:64:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:2:1:64:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:16:0:1:64:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:67:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:7:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:1:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:2:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:-1:1:D:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:99:10",
        "XGID=--------------------------:0:0:1:00:0:0:0:0:10",
    ],
)
def test_what_is_no_xgid_is_refused(text: str) -> None:
    with pytest.raises(PositionError) as caught:
        game_from_xgid(text)
    assert caught.value.code in {"xgid_malformed", "id_over", "checkers_many"}
    assert str(caught.value)
