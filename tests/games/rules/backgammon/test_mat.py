"""Match text: sixty real matches are replayed, written and read again; errors name their line."""

from functools import cache

import pytest

from games.rules.backgammon import (
    Doubled,
    Dropped,
    MatchRecord,
    RecordError,
    Resigned,
    Rolled,
    Took,
    play_text,
)
from games.rules.backgammon.mat import read_mat, write_mat
from tests.games.rules.backgammon.boards import real_matches

HEAD = """\
5 point match

 Game 1
 Ann : 0                         Bob : 0
"""
"""Four lines; rows begin at line 5."""


@cache
def record(name: str) -> MatchRecord:
    return read_mat(real_matches()[name])


def plays(match: MatchRecord) -> list[tuple[str, ...]]:
    """What a match is made of, whatever the order in which steps of a play were written."""
    return [
        (str(move.side), str(move.play and move.play.result))
        if isinstance(move, Rolled)
        else (type(move).__name__, str(move.side))
        for game in match.games
        for move in game.moves
    ]


@pytest.mark.thorough
def test_sixty_real_matches_are_legal_play_by_play() -> None:
    matches = [record(name) for name in real_matches()]
    assert len(matches) == 60
    assert sum(len(match.games) for match in matches) == 288
    assert sum(game.plies for match in matches for game in match.games) == 12_178
    for match in matches:
        for game in match.games:
            if game.how == "win":
                assert game.position.level is not None
            assert game.points > 0
            assert game.score[game.winner] + game.points <= match.length


@pytest.mark.thorough
def test_sixty_real_matches_are_written_and_read_again() -> None:
    for name in real_matches():
        match = record(name)
        again = read_mat(write_mat(match))
        assert (again.length, again.players, again.tags) == (
            match.length,
            match.players,
            match.tags,
        )
        assert plays(again) == plays(match)
        assert [(one.winner, one.points, one.score) for one in again.games] == [
            (one.winner, one.points, one.score) for one in match.games
        ]


def game_of(rows: str, length: int = 5) -> MatchRecord:
    return read_mat(HEAD.replace("5 point", f"{length} point") + rows)


WON = """\
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2                Drops
      Wins 1 point
"""


def test_a_game_dropped_by_the_right_player() -> None:
    [game] = game_of(WON).games
    assert (game.plies, game.winner, game.points, game.how) == (2, 0, 1, "drop")
    assert [type(move) for move in game.moves] == [Rolled, Rolled, Doubled, Dropped]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: "\ufeff" + text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "  \n"),
        lambda text: "\n\n; a comment\n" + text + "\n   \n  9)   \n\n",
        lambda text: text.replace(" point", " Points"),
        lambda text: text.replace("8/5 6/5 ", "8/5  6/5"),
        lambda text: text.replace("31:", "13:").replace("24/14", "24/18/14"),
        lambda text: text.replace("Doubles =>", "doubles =>"),
    ],
)
def test_line_ends_marks_blanks_and_capitals_do_not_matter(change) -> None:  # type: ignore[no-untyped-def]
    expected = read_mat(HEAD + WON)
    for content in (change(HEAD + WON), change(HEAD + WON).encode()):
        found = read_mat(content)
        assert (found.length, found.players) == (expected.length, expected.players)
        assert [(one.plies, one.position) for one in found.games] == [
            (one.plies, one.position) for one in expected.games
        ]


def test_the_right_player_may_begin() -> None:
    [game] = game_of(
        "  1)                             31: 8/5 6/5\n"
        "  2) 64: 24/14                    Doubles => 2\n"
        "  3)  Drops                       Wins 1 point\n"
    ).games
    assert (game.winner, game.moves[0].side) == (1, 1)


def test_a_dance_is_an_empty_cell_or_words() -> None:
    rows = (
        "  1) 66: 24/18(2) 13/7(2)        31: 8/5 6/5\n"
        "  2) 11: {dance}\n"
        "  3)                              Wins 1 point\n"
    )
    with pytest.raises(RecordError) as caught:
        game_of(rows.format(dance="Cannot Move"))
    assert (caught.value.code, caught.value.line) == ("play_empty", 6)
    # an empty cell where something could be played is fine before the game's end only
    assert game_of(rows.format(dance="")).games[0].plies == 3
    with pytest.raises(RecordError) as caught:
        game_of(rows.format(dance="                         64: 24/14"))
    assert (caught.value.code, caught.value.line) == ("play_empty", 6)


