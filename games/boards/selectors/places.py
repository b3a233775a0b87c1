"""Reads who sits where at the board of a chouette, by the line with which its game began."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Board, BoardStep


def place_of(board: Board, player: str) -> int | None:
    """Return a player's place in the line of a board; None if they do not play this game."""
    line = board.snapshot["team"]["line"]
    return line.index(player) if player in line else None


def crew_places(board: Board) -> tuple[int, ...]:
    """Return the seats of captain and crew, by the line as the game began; none elsewhere."""
    return places_of([board]).get(board.pk, ())


def places_of(boards: Iterable[Board]) -> dict[int, tuple[int, ...]]:
    """Return the seats of captain and crew of each board of a chouette; one query."""
    keys = [board.pk for board in boards if board.session_id is not None]
    first = BoardStep.objects.filter(board__in=keys, sequence=1).order_by()
    found = {}
    for key, payload in first.values_list("board_id", "payload"):
        team = set(payload["start"]["team"])
        found[key] = tuple(seat for seat, one in enumerate(payload["line"]) if one in team)
    return found
