"""The values a chouette consists of: seats, bets and their cubes, rounds of answers, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.rules.chouette.actions import BOX, TEAM, Pairs

CENTRE: Final = "centre"
MEMBER: Final = "member"

POINT: Final = 100
"""One point in the hundredths that all amounts are kept in."""


def points_text(hundredths: int) -> str:
    """Points as people write them: ``150`` is ``1.5``, ``-4`` is ``-0.04``."""
    sign = "-" if hundredths < 0 else ""
    whole, part = divmod(abs(hundredths), POINT)
    return f"{sign}{whole}.{part:02}".rstrip("0") if part else f"{sign}{whole}"


def other_side(side: str) -> str:
    """Box for team, team for box."""
    return TEAM if side == BOX else BOX


@dataclass(frozen=True, slots=True)
class Line:
    """Who sits where: the box, his partner if he has one, then captain and crew by rank."""

    box: str
    partner: str | None
    team: tuple[str, ...]

    @property
    def order(self) -> tuple[str, ...]:
        """Everyone in line, a partner second."""
        return (self.box, *([self.partner] if self.partner else []), *self.team)

    def __str__(self) -> str:
        head = f"{self.box}+{self.partner}" if self.partner else self.box
        return f"{head} | {' '.join(self.team)}"


@dataclass(frozen=True, slots=True)
class Seating:
    """The line as it stands, with what the last rotation left behind.

    ``share`` is the partner's percentage as text; ``sent_down`` are those whom the last rotation
    put at the end, for newcomers who sit ahead of them.
    """

    order: tuple[str, ...] = ()
    partner: str | None = None
    share: str = "50"
    sent_down: tuple[str, ...] = ()

    @property
    def line(self) -> Line | None:
        """Box, partner and team, or None before the order or when all have left."""
        if not self.order:
            return None
        seats = 2 if self.partner else 1
        return Line(self.order[0], self.partner, self.order[seats:])


@dataclass(frozen=True, slots=True)
class Closing:
    """How a bet ended: ``amount`` in hundredths, positive where the member's side was paid.

    ``kind``: drop, refusal, settlement, points or board. ``side`` is whom it counts for.
    """

    kind: str
    amount: int
    side: str


@dataclass(frozen=True, slots=True)
class Bet:
    """The wager between box and one member: its cube, its stake, and how it was closed.

    ``holder`` plays and pays it: the member, or the captain who bought it.
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
        """Still open?"""
        return self.closed is None

    @property
    def bought(self) -> bool:
        """Played by the captain who bought it?"""
        return self.holder != self.member

    def worth(self, value: int) -> int:
        """What ``value`` on this cube means in hundredths of a point."""
        return value * self.stake * POINT


@dataclass(frozen=True, slots=True)
class Extra:
    """A side cube: ``giver`` doubled ``taker``. It is settled by the board like a turned cube.

    ``offered_by`` is who has redoubled and waits for the answer. ``closed`` is the taker's gain.
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
        """Still open?"""
        return self.closed is None

    @property
    def parties(self) -> frozenset[str]:
        """Giver and taker."""
        return frozenset((self.giver, self.taker))


@dataclass(frozen=True, slots=True)
class Animal:
    """A beaver or later redouble on the spot that waits for its answer.

    ``value`` is what the answerer is asked to play for, ``count`` 1 for a beaver, 2 for a raccoon.
    """

    member: str
    value: int
    answerer: str
    count: int


@dataclass(frozen=True, slots=True)
class Round:
    """All offers of one turn, with the answers given so far.

    ``captain`` is the acting captain when it was offered. ``animals`` are what is left to answer
    once the vector of replies was judged; ``refused`` whose bets such answers have closed.
    """

    by: str
    members: tuple[str, ...]
    captain: str
    replies: Pairs = ()
    animals: tuple[Animal, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def waiting(self) -> tuple[str, ...]:
        """The members whose cube still needs its answer."""
        if self.animals:
            return tuple(animal.member for animal in self.animals)
        given = {member for member, _ in self.replies}
        return tuple(member for member in self.members if member not in given)

    @property
    def answerer(self) -> str:
        """Which side answers the offers themselves."""
        return other_side(self.by)


@dataclass(frozen=True, slots=True)
class Game:
    """One game in progress. ``bets`` stand in rank order.

    ``opening``: ``none`` (no dice yet), ``tied`` (must be rolled again) or ``done``. ``started``
    tells whether anything but the opening has happened. ``closing`` are the members whose bets
    the last closing event ended. ``givers`` and ``takers`` may still deal in extras. ``paid`` are
    side payments (from, to, hundredths). ``caps`` are what the cubes that somebody gives may be
    worth together; who is not in it has no cap.
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

    @property
    def box(self) -> str:
        """The single side."""
        return self.line.box

    @property
    def partner(self) -> str | None:
        """Who shares the box's result, if anyone."""
        return self.line.partner

    @property
    def team(self) -> tuple[str, ...]:
        """Captain and crew by rank."""
        return self.line.team

    @property
    def captain(self) -> str:
        """The captain of the line, whatever has become of his bet."""
        return self.line.team[0]

    @property
    def live(self) -> tuple[Bet, ...]:
        """The open bets by rank."""
        return tuple(bet for bet in self.bets if bet.closed is None)

    @property
    def acting_captain(self) -> str:
        """Who rolls and plays for the team.

        The highest-ranking member whose own bet is live; where only bought cubes or extras are
        left, the one who holds the first of them.
        """
        for bet in self.bets:
            if bet.closed is None and bet.holder == bet.member:
                return bet.member
        holders = [bet.holder for bet in self.live]
        return (holders or [extra.taker for extra in self.extras if extra.live])[0]

    @property
    def over(self) -> bool:
        """Is no bet, and no extra, live any more?"""
        return all(bet.closed is not None for bet in self.bets) and not any(
            extra.live for extra in self.extras
        )

    @property
    def open_extra(self) -> Extra | None:
        """The extra whose redouble waits for an answer."""
        return next((extra for extra in self.extras if extra.offered_by), None)

    def bet(self, member: str) -> Bet | None:
        """The bet of this member, live or closed."""
        return next((bet for bet in self.bets if bet.member == member), None)


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a finished game brought, and the line it leaves behind.

    Amounts are hundredths of a point. ``transfers`` are (payer, payee, amount > 0) and sum to the
    ``points``. ``net`` is the box side's result before it is shared with a partner. ``level`` is
    None where cubes or a settlement ended the game. ``rule`` names the row of the rotation table
    that chose the next line; ``order`` is everyone's place after it, before joins and departures,
    ``after`` with those stated during the game.
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
        """Who was box."""
        return self.line.box

    @property
    def partner(self) -> str | None:
        """Who shared the box's result."""
        return self.line.partner

    @property
    def captain(self) -> str:
        """Who was captain when the game began."""
        return self.line.team[0]

    @property
    def team(self) -> tuple[str, ...]:
        """Captain and crew by rank."""
        return self.line.team

    @property
    def next_order(self) -> tuple[str, ...]:
        """The line after the game, joins and departures during it included."""
        return self.after.order

    @property
    def next_partner(self) -> str | None:
        """The next box's partner."""
        return self.after.partner


def replaced(bets: Iterable[Bet], changed: Mapping[str, Bet]) -> tuple[Bet, ...]:
    """The bets with some of them exchanged, by member."""
    return tuple(changed.get(bet.member, bet) for bet in bets)


def repeated(names: Iterable[str]) -> Iterator[str]:
    """The names that stand a second time."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)


Json = dict[str, Any]
