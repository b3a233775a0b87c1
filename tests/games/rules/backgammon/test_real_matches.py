"""Real matches replayed: the score before every game is the one printed in the file.

The parser knows only what the score needs: doubles, takes, drops, who wins how many points.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from games.rules.backgammon.match_log import Event, MatchLog
from games.rules.backgammon.match_score import LEVELS, Level, MatchScore

MATCHES = sorted((Path(__file__).parents[3] / "data" / "matches").glob("*.txt"))

PLAYED_OUT = {"studio007", "studio011"}
"""These do not say at the end that somebody has won the match."""
RIGHT_COLUMN = 30
"""What stands further right on a line is the second player's."""
WORD = re.compile(r"Doubles|Takes|Drops|Losses|Wins (\d+)")
PRINTED = re.compile(r"^ \S+ : (\d+) +\S+ : (\d+) *$")


@dataclass(frozen=True)
class Replay:
    """A file replayed: its log, and the scores before every game, replayed and printed."""

    log: MatchLog
    is_told_over: bool
    scores: tuple[tuple[int, int], ...]
    printed: tuple[tuple[int, int], ...]


def words(line: str) -> Iterator[tuple[int, str, int]]:
    """What a line tells of the score: whose word, the word, and points."""
    for found in WORD.finditer(line):
        yield int(found.start() >= RIGHT_COLUMN), found[0].split()[0], int(found[1] or 0)


def level(points: int, side: int, score: MatchScore) -> Level:
    """The level that brings so many points; some programs print no more than the match needs."""
    assert score.needs is not None
    needs = score.needs[side]
    return next(
        name
        for name, times in LEVELS.items()
        if points in (times * score.cube.value, min(needs, times * score.cube.value))
    )


def events(log: MatchLog, line: str, game: int) -> MatchLog:
    """The log with what a line tells of the game counted from 1.

    The points of a drop are told after it and only checked.
    """
    for side, word, points in words(line):
        score = log.score
        if word == "Doubles":
            log = log.add(Event("double", side=side))
        elif word in ("Takes", "Drops"):
            log = log.add(Event("take" if word == "Takes" else "drop"))
        elif word == "Wins" and len(score.games) == game:
            assert (score.games[-1].winner, score.games[-1].points) == (side, points)
        elif word == "Wins":
            log = log.add(Event("win", side=side, level=level(points, side, score)))
    return log


def replay(path: Path) -> Replay:
    text = path.read_text()
    length = re.search(r"^(\d+) point match", text, re.MULTILINE)
    assert length is not None
    log = MatchLog(int(length[1]))
    scores, printed = [], []
    for line in text.splitlines():
        header = PRINTED.match(line)
        if header is not None:
            scores.append(log.score.score)
            printed.append((int(header[1]), int(header[2])))
        else:
            log = events(log, line, len(printed))
    return Replay(log, "and the match" in text, tuple(scores), tuple(printed))


def test_the_matches_are_there() -> None:
    assert len(MATCHES) == 12
    assert sum(len(replay(path).printed) for path in MATCHES) == 58


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_every_printed_score_is_ours(path: Path) -> None:
    found = replay(path)
    assert found.scores == found.printed
    assert len(found.printed) == len(found.log.score.games)


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_the_match_is_won_where_the_file_says_so(path: Path) -> None:
    """One of them was broken off at 0 : 1 of 16; the others say so or were played to the end."""
    found = replay(path)
    assert found.log.score.is_over == (found.is_told_over or path.stem in PLAYED_OUT)


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_the_crawford_game_is_the_first_with_a_printed_score_a_point_away(path: Path) -> None:
    found = replay(path)
    score = found.log.score
    assert score.length is not None
    away = [max(printed) == score.length - 1 for printed in found.printed]
    expected = [index == away.index(True) for index in range(len(away))] if any(away) else []
    assert [game.is_crawford for game in score.games] == (expected or [False] * len(away))


def test_players_doubled_after_the_crawford_game_but_never_in_it() -> None:
    """With doubles in the Crawford game the replay would have been refused."""
    cubes = {False: set(), True: set()}  # type: dict[bool, set[int | None]]
    for path in MATCHES:
        games = replay(path).log.score.games
        for earlier, game in enumerate(games):
            if any(each.is_crawford for each in games[: earlier + 1]):
                cubes[game.is_crawford].add(game.cube)
    assert cubes == {True: {1}, False: {1, 2}}