def test_a_play_that_was_not_recorded_leaves_the_board() -> None:
    [game] = game_of("  1) 31: 8/5 6/5                 64: ????\n      Wins 1 point\n").games
    assert game.plies == 2
    assert game.moves[1] == Rolled(1, (6, 4), None)
    [before] = game_of("  1) 31: 8/5 6/5                  Wins 1 point\n").games[:1]
    assert before.position.flipped() == game.position


def test_a_win_is_capped_at_the_points_needed() -> None:
    rows = (
        "  1) 31: 8/5 6/5                  Doubles => 2\n"
        "  2)  Takes                      64: 24/14\n"
        "      Wins {points} points and the match\n"
    )
    for points in (1, 2, 4, 6):
        [game] = game_of(rows.format(points=points), length=1).games
        assert game.points == 1
    [game] = game_of(rows.format(points=4)).games
    assert (game.points, game.moves[-1]) == (4, Resigned(1, "gammon"))
    with pytest.raises(RecordError) as caught:
        game_of(rows.format(points=3))
    assert (caught.value.code, caught.value.line) == ("points_wrong", 7)


def test_the_match_may_be_given_to_who_stays() -> None:
    [game] = game_of("  1) 31: 8/5 6/5\n      Wins 5 points and the match\n").games
    assert (game.points, game.how) == (5, "resign")


def test_beavers_in_unlimited_play() -> None:
    rows = (
        "  1) 31: 8/5 6/5                  Doubles => 2\n"
        "  2)  Beavers => 4                Takes\n"
        "  3)                             64: 24/14\n"
        "      Wins 4 points\n"
    )
    [game] = game_of(rows, length=0).games
    assert game.moves[1:4] == (Doubled(1, 2), Doubled(0, 4), Took(1))
    again = read_mat(write_mat(game_of(rows, length=0)))
    assert again.length == 0
    assert again.games[0].moves == game.moves
    with pytest.raises(RecordError) as caught:
        game_of(rows)
    assert (caught.value.code, caught.value.line) == ("beaver_match", 6)


def test_a_session_may_say_that_it_is_unlimited() -> None:
    assert read_mat((HEAD + WON).replace("5 point match", "Unlimited match")).length == 0


def test_automatic_doubles_show_in_the_first_double_of_unlimited_play() -> None:
    rows = WON.replace("=> 2", "=> 4").replace("Wins 1", "Wins 2")
    assert game_of(rows, length=0).games[0].points == 2
    with pytest.raises(RecordError) as caught:
        game_of(rows)
    assert caught.value.code == "cube_value"


def test_several_games_have_their_scores() -> None:
    second = WON.join(["\n Game 2\n Ann : 1        Bob : 0\n", ""])
    match = read_mat(HEAD + WON + second)
    assert [game.score for game in match.games] == [(0, 0), (1, 0)]


def test_a_file_may_begin_with_a_later_game() -> None:
    [game] = read_mat((HEAD + WON).replace("Ann : 0", "Ann : 3")).games
    assert game.score == (3, 0)
    assert game.is_crawford is False


def test_the_crawford_game_has_no_double_unless_the_file_says_so() -> None:
    text = (HEAD + WON + WON.join([" Game 2\n Ann : 1        Bob : 0\n", ""])).replace("5 p", "2 p")
    match = read_mat(text)
    [bad] = match.unread
    assert (len(match.games), bad.number, bad.error.code, bad.error.line) == (1, 2, "crawford", 11)
    free = read_mat('; [Crawford "Off"]\n' + text)
    assert (len(free.games), free.with_crawford, free.tags) == (2, False, ())
    assert read_mat(write_mat(free)) == free


def test_tags_are_kept() -> None:
    match = read_mat('; [Site "Club \\"A\\""]\n; [Round ""]\n; remark\n' + HEAD + WON)
    assert match.tags == (("Site", 'Club \\"A\\"'), ("Round", ""))
    assert read_mat(write_mat(match)).tags == match.tags


