"""The values a chouette consists of: seats, bets and their cubes, rounds of answers, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.rules.chouette.actions import BOX, TEAM, Pairs

CENTRE: Final = "centre"
MEMBER: Final = "member"

POINT: Final = 100
"""One point in hundredths, the unit of all amounts."""


def points_text(hundredths: int) -> str:
    """Write points as people do: ``150`` is ``1.5``, ``-4`` is ``-0.04``."""
    sign = "-" if hundredths < 0 else ""
    whole, part = divmod(abs(hundredths), POINT)
    return f"{sign}{whole}.{part:02}".rstrip("0") if part else f"{sign}{whole}"


def other_side(side: str) -> str:
    return TEAM if side == BOX else BOX


@dataclass(frozen=True, slots=True)
class Line:
    """Who sits where: the box, their partner if any, then captain and crew by rank."""

    box: str
    partner: str | None
    team: tuple[str, ...]

    @property
    def order(self) -> tuple[str, ...]:
        """Everyone in line, with a partner second."""
        return (self.box, *([self.partner] if self.partner else []), *self.team)

    def __str__(self) -> str:
        head = f"{self.box}+{self.partner}" if self.partner else self.box
        return f"{head} | {' '.join(self.team)}"


@dataclass(frozen=True, slots=True)
class Seating:
    """The current line and what the last rotation left behind.

    ``share`` is the partner's percentage as text; ``sent_down`` are those whom the last rotation
    put at the end: newcomers sit ahead of them.
    """

    order: tuple[str, ...] = ()
    partner: str | None = None
    share: str = "50"
    sent_down: tuple[str, ...] = ()

    @property
    def line(self) -> Line | None:
        """Box, partner and team; None before the order is set or when all have left."""
        if not self.order:
            return None
        seats = 2 if self.partner else 1
        return Line(self.order[0], self.partner, self.order[seats:])


@dataclass(frozen=True, slots=True)
class Closing:
    """How a bet ended: ``amount`` in hundredths, positive where the member's side was paid.

    ``kind``: drop, refusal, settlement, points or board. ``side`` is the side the bet counts for.
    """

    kind: str
    amount: int
    side: str


@dataclass(frozen=True, slots=True)
class Bet:
    """The wager between the box and one member: its cube, its stake, and how it was closed.

    ``holder`` plays the bet and gets or pays its amount: the member, or the captain who bought it.
    """

    member: str
    holder: str
    stake: int
    value: int
    owner: str = CENTRE
    turned: bool = False
    closed: Closing | None = None

    @property
    def live(self) -> bool:
        return self.closed is None

    @property
    def bought(self) -> bool:
        """Whether the captain has bought it and plays it."""
        return self.holder != self.member

    def worth(self, value: int) -> int:
        """Return ``value`` on this cube in hundredths of a point."""
        return value * self.stake * POINT


@dataclass(frozen=True, slots=True)
class Extra:
    """A side cube: ``giver`` doubled ``taker``. The board settles it like a turned cube.

    ``offered_by`` has redoubled and waits for the answer. ``closed`` is the taker's gain.
    """

    giver: str
    taker: str
    stake: int
    value: int
    owner: str
    offered_by: str | None = None
    closed: int | None = None

    @property
    def live(self) -> bool:
        return self.closed is None

    @property
    def parties(self) -> frozenset[str]:
        return frozenset((self.giver, self.taker))


@dataclass(frozen=True, slots=True)
class Animal:
    """A beaver or later redouble on the spot that awaits its answer.

    ``value`` is what the answerer would play for, ``count`` 1 for a beaver, 2 for a raccoon.
    """

    member: str
    value: int
    answerer: str
    count: int


@dataclass(frozen=True, slots=True)
class Round:
    """All offers of one turn, with the answers given so far.

    ``captain`` is the acting captain at the time of the offer. ``animals`` remain to be answered
    once the vector of replies is judged; ``refused`` are the members whose bets a refusal closed.
    """

    by: str
    members: tuple[str, ...]
    captain: str
    replies: Pairs = ()
    animals: tuple[Animal, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def waiting(self) -> tuple[str, ...]:
        """The members whose cube still awaits an answer."""
        if self.animals:
            return tuple(animal.member for animal in self.animals)
        given = [member for member, _ in self.replies]
        return tuple([member for member in self.members if member not in given])

    @property
    def answerer(self) -> str:
        """The side that answers the offers."""
        return other_side(self.by)


@dataclass(frozen=True, slots=True)
class Game:
    """One game in progress. ``bets`` are in rank order.

    ``opening``: ``none`` (no dice yet), ``tied`` (must be rolled again) or ``done``. ``started``
    tells whether anything but the opening has happened. ``closing`` are the members whose bets the
    last closing event ended. ``givers`` and ``takers`` may still deal in extras. ``paid`` are side
    payments (from, to, hundredths). ``caps`` limit the total value of the cubes that a player
    gives; players not in it have no cap. ``beavered`` are the members whose cube its owner turned
    last, kept only beneath caps.
    """

    number: int
    line: Line
    by_hand: bool
    share: str
    start: int
    bets: tuple[Bet, ...]
    automatics: int = 0
    opening: str = "none"
    started: bool = False
    offered: bool = False
    answered: int = 0
    round: Round | None = None
    closing: tuple[str, ...] = ()
    extras: tuple[Extra, ...] = ()
    givers: tuple[str, ...] = ()
    takers: tuple[str, ...] = ()
    paid: tuple[tuple[str, str, int], ...] = ()
    caps: tuple[tuple[str, int], ...] = ()
    beavered: tuple[str, ...] = ()

    @property
    def box(self) -> str:
        return self.line.box

    @property
    def partner(self) -> str | None:
        return self.line.partner

    @property
    def team(self) -> tuple[str, ...]:
        return self.line.team

    @property
    def captain(self) -> str:
        """The captain of the line, even if that captain's own bet is closed."""
        return self.line.team[0]

    @property
    def live(self) -> tuple[Bet, ...]:
        return tuple([bet for bet in self.bets if bet.closed is None])

    @property
    def acting_captain(self) -> str:
        """The player who rolls and plays for the team.

        The highest-ranking member who still plays a bet, their own or one they bought; where only
        extras are left, the taker of the first of them.
        """
        holders = {bet.holder for bet in self.bets if bet.closed is None}
        for bet in self.bets:
            if bet.member in holders:
                return bet.member
        return next(extra.taker for extra in self.extras if extra.live)

    @property
    def over(self) -> bool:
        for bet in self.bets:
            if bet.closed is None:
                return False
        return not any(extra.live for extra in self.extras)

    @property
    def open_extra(self) -> Extra | None:
        """The extra whose redouble awaits an answer."""
        for extra in self.extras:
            if extra.offered_by:
                return extra
        return None

    def bet(self, member: str) -> Bet | None:
        """Return the bet of this member, live or closed."""
        for bet in self.bets:
            if bet.member == member:
                return bet
        return None


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a finished game, and the line after it.

    Amounts are hundredths of a point. ``transfers`` are (payer, payee, amount > 0) and sum to the
    ``points``. ``net`` is the box side's result before it is shared with a partner. ``level`` is
    None where cubes or a settlement ended the game. ``rule`` names the row of the rotation table
    that chose the next line; ``order`` is everyone's place after it, before joins and departures,
    ``after`` includes those announced during the game.
    """

    number: int
    line: Line
    by_hand: bool
    winner: str
    level: int | None
    ending: str
    points: Mapping[str, int]
    transfers: tuple[tuple[str, str, int], ...]
    net: int
    bets: tuple[Bet, ...]
    extras: tuple[Extra, ...]
    start: int
    automatics: int
    decider: str
    captain_side: str
    rule: str
    order: tuple[str, ...]
    after: Seating = field(default_factory=Seating)

    @property
    def box(self) -> str:
        return self.line.box

    @property
    def partner(self) -> str | None:
        return self.line.partner

    @property
    def captain(self) -> str:
        return self.line.team[0]

    @property
    def team(self) -> tuple[str, ...]:
        return self.line.team

    @property
    def next_order(self) -> tuple[str, ...]:
        """The order after the game, with joins and departures announced during it."""
        return self.after.order


def replaced(bets: Iterable[Bet], changed: Mapping[str, Bet]) -> tuple[Bet, ...]:
    """Return the bets, with some of them replaced, by member."""
    return tuple([changed.get(bet.member, bet) for bet in bets])


def repeated(names: Iterable[str]) -> Iterator[str]:
    """Return the names that occur more than once."""
    listed = tuple(names)
    seen: set[str] = set()
    for name in listed if len(listed) > len(set(listed)) else ():
        if name in seen:
            yield name
        seen.add(name)


Json = dict[str, Any]
