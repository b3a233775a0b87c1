"""What a chouette is at a moment: who sits where, with which totals, and the game in progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from games.rules.chouette.actions import Join, Leave
from games.rules.chouette.options import HouseRules
from games.rules.chouette.state import Game, GameResult, Line, Seating


@dataclass(frozen=True, slots=True)
class TableState:
    """The values of a table. What may be done with them is `Table`; the modules of rules make new
    ones.

    ``players`` is everyone who ever sat down, in order of arrival, ``amounts`` their totals in
    hundredths of a point. ``moves`` are joins and departures announced during the current game, or
    before the first line.
    """

    rules: HouseRules
    players: tuple[str, ...]
    amounts: tuple[int, ...]
    stakes: Mapping[str, int] = field(default_factory=dict)
    ordered: bool = False
    seating: Seating = field(default_factory=Seating)
    game: Game | None = None
    moves: tuple[tuple[str, str], ...] = ()
    played: int = 0
    last: GameResult | None = None

    @property
    def phase(self) -> str:
        """One of order, between, opening (tied dice), play, replies, animals or extra_reply."""
        game = self.game
        if game is None:
            return "between" if self.ordered else "order"
        if game.round is not None:
            return "animals" if game.round.animals else "replies"
        if game.open_extra is not None:
            return "extra_reply"
        return "opening" if game.opening == "tied" else "play"

    @property
    def line(self) -> Line | None:
        """The line of the game in progress, else the one the rules propose."""
        return self.game.line if self.game is not None else self.seating.line

    @property
    def order(self) -> tuple[str, ...]:
        """Everyone at the table, in line, with a partner second."""
        return self.game.line.order if self.game is not None else self.seating.order

    @property
    def line_before(self) -> tuple[str, ...]:
        """Everyone in the line that the last finished game led to, before anybody sat out."""
        return self.last.next_order if self.last is not None else ()

    @property
    def present(self) -> tuple[str, ...]:
        """Who will be at the table after pending joins and departures."""
        if not self.ordered:
            latest = {player: kind for kind, player in self.moves}
            return tuple([one for one in self.players if latest.get(one) != Leave.kind])
        there = list(self.order)
        for kind, player in self.moves:
            if kind == Join.kind:
                there.append(player)
            else:
                there.remove(player)
        return tuple(there)

    @property
    def company(self) -> tuple[str, ...]:
        """Who is here, or has points: not who was struck before they played."""
        there = self.present
        return tuple(
            one
            for one, amount in zip(self.players, self.amounts, strict=True)
            if amount or one in there
        )

    @property
    def totals(self) -> dict[str, int]:
        """Everyone's total in hundredths of a point."""
        return dict(zip(self.players, self.amounts, strict=True))

    def stake_of(self, player: str) -> int:
        return self.stakes.get(player, 1)

    def is_over(self) -> bool:
        return self.game is None

    def outcome(self) -> GameResult | None:
        """Return the result of the last game; None while a game is in progress."""
        return self.last if self.game is None else None


T = TypeVar("T", bound=TableState)
"""The kind of table that a function is given and returns: a `Table` stays a `Table`."""
