"""The dice of a board: what the server and the seats put into them, and how often they rolled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from games.rules.dice import joined_seeds, seat_commitment
from games.rules.online.errors import OnlineError

LONGEST_SEED: Final = 64 + 1 + 32


@dataclass(frozen=True, slots=True)
class SeatSeed:
    """A seat's seed: its commitment, and when all have committed the seed itself.

    `openly`: it was sent without a commitment before it, by a browser without scripts.
    """

    seat: int
    commitment: str
    seed: str | None = None
    openly: bool = False


@dataclass(frozen=True, slots=True)
class Dice:
    """A set of dice: its id, the server's commitment, the seats' seeds, and how often it rolled."""

    game_id: str
    commitment: str
    seats: tuple[int, ...]
    seeds: tuple[SeatSeed, ...] = ()
    rolled: int = 0

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not committed to a seed."""
        there = {one.seat for one in self.seeds}
        return tuple(seat for seat in self.seats if seat not in there)

    @property
    def closed(self) -> tuple[int, ...]:
        """The seats that have committed, and have not opened their seed."""
        return tuple(one.seat for one in self.seeds if one.seed is None)

    @property
    def is_open(self) -> bool:
        return not self.missing and not self.closed

    @property
    def joined(self) -> str:
        """What the seats put into every roll.

        Raises:
            OnlineError: not all seeds are open.
        """
        if not self.is_open:
            raise OnlineError("dice_closed")
        return joined_seeds({one.seat: one.seed or "" for one in self.seeds})

    def commit(self, seat: int, commitment: str) -> Dice:
        """Return the dice with a seat's commitment.

        Raises:
            OnlineError: the seat gives none, has given one, or it is no digest.
        """
        self._check_free(seat)
        if len(commitment) != 64 or not set(commitment) <= set("0123456789abcdef"):
            raise OnlineError("commitment_malformed")
        return self._with(SeatSeed(seat, commitment))

    def reveal(self, seat: int, seed: str) -> Dice:
        """Return the dice with a seat's seed opened.

        Raises:
            OnlineError: somebody has not committed yet, or it is another seed.
        """
        own = self.of(seat)
        if own is None or self.missing:
            raise OnlineError("seed_early")
        if own.seed is not None:
            raise OnlineError("seed_opened")
        _check_seed(seed)
        if seat_commitment(self.game_id, seat, seed) != own.commitment:
            raise OnlineError("seed_wrong")
        seeds = tuple(replace(one, seed=seed) if one is own else one for one in self.seeds)
        return replace(self, seeds=seeds)

    def say(self, seat: int, seed: str, *, unprotected: bool = False) -> Dice:
        """Return the dice with a seed that a seat says openly, as the last one.

        `unprotected`: they agree that others may still choose theirs, knowing this one.

        Raises:
            OnlineError: others have not committed yet, or the seat has given a seed.
        """
        self._check_free(seat)
        _check_seed(seed)
        if self.missing != (seat,) and not unprotected:
            raise OnlineError("seed_waits")
        digest = seat_commitment(self.game_id, seat, seed)
        return self._with(SeatSeed(seat, digest, seed, openly=True))

    def without_opened(self) -> Dice:
        """Return the dice without seeds that were opened before everybody had committed.

        Who said theirs openly knew that others might choose theirs later.
        """
        return replace(self, seeds=tuple(one for one in self.seeds if one.openly or not one.seed))

    def of(self, seat: int) -> SeatSeed | None:
        """Return what a seat has put in; None before."""
        return next((one for one in self.seeds if one.seat == seat), None)

    def _check_free(self, seat: int) -> None:
        if seat not in self.seats:
            raise OnlineError("seat_without_seed")
        if self.of(seat) is not None:
            raise OnlineError("seed_committed")

    def _with(self, seed: SeatSeed) -> Dice:
        seeds = sorted((*self.seeds, seed), key=lambda one: one.seat)
        return replace(self, seeds=tuple(seeds))


def _check_seed(seed: str) -> None:
    if not 1 <= len(seed) <= LONGEST_SEED or not seed.isprintable():
        raise OnlineError("seed_malformed", most=LONGEST_SEED)
