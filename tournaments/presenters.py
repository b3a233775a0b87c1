"""What the leaderboard's page shows: movements in words, trends as pictures, links onward."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.models import Club
from games.presenters.charts import trend
from tournaments.selectors import Leaderboard, Order, Standing


@dataclass(frozen=True)
class Line:
    """A line of the leaderboard; `movement` is how far it moved, 0 if not at all."""

    standing: Standing
    movement: int
    arrow: str
    movement_words: str
    trend: SafeString


@dataclass(frozen=True)
class LeaderboardPage:
    """A page of a leaderboard; `earlier` and `later` are addresses, blank where there is none."""

    board: Leaderboard
    club: Club
    lines: tuple[Line, ...]
    provisional: tuple[Line, ...]
    earlier: str
    later: str
    least_games: int


def leaderboard_page(board: Leaderboard) -> LeaderboardPage:
    """Prepare a leaderboard for its page."""
    return LeaderboardPage(
        board=board,
        club=board.club,
        lines=_lines(board, board.standings),
        provisional=_lines(board, board.provisional),
        earlier=_address(board, board.page - 1) if board.page > 1 else "",
        later=_address(board, board.page + 1) if board.has_next else "",
        least_games=board.club.minimum_games,
    )


def _lines(board: Leaderboard, standings: Iterable[Standing]) -> tuple[Line, ...]:
    # Movement is one of places by points; beside other places it would mislead.
    moves = board.order is Order.POINTS
    return tuple(_line(each, (each.movement or 0) if moves else 0) for each in standings)


def _line(standing: Standing, movement: int) -> Line:
    if movement > 0:
        words = ngettext("%(n)s place up", "%(n)s places up", movement)
    else:
        words = ngettext("%(n)s place down", "%(n)s places down", -movement)
    return Line(
        standing=standing,
        movement=abs(movement),
        arrow="▲" if movement > 0 else "▼",
        movement_words=words % {"n": abs(movement)},
        trend=trend(standing.trend),
    )


def _address(board: Leaderboard, page: int) -> str:
    season = board.season.public_id if board.season else "all"
    return "?" + urlencode({"season": season, "order": board.order.value, "page": page})
