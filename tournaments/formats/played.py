"""What was played at the tables of chouettes, and what formats say of it; no Django.

Source: `docs/tournament-formats.md`, "Chouettes". Players are opaque texts, amounts are hundredths
of a point, rounds, tables and games count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.formats.errors import FormatError
from tournaments.pairing.remarks import Remark
from tournaments.pairing.tables import met_at

POINT: Final = 100
"""Hundredths in a point or chip."""

Transfer = tuple[str, str, int]
"""Payer, receiver, amount above zero."""


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
