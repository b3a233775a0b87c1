"""The state of a board as its script reads it: places, steps, and what can be done in words."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.utils.translation import override

from games.boards.presenters.plays import pieces_of, play_graph
from games.boards.presenters.state import (
    ClockSeen,
    LastPlay,
    Seen,
    board_state,
    stake_of,
    status_of,
)
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
from games.rules.backgammon.match_score import MatchScore

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
    assert stake_of(money) == "At stake: 1 point; gammons count once the cube was turned."
    match = Game(MatchScore(5)).open(3, 1)
    assert stake_of(match) == "At stake: 1 point, a gammon 2, a backgammon 3."
    plain = Game(MatchScore(None), Options(jacoby=False)).open(3, 1)
    with override("de"):
        assert stake_of(plain) == "Es geht um 1 Punkt, beim Gammon um 2, beim Backgammon um 3."


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
    assert status_of(seen(doubled.drop(), 0)) == "Dropped: Bob wins 1 point."


def test_a_resignation_is_offered_with_its_points() -> None:
    game = Game(MatchScore(7)).open(3, 1).resign(0, "gammon")
    assert status_of(seen(game, 1)) == "Ann resigns a gammon: you win 2 points. Do you accept?"
    assert status_of(seen(game, 0)) == "Bob answers the resignation."
    assert status_of(seen(game.accept(), None)) == "Ann resigns a gammon: Bob wins 2 points."


def test_the_end_of_a_match_names_winner_and_score() -> None:
    game = Game(MatchScore(1)).open(3, 1).resign(0).accept()
    assert status_of(seen(game, 0)) == "Bob wins the match, 1 : 0."
