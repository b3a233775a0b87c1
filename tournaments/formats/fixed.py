"""The fixed schedule of Atlanta 2003: twelve games in which everyone is box and captain equally
often.

Source: `docs/tournament-formats.md`, "Chouettes". Four players: each is box three times, once
against each other player as captain, and captain three times. Three players: four times each, twice
against each other. The starting cube rises with a player's own games as box: 1, 2, 4 (4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from games.rules.coded import gettext_noop
from tournaments.formats.base import Draw
from tournaments.formats.chouette import ChouetteFormat
from tournaments.formats.errors import FormatError
from tournaments.formats.parameters import ParameterField, Parameters
from tournaments.formats.played import (
    Figure,
    Finish,
    PlayedGame,
    Standings,
    TableResult,
)
from tournaments.formats.races import points_by_player
from tournaments.formats.situation import Situation
from tournaments.formats.stages import (
    Rank,
    draw_stage,
    finish_of,
    lines_of,
    running,
    stage_of,
    stage_players,
)
from tournaments.pairing.chance import Chance
from tournaments.pairing.tables import FEWEST, sizes_for

GAMES: Final = 12
"""The number of games at a table of three or four."""
SIZES: Final = (3, 4)


@dataclass(frozen=True, slots=True)
class FixedParameters(Parameters):
    """`cubes`: the starting cube of a player's first, second and further games as box.

    `order`: `turns` (each player has all games as box in a row) or `segments` (everyone is box once
    before anyone is again). `qualify`: how many of each table go on.
    """

    table_limit: int = 4
    cubes: tuple[int, ...] = (1, 2, 4, 4)
    order: str = "turns"
    by_score: bool = True
    qualify: int = 1

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "table_limit",
            "number",
            gettext_noop("Players at a table"),
            gettext_noop("Tables of 4 and, where that does not work out, of 3; or all of 3."),
            least=3,
            most=4,
        ),
        ParameterField(
            "cubes",
            "cubes",
            gettext_noop("Starting cubes"),
            gettext_noop("The starting cube of a player's first, second, third game as box."),
            least=1,
            most=64,
        ),
        ParameterField(
            "order",
            "choice",
            gettext_noop("Order of the games"),
            gettext_noop("When each player has their games as box; who begins is drawn."),
            values={
                "turns": gettext_noop("All in a row, one player after the other"),
                "segments": gettext_noop("Everyone once, then everyone again"),
            },
        ),
        ParameterField(
            "by_score",
            "switch",
            gettext_noop("Last segment by scores"),
            gettext_noop(
                "The order of the last segment follows the scores: the lowest comes first, the "
                "leader last."
            ),
        ),
        ParameterField(
            "qualify",
            "number",
            gettext_noop("Go on from each table"),
            gettext_noop("So many of each table play the next stage, until one table is left."),
            least=1,
            most=2,
        ),
    )


Pair = tuple[str, str]
"""Box and captain."""


def schedule(
    params: FixedParameters,
    players: Sequence[str],
    games: Sequence[PlayedGame],
    *,
    seed: str,
) -> tuple[Pair, ...]:
    """Return box and captain of all twelve games, as far as they are known.

    The last segment is known once all games before it are finished.

    Raises:
        FormatError: the table does not have three or four players.
    """
    if len(players) not in SIZES:
        raise FormatError("schedule_size", number=len(players))
    order = Chance(seed).shuffled(sorted(players), "schedule")
    pairs = _turns(order, seed) if params.order == "turns" else _segments(order)
    length = GAMES // len(order) if params.order == "turns" else len(order)
    before = GAMES - length
    if not params.by_score:
        return tuple(pairs)
    if len(games) < before:
        return tuple(pairs[:before])
    table = TableResult(1, 1, tuple(players), tuple(games[:before]))
    points = points_by_player([table])
    last = pairs[before:]
    who = 1 if params.order == "turns" else 0
    # Stable sort: equals stay as drawn.
    return (*pairs[:before], *_by_score(last, points, who))


def _by_score(last: Sequence[Pair], points: Mapping[str, int], who: int) -> list[Pair]:
    """Order the last segment by points, fewest first; with two games as box, players take turns."""
    ranked = sorted(last, key=lambda pair: points[pair[who]])
    first = [pair for index, pair in enumerate(ranked) if pair not in ranked[:index]]
    again = list(ranked)
    for pair in first:
        again.remove(pair)
    return [*first, *again]


def _turns(order: Sequence[str], seed: str) -> list[Pair]:
    """Make everyone box in turn against each other; with three players, twice."""
    chance = Chance(seed)
    times = GAMES // (len(order) * (len(order) - 1))
    pairs: list[Pair] = []
    for box in order:
        others = chance.shuffled([one for one in order if one != box], "captains", box)
        pairs += [(box, captain) for _ in range(times) for captain in others]
    return pairs


def _segments(order: Sequence[str]) -> list[Pair]:
    """In each segment make everyone box once and captain once, each time against another player."""
    number = len(order)
    return [
        (box, order[(place + 1 + segment % (number - 1)) % number])
        for segment in range(GAMES // number)
        for place, box in enumerate(order)
    ]


class Fixed(ChouetteFormat[FixedParameters]):
    """Atlanta's format."""

    code = "fixed"
    title = gettext_noop("Fixed schedule")
    name_for_programs = gettext_noop("Fixed schedule (Atlanta)")
    help = gettext_noop("Twelve games at each table; everyone is box and captain equally often.")
    parameters = FixedParameters
    is_staged = True
    keeps_tables = True

    def draw(self, now: Situation, attempt: int) -> Draw:
        """Return random tables; from the second round on, of those who go on."""
        sizes = (FEWEST, now.params.table_limit)
        return draw_stage(now, attempt, _ranks, lambda _: sizes, per_table=now.params.qualify)

    def drawn_from(self, now: Situation) -> tuple[str, ...]:
        """Return everybody in the first round, then those who go on."""
        return stage_players(now, _ranks, per_table=now.params.qualify)

    def lineup(
        self,
        params: FixedParameters,
        players: Sequence[str],
        games: Sequence[PlayedGame],
        *,
        seed: str = "",
    ) -> tuple[str, ...] | None:
        """Return the line of the next game, with the crew in drawn order; None after the
        twelfth.
        """
        if len(games) >= GAMES:
            return None
        box, captain = schedule(params, players, games, seed=seed)[len(games)]
        order = Chance(seed).shuffled(sorted(players), "schedule")
        after = order.index(captain)
        crew = [*order[after + 1 :], *order[:after]]
        return (box, captain, *(player for player in crew if player != box))

    def rules(
        self,
        params: FixedParameters,
        round_number: int,
        table: TableResult,
        *,
        minutes: int = 0,
    ) -> dict[str, str]:
        """Return the starting cube of the table's next game."""
        played = min(len(table.games), GAMES - 1)
        size = len(table.players)
        own = played % max(1, GAMES // size) if params.order == "turns" else played // size
        return {"starting_cube": str(params.cubes[min(own, len(params.cubes) - 1)])}

    def is_table_over(
        self, params: FixedParameters, table: TableResult, *, minutes: int = 0
    ) -> bool:
        return table.is_over or len(table.games) >= GAMES

    def places(self, now: Situation) -> Standings:
        """Return places by stage and table; points compare only between tables of equal size."""
        compares = len({len(one.players) for one in now.tables}) <= 1
        lines = lines_of(now.tables, _ranks, _figures, compares=compares)
        return Standings("schedule", lines, compares)

    def finish(self, now: Situation) -> Finish:
        """Return each table's qualifiers for the next stage, or the winners of the final."""
        params = now.params
        stage = stage_of(now.tables, _ranks, per_table=params.qualify, seed=now.seed)
        unfinished = running(stage.tables, lambda table: self.is_table_over(params, table))
        tables = len(sizes_for(len(stage.qualified), limit=params.table_limit))
        return finish_of(stage, tables, unfinished, {})


def _ranks(table: TableResult) -> dict[str, Rank]:
    return {player: (amount,) for player, amount in points_by_player([table]).items()}


def _figures(table: TableResult, player: str) -> tuple[Figure, ...]:
    return (
        Figure("points", points_by_player([table])[player]),
        Figure("games", sum(player in game.order for game in table.games), "count"),
    )


FORMAT = Fixed()
