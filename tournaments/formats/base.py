"""What every chouette format answers, and the values it is asked with; no Django.

Source: `docs/tournament-formats.md`, "Chouettes". Players are opaque texts, amounts are hundredths
of a point, rounds, tables and games count from 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeVar

from tournaments.formats.errors import FormatError
from tournaments.formats.parameters import Field, Parameters
from tournaments.pairing.table_remarks import Remark
from tournaments.pairing.tables import Seat, TableDraw, met_at

POINT: Final = 100
"""Hundredths in a point or chip."""

Transfer = tuple[str, str, int]
"""Payer, receiver, amount above zero."""
P = TypeVar("P", bound=Parameters)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of a table, as the score keeper has it.

    `order` begins with the box; `partner` shares his result. `bets` are the bets each played, in
    hundredths; without them a box played one against each other player. `paid` is what was really
    paid where a bank is played; None: the transfers were paid in full.
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
        """What changed hands."""
        return self.transfers if self.paid is None else self.paid

    def bets_of(self, player: str) -> int:
        """Return how many bets somebody played, in hundredths."""
        if self.bets:
            return self.bets.get(player, 0)
        if player not in self.order:
            return 0
        return POINT * (len(self.order) - 1 if player == self.box else 1)


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table of a round with the games it has finished so far; `is_over`: nothing follows.

    `players` are all who sat there; `left` those of them who have moved to another table since.
    """

    round: int
    table: int
    players: tuple[str, ...]
    games: tuple[PlayedGame, ...] = ()
    is_over: bool = False
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Payment:
    """What a game really paid: `transfers` of it, `unpaid` the rest; both make up what was owed."""

    transfers: tuple[Transfer, ...]
    unpaid: tuple[Transfer, ...]
    balance: Mapping[str, int]
    all_in: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def paid(self, player: str) -> int:
        """Return what the game really brought somebody."""
        received = sum(amount for _, to, amount in self.transfers if to == player)
        return received - sum(amount for by, _, amount in self.transfers if by == player)


@dataclass(frozen=True, slots=True)
class Eligibility:
    """Who may be box and captain in the next game.

    `credit`: up to how many hundredths the cubes somebody gives may be worth together; without an
    entry there is no limit.
    """

    box: tuple[str, ...]
    captain: tuple[str, ...]
    credit: Mapping[str, int] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()

    def line(self, proposed: Sequence[str]) -> tuple[str, ...]:
        """Return a line with a box and a captain who may be that, everyone else as proposed.

        The first who may is box, the next who may is captain; a line that is right stays as it is.
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
class Line:
    """Somebody's place; equals share it. `figures` decide in this order.

    `table` is set where places hold within one table only, or tell the last table.
    """

    player: str
    place: int
    figures: tuple[Figure, ...]
    table: int | None = None

    def value(self, code: str) -> int:
        """Return the figure of this code, 0 if there is none."""
        return next((one.value for one in self.figures if one.code == code), 0)


@dataclass(frozen=True, slots=True)
class Standings:
    """Places and what they rest on: `basis` is a key of `errors.BASES`.

    `is_comparable`: whether places of players at different tables compare.
    """

    basis: str
    lines: tuple[Line, ...]
    is_comparable: bool = True

    def line(self, player: str) -> Line | None:
        """Return the line of this player."""
        return next((line for line in self.lines if line.player == player), None)


@dataclass(frozen=True, slots=True)
class Finish:
    """What the finished rounds lead to.

    `qualified` go on to the next round, whose `stage` is `round`, `semi_final`, `final` or empty
    when the event is over. `winners`: first in the end. `prizes`: percent of the pot by player.
    """

    is_over: bool
    stage: str = ""
    qualified: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    prizes: Mapping[str, int] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()


class Format(ABC, Generic[P]):
    """One format of a chouette event; pure, all state comes from outside.

    What is not overridden is what most formats do: every game is paid in full, everyone may be box
    and captain, the house rules rotate, nobody enters again, no clock.
    """

    code: ClassVar[str]
    title: ClassVar[str]
    help: ClassVar[str]
    parameters: type[P]
    has_bank: ClassVar[bool] = False

    @property
    def fields(self) -> tuple[Field, ...]:
        """The parameters as set-up pages show them."""
        return self.parameters.FIELDS

    def parse(self, data: Mapping[str, object]) -> P:
        """Read parameters.

        Raises:
            FormatError: a parameter that is unknown or has no such value.
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
        """Return who sits where in round `round_number`; None once the format has come to its end.

        `seed` is that of this draw. Who goes on among equals is drawn by `event_seed`, as `finish`
        does it, so that drawing again changes nothing in that. `entries`: how often somebody has
        entered, if more than once. `available`: for how many tables there are boards; tables of a
        fixed size do not heed it. Why it ended says `finish`.
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
        """Return who goes on, or who has won and the prizes."""

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
        """Return what everyone begins with, in hundredths; None without a bank."""
        return None

    def balances(
        self,
        results: Sequence[TableResult],
        params: P,
        *,
        entries: Mapping[str, int] | None = None,
    ) -> dict[str, int]:
        """Return what everyone has, in hundredths; empty without a bank."""
        return {}

    def pay(self, balance: Mapping[str, int], game: PlayedGame, params: P) -> Payment:
        """Return what a game really pays, and the balances after it.

        Raises:
            FormatError: somebody without a balance, or below zero.
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
        """Return why somebody may not enter again for this round; None: he may."""
        return Remark("re_entry_none")

    def minutes(self, params: P, round_number: int) -> int | None:
        """Return the clock of a round; None without one."""
        return None

    def marks(self, params: P, round_number: int) -> tuple[int, ...]:
        """Return after how many minutes the clock alone changes what comes next at a table."""
        clock = self.minutes(params, round_number)
        return () if clock is None else (clock,)

    def is_table_over(self, params: P, table: TableResult, *, minutes: int = 0) -> bool:
        """Return whether a table has nothing more to play in its round."""
        return table.is_over


def met_in(history: Sequence[TableResult]) -> Mapping[frozenset[str], int]:
    """Return how often each two shared a table in earlier rounds."""
    return met_at(result.players for result in history)


def checked_transfers(game: PlayedGame) -> tuple[Transfer, ...]:
    """Return the transfers of a game.

    Raises:
        FormatError: one has one party only, or nothing is paid.
    """
    for payer, receiver, amount in game.transfers:
        if payer == receiver or amount <= 0:
            raise FormatError("transfer_malformed")
    return game.transfers


AnyFormat = Format[Any]
"""A format whose parameters are its own affair."""