def test_names_have_spaces_and_letters_of_every_alphabet() -> None:
    text = (HEAD + WON).replace("Ann", "Ann: Lee ツ").replace("Bob", "Jörg von 3")
    assert read_mat(text.encode()).players == ("Ann: Lee ツ", "Jörg von 3")
    assert read_mat(text.replace("ツ", "é").encode("latin-1")).players[0] == "Ann: Lee é"
    assert read_mat(text.encode("utf-16")).players == ("Ann: Lee ツ", "Jörg von 3")
    odd = read_mat(text)
    names = ("; x : 1", "")
    written = read_mat(write_mat(MatchRecord(5, names, odd.games)))
    assert written.players == ("x : 1", "?")


GOOD = HEAD + WON


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "length_missing"),
        ("\n\n", 1, "length_missing"),
        ("hello\n", 1, "length_missing"),
        ('; [Site "x"]\n', 1, "length_missing"),
        (" Game 1\n", 1, "length_missing"),
        ("5 point match\n", 1, "game_missing"),
        ("5 point match\nhello\n", 2, "game_missing"),
        ("65 point match\n", 1, "length_invalid"),
        ("5 point match\n7 point match\n", 2, "length_twice"),
        ("5 point match\n Game 1\n", 2, "game_unfinished"),
        ("5 point match\n Game 1\n  1) 31: 8/5 6/5\n", 3, "score_missing"),
        ("5 point match\n Game 1\n Ann : 5   Bob : 0\n", 3, "match_over"),
        (HEAD, 4, "game_unfinished"),
        (GOOD.replace("8/5", "8/4"), 5, "turn_complete"),
        (GOOD.replace("8/5 6/5", "8/5"), 5, "steps_missing"),
        (GOOD.replace("31:", "37:"), 5, "die_invalid"),
        (GOOD.replace("31:", "311:"), 5, "die_invalid"),
        (GOOD.replace("24/14", "24/"), 5, "step_malformed"),
        (GOOD.replace("24/14", "24/14*"), 5, "play_no_hit"),
        (GOOD.replace("24/14", ""), 5, "play_empty"),
        (GOOD.replace("31: 8/5 6/5", "what      "), 5, "line_unknown"),
        (GOOD.replace("31: 8/5 6/5", " Takes     "), 5, "waits_opening"),
        (GOOD.replace("Doubles => 2", "Doubles => 3"), 6, "cube_value"),
        (GOOD.replace("Doubles => 2", "Doubles => x"), 6, "cell_unknown"),
        (GOOD.replace("Drops", "Doubles => 4"), 6, "beaver_match"),
        (GOOD.replace("Wins 1", "Wins 2"), 7, "points_wrong"),
        (GOOD.replace("Wins 1 point", "Wins a point"), 7, "cell_unknown"),
        (GOOD.replace("      Wins", " " * 34 + "Wins"), 7, "winner_wrong"),
        (GOOD + " 3) 31: 8/5 6/5\n", 8, "game_over"),
        (GOOD.replace("Drops\n", "Drops\n  3) 31: 8/5 6/5\n"), 7, "game_over"),
        (
            GOOD.replace("  2)  Doubles", "  2) 66: 24/18(2) 13/7(2)\n  3)  Doubles"),
            7,
            "turn_wrong",
        ),
        (GOOD + "\0", 1, "encoding"),
    ],
)
def test_a_text_that_is_no_match_is_refused_with_line_and_reason(
    text: str, line: int, code: str
) -> None:
    with pytest.raises(RecordError) as caught:
        read_mat(text)
    assert (caught.value.line, caught.value.code) == (line, code), str(caught.value)
    assert str(caught.value)


def test_wherever_a_file_is_cut_off_it_is_read_or_refused() -> None:
    whole = real_matches()["galaxy001.txt"]
    for end in range(0, len(whole), 211):
        lines = whole[:end].count(b"\n") + 1
        try:
            games = read_mat(whole[:end]).games
        except RecordError as error:
            refused_at = error.line
        else:
            refused_at = lines
            finished = tuple(game for game in games if game.is_finished)
            assert len(games) <= len(finished) + 1
            assert finished == record("galaxy001.txt").games[: len(finished)]
        assert 1 <= refused_at <= lines


def test_the_plays_of_a_record_have_a_text() -> None:
    [game] = game_of(WON).games
    [first, second] = [move.play for move in game.moves if isinstance(move, Rolled)]
    assert first is not None
    assert second is not None
    assert (play_text(first), play_text(second)) == ("8/5 6/5", "24/14")
