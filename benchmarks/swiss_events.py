"""Random Swiss events, and an independent check whether a draw could have been better."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Final, get_args

from tournaments.pairing.costs import Inside
from tournaments.pairing.entrants import Entrant
from tournaments.pairing.swiss import Draw, pair

PRIME: Final = 2**61 - 1


@dataclass
class Player:
    """A player in a simulated event."""

    key: str
    rank: int
    strength: float
    score: int = 0
    byes: int = 0
    opponents: list[str] = field(default_factory=list)
    floats: list[int] = field(default_factory=list)

    def entrant(self) -> Entrant:
        """Return the player as input of the draw."""
        return Entrant(
            self.key,
            self.score,
            self.rank,
            tuple(self.opponents),
            self.byes,
            tuple(self.floats),
        )


class Event:
    """A Swiss event with late entries, withdrawals, returns and occasional forbidden pairs."""

    def __init__(self, number: int, most: int = 64) -> None:
        self.chance = Random(number)
        self.name = f"event {number}"
        self.rounds = self.chance.randint(3, 9)
        self.inside: Inside = self.chance.choice(get_args(Inside))
        self.players: dict[str, Player] = {}
        self.away: set[str] = set()
        for _ in range(self.chance.randint(4, most)):
            self.enter()
        keys = list(self.players)
        number_forbidden = self.chance.choice((0, 0, 0, 1, 2, 3))
        self.forbidden = frozenset(
            frozenset(self.chance.sample(keys, 2)) for _ in range(number_forbidden)
        )
        self.found: Counter[str] = Counter()

    def enter(self) -> None:
        """Let a player enter late, seeded last and without points for missed rounds."""
        number = len(self.players) + 1
        self.players[f"p{number}"] = Player(f"p{number}", number, self.chance.gauss(0, 1))

    def move(self, number: int) -> None:
        """Let some players enter, leave and return before a round."""
        if number in (2, 3) and self.chance.random() < 0.3:
            for _ in range(self.chance.randint(1, 3)):
                self.enter()
        for key in list(self.players):
            if key in self.away:
                if self.chance.random() < 0.3:
                    self.away.discard(key)
            elif self.chance.random() < 0.03:
                self.away.add(key)

    def play(self) -> Counter[str]:
        """Play all rounds, check every draw, and return counts.

        Raises:
            AssertionError: a draw could have been better.
        """
        for number in range(1, self.rounds + 1):
            if number > 1:
                self.move(number)
            active = [one for key, one in self.players.items() if key not in self.away]
            if len(active) < 2:
                break
            draw = pair(
                [one.entrant() for one in active],
                seed=self.name,
                round_number=number,
                forbidden=self.forbidden,
                inside=self.inside,
                further=self.rounds - number,
            )
            self.found += checked(draw, active, self.forbidden)
            self.enter_results(draw)
        self.found["events"] = 1
        return self.found

    def enter_results(self, draw: Draw) -> None:
        """Play the matches of a draw: the stronger player wins more often."""
        for two in draw.pairs:
            one, other = self.players[two.first], self.players[two.second]
            step = (one.score < other.score) - (one.score > other.score)
            one.floats.append(step)
            other.floats.append(-step)
            one.opponents.append(other.key)
            other.opponents.append(one.key)
            odds = 1 / (1 + 10 ** ((other.strength - one.strength) / 2))
            (one if self.chance.random() < odds else other).score += 2
        if draw.bye is not None:
            resting = self.players[draw.bye]
            resting.byes += 1
            resting.score += 2


def checked(
    draw: Draw, active: Collection[Player], forbidden: frozenset[frozenset[str]]
) -> Counter[str]:
    """Count what a draw breaks; everyone must be in it, and nothing may be avoidable."""
    drawn = [key for two in draw.pairs for key in (two.first, two.second)]
    drawn += [] if draw.bye is None else [draw.bye]
    assert sorted(drawn) == sorted(one.key for one in active), "somebody is missing or twice"
    players = {one.key: one for one in active}
    banned = {frozenset((one.key, key)) for one in active for key in one.opponents} | forbidden
    broken = sum(frozenset((two.first, two.second)) in banned for two in draw.pairs)
    second = draw.bye is not None and players[draw.bye].byes > 0
    found = Counter(rounds=1, pairs=len(draw.pairs))
    if broken or second:
        pairs = [two for two in combinations(players, 2) if frozenset(two) not in banned]
        resting = [key for key, one in players.items() if len(players) % 2]
        if broken:
            found["unavoidable rematches"] = broken
            assert not is_perfect(players, [*pairs, *((key, "") for key in resting)])
        else:
            found["unavoidable second byes"] = 1
            fresh = [(key, "") for key in resting if not players[key].byes]
            assert not is_perfect(players, [*pairs, *fresh])
    assert draw.is_legal == (not broken and not second)
    return found


def is_perfect(keys: Iterable[str], edges: Iterable[tuple[str, str]]) -> bool:
    """Tell whether these edges have a perfect matching: whether Tutte's matrix has full rank.

    With random entries modulo a prime of 61 bits a yes is certain, and a no is wrong once in 10^16.
    In an odd field the bye is an extra vertex with an empty key.
    """
    names = list(keys)
    names += [""] * (len(names) % 2)
    number = {name: place for place, name in enumerate(names)}
    chance = Random(len(names))
    rows = [[0] * len(names) for _ in names]
    for one, other in edges:
        entry = chance.randrange(1, PRIME)
        rows[number[one]][number[other]] = entry
        rows[number[other]][number[one]] = PRIME - entry
    return _is_regular(rows)


def _is_regular(rows: list[list[int]]) -> bool:
    """Tell whether a matrix modulo the prime is invertible, by Gauss; destroys the matrix."""
    while rows:
        pivot = next((row for row in rows if row[-1]), None)
        if pivot is None:
            return False
        rows.remove(pivot)
        inverse = pow(pivot[-1], -1, PRIME)
        for row in rows:
            factor = row.pop() * inverse % PRIME
            if factor:
                row[:] = [
                    (own - factor * its) % PRIME for own, its in zip(row, pivot, strict=False)
                ]
    return True
