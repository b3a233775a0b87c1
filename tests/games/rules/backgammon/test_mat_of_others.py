"""Match text as other programs write it: endings, names, letters, text around, and a bad game."""

import pytest

from games.rules.backgammon import Doubled, Dropped, RecordError, Resigned
from games.rules.backgammon.mat import read_mat, write_mat

PLAYED = "  1) 31: 8/5 6/5                 64: 24/14\n"
LEFT, RIGHT = " " * 6, " " * 38
"""Before a result of the left and of the right player."""


def match(length, score, *games, tags=""):
    """A file whose games begin at these scores; each game is its rows."""
    scores = [score, *(game[0] for game in games[1:])] if games else [score]
    text = f"{tags} {length} point match\n"
    for number, (rows, (a, b)) in enumerate(zip([game[1] for game in games], scores, strict=True)):
        text += f"\n Game {number + 1}\n Ann : {a}                         Bob : {b}\n{rows}"
    return text


def game(length, score, rows, tags=""):
    """The only game of a file."""
    (found,) = read_mat(match(length, score, (score, rows), tags=tags)).games
    return found


def outcome(found):
    return found.winner, found.points, found.how


TURNED = PLAYED + "  2)  Doubles => 2                Takes\n"
BIG = TURNED + "  3) 21: 13/10                    Doubles => 4\n  4)  Takes\n"

SAID = [
    # length, score before, rows, what is said, points counted, or None where it cannot be
    *[(3, (0, 1), TURNED, f"{RIGHT}Wins {n} point and the match", 2) for n in (2, 3, 4, 100)],
    *[(3, (0, 1), TURNED, f"{RIGHT}Wins {n} points", 2) for n in (2, 3, 1004)],
    (3, (0, 1), TURNED, f"{RIGHT}Wins", 2),
    (3, (0, 1), TURNED, f"{RIGHT}Wins and the match", 2),
    (3, (0, 1), TURNED, f"{RIGHT}Wins 1 point", None),
    # a match that somebody left
    *[(7, (2, 4), PLAYED, f"{LEFT}Wins {n} points and the match", 5) for n in (5, 7, 100, 1004)],
    (7, (2, 4), PLAYED, f"{LEFT}Wins 4 points", None),
    (7, (2, 4), PLAYED, f"{LEFT}Wins and the match", 5),
    # double match point, where a cube means nothing
    *[(5, (4, 4), PLAYED, f"{LEFT}Wins {n} point and the match", 1) for n in (1, 2, 3, 5)],
    *[(5, (4, 4), TURNED, f"{RIGHT}Wins {n} points", 1) for n in (1, 2, 5)],
    # unlimited play: single, gammon and backgammon, times what the cube may have begun at
    *[(0, (0, 0), PLAYED, f"{LEFT}Wins {n} points", n) for n in (1, 2, 3, 4, 6, 64)],
    *[(0, (0, 0), PLAYED, f"{LEFT}Wins {n} points", None) for n in (5, 7, 100, 1004)],
    *[(0, (3, 9), TURNED, f"{RIGHT}Wins {n} points", n) for n in (2, 4, 6)],
    *[(0, (3, 9), TURNED, f"{RIGHT}Wins {n} points", None) for n in (1, 3, 8)],
    *[(0, (3, 9), BIG, f"{RIGHT}Wins {n} points", n) for n in (4, 8, 12)],
]


@pytest.mark.parametrize(("length", "score", "rows", "said", "points"), SAID)
def test_a_result_is_what_the_game_can_bring_or_ends_the_match(length, score, rows, said, points):
    winner = int(said.startswith(RIGHT))
    if points is not None:
        found = game(length, score, f"{rows}{said}\n")
        assert outcome(found) == (winner, points, "resign")
        return
    with pytest.raises(RecordError) as refused:
        game(length, score, f"{rows}{said}\n")
    assert refused.value.code == "points_wrong"
    assert refused.value.line == 4 + rows.count("\n") + 1


