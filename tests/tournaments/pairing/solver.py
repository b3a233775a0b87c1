"""Draws of small fields by looking at all of them: slow, short, and nothing from the package."""

from collections.abc import Iterable, Iterator, Sequence

from tournaments.pairing.entrants import Entrant

Matching = list[tuple[Entrant, Entrant | None]]


def matchings(players: Sequence[Entrant]) -> Iterator[Matching]:
    """Every way to pair everyone, with a bye for one of an odd number."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for place, other in enumerate(rest):
        for others in matchings([*rest[:place], *rest[place + 1 :]]):
            yield [(first, other), *others]
    if len(players) % 2:
        for others in matchings(rest):
            yield [(first, None), *others]


def met(one: Entrant, other: Entrant) -> bool:
    return one.key in other.opponents or other.key in one.opponents


class Judge:
    """What the guarantees say about any draw of one field, as a tuple: less is better."""

    def __init__(
        self,
        players: Iterable[Entrant],
        forbidden: frozenset[frozenset[str]],
        inside: str,
        *,
        further: int = 1,
    ) -> None:
        self.players = sorted(players, key=lambda one: (-one.score, one.rank, one.key))
        self.forbidden = forbidden
        self.inside = inside
        self.all = list(matchings(self.players))
        self.open = [one for one in self.all if not self.broken(one)]
        self.legal = [one for one in self.open if not self.byes(one)]
        self.bit: dict[tuple[str, str], int] = {}
        self.open_rounds = [self.mask(one) for one in self.open]
        self.legal_rounds = [self.mask(one) for one in self.legal]
        # Nobody can play more rounds than they have opponents, and one is for this round.
        choices = [
            sum(not self.broken([(one, other)]) for other in self.players if one is not other)
            + (len(self.players) % 2 and not one.byes)
            for one in self.players
        ]
        if len(self.players) % 2:
            choices.append(sum(not one.byes for one in self.players))
        self.depth = min(further, 3, max(1, min(choices) - 1))

    def mask(self, matching: Matching) -> int:
        """A number with a bit for each pair."""
        pairs = [(one.key, other.key if other else "") for one, other in matching]
        return sum(1 << self.bit.setdefault(pair, len(self.bit)) for pair in pairs)

    def broken(self, matching: Matching) -> int:
        return sum(
            met(one, other) + 2 * (frozenset((one.key, other.key)) in self.forbidden)
            for one, other in matching
            if other is not None
        )

    def byes(self, matching: Matching) -> int:
        return sum(one.byes for one, other in matching if other is None)

    def future(self, matching: Matching) -> int:
        """0: as many legal rounds as wanted, 1: one, 2: one with a second bye, 3: none."""
        if not self.depth or self.broken(matching):
            return 0
        now = self.mask(matching)
        if self.rounds_after(now, self.depth):
            return 0
        if self.rounds_after(now, 1):
            return 1
        return 3 if all(now & later for later in self.open_rounds) else 2

    def rounds_after(self, now: int, wanted: int) -> bool:
        return not wanted or any(
            not now & later and self.rounds_after(now | later, wanted - 1)
            for later in self.legal_rounds
        )

    def worth(self, matching: Matching) -> tuple[int, ...]:
        groups = [[one for one in self.players if one.score == score] for score in self.scores()]
        place = {one.key: number for group in groups for number, one in enumerate(group)}
        size = {one.key: len(group) for group in groups for one in group}
        byes = bye_group = gaps = floats = distance = 0
        for one, other in matching:
            if other is None:
                byes += one.byes
                bye_group += self.scores()[::-1].index(one.score)
                distance += 2 * (size[one.key] - 1 - place[one.key]) ** 2
            elif one.score == other.score:
                distance += self.distance(place[one.key], place[other.key], one.score)
            else:
                gaps += (one.score - other.score) ** 2
                floats += one.floats.count(-1) + other.floats.count(1)
                distance += 2 * (size[one.key] - 1 - place[one.key]) ** 2
                distance += 2 * place[other.key] ** 2
        if self.inside == "random":
            distance = 0
        future = self.future(matching)
        return (self.broken(matching), byes, future, bye_group, gaps, floats, distance)

    def distance(self, one: int, other: int, score: int) -> int:
        """How far two of a group are from fold or slide among those who should stay in it."""
        above = sum(player.score > score for player in self.players)
        staying = list(range(sum(player.score == score for player in self.players)))
        if above % 2:
            staying.pop(0)
        if len(staying) % 2:
            staying.pop()
        if self.inside == "fold":
            return (one + other - (2 * (above % 2) + len(staying) - 1)) ** 2
        return (other - one - len(staying) // 2) ** 2

    def scores(self) -> list[int]:
        return sorted({one.score for one in self.players}, reverse=True)

    def best(self) -> tuple[int, ...]:
        return min(self.worth(matching) for matching in self.all)

    def drawn(self, pairs: Iterable[tuple[str, str]], bye: str | None) -> tuple[int, ...]:
        """What a draw is worth that is given by keys."""
        by_key = {one.key: one for one in self.players}
        order = {one.key: number for number, one in enumerate(self.players)}
        matching: Matching = []
        for pair in pairs:
            first, second = sorted(pair, key=lambda key: order[key])
            matching.append((by_key[first], by_key[second]))
        if bye is not None:
            matching.append((by_key[bye], None))
        return self.worth(matching)
