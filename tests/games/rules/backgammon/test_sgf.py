"""Game trees: sixty real matches are written and read again; errors name their line."""

import pytest

from games.rules.backgammon import (
    Doubled,
    GameError,
    MatchRecord,
    RecordError,
    Rolled,
    Took,
    play_text,
)
from games.rules.backgammon.mat import read_mat
from games.rules.backgammon.sgf import read_sgf, write_sgf
from tests.games.rules.backgammon.boards import real_matches

HEAD = "(;FF[4]GM[6]AP[GNU Backgammon:1.06]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]"
GAME = (
    HEAD
    + "RU[Crawford]RE[W+1]\n;W[31hefe]\n;B[64aggk]C[a ; comment \\] (]\n;W[double]\n;B[drop])\n"
)


@pytest.mark.parametrize("name", list(real_matches())[::12])
def test_real_matches_are_written_and_read_again(name: str) -> None:
    match = read_mat(real_matches()[name])
    text = write_sgf(match)
    again = read_sgf(text.encode())
    assert (again.length, again.players) == (match.length, match.players)
    assert dict(again.tags).items() <= dict(match.tags).items()
    assert [(one.score, one.winner, one.points, one.how, one.position) for one in again.games] == [
        (one.score, one.winner, one.points, one.how, one.position) for one in match.games
    ]
    assert write_sgf(again) == text


def test_the_examples_of_the_format() -> None:
    """W[31hefe] is 8/5 6/5, B[61yg] bar/18, W[66fzezdzcz] bears off four."""
    [game] = read_sgf(GAME).games
    assert (game.winner, game.points, game.how, game.plies) == (0, 1, "drop", 2)
    first, second = [move for move in game.moves if isinstance(move, Rolled)]
    assert first.play is not None
    assert second.play is not None
    assert (play_text(first.play), play_text(second.play)) == ("8/5 6/5", "24/14")


def test_a_beaver_is_a_double_in_answer() -> None:
    text = (
        "(;GM[6]PW[Ann]PB[Bob]RE[W+4R];B[31rupqtt]".replace("rupqtt", "qtst")
        + ";W[double];B[double];W[take];W[66])"
    )
    [game] = read_sgf(text).games
    assert game.moves[1:4] == (Doubled(0, 2), Doubled(1, 4), Took(0))
    assert read_sgf(write_sgf(MatchRecord(0, ("Ann", "Bob"), (game,)))).games == (game,)


def test_only_the_first_variation_is_read_and_analyses_are_left_out() -> None:
    text = HEAD + "RE[B+1R];W[31hefe]A[0][hefe ver 3](;B[64aggk])(;B[64ahah]C[no])(;B[64]))"
    [game] = read_sgf(text).games
    assert (game.plies, game.winner, game.how) == (2, 1, "resign")


def test_several_trees_are_several_games() -> None:
    second = GAME.replace("[ws:0]", "[ws:1]").replace("[game:0]", "[game:1]")
    match = read_sgf(GAME + "\r\n" + second)
    assert [game.score for game in match.games] == [(0, 0), (1, 0)]


def test_without_a_result_the_game_says_who_won() -> None:
    [game] = read_sgf(GAME.replace("RE[W+1]", "")).games
    assert (game.winner, game.points) == (0, 1)


def test_names_with_brackets_come_back() -> None:
    [game] = read_sgf(GAME).games
    names = ("Ann ]\\: [x]", "Jörg ツ")
    assert read_sgf(write_sgf(MatchRecord(5, names, (game,)))).players == names


def test_a_play_that_was_not_recorded_has_no_sign() -> None:
    text = "5 point match\n Game 1\n A : 0    B : 0\n 1) 31: ????   {}\n      Wins 1 point\n"
    assert read_sgf(write_sgf(read_mat(text.format("")))).games[0].plies == 1
    with pytest.raises(GameError) as caught:
        write_sgf(read_mat(text.format("64: 24/14")))
    assert caught.value.code == "play_lost"


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "game_missing"),
        ("hello", 1, "game_missing"),
        ("(", 1, "game_missing"),
        ("()", 1, "game_missing"),
        (")", 1, "game_missing"),
        ("(;GM[6]\n;W[31hefe]", 2, "tree_open"),
        ("(;GM[6]\n;W[31hefe", 2, "tree_malformed"),
        ("(;GM[6](;W[31hefe]);B[64aggk])", 1, "tree_malformed"),
        ("(;GM[1])", 1, "game_other"),
        ("(;GM[99])", 1, "not_backgammon"),
        ("(;FF[4])", 1, "not_backgammon"),
        (GAME.replace("GM[6]", "GM[6]AW[a]"), 1, "set_up"),
        (GAME.replace("31hefe", "31hefd"), 2, "number_missing"),
        (GAME.replace("31hefe", "31he"), 2, "steps_missing"),
        (GAME.replace("31hefe", "31hef"), 2, "property_malformed"),
        (GAME.replace("31hefe", "37hefe"), 2, "property_malformed"),
        (GAME.replace("31hefe", "31"), 2, "play_empty"),
        (GAME.replace(";B[64", ";W[64"), 3, "turn_wrong"),
        (GAME.replace("[double]", "[take]"), 4, "waits_roll"),
        (GAME.replace("[drop]", "[double]"), 5, "beaver_match"),
        (GAME.replace("drop])", "drop];W[31hefe])"), 5, "game_over"),
        (GAME.replace("RE[W+1]", "RE[W+2]"), 5, "points_wrong"),
        (GAME.replace("RE[W+1]", "RE[B+1]"), 5, "winner_wrong"),
        (GAME.replace("RE[W+1]", "RE[who?]"), 1, "property_malformed"),
        (GAME.replace("length:5", "length:99"), 1, "length_invalid"),
        (GAME.replace("ws:0", "ws:5"), 1, "match_over"),
        (GAME + "\0", 1, "encoding"),
    ],
)
def test_a_text_that_is_no_match_is_refused_with_line_and_reason(
    text: str, line: int, code: str
) -> None:
    with pytest.raises(RecordError) as caught:
        read_sgf(text)
    assert (caught.value.line, caught.value.code) == (line, code), str(caught.value)
    assert str(caught.value)


def test_nothing_is_too_deep() -> None:
    with pytest.raises(RecordError):
        read_sgf("(;GM[6]" * 5_000)
