"""What games say about skill, as sums that can be added, subtracted, and aged by a factor.

Source: `docs/ratings.md`, "Chouettes". The model is x = A s + e for the m points x that the members
of one game won from the box. With S from the covariance of e, A'SA and A'Sx are all that the
estimate needs of a game. S depends on two variances that are estimated later, but only through

    S = (I - c 11') / (sigma2 (1 - rho)),   c = rho / (1 + (m - 1) rho)

so A'A and A'x are stored, and separately for every m (A'1)(A'1)' and (A'1)(1'x). Any sigma2 and rho
can then be applied without reading a game again.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from games.lazy import Lazy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
else:
    np = Lazy("numpy")
    Floats = Integers = Any

TEAM_WEIGHT: Final = 0.6
"""w: the share of a member's result that is due to the team."""
CAPTAIN_SHARE: Final = 0.6
"""The captain's share of the team's part."""
CLIP: Final = 8.0
"""Points beyond this many cubes are cut off: they say no more about skill."""

_MARK: Final = b"evidence"
_HEAD: Final = struct.Struct("<8s5q")
"""The format mark; numbers of players, sizes and pairs; the length of all names; games."""


@dataclass(frozen=True, slots=True)
class BoxGame:
    """A game in the model.

    `box` are those who shared the box, with their shares, which add up to 1; `members` begin with
    the captain; `points` are what each of them won from the box; `cube` is the starting cube.
    """

    box: tuple[tuple[str, float], ...]
    members: tuple[str, ...]
    points: tuple[float, ...]
    cube: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Sums over games.

    `players` is sorted. `keys` are the pairs i * n + j with i <= j that ever met, sorted; `pairs`
    has a row for each with the entry of A'A and then, for each m in `sizes`, that of (A'1)(A'1)'.
    `along` has a row for each player with A'x and the (A'1)(1'x). `tallies` has a row for each m:
    bets, the sum of x'x, the sum of (1'x)^2. `played` counts each player's games and `games` all
    of them; a factor does not age these.
    """

    players: tuple[str, ...]
    sizes: tuple[int, ...]
    keys: Integers
    pairs: Floats
    along: Floats
    tallies: Floats
    played: Integers
    games: int

    @property
    def weight(self) -> float:
        """The number of games, aged."""
        bets = self.tallies[:, 0]
        return float((bets / np.array(self.sizes, dtype=float)).sum()) if self.sizes else 0.0

    def aged(self, factor: float) -> Evidence:
        """Return the same evidence with another weight."""
        return Evidence(
            self.players,
            self.sizes,
            self.keys,
            self.pairs * factor,
            self.along * factor,
            self.tallies * factor,
            self.played,
            self.games,
        )

    def to_bytes(self) -> bytes:
        """Return it as bytes that `from_bytes` reads back exactly."""
        names = "\0".join(self.players).encode()
        head = _HEAD.pack(
            _MARK, len(self.players), len(self.sizes), len(self.keys), len(names), self.games
        )
        return b"".join(
            (
                head,
                np.array(self.sizes, dtype="<i8").tobytes(),
                self.keys.astype("<i8", copy=False).tobytes(),
                self.played.astype("<i8", copy=False).tobytes(),
                self.pairs.astype("<f8", copy=False).tobytes(),
                self.along.astype("<f8", copy=False).tobytes(),
                self.tallies.astype("<f8", copy=False).tobytes(),
                names,
            )
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> Evidence:
        """Return the evidence that `to_bytes` wrote.

        Raises:
            ValueError: the data have another format.
        """
        if len(data) < _HEAD.size or not data.startswith(_MARK):
            raise ValueError("no evidence")
        _mark, n, shapes, pairs, length, games = _HEAD.unpack_from(data)
        at = _HEAD.size

        def read(kind: str, *shape: int) -> Any:
            nonlocal at
            count = math.prod(shape)
            found = np.frombuffer(data, kind, count, at).reshape(shape)
            at += 8 * count
            return found

        sizes = read("<i8", shapes)
        keys, played = read("<i8", pairs), read("<i8", n)
        matrices = read("<f8", pairs, 1 + shapes), read("<f8", n, 1 + shapes)
        tallies = read("<f8", shapes, 3)
        names = bytes(data[at : at + length]).decode()
        players = tuple(names.split("\0")) if n else ()
        return cls(players, tuple(sizes.tolist()), keys, *matrices, tallies, played, games)


def nothing() -> Evidence:
    """Return empty evidence."""
    empty = np.zeros(0)
    return Evidence(
        (),
        (),
        empty.astype(np.int64),
        np.zeros((0, 1)),
        np.zeros((0, 1)),
        np.zeros((0, 3)),
        empty.astype(np.int64),
        0,
    )


def evidence_of(games: Iterable[BoxGame], team_weight: float = TEAM_WEIGHT) -> Evidence:
    """Return the sums over games; games of the same shape are added up together."""
    shapes: dict[tuple[int, tuple[float, ...]], list[BoxGame]] = {}
    for game in games:
        shape = len(game.members), tuple(share for _player, share in game.box)
        shapes.setdefault(shape, []).append(game)
    if not shapes:
        return nothing()
    alike = [one for listed in shapes.values() for one in listed]
    players = tuple(
        sorted({p for one in alike for p in (*one.members, *(b for b, _share in one.box))})
    )
    index = {player: number for number, player in enumerate(players)}
    sizes = tuple(sorted({m for m, _shares in shapes}))
    sums = _Sums(len(players), sizes)
    for (m, shares), listed in shapes.items():
        sums.add(m, shares, listed, index, team_weight)
    return sums.evidence(players, len(alike))


def expected(game: BoxGame, skill: Mapping[str, float]) -> tuple[float, ...]:
    """Return what the members are expected to win from the box at these skills, in cubes: A s."""
    against = sum(share * skill[player] for player, share in game.box)
    captain, *_crew = (skill[member] for member in game.members)
    mean = sum(skill[member] for member in game.members) / len(game.members)
    team = TEAM_WEIGHT * (CAPTAIN_SHARE * captain + (1 - CAPTAIN_SHARE) * mean)
    return tuple((1 - TEAM_WEIGHT) * skill[member] + team - against for member in game.members)


class _Sums:
    """Adds up games: rows and columns as in `Evidence`, pairs still unsorted."""

    def __init__(self, players: int, sizes: tuple[int, ...]) -> None:
        self.n = players
        self.sizes = sizes
        self.keys: list[Integers] = []
        self.values: list[Floats] = []
        self.along = np.zeros((players, 1 + len(sizes)))
        self.tallies = np.zeros((len(sizes), 3))
        self.played = np.zeros(players, dtype=np.int64)

    def add(
        self,
        m: int,
        shares: tuple[float, ...],
        games: Sequence[BoxGame],
        index: dict[str, int],
        team_weight: float,
    ) -> None:
        """Add games with m members and this box."""
        boxes, column = len(shares), 1 + self.sizes.index(m)
        who = np.array(
            [
                [*(index[p] for p, _share in game.box), *(index[p] for p in game.members)]
                for game in games
            ],
            dtype=np.int64,
        )
        x = np.array([one.points for one in games]) / np.array([[one.cube] for one in games])
        x = np.clip(x, -CLIP, CLIP)
        sums = x.sum(axis=1)
        # Every row of A is `common`, plus `own` at the row's own member.
        own = 1 - team_weight
        common = np.zeros(boxes + m)
        common[:boxes] = [-share for share in shares]
        common[boxes] += team_weight * CAPTAIN_SHARE
        common[boxes:] += team_weight * (1 - CAPTAIN_SHARE) / m
        a = np.tile(common, (m, 1))
        a[np.arange(m), boxes + np.arange(m)] += own
        ones = a.sum(axis=0)

        k = boxes + m
        upper = [(i, j) for i in range(k) for j in range(k) if i == j or i < j]
        first, second = np.array([i for i, _j in upper]), np.array([j for _i, j in upper])
        low, high = (
            np.minimum(who[:, first], who[:, second]),
            np.maximum(who[:, first], who[:, second]),
        )
        values = np.zeros((len(upper), 1 + len(self.sizes)))
        values[:, 0] = (a.T @ a)[first, second]
        values[:, column] = np.outer(ones, ones)[first, second]
        self.keys.append((low * self.n + high).ravel())
        self.values.append(np.tile(values, (len(games), 1)))

        np.add.at(self.along[:, 0], who.ravel(), (x @ a).ravel())
        np.add.at(self.along[:, column], who.ravel(), np.outer(sums, ones).ravel())
        np.add.at(self.played, who.ravel(), 1)
        self.tallies[column - 1] += [m * len(games), (x**2).sum(), (sums**2).sum()]

    def evidence(self, players: tuple[str, ...], games: int) -> Evidence:
        """Return the sums."""
        keys, pairs = _summed(np.concatenate(self.keys), np.concatenate(self.values))
        return Evidence(
            players, self.sizes, keys, pairs, self.along, self.tallies, self.played, games
        )


def _summed(keys: Integers, values: Floats) -> tuple[Integers, Floats]:
    """Return each key once, with the sum of its rows."""
    order = np.argsort(keys, kind="stable")
    keys, values = keys[order], values[order]
    first = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]]) if len(keys) else order
    return keys[first], np.add.reduceat(values, first, axis=0) if len(keys) else values


def total(parts: Sequence[tuple[Evidence, float]]) -> Evidence:
    """Return the sum of evidence, each part times its factor; counts of games are not scaled.

    A negative factor subtracts a part, its counts included; players without games left are dropped.
    """
    parts = [(part, factor) for part, factor in parts if part.players]
    if not parts:
        return nothing()
    players = tuple(sorted({player for part, _factor in parts for player in part.players}))
    sizes = tuple(sorted({m for part, _factor in parts for m in part.sizes}))
    n, index = len(players), {player: number for number, player in enumerate(players)}
    all_keys, all_pairs = [], []
    along, tallies = np.zeros((n, 1 + len(sizes))), np.zeros((len(sizes), 3))
    played, games = np.zeros(n, dtype=np.int64), 0
    for part, factor in parts:
        sign = -1 if factor < 0 else 1
        place = np.array([index[player] for player in part.players], dtype=np.int64)
        columns = [0, *(1 + sizes.index(m) for m in part.sizes)]
        i, j = np.divmod(part.keys, len(part.players))
        all_keys.append(place[i] * n + place[j])
        spread = np.zeros((len(part.keys), 1 + len(sizes)))
        spread[:, columns] = part.pairs * factor
        all_pairs.append(spread)
        along[place[:, None], columns] += part.along * factor
        tallies[[column - 1 for column in columns[1:]]] += part.tallies * factor
        played[place] += sign * part.played
        games += sign * part.games
    keys, pairs = _summed(np.concatenate(all_keys), np.concatenate(all_pairs))
    whole = Evidence(players, sizes, keys, pairs, along, tallies, played, games)
    return whole if (played > 0).all() else _without_the_gone(whole)


def _without_the_gone(whole: Evidence) -> Evidence:
    """Return evidence without players whose games were all subtracted."""
    stay = np.flatnonzero(whole.played > 0)
    n, left = len(whole.players), len(stay)
    if not left:
        return nothing()
    place = np.full(n, -1)
    place[stay] = np.arange(left)
    i, j = np.divmod(whole.keys, n)
    kept = (place[i] >= 0) & (place[j] >= 0)
    return Evidence(
        tuple(whole.players[number] for number in stay),
        whole.sizes,
        place[i[kept]] * left + place[j[kept]],
        whole.pairs[kept],
        whole.along[stay],
        whole.tallies,
        whole.played[stay],
        whole.games,
    )
