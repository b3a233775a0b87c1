"""Standings of events without a bank: points, points per bet, or places at each table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final

from games.rules.coded import gettext_noop
from tournaments.formats.parameters import ParameterField
from tournaments.formats.played import POINT, Figure, Place, Standings, TableResult

RANKING: Final = ParameterField(
    "ranking",
    "choice",
    gettext_noop("Standings by"),
    gettext_noop(
        "Points at tables of different size do not compare: a box in a table of six swings five "
        "bets."
    ),
    values={
        "points": gettext_noop("Points, if all tables were of one size; else points per bet"),
        "per_bet": gettext_noop("Points per bet played"),
        "table": gettext_noop("Places at each table"),
    },
)
DRAWN_BY: Final = ParameterField(
    "drawn_by",
    "choice",
    gettext_noop("Tables drawn"),
    gettext_noop("Who sits together; among equals nobody meets again while that is possible."),
    values={
        "random": gettext_noop("At random"),
        "level": gettext_noop("By level"),
        "standing": gettext_noop("By standing"),
    },
)
TABLE_LIMIT: Final = ParameterField(
    "table_limit",
    "number",
    gettext_noop("Players at a table"),
    gettext_noop("No more than so many; a table that passes it is split."),
    least=5,
    most=7,
)


def points_by_player(results: Sequence[TableResult]) -> Counter[str]:
    """Return everyone's points in hundredths, including players without a game."""
    points: Counter[str] = Counter()
    for result in results:
        points.update(dict.fromkeys(result.players, 0))
        for game in result.games:
            for player, amount in game.points.items():
                points[player] += amount
    return points


def bets_of(results: Sequence[TableResult]) -> Counter[str]:
    """Return the bets everyone played, in hundredths."""
    bets: Counter[str] = Counter()
    for result in results:
        for game in result.games:
            for player in game.order:
                bets[player] += game.bets_of(player)
    return bets


def per_bet(points: int, bets: int) -> int:
    """Return hundredths of a point per bet, rounded half away from zero; 0 without a bet."""
    if not bets:
        return 0
    size = (2 * abs(points) * POINT + bets) // (2 * bets)
    return size if points >= 0 else -size


def basis_of(ranking: str, results: Sequence[TableResult]) -> str:
    """Return the basis of standings: points only if all games had the same number of players."""
    if ranking != "points":
        return ranking
    sizes = {len(game.order) for result in results for game in result.games}
    return "points" if len(sizes) <= 1 else "per_bet"


def race(results: Sequence[TableResult], ranking: str) -> Standings:
    """Return the places after these results by `points`, `per_bet` or `table`."""
    basis = basis_of(ranking, results)
    points, bets = points_by_player(results), bets_of(results)
    games = Counter(player for one in results for game in one.games for player in game.order)
    beaten = beaten_shares(results)
    last = {
        player: result.table
        for result in sorted(results, key=lambda result: result.round)
        for player in result.players
    }

    def figures(player: str) -> tuple[Figure, ...]:
        said = {
            "beaten": Figure("beaten", _rounded(beaten.get(player, Fraction(0))), "percent"),
            "per_bet": Figure("per_bet", per_bet(points[player], bets[player])),
            "points": Figure("points", points[player]),
        }
        order = {
            "points": ("points", "per_bet"),
            "per_bet": ("per_bet", "points"),
            "table": ("beaten", "points"),
        }[basis]
        rest = (Figure("bets", bets[player]), Figure("games", games[player], "count"))
        return (*(said[code] for code in order), *rest)

    def rank(player: str) -> Fraction:
        if basis == "points":
            return Fraction(points[player])
        if basis == "per_bet":
            return Fraction(points[player], bets[player]) if bets[player] else Fraction(0)
        return beaten.get(player, Fraction(0))

    most = max(games.values(), default=0)

    def order(player: str) -> tuple[bool, Fraction, int]:
        """Who left after a game or two leads nobody by a mean; of equals more games come first."""
        is_short = basis != "points" and 2 * games[player] < most
        return (is_short, -rank(player), -games[player])

    ordered = sorted(points, key=lambda player: (order(player), player))
    lines: list[Place] = []
    for _, group in groupby(ordered, key=order):
        place = len(lines) + 1
        lines += [Place(player, place, figures(player), last[player]) for player in group]
    # Shares of opponents beaten compare between tables; places do not.
    rounds = Counter(player for result in results for player in result.players)
    tables = {(result.round, result.table) for result in results}
    comparable = basis != "table" or len(tables) <= 1 or max(rounds.values(), default=0) > 1
    return Standings(basis, tuple(lines), comparable)


def beaten_shares(results: Sequence[TableResult]) -> dict[str, Fraction]:
    """Return each player's mean share of opponents beaten at their tables, in hundredths of a
    percent.

    An equal counts half. First at any table: 100 %; last: 0.
    """
    shares: Mapping[str, list[Fraction]] = defaultdict(list)
    for result in results:
        if not result.games:
            continue
        here = points_by_player([result])
        for player in here:
            others = [amount for other, amount in here.items() if other != player]
            half = sum(2 * (amount < here[player]) + (amount == here[player]) for amount in others)
            shares[player].append(Fraction(100 * half, 2 * max(1, len(others))))
    return {player: sum(own, Fraction(0)) / len(own) for player, own in shares.items()}


def _rounded(share: Fraction) -> int:
    """Round half up to hundredths of a percent; shares are never negative."""
    return int(share * POINT + Fraction(1, 2))


def by_place(standings: Standings) -> dict[str, int]:
    return {line.player: line.place for line in standings.lines}
