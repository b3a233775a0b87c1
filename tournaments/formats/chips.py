"""Shared by freeze-out and group stage: fresh chips at each stage, table winners to a final."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TypeVar

from tournaments.formats.banks import Book, book_of, pay_from_bank
from tournaments.formats.base import Draw
from tournaments.formats.chouette import ChouetteFormat
from tournaments.formats.parameters import Parameters
from tournaments.formats.played import (
    POINT,
    Eligibility,
    Figure,
    Finish,
    Payment,
    PlayedGame,
    Standings,
    TableResult,
)
from tournaments.formats.situation import Situation
from tournaments.formats.stages import (
    Ranks,
    Stage,
    draw_stage,
    finish_of,
    last_round,
    lines_of,
    prizes_of,
    running,
    stage_of,
    stage_players,
)
from tournaments.pairing.tables import sizes_for

C = TypeVar("C", bound=Parameters)


class ChipFormat(ChouetteFormat[C]):
    """Tables play until one player has everything; the winners meet until one table is left."""

    has_bank = True
    is_staged = True

    @abstractmethod
    def chips(self, params: C) -> int:
        """Return everyone's points at the start of a stage."""

    @abstractmethod
    def limits(self, params: C, number: int) -> tuple[int, int]:
        """Return the smallest and largest table size for this number of players."""

    def going_on(self, params: C) -> int:
        """Return how many players of each table go on."""
        return 1

    def prize_split(self, params: C) -> tuple[int, ...]:
        """Return the percent of the pot by place; only recorded, nothing is paid here."""
        return ()

    def draw(self, now: Situation, attempt: int) -> Draw:
        """Return random tables; from the second round on, of those who go on."""
        return draw_stage(
            now,
            attempt,
            self._ranks(now),
            lambda number: self.limits(now.params, number),
            per_table=self.going_on(now.params),
            with_chips=True,
            boards=now.boards,
        )

    def drawn_from(self, now: Situation) -> tuple[str, ...]:
        """Return everybody in the first round, then those who go on."""
        going_on = self.going_on(now.params)
        return stage_players(now, self._ranks(now), per_table=going_on, with_chips=True)

    def start_balance(self, params: C) -> int | None:
        return self.chips(params) * POINT

    def balances(self, now: Situation) -> dict[str, int]:
        """Return the chips in the last round; everyone begins it with the same."""
        tables = last_round(now.tables)
        bought = now.bought if not tables or tables[0].round == 1 else None
        return book_of(tables, self.chips(now.params) * POINT, bought).balance

    def pay(self, balance: Mapping[str, int], game: PlayedGame, params: C) -> Payment:
        """Limit a game's payments to the chips.

        Raises:
            FormatError: a player has no chips recorded, or a negative number.
        """
        return pay_from_bank(balance, game)

    def eligible(
        self, params: C, balance: Mapping[str, int], table: TableResult, *, minutes: int = 0
    ) -> Eligibility:
        """Make everyone with chips left eligible."""
        playing = tuple(player for player in table.players if balance.get(player, 0) > 0)
        return Eligibility(playing, playing)

    def is_table_over(self, params: C, table: TableResult, *, minutes: int = 0) -> bool:
        """Return whether one player has everything."""
        alive = [one for one in self._book(table, params).alive() if one not in table.left]
        return table.is_over or len(alive) <= 1

    def places(self, now: Situation) -> Standings:
        """Return places by stage and table; second places of different tables are equal."""
        books = self._books(now)

        def figures(table: TableResult, player: str) -> tuple[Figure, ...]:
            book = books[table.round]
            return (
                Figure("chips", book.balance[player]),
                Figure("entries", book.entries[player], "count"),
            )

        lines = lines_of(now.tables, self._ranks(now), figures, compares=False)
        return Standings("table", lines, len(last_round(now.tables)) <= 1)

    def finish(self, now: Situation) -> Finish:
        """Return who goes on, or the winner of the final and the prizes."""
        params, stage = now.params, self._stage(now)
        unfinished = running(stage.tables, lambda table: self.is_table_over(params, table))
        minimum, limit = self.limits(params, len(stage.qualified))
        tables = len(sizes_for(len(stage.qualified), minimum=minimum, limit=limit))
        prizes = prizes_of(self.places(now).lines, self.prize_split(params))
        return finish_of(stage, tables, unfinished, prizes)

    def _stage(self, now: Situation) -> Stage:
        return stage_of(
            now.tables,
            self._ranks(now),
            per_table=self.going_on(now.params),
            seed=now.seed,
            with_chips=True,
        )

    def _book(self, table: TableResult, params: C) -> Book:
        return book_of([table], self.chips(params) * POINT)

    def _books(self, now: Situation) -> dict[int, Book]:
        """Return the chips of each round: a player who changes tables keeps theirs."""
        start = self.chips(now.params) * POINT
        return {
            number: book_of([one for one in now.tables if one.round == number], start)
            for number in {one.round for one in now.tables}
        }

    def _ranks(self, now: Situation) -> Ranks:
        books = self._books(now)
        return lambda table: {player: books[table.round].rank(player) for player in table.players}
