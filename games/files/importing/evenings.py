"""Turns the results of an evening into the actions that the table would have recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.files.importing.results import FEWEST_PLAYERS, Evening, GameRow
from games.rules.chouette import (
    Action,
    EnterPoints,
    Join,
    Leave,
    SetOrder,
    StartGame,
)


def seated(evening: Evening) -> tuple[str, ...]:
    """Return who sits down first: the players of the first game, and more if a session needs
    them.
    """
    first = evening.games[0].line
    rest = [person for person in evening.people if person not in first]
    return (*first, *rest[: max(0, FEWEST_PLAYERS - len(first))])


def steps(evening: Evening, ids: Mapping[str, str]) -> Iterator[Sequence[Action]]:
    """Yield the actions of each game: joins and departures, the line by hand, the points.

    The first step also sets the order.
    """
    present = [ids[person] for person in seated(evening)]
    before: list[Action] = [SetOrder(tuple(present))]
    for game in evening.games:
        line = [ids[person] for person in game.line]
        joins = [Join(player, None) for player in line if player not in present]
        leaves = [Leave(player) for player in present if player not in line]
        present = line
        yield [*before, *joins, *leaves, *_game(game, line, ids)]
        before = []


def _game(game: GameRow, line: Sequence[str], ids: Mapping[str, str]) -> list[Action]:
    points = {ids[person]: amount for person, amount in game.points.items()}
    box, *team = line
    # If the captain's points do not show who won, the box's do.
    winner = None if points[team[0]] else "box" if points[box] > 0 else "team"
    return [
        StartGame(box, None, tuple(team), by_hand=True),
        EnterPoints(tuple((member, points[member]) for member in team), winner),
    ]