ROWS = [
    ("Doubles => 2                Drops", "      Wins 1 point", (0, 1, "drop")),
    ("Doubles => 2                Drops", "", (0, 1, "drop")),
    ("Doubles => 2                Drops", "      Wins", (0, 1, "drop")),
    ("Doubles => 2                Drops", "      Wins 1 point   Losses 1 point", (0, 1, "drop")),
    ("Doubles => 2", "  3)  Wins 1 point                Losses 1 point", (0, 1, "drop")),
    ("Doubles => 2", f"{RIGHT}Wins 1 point", (1, 1, "resign")),
    ("Doubles => 2", "  3)  Losses 1 point              Wins 1 point", (1, 1, "resign")),
    ("Doubles => 2", f"{RIGHT}Wins 2 points", (1, 2, "resign")),
    ("Doubles => 2", "  3)  Losses 1 point", (1, 1, "resign")),
    ("52: 13/8 13/11              Concedes", "      Wins 1 point", (0, 1, "resign")),
    ("52: 13/8 13/11              Concedes", "      Wins 2 points", (0, 2, "resign")),
    ("52: 13/8 13/11              Concedes", "", (0, 1, "resign")),
    ("Concedes", f"{RIGHT}Wins 1 point", (1, 1, "resign")),
    (" Concedes                   Wins 1 point", "", (1, 1, "resign")),
    ("52: 13/8 13/11              Drops", "      Wins 1 point", (0, 1, "resign")),
    ("52: 13/8 13/11              Passes", "      Wins 3 points", (0, 3, "resign")),
    ("52:                         Drops", "      Wins 1 point", (0, 1, "resign")),
    ("52: 13/8 13/11              00: ????", "      Wins 1 point", (0, 1, "resign")),
    ("00: ????", f"{RIGHT}Wins 1 point", (1, 1, "resign")),
    ("00: ????                    Wins 1 point", "", (1, 1, "resign")),
]


@pytest.mark.parametrize(("row", "result", "expected"), ROWS)
@pytest.mark.parametrize(("length", "score"), [(0, (0, 0)), (7, (0, 0)), (7, (2, 5))])
def test_the_ways_to_say_how_a_game_ended(row, result, expected, length, score):
    found = game(length, score, f"{PLAYED}  2)  {row}\n{result}\n")
    assert outcome(found) == expected
    again = game(
        length,
        score,
        write_mat(
            read_mat(match(length, score, (score, f"{PLAYED}  2)  {row}\n{result}\n")))
        ).split("\n", 5)[5],
    )
    assert outcome(again) == expected


def test_a_resignation_while_ones_own_double_stands_keeps_the_double():
    found = game(7, (0, 0), f"{PLAYED}  2)  Doubles => 2\n{RIGHT}Wins 1 point\n")
    assert found.moves[-2:] == (Doubled(0, 2), Resigned(0, "single"))
    dropped = game(7, (0, 0), f"{PLAYED}  2)  Doubles => 2\n{LEFT}Wins 1 point\n")
    assert dropped.moves[-2:] == (Doubled(0, 2), Dropped(1))


@pytest.mark.parametrize(
    ("rows", "code", "line"),
    [
        ("  2)  Concedes                   21: 13/10\n      Wins 1 point\n", "game_over", 6),
        ("  2)  Concedes\n      Wins 1 point\n", "winner_wrong", 7),
        ("  2) 52: 13/8 13/11              Drops\n" + RIGHT + "Wins 1 point\n", "winner_wrong", 7),
        ("  2) 00: ????                   21: 13/10\n      Wins 1 point\n", "die_invalid", 6),
        ("  2) 00: 13/11\n      Wins 1 point\n", "die_invalid", 6),
        ("  2)  Doubles => 2\n      Wins 2 points\n", "points_wrong", 7),
        ("  2)  Doubles => 2\n" + RIGHT + "Wins 5 points\n", "points_wrong", 7),
        ("  2)  Losses 1 point              21: 13/10\n", "game_over", 6),
    ],
)
def test_what_cannot_be_is_refused_with_line_and_reason(rows, code, line):
    with pytest.raises(RecordError) as refused:
        game(9, (0, 0), PLAYED + rows)
    assert (refused.value.code, refused.value.line) == (code, line)


