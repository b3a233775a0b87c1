"""The interface of every chouette format and its values; no Django.

Source: `docs/tournament-formats.md`, "Chouettes". Players are opaque texts, amounts are hundredths
of a point, rounds, tables and games count from 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeVar

from tournaments.formats.errors import FormatError
from tournaments.formats.parameters import ParameterField, Parameters
from tournaments.pairing.remarks import Remark
from tournaments.pairing.tables import Seat, TableDraw, met_at

POINT: Final = 100
"""Hundredths in a point or chip."""

Transfer = tuple[str, str, int]
"""Payer, receiver, amount above zero."""
P = TypeVar("P", bound=Parameters)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of a table, as recorded.

    `order` begins with the box; `partner` shares the box's result. `bets` are the bets each played,
    in hundredths; without them the box had one bet against each other player. `paid` is what was
    really paid in formats with banks; None: the transfers were paid in full.
    """

    number: int
    box: str
    captain: str
    order: tuple[str, ...]
    transfers: tuple[Transfer, ...]
    points: Mapping[str, int]
    starting_cube: int = 1
    bets: Mapping[str, int] = field(default_factory=dict)
    paid: tuple[Transfer, ...] | None = None
    partner: str | None = None

    @property
    def really_paid(self) -> tuple[Transfer, ...]:
        """The amounts that changed hands."""
        return self.transfers if self.paid is None else self.paid

    def bets_of(self, player: str) -> int:
        """Return how many bets a player had, in hundredths."""
        if self.bets:
            return self.bets.get(player, 0)
        if player not in self.order:
            return 0
        return POINT * (len(self.order) - 1 if player == self.box else 1)


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table of a round with its finished games; `is_over`: no further game.

    `players` are all who sat there; `left` those who have since moved to another table.
    """

    round: int
    table: int
    players: tuple[str, ...]
    games: tuple[PlayedGame, ...] = ()
    is_over: bool = False
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Payment:
    """What a game really paid: `transfers` and `unpaid` together are what was owed."""

    transfers: tuple[Transfer, ...]
    unpaid: tuple[Transfer, ...]
    balance: Mapping[str, int]
    all_in: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def paid(self, player: str) -> int:
        """Return what a player really received from the game."""
        received = sum(amount for _, to, amount in self.transfers if to == player)
        return received - sum(amount for by, _, amount in self.transfers if by == player)


@dataclass(frozen=True, slots=True)
class Eligibility:
    """Who may be box and captain in the next game.

    `credit`: the most, in hundredths, that the cubes a player gives may be worth together; a player
    not in it has no limit.
    """

    box: tuple[str, ...]
    captain: tuple[str, ...]
    credit: Mapping[str, int] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()

    def line(self, proposed: Sequence[str]) -> tuple[str, ...]:
        """Return a line with an eligible box and captain, everyone else as proposed.

        The first eligible player is box, the next eligible one captain; a valid line stays as it
        is.
        """
        boxes = [player for player in proposed if player in self.box]
        box = boxes[0] if boxes else proposed[0]
        others = [player for player in proposed if player != box]
        captains = [player for player in others if player in self.captain]
        captain = captains[0] if captains else others[0]
        return (box, captain, *(player for player in others if player != captain))


@dataclass(frozen=True, slots=True)
class Figure:
    """A value in the standings: `code` is a key of `errors.FIGURES`.

    `kind`: `points` (hundredths), `percent` (hundredths of a percent), `count`.
    """

    code: str
    value: int
    kind: str = "points"


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place; equals share it. `figures` decide, in this order.

    `table` is set where places hold within one table only, or to name the last table.
    """

    player: str
    place: int
    figures: tuple[Figure, ...]
    table: int | None = None

    def value(self, code: str) -> int:
        return next((one.value for one in self.figures if one.code == code), 0)


@dataclass(frozen=True, slots=True)
class Standings:
    """Places and their basis: `basis` is a key of `errors.BASES`.

    `is_comparable`: whether places of players at different tables compare.
    """

    basis: str
    lines: tuple[Place, ...]
    is_comparable: bool = True

    def line(self, player: str) -> Place | None:
        return next((line for line in self.lines if line.player == player), None)


