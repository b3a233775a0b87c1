"""The formats of chouettes: tables of several, seated and counted round by round; no Django.

Source: `docs/tournament-formats.md`, "Chouettes".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from tournaments.formats.base import Draw, Format, Order
from tournaments.formats.parameters import Parameters
from tournaments.formats.played import (
    Eligibility,
    Finish,
    Payment,
    PlayedGame,
    Standings,
    TableResult,
)
from tournaments.formats.situation import RoundKnown, Situation
from tournaments.pairing.remarks import Remark
from tournaments.pairing.tables import FEWEST

P = TypeVar("P", bound=Parameters)
TABLES: Final = "tables"
"""What is drawn next, and again and again: `finish` says when it was the last time."""


class ChouetteFormat(Format[P]):
    """One format of chouettes.

    The defaults are what most formats do: games are paid in full, everyone may be box and captain,
    the house rules rotate, nobody buys in again, there is no clock.
    """

    least = FEWEST
    is_chouette = True
    is_drawn_by_round = True
    is_paired_by_score = False

    def next_draw(self, params: P, rounds: Sequence[RoundKnown]) -> str:
        return TABLES

    @abstractmethod
    def draw(self, now: Situation, attempt: int) -> Draw:
        """Return the tables of the next round; none once the format has ended (`finish` says why).

        Ties about who goes on are broken by the event's seed, as in `finish`, so that another draw
        does not change them. Fixed table sizes ignore how many tables have boards.
        """

    def late(self, now: Situation, number: int) -> Order | None:
        """Return None: they are in the next draw, or sit down at a table."""
        return None

    def latest(self, rounds: Sequence[RoundKnown]) -> tuple[int, ...]:
        return tuple(one.number for one in rounds[-1:])

    def drawn_from(self, now: Situation) -> tuple[str, ...]:
        """Return whom `draw` seats in the next round, or lets sit out for want of a place."""
        return now.sitters

    @abstractmethod
    def places(self, now: Situation) -> Standings:
        """Return the places after the results."""

    @abstractmethod
    def finish(self, now: Situation) -> Finish:
        """Return who goes on, or the winners and the prizes."""

    def rules(
        self, params: P, round_number: int, table: TableResult, *, minutes: int = 0
    ) -> dict[str, str]:
        """Return the house rules that this format sets for the next game of a table.

        Names and values are those of `games.rules.chouette.options`; `minutes` is how long the
        table has played.
        """
        return {}

    def lineup(
        self,
        params: P,
        players: Sequence[str],
        games: Sequence[PlayedGame],
        *,
        seed: str = "",
    ) -> tuple[str, ...] | None:
        """Return box, captain and crew of a table's next game; None: the house rules rotate."""
        return None

    def start_balance(self, params: P) -> int | None:
        """Return everyone's starting balance, in hundredths; None without a bank."""
        return None

    def balances(self, now: Situation) -> dict[str, int]:
        """Return everyone's balance, in hundredths; empty without a bank."""
        return {}

    def pay(self, balance: Mapping[str, int], game: PlayedGame, params: P) -> Payment:
        """Return what a game really pays, and the balances after it.

        Raises:
            FormatError: a player has no balance, or a negative one.
        """
        after = dict(balance)
        for payer, receiver, amount in game.transfers:
            after[payer] = after.get(payer, 0) - amount
            after[receiver] = after.get(receiver, 0) + amount
        return Payment(game.transfers, (), after)

    def eligible(
        self, params: P, balance: Mapping[str, int], table: TableResult, *, minutes: int = 0
    ) -> Eligibility:
        """Return who of a table may be box and captain in its next game."""
        return Eligibility(table.players, table.players)

    def re_entry_refused(self, now: Situation, player: str) -> Remark | None:
        """Return why a player may not buy in again for this round; None if they may."""
        return Remark("re_entry_none")

    def minutes(self, params: P, round_number: int) -> int | None:
        """Return the length of a round in minutes; None without a clock."""
        return None

    def marks(self, params: P, round_number: int) -> tuple[int, ...]:
        """Return the minutes after which the clock alone changes a table's next game."""
        clock = self.minutes(params, round_number)
        return () if clock is None else (clock,)

    def is_table_over(self, params: P, table: TableResult, *, minutes: int = 0) -> bool:
        """Return whether a table is finished with its round."""
        return table.is_over