def test_nobody_doubles_in_the_crawford_game_and_a_gammon_ends_it_as_a_single_game_does():
    assert outcome(game(3, (2, 0), f"{PLAYED}      Wins 3 points and the match\n")) == (
        *(0, 1),
        "resign",
    )
    first = ((1, 0), f"{PLAYED}      Wins 1 point\n")
    crawford = ((2, 0), f"{PLAYED}  2)  Doubles => 2                Drops\n      Wins 1 point\n")
    found = read_mat(match(3, (1, 0), first, crawford))
    assert [one.error.code for one in found.unread] == ["crawford"]


# a bad game among others


BAD = f"{PLAYED}  2) 52: 13/8 13/10\n      Wins 1 point\n"
ONE = f"{PLAYED}      Wins 1 point\n"


def test_one_bad_game_does_not_lose_the_others():
    text = match(7, (0, 0), ((0, 0), ONE), ((1, 0), BAD), ((2, 0), ONE))
    found = read_mat(text)
    assert [(one.score, one.points) for one in found.games] == [((0, 0), 1), ((2, 0), 1)]
    assert found.numbers == (1, 3)
    (bad,) = found.unread
    assert (bad.number, bad.error.line, str(bad.error)) == (
        2,
        11,
        "13/10: no number for this is left.",
    )


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (("8/5 6/5", "8/5 6/4"), "number_missing"),
        ((" Wins 1", " Wins 5"), "points_wrong"),
        (("      Wins 1 point\n", ""), "game_unfinished"),
        (("Ann :", "Eve :"), "names_changed"),
        (("Ann : ", "Ann : 7"), "score_wrong"),
        (("Bob :", "Bob "), "score_missing"),
        (("31:", "37:"), "die_invalid"),
        (("31: 8/5", "what"), "line_unknown"),
    ],
)
def test_each_game_of_three_may_be_the_bad_one(place, wrong, code):
    text = match(9, (0, 0), ((0, 0), ONE), ((1, 0), ONE), ((2, 0), ONE))
    head, *games = text.split("\n Game ")
    games[place] = games[place].replace(*wrong)
    found = read_mat("\n Game ".join([head, *games]))
    if (code, place) == ("game_unfinished", 2):  # the last one is shown as far as it went
        assert [one.is_finished for one in found.games] == [True, True, False]
        return
    if (code, place) == ("names_changed", 0):  # the first one says how they are called
        assert found.numbers == (1,)
        return
    expected = {"score_wrong": "match_over"}.get(code, code) if place == 0 else code
    assert [(one.number, one.error.code) for one in found.unread] == [(place + 1, expected)]
    assert found.numbers == tuple(number for number in (1, 2, 3) if number != place + 1)


def test_after_a_bad_game_the_crawford_game_is_still_known():
    double = f"{PLAYED}  2)  Doubles => 2                Drops\n      Wins 1 point\n"
    text = match(3, (0, 0), ((0, 0), BAD), ((2, 0), double), ((2, 1), double))
    found = read_mat(text)
    assert [(one.number, one.error.code) for one in found.unread] == [
        (1, "number_missing"),
        (2, "crawford"),
    ]
    assert [one.is_crawford for one in found.games] == [False]
    single = read_mat(match(3, (0, 0), ((0, 0), BAD), ((2, 0), ONE)))
    assert [one.is_crawford for one in single.games] == [True]
    # Of a game without a score nobody knows whether it was the Crawford game.
    unknown = read_mat(text.replace("Ann : 0 ", "Ann ", 1))
    assert [(one.score, one.is_crawford) for one in unknown.games] == [((2, 0), False)]


def test_a_file_of_two_matches_gives_the_first_and_says_so():
    text = match(3, (0, 0), ((0, 0), ONE)) + "\n" + match(5, (0, 0), ((0, 0), ONE))
    found = read_mat(text)
    assert (found.length, len(found.games)) == (3, 1)
    assert [(one.number, one.error.code) for one in found.unread] == [(2, "length_twice")]


