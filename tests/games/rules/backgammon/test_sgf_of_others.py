"""Game trees as other programs write them: cubes, rules, results, letters, and bad ones."""

import pytest

from games.rules.backgammon import RecordError
from games.rules.backgammon.sgf import read_sgf, write_sgf

MOVES = ";W[31hefe]\n;B[64aggk]\n"
DROPPED = MOVES + ";W[double];B[drop]"


def tree(length=5, score=(0, 0), more="RU[Crawford]", result="W+1R", moves=MOVES):
    a, b = score
    said = f"RE[{result}]" if result else ""
    return (
        f"(;FF[4]GM[6]MI[length:{length}][game:0][ws:{a}][bs:{b}]PW[Ann]PB[Bob]{more}{said}\n"
        f"{moves})\n"
    )


def games(*trees):
    return read_sgf("".join(trees)).games


@pytest.mark.parametrize("cube", [1, 2, 4])
@pytest.mark.parametrize(("times", "moves"), [(1, MOVES), (2, MOVES), (3, MOVES), (1, DROPPED)])
def test_automatic_doubles_are_what_the_cube_shows_at_the_root(cube, times, moves):
    text = tree(0, (0, 0), f"CV[{cube}]", f"W+{cube * times}R", moves)
    (found,) = games(text)
    assert (found.points, found.cube, found.winner) == (cube * times, cube, 0)
    (again,) = read_sgf(write_sgf(read_sgf(text))).games
    assert again == found


def test_a_single_game_at_two_is_no_gammon_at_one():
    (single,) = games(tree(0, (0, 0), "CV[2]", "W+2R"))
    (gammon,) = games(tree(0, (0, 0), "", "W+2R"))
    assert [one.moves[-1].level for one in (single, gammon)] == ["single", "gammon"]


@pytest.mark.parametrize(
    "text",
    [
        tree(0, (0, 0), "CV[2]", "W+1R"),
        tree(0, (0, 0), "CV[3]", "W+3R"),
        tree(5, (0, 0), "CV[2]RU[Crawford]", "W+2R"),
        tree(5, (0, 0), "CP[b]RU[Crawford]", "W+1R"),
        tree(5, moves=";W[31hefe]\n;CP[w]\n;B[64aggk]"),
        tree(5, moves=";W[31hefe]\n;CV[4]\n;B[64aggk]"),
    ],
)
def test_a_cube_that_is_elsewhere_than_the_game_has_it_is_refused(text):
    with pytest.raises(RecordError) as refused:
        read_sgf(text)
    assert refused.value.code in ("set_up", "points_wrong")


@pytest.mark.parametrize(
    ("rules", "with_crawford"),
    [
        ("RU[Crawford]", True),
        ("RU[Crawford:CrawfordGame]", True),
        ("RU[Crawford][CrawfordGame]", True),
        ("", False),
        ("RU[Jacoby]", False),
        ("RU[]", False),
    ],
)
def test_a_match_is_with_crawford_if_its_rules_say_so(rules, with_crawford):
    brink = tree(3, (2, 0), rules.replace("]", ":CrawfordGame]", 1) if with_crawford else rules)
    text = tree(3, (0, 0), rules.replace(":CrawfordGame", ""), "W+2R") + brink.replace(
        MOVES, DROPPED
    ).replace("RE[W+1R]", "RE[W+1]")
    found = read_sgf(text)
    assert found.with_crawford is with_crawford
    assert [one.error.code for one in found.unread] == (["crawford"] if with_crawford else [])
    again = write_sgf(found)
    assert ("RU[" in again) is with_crawford
    assert read_sgf(again).games == found.games


@pytest.mark.parametrize("length", [0, 1, 5])
@pytest.mark.parametrize("side", ["W", "B"])
@pytest.mark.parametrize(
    ("how", "of_match"),
    [
        *[(how, False) for how in ("R", "Resign", "resign", "")],
        *[(how, True) for how in ("F", "Forfeit", "T", "Time", "time")],
    ],
)
def test_a_result_without_points(length, side, how, of_match):
    """Who gives up loses a single game; who is gone or out of time loses the match."""
    (found,) = games(tree(length, result=f"{side}+{how}"))
    points = length if of_match and length else 1
    assert (found.winner, found.points, found.how) == ("WB".index(side), points, "resign")