@dataclass(frozen=True, slots=True)
class Finish:
    """What follows from the finished rounds.

    `qualified` go on to the next round, whose `stage` is `round`, `semi_final`, `final`, or empty
    when the event is over. `winners`: the winners of the event. `prizes`: percent of the pot by
    player.
    """

    is_over: bool
    stage: str = ""
    qualified: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    prizes: Mapping[str, int] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()


class Format(ABC, Generic[P]):
    """One format of a chouette event; pure, all state comes from outside.

    The defaults are what most formats do: games are paid in full, everyone may be box and captain,
    the house rules rotate, nobody buys in again, there is no clock.
    """

    code: ClassVar[str]
    title: ClassVar[str]
    help: ClassVar[str]
    parameters: type[P]
    has_bank: ClassVar[bool] = False
    has_reentries: ClassVar[bool] = False
    """Whether who is out may buy points again; when, says `re_entry_refused`."""
    is_staged: ClassVar[bool] = False
    """Whether a later round is for those who have qualified."""
    splits_tables: ClassVar[bool] = False
    """Whether a table that has grown too large is split in the middle of a round."""
    keeps_tables: ClassVar[bool] = False
    """Whether nobody changes tables once games are played: their schedule needs them."""

    @property
    def fields(self) -> tuple[ParameterField, ...]:
        """The parameters for set-up pages."""
        return self.parameters.FIELDS

    def parse(self, data: Mapping[str, object]) -> P:
        """Read parameters.

        Raises:
            FormatError: a parameter is unknown or has an invalid value.
        """
        return self.parameters.parse(data)

    @abstractmethod
    def draw(
        self,
        entrants: Sequence[Seat],
        history: Sequence[TableResult],
        params: P,
        *,
        seed: str,
        round_number: int,
        event_seed: str | None = None,
        entries: Mapping[str, int] | None = None,
        available: int | None = None,
    ) -> TableDraw | None:
        """Return the tables of round `round_number`; None once the format has ended (`finish` says
        why).

        `seed` is that of this draw. Ties about who goes on are broken by `event_seed`, as in
        `finish`, so that another draw does not change them. `entries`: how often a player has
        bought in, if more than once. `available`: the number of tables with boards; fixed table
        sizes ignore it.
        """

    def drawn_from(
        self,
        players: Sequence[str],
        history: Sequence[TableResult],
        params: P,
        *,
        round_number: int,
        event_seed: str,
        entries: Mapping[str, int] | None = None,
    ) -> tuple[str, ...]:
        """Return who of these `draw` seats in a round, or lets sit out for want of a place."""
        return tuple(players)

    @abstractmethod
    def standings(
        self,
        results: Sequence[TableResult],
        params: P,
        *,
        entries: Mapping[str, int] | None = None,
    ) -> Standings:
        """Return the places after these results."""

    @abstractmethod
    def finish(
        self,
        results: Sequence[TableResult],
        params: P,
        *,
        seed: str = "",
        entries: Mapping[str, int] | None = None,
    ) -> Finish:
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

    def balances(
        self,
        results: Sequence[TableResult],
        params: P,
        *,
        entries: Mapping[str, int] | None = None,
    ) -> dict[str, int]:
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

    def re_entry_refused(
        self,
        player: str,
        results: Sequence[TableResult],
        params: P,
        *,
        round_number: int,
        entries: Mapping[str, int] | None = None,
    ) -> Remark | None:
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


def met_in(history: Sequence[TableResult]) -> Mapping[frozenset[str], int]:
    """Return how often each two players shared a table in earlier rounds."""
    return met_at(result.players for result in history)


def checked_transfers(game: PlayedGame) -> tuple[Transfer, ...]:
    """Return the transfers of a game.

    Raises:
        FormatError: one has the same payer and payee, or an amount that is not positive.
    """
    for payer, receiver, amount in game.transfers:
        if payer == receiver or amount <= 0:
            raise FormatError("transfer_malformed")
    return game.transfers


AnyFormat = Format[Any]
"""A format with any parameters."""