def test_a_last_game_that_was_not_finished_is_shown_so():
    found = read_mat(match(7, (0, 0), ((0, 0), ONE), ((1, 0), PLAYED)))
    assert [(one.points, one.plies) for one in found.games] == [(1, 2), (0, 2)]
    assert not found.games[1].is_finished
    assert read_mat(write_mat(found)) == found
    assert "Wins" not in write_mat(found).split("Game 2")[1]


# names, letters, text around


@pytest.mark.parametrize(
    ("line", "players", "score"),
    [
        (" Team 1:2 : 0                 Bob : 0", ("Team 1:2", "Bob"), (0, 0)),
        (" Team 1:2 : 0                 Team 4:10 : 1", ("Team 1:2", "Team 4:10"), (0, 1)),
        (" Ann: 3 : 0                   Bob : 2", ("Ann: 3", "Bob"), (0, 2)),
        (" a : 1 b : 0                  Bob : 2", ("a : 1 b", "Bob"), (0, 2)),
        (" zoonk,1666 : 0               nori,1699 : 0", ("zoonk,1666", "nori,1699"), (0, 0)),
        (" Ann : 0 Bob : 1", ("Ann", "Bob"), (0, 1)),
        (" Ann:0                        Bob:1", ("Ann", "Bob"), (0, 1)),
    ],
)
def test_a_name_may_have_a_colon_and_a_number(line, players, score):
    text = match(7, (0, 0), ((0, 0), ONE)).replace(" Ann : 0                         Bob : 0", line)
    found = read_mat(text)
    assert (found.players, found.games[0].score) == (players, score)
    again = read_mat(write_mat(found))
    assert again == found


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_names_come_in_the_letters_of_other_programs(encoding, end):
    text = match(7, (0, 0), ((0, 0), ONE)).replace("Ann", "Rory O’Brien").replace("Bob", "Zoë Groß")
    found = read_mat(text.replace("\n", end).encode(encoding))
    assert found.players == ("Rory O’Brien", "Zoë Groß")


def test_text_around_a_match_is_left_out():
    text = match(7, (0, 0), ((0, 0), ONE), ((1, 0), ONE))
    mail = f"From: Ann\nSubject: our match\n\nHere it is:\n{text}\n-- \nAnn (1) 23 45, a club: 7\n"
    assert read_mat(mail) == read_mat(text)
    between = text.replace("\n Game 2", "\nA cup of tea, then the second game.\n Game 2")
    assert read_mat(between) == read_mat(text)
    said = text.replace("      Wins 1 point\n", "      Wins 1 point\nAnn wins 1 point.\n")
    assert read_mat(said) == read_mat(text)


@pytest.mark.parametrize(
    ("tag", "named"),
    [
        ('Variation "NackGammon"', "NackGammon"),
        ('Variation "Hypergammon (3)"', "Hypergammon (3)"),
        ('Variant "Nackgammon"', "Nackgammon"),
        ('Game type "LongGammon"', "LongGammon"),
        ('GameType "Tapa"', "Tapa"),
    ],
)
def test_other_variants_are_named_in_the_refusal(tag, named):
    with pytest.raises(RecordError) as refused:
        read_mat(match(7, (0, 0), ((0, 0), ONE), tags=f'; [Site "x"]\n; [{tag}]\n'))
    assert (refused.value.line, str(refused.value)) == (
        2,
        f"This is a game of another variant of backgammon: {named}.",
    )


@pytest.mark.parametrize(
    "name", ["Backgammon", "Standard", "Match play", "Money game", "Unlimited"]
)
def test_other_words_for_the_usual_game_are_no_variant(name):
    text = match(7, (0, 0), ((0, 0), ONE), tags=f'; [Game type "{name}"]\n')
    assert len(read_mat(text).games) == 1


def test_neither_long_lines_nor_many_colons_take_long():
    with pytest.raises(RecordError):
        read_mat("7 point match\n Game 1\n" + "a :" + " " * 900_000 + "b\n")
    with pytest.raises(RecordError):
        read_mat("7 point match\n Game 1\n" + "a : 1 " * 150_000 + "b\n")