@pytest.mark.parametrize("how", ["R", "F", "Time"])
@pytest.mark.parametrize("points", [1, 2, 3])
def test_the_next_game_says_how_many_points_it_was(how, points):
    found = games(tree(7, result=f"B+{how}"), tree(7, (0, points)))
    assert [one.points for one in found] == [points, 1]


@pytest.mark.parametrize("result", ["", "?", "Void", "0"])
def test_a_last_game_that_was_not_finished_is_shown_so(result):
    found = read_sgf(tree() + tree(score=(1, 0), result=result))
    assert [one.points for one in found.games] == [1, 0]
    text = write_sgf(found)
    assert text.count("RE[") == 1
    assert read_sgf(text) == found


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
def test_names_come_in_the_letters_of_other_programs(encoding):
    text = tree().replace("[Ann]", "[Rory O’Brien]").replace("[Bob]", "[Zoë]").replace("\n", "\r\n")
    assert read_sgf(text.encode(encoding)).players == ("Rory O’Brien", "Zoë")


def test_text_around_trees_is_left_out():
    text = tree() + "Then we had tea (and cake).\n" + tree(score=(1, 0))
    mail = f"From: Ann\n\nHere it is (the match; both games):\n\n{text}\n-- \nAnn ;-)\n"
    assert read_sgf(mail) == read_sgf(text) == read_sgf(tree() + tree(score=(1, 0)))


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (("31hefe", "31hefd"), "number_missing"),
        (("[31hefe]", "31hefe]"), "tree_malformed"),
        ((")\n", "\n"), "tree_open"),
        (("RE[W+1R]", "RE[W+5]"), "points_wrong"),
        (("RE[W+1R]", "RE[who?]"), "property_malformed"),
        (("RE[W+1R]", ""), "game_unfinished"),
        (("length:9", "length:7"), "length_twice"),
        (("[Ann]", "[Eve]"), "names_changed"),
        (("GM[6]", "GM[1]"), "game_other"),
        (("GM[6]", "GM[6]AW[a]"), "set_up"),
        (("RU[Crawford]", "RU[Crawford:Nackgammon]"), "variant_other"),
    ],
)
def test_each_game_of_three_may_be_the_bad_one(place, wrong, code):
    """The first game says how long the match is and how its players are called."""
    trees = [tree(9, (0, 0)), tree(9, (1, 0)), tree(9, (2, 0))]
    assert wrong[0] in trees[place]
    trees[place] = trees[place].replace(*wrong)
    found = read_sgf("".join(trees))
    if (code, place) == ("game_unfinished", 2):
        assert [one.is_finished for one in found.games] == [True, True, False]
    elif place == 0 and code in ("length_twice", "names_changed"):
        assert found.numbers == (1,)
    else:
        assert [(one.number, one.error.code) for one in found.unread] == [(place + 1, code)]
        assert len(found.games) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (tree(more="RU[Nackgammon]"), "another variant of backgammon: Nackgammon."),
        (tree(more="RU[Crawford:Hypergammon3]"), "another variant of backgammon: Hypergammon3."),
        ("(;GM[1]SZ[19];B[aa])", "another game than backgammon: Go."),
        ("(;GM[3])", "another game than backgammon: Chess."),
    ],
)
def test_other_games_are_named_in_the_refusal(text, sentence):
    with pytest.raises(RecordError) as refused:
        read_sgf(text)
    assert str(refused.value).endswith(sentence)


@pytest.mark.thorough
def test_many_broken_trees_do_not_take_long():
    for text in (
        "(;FF[4]\n" * 4_000,
        "(;)" * 4_000,
        "(;FF[4]GM[6]\n;W[zz])\n" * 2_000,
        "\n" * 500_000,
    ):
        with pytest.raises(RecordError):
            read_sgf(text)
