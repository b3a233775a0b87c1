"""How an evening's points become a leaderboard: totals, places, movement and trend; no Django."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from games.ledger.figures import average_hundredths

# A trend shows the running total over so many evenings.
TREND_LENGTH = 20


@dataclass(frozen=True)
class Share:
    """What one player did in one role in one session: points in hundredths, games."""

    session: int
    played_on: date
    player: int
    role: str
    points: int
    games: int


@dataclass
class Total:
    """A player's totals; `trend` is the running total after each of the last evenings."""

    player: int
    points: int = 0
    games: int = 0
    roles: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    last_played_on: date = date.min
    trend: list[int] = field(default_factory=list)
    place: int = 0
    place_before: int | None = None
    by_points: int = 0
    by_average: int = 0

    @property
    def average(self) -> int:
        """Points per game in hundredths."""
        return average_hundredths(self.points, self.games)


def totals(shares: Iterable[Share], least_games: int) -> list[Total]:
    """Everybody's totals, best first.

    `place` is shared by equals (1, 2, 2, 4); `by_points` and `by_average` number the rows 1, 2,
    3 ... in either order, equals by games and then by player, so that pages are ranges. Who has
    fewer than `least_games` stands below the others there: such an average says little.
    `place_before` is the place without the last day of play, None for who had not played yet.
    """
    evenings = _evenings(shares)
    last_day = max((day for day, _ in evenings), default=date.min)
    found: dict[int, Total] = {}
    before: dict[int, int] = {}
    for (day, _), players in sorted(evenings.items()):
        for player, parts in players.items():
            total = found.setdefault(player, Total(player))
            if day == last_day and total.games and player not in before:
                before[player] = total.points
            for part in parts:
                total.points += part.points
                total.games += part.games
                total.roles[part.role] += part.games
            total.last_played_on = day
            total.trend = [*total.trend, total.points][-TREND_LENGTH:]
    absent = {p: t.points for p, t in found.items() if t.last_played_on < last_day}
    _number(found, _places(before | absent), least_games)
    return sorted(found.values(), key=lambda total: total.by_points)


def _evenings(shares: Iterable[Share]) -> dict[tuple[date, int], dict[int, list[Share]]]:
    evenings: dict[tuple[date, int], dict[int, list[Share]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for share in shares:
        evenings[share.played_on, share.session][share.player].append(share)
    return evenings


def _places(points: Mapping[int, int]) -> dict[int, int]:
    """Places by points; equals share the better one."""
    best_first = sorted(points.values(), reverse=True)
    first_at: dict[int, int] = {}
    for place, value in enumerate(best_first, start=1):
        first_at.setdefault(value, place)
    return {player: first_at[value] for player, value in points.items()}


def _number(found: Mapping[int, Total], before: Mapping[int, int], least_games: int) -> None:
    places = _places({player: total.points for player, total in found.items()})
    by_points = sorted(found.values(), key=lambda t: (-t.points, -t.games, t.player))
    by_average = sorted(
        found.values(), key=lambda t: (t.games < least_games, -t.average, -t.games, t.player)
    )
    for row, total in enumerate(by_points, start=1):
        total.by_points = row
        total.place = places[total.player]
        total.place_before = before.get(total.player)
    for row, total in enumerate(by_average, start=1):
        total.by_average = row
