"""The fixed schedule of Atlanta: exact counts, starting cubes, the last segment, the stages."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.played import (
    draw_of,
    finish_of,
    places_of,
    point_race,
    seats,
    table,
    won,
)
from tournaments.formats import FORMATS_OF_CHOUETTES, PlayedGame
from tournaments.formats.errors import FormatError

FIXED = FORMATS_OF_CHOUETTES["fixed"]
PARAMS = FIXED.parse({})


def play_through(
    players: str, seed: str, winners: list[int], **params: object
) -> list[tuple[PlayedGame, str]]:
    """Play the schedule game by game; in game k the captain gets (or pays) `winners[k]`."""
    chosen = FIXED.parse(params)
    games: list[PlayedGame] = []
    played = []
    while (line := FIXED.lineup(chosen, tuple(players), games, seed=seed)) is not None:
        here = table(games, players, is_over=False)
        cube = FIXED.rules(chosen, 1, here)["starting_cube"]
        amounts = {player: winners[len(games)] for player in line[1:]}
        games.append(won(line[0], amounts, len(games) + 1))
        played.append((games[-1], cube))
    return played


schedules = {
    "players": st.sampled_from(["ABC", "ABCD", "DCBA"]),
    "seed": st.text(max_size=5),
    "winners": st.lists(st.integers(-4, 4), min_size=12, max_size=12),
    "order": st.sampled_from(["turns", "segments"]),
    "by_score": st.booleans(),
}


@given(**schedules)
def test_everyone_is_box_and_captain_equally_often_and_against_everyone_equally_often(
    players: str, seed: str, winners: list[int], order: str, by_score: bool
) -> None:
    games = [
        game for game, _ in play_through(players, seed, winners, order=order, by_score=by_score)
    ]
    times = {4: 3, 3: 4}[len(players)]
    assert len(games) == 12
    assert Counter(game.box for game in games) == dict.fromkeys(players, times)
    assert Counter(game.captain for game in games) == dict.fromkeys(players, times)
    pairs = Counter((game.box, game.captain) for game in games)
    each = {4: 1, 3: 2}[len(players)]
    assert pairs == {(a, b): each for a in players for b in players if a != b}
    assert all(sorted(game.order) == sorted(players) for game in games)


@given(**schedules)
def test_the_starting_cube_rises_with_a_players_own_games_as_box(
    players: str, seed: str, winners: list[int], order: str, by_score: bool
) -> None:
    cubes: dict[str, list[str]] = {player: [] for player in players}
    for game, cube in play_through(players, seed, winners, order=order, by_score=by_score):
        cubes[game.box].append(cube)
    assert set(map(tuple, cubes.values())) == {
        {4: ("1", "2", "4"), 3: ("1", "2", "4", "4")}[len(players)]
    }


def test_in_turns_a_player_has_his_games_as_box_in_a_row() -> None:
    boxes = [game.box for game, _ in play_through("ABCD", "seed", [0] * 12)]
    assert [boxes[start : start + 3] for start in (0, 3, 6, 9)] == [[box] * 3 for box in boxes[::3]]


def test_in_segments_everyone_is_box_once_before_anybody_is_again() -> None:
    boxes = [game.box for game, _ in play_through("ABCD", "seed", [0] * 12, order="segments")]
    assert [sorted(boxes[start : start + 4]) for start in (0, 4, 8)] == [list("ABCD")] * 3


@pytest.mark.parametrize(("order", "length"), [("turns", 3), ("segments", 4)])
def test_the_last_segment_begins_with_who_has_least_and_ends_with_who_leads(
    order: str, length: int
) -> None:
    games = [game for game, _ in play_through("ABCD", "seed", [*range(-5, 7)], order=order)]
    points: Counter[str] = Counter()
    for game in games[:-length]:
        for player, amount in game.points.items():
            points[player] += amount
    last = [game.captain if order == "turns" else game.box for game in games[-length:]]
    scores = [points[player] for player in last]
    assert scores == sorted(scores)
    assert len(set(scores)) > 1


def test_of_three_players_the_two_captains_of_the_last_turn_alternate() -> None:
    games = [game for game, _ in play_through("ABC", "seed", [*range(-5, 7)])]
    captains = [game.captain for game in games[-4:]]
    assert captains[:2] == captains[2:]
    assert len(set(captains)) == 2


def test_the_same_seed_gives_the_same_schedule_whoever_is_named_first() -> None:
    one = [game.order for game, _ in play_through("ABCD", "seed", [0] * 12)]
    other = [game.order for game, _ in play_through("DBCA", "seed", [0] * 12)]
    third = [game.order for game, _ in play_through("ABCD", "another", [0] * 12)]
    assert one == other != third


def test_a_table_of_five_has_no_schedule() -> None:
    with pytest.raises(FormatError, match="not for 5"):
        FIXED.lineup(PARAMS, tuple("ABCDE"), [], seed="s")


@pytest.mark.parametrize(
    ("number", "sizes", "out"),
    [(4, [4], 0), (5, [4], 1), (6, [3, 3], 0), (7, [4, 3], 0), (9, [3, 3, 3], 0), (16, [4] * 4, 0)],
)
def test_tables_are_of_four_or_three(number: int, sizes: list[int], out: int) -> None:
    names = [f"p{index}" for index in range(number)]
    drawn = draw_of(FIXED, seats(names), [], PARAMS, seed="s", round_number=1)
    assert drawn is not None
    assert [len(one) for one in drawn.tables] == sizes
    assert len(drawn.sitting_out) == out


def test_the_first_of_each_table_go_on_until_one_table_is_left() -> None:
    first = [
        point_race({"A": 6, "B": 2, "C": -3, "D": -5}, number=1),
        point_race({"E": -1, "F": 4, "G": -3, "H": 0}, number=2),
        point_race({"I": 1, "J": 0, "K": 0, "L": -1}, number=3),
    ]
    finish = finish_of(FIXED, first, PARAMS, seed="s")
    assert (finish.stage, finish.qualified) == ("final", ("A", "F", "I"))
    drawn = draw_of(FIXED, seats("ABCDEFGHIJKL"), first, PARAMS, seed="s", round_number=2)
    assert drawn is not None
    assert [set(one) for one in drawn.tables] == [set("AFI")]
    played = [*first, point_race({"A": -2, "F": 0, "I": 2}, round_number=2)]
    assert finish_of(FIXED, played, PARAMS).winners == ("I",)
    assert draw_of(FIXED, seats("AFI"), played, PARAMS, seed="s", round_number=3) is None


def test_nine_winners_play_semi_finals() -> None:
    trios = ["abc", "def", "ghi", "jkl", "mno", "pqr", "stu", "vwx", "yzä"]
    first = [
        point_race(dict(zip(trio, (1, 0, -1), strict=True)), number=number)
        for number, trio in enumerate(trios, start=1)
    ]
    finish = finish_of(FIXED, first, PARAMS, seed="s")
    assert (finish.stage, "".join(finish.qualified)) == ("semi_final", "adgjmpsvy")


def test_equals_at_the_cut_are_drawn_by_the_seed() -> None:
    first = [
        point_race({"A": 3, "B": 3, "C": -3, "D": -3}, number=1),
        point_race({"E": 9, "F": 0, "G": -9, "H": 0}, number=2),
        point_race({"I": 9, "J": 0, "K": -9, "L": 0}, number=3),
    ]
    chosen = {finish_of(FIXED, first, PARAMS, seed=str(seed)).qualified for seed in range(20)}
    assert chosen == {("A", "E", "I"), ("B", "E", "I")}
    for attempt in range(5):
        # Drawing the tables again does not draw again who goes on.
        drawn = draw_of(
            FIXED,
            seats("ABCDEFGHIJKL"),
            first,
            PARAMS,
            seed=f"s/{attempt}",
            event_seed="s",
            round_number=2,
        )
        assert drawn is not None
        assert [set(one) for one in drawn.tables] == [
            set(finish_of(FIXED, first, PARAMS, seed="s").qualified)
        ]
    remarks = {one.code: one.players for one in finish_of(FIXED, first, PARAMS, seed="s").remarks}
    assert set(remarks["tied_drawn"]) == {"A", "B"}


def test_points_decide_between_tables_of_one_size_only() -> None:
    one = point_race({"A": 6, "B": 2, "C": -3, "D": -5}, number=1)
    other = point_race({"E": -1, "F": 4, "G": -3, "H": 0}, number=2)
    three = point_race({"E": -1, "F": 4, "G": -3}, number=2)
    same = places_of(FIXED, [one, other], PARAMS)
    assert (same.basis, same.is_comparable) == ("schedule", True)
    assert [(line.player, line.place) for line in same.lines[:4]] == [
        ("A", 1),
        ("F", 2),
        ("B", 3),
        ("H", 4),
    ]
    mixed = places_of(FIXED, [one, three], PARAMS)
    assert not mixed.is_comparable
    assert [(line.player, line.place) for line in mixed.lines[:4]] == [
        ("A", 1),
        ("F", 1),
        ("B", 3),
        ("E", 3),
    ]


def test_a_table_is_over_after_twelve_games() -> None:
    games = [game for game, _ in play_through("ABCD", "seed", [1] * 12)]
    assert not FIXED.is_table_over(PARAMS, table(games[:11], is_over=False))
    assert FIXED.is_table_over(PARAMS, table(games, is_over=False))
