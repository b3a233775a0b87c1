"""The state of a board as its script reads it: places, steps, and what can be done in words."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import override

from games.boards.faces.backgammon.plays import pieces_of, play_graph
from games.boards.faces.backgammon.state import BackgammonSeen as Seen
from games.boards.faces.backgammon.state import LastPlay
from games.boards.faces.backgammon.text import TextBoard
from games.boards.faces.base import ClockSeen, board_state, status_of
from games.boards.faces.stakes import stake_text, standing_text
from games.rules.backgammon import (
    START,
    Game,
    Options,
    Position,
    Roll,
    legal_plays,
    play_text,
    read_play,
)
from games.rules.backgammon.match_score import NEW_CUBE, Cube, Level, MatchScore
from games.rules.online import BACKGAMMON
from games.rules.online import Board as State

NAMES = ("Ann", "Bob")


def seen(game: Game, side: int | None = 0, can: Sequence[str] = ()) -> Seen:
    return Seen(game=game, id="b1", version=3, side=side, names=NAMES, can=can)


def stepped(pieces: Sequence[tuple[str, int, str]], step: Sequence[Any], side: int) -> list[Any]:
    """Do what the script does with a step: what is hit leaves first."""
    source, target, others = step
    now = list(pieces)
    for hit, bar in others:
        now.remove((hit, 1 - side, "man"))
        now.append((bar, 1 - side, "man"))
    now.remove((source, side, "man"))
    return [*now, (target, side, "man")]


@pytest.mark.parametrize("roll", [(3, 1), (6, 5), (1, 1), (5, 5), (2, 4)])
@pytest.mark.parametrize("side", [0, 1])
def test_every_way_through_the_graph_ends_at_a_legal_play(roll: Roll, side: int) -> None:
    graph = play_graph(START, roll, side)
    texts: dict[int, str] = {}

    def follow(node: int, pieces: list[Any], words: list[str]) -> None:
        if node in texts:
            return
        if not graph[node]:
            texts[node] = " ".join(words)
        for source, target, _die, after, others in graph[node]:
            fields = [place if place.isdigit() else "" for place in (source, target)]
            follow(
                after, stepped(pieces, (source, target, others), side), [*words, "-".join(fields)]
            )

    follow(0, list(pieces_of(START, side)), [])
    results = {play.result for play in legal_plays(START, roll)}
    assert {read_play(text, START, roll, side).result for text in texts.values()} == results


def test_the_graph_of_a_double_shares_its_partial_turns() -> None:
    graph = play_graph(START, (1, 1), 0)
    assert len(graph) < 120  # the orders of its 80 plays would be thousands


def test_a_hit_takes_the_other_checker_to_its_bar() -> None:
    own, opp = [0] * 25, [0] * 25
    own[5], opp[19] = 1, 1  # White on their 6 point, Black's blot on White's 5 point
    graph = play_graph(Position.of(own, opp), (1, 2), 0)
    assert ["6", "5", 1, [["5", "bar1"]]] in [[*way[:3], way[4]] for way in graph[0]]


def test_the_state_has_all_thirty_checkers_and_the_steps_only_for_who_plays() -> None:
    game = Game(MatchScore(5)).open(3, 1)
    own = board_state(seen(game, 0, ["play", "resign"]))
    assert (own["actor"], own["phase"], own["dice"], own["pips"]) == (0, "play", [3, 1], [167, 167])
    assert len(own["pieces"]) == 30
    assert own["steps"]
    other = board_state(seen(game, 1))
    assert other["steps"] == []
    assert other["pieces"] == own["pieces"]


def test_the_last_play_comes_with_the_board_before_it() -> None:
    game = Game(MatchScore(5)).open(3, 1)
    play = legal_plays(START, (3, 1))[0]
    after = game.plays(play.result)
    last = LastPlay(0, (3, 1), START, play)
    state = board_state(
        Seen(game=after, id="b1", version=4, side=1, names=NAMES, can=["roll"], last=last)
    )
    assert state["last"]["text"] == play_text(play)
    pieces = state["last"]["before"]
    for step in state["last"]["steps"]:
        pieces = stepped(pieces, step, 0)
    assert sorted(pieces) == sorted(state["pieces"])


def test_a_clock_is_given_as_it_was_read() -> None:
    clock = ClockSeen((60_000, 59_000), 12_000, 1, 1_700_000_000_000)
    state = board_state(
        Seen(Game(MatchScore(5)), "b1", 1, None, NAMES, clock=clock, phase="waiting")
    )
    assert state["clock"]["left"] == [60_000, 59_000]
    assert (state["phase"], state["actor"]) == ("waiting", None)


def test_what_is_at_stake_is_said_in_words() -> None:
    money = Game(MatchScore(None)).open(3, 1)
    assert stake_text(money, NAMES) == "At stake: 1 point; gammons count once the cube was turned."
    match = Game(MatchScore(5)).open(3, 1)
    assert stake_text(match, NAMES) == "At stake: 1 point, a gammon 2, a backgammon 3."
    plain = Game(MatchScore(None), Options(jacoby=False)).open(3, 1)
    with override("de"):
        assert (
            stake_text(plain, NAMES)
            == "Es geht um 1 Punkt, beim Gammon um 2, beim Backgammon um 3."
        )


def test_doubling_says_what_it_costs_and_the_answer_what_is_played_for() -> None:
    game = Game(MatchScore(None)).open(3, 1)
    rolled = game.plays(legal_plays(START, (3, 1))[0].result)  # Black is to roll
    notes = board_state(seen(rolled, 1, ["roll", "double"]))["notes"]
    assert notes["double"] == (
        "Double to 2? If Ann drops, you win 1 point. If not, the game is for 2, a gammon for 4."
        " After that only Ann may double."
        " Ann may also beaver: then it is for 4, and Ann has the cube."
    )
    doubled = rolled.double(1)
    state = board_state(seen(doubled, 0, ["take", "drop", "beaver"]))
    assert state["status"] == "Bob doubles to 2. Do you take?"
    assert state["notes"] == {
        "take": "play for 2, the cube is yours",
        "drop": "lose 1 point",
        "beaver": "play for 4, keep the cube",
    }
    assert status_of(seen(doubled, 1)) == "Ann answers the double."


def test_a_resignation_is_offered_with_its_points() -> None:
    game = Game(MatchScore(7)).open(3, 1).resign(0, "gammon")
    assert status_of(seen(game, 1)) == "Ann resigns a gammon: you win 2 points. Do you accept?"
    assert status_of(seen(game, 0)) == "Bob answers the resignation."


def won(*games: tuple[int, Level], length: int = 3, cube: Cube = NEW_CUBE) -> Game:
    """The game of a match after these ones, White on roll."""
    score = MatchScore(length)
    for winner, level in games:
        score = score.win(winner, level)
    return Game(replace(score, cube=cube), turn=0)


TURNED = Cube(2, 1)
ONE_EACH = ((0, "single"), (1, "single"))
AFTER_CRAWFORD = ((1, "gammon"), (0, "single"))
ALL_LEVELS = ("single", "gammon", "backgammon")

SCORES: list[tuple[Game, str, str, tuple[Any, Any], bool]] = [
    # score in words, what is at stake, the levels at which White and Black resign, a cube
    (
        won(length=5),
        "Ann 0 : 0 Bob, to 5",
        "At stake: 1 point, a gammon 2, a backgammon 3.",
        (ALL_LEVELS, ALL_LEVELS),
        True,
    ),
    (
        won(),
        "Ann 0 : 0 Bob, to 3",
        "At stake: 1 point, a gammon 2, with a backgammon the match.",
        (ALL_LEVELS, ALL_LEVELS),
        True,
    ),
    (
        won((1, "gammon")),
        "Ann 0 : 2 Bob, to 3, Crawford",
        "At stake: for Ann 1 point, a gammon 2, with a backgammon the match; for Bob the match."
        " Crawford game: nobody may double.",
        (("single",), ALL_LEVELS),
        False,
    ),
    (
        won(*AFTER_CRAWFORD),
        "Ann 1 : 2 Bob, to 3",
        "At stake: for Ann 1 point, with a gammon the match; for Bob the match.",
        (("single",), ("single", "gammon")),
        True,
    ),
    (
        won(*ONE_EACH, cube=TURNED),
        "Ann 1 : 1 Bob, to 3",
        "At stake: the match.",
        (("single",), ("single",)),
        True,
    ),
    (
        won(length=5, cube=TURNED),
        "Ann 0 : 0 Bob, to 5",
        "At stake: 2 points, a gammon 4, with a backgammon the match.",
        (ALL_LEVELS, ALL_LEVELS),
        True,
    ),
    (
        won(length=1),
        "Ann 0 : 0 Bob, to 1",
        "At stake: the match. A match to 1: there is no cube.",
        (("single",), ("single",)),
        False,
    ),
    (
        Game(MatchScore(None), turn=0),
        "A single game",
        "At stake: 1 point; gammons count once the cube was turned.",
        (("single",), ("single",)),
        True,
    ),
    (
        Game(MatchScore(None), Options(jacoby=False), turn=0),
        "A single game",
        "At stake: 1 point, a gammon 2, a backgammon 3.",
        (ALL_LEVELS, ALL_LEVELS),
        True,
    ),
    (
        Game(MatchScore(None), Options(early_resignation=True), turn=0),
        "A single game",
        "At stake: 1 point; gammons count once the cube was turned.",
        (("backgammon",), ("backgammon",)),
        True,
    ),
]


@pytest.mark.parametrize(("game", "standing", "stake", "levels", "has_cube"), SCORES)
def test_at_each_score_what_counts_is_said_and_only_that_is_offered(
    game: Game, standing: str, stake: str, levels: tuple[Any, Any], has_cube: bool
) -> None:
    board = State(BACKGAMMON, game, "playing")
    assert standing_text(board, NAMES) == standing
    assert stake_text(game, NAMES) == stake
    assert (game.levels_lost(0), game.levels_lost(1)) == levels
    assert ("double" in board.can(0)) == (has_cube and game.score.cube.owner in (None, 0))
    state = board_state(seen(game, 0, board.can(0)))
    assert (state["cube"] is not None) == has_cube
    assert state["levels"] == list(levels[0])
    text = TextBoard(seen(game, 0, board.can(0)), "Ann – Bob", act_url="", text_url="")
    assert [button.text for button in text.levels_offered] == state["levels"]
    assert bool(text.cube) == has_cube
    assert ("double" in {button.do for button in text.buttons}) == ("double" in board.can(0))


def test_a_match_to_1_of_before_keeps_the_cube_that_was_turned_in_it() -> None:
    game = won(length=1).double(0).take()
    cube = game.shown_cube
    assert cube is not None
    assert (cube.value, cube.owner) == (2, 1)
    assert Game.from_json(game.to_json()) == game


def test_a_gammon_that_counts_nothing_more_is_offered_for_what_it_is_worth() -> None:
    game = won((1, "gammon")).resign(0, "gammon")
    assert status_of(seen(game, 1)) == "Ann resigns a gammon: you win 1 point. Do you accept?"
