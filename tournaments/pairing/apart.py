"""A bracket's field in which players of one club or country meet as late as possible."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Final

from games.lazy import Lazy
from tournaments.pairing.entrants import Forbidden, two_of
from tournaments.pairing.structure import lines, seeding_order

if TYPE_CHECKING:
    import numpy as np
else:
    np = Lazy("numpy")

EARLIER: Final = 8
"""How many meetings in one round weigh as much as one in the round before."""
MOST_SWAPS: Final = 512


def kept_apart(field: Sequence[int], tiers: Sequence[Hashable], apart: Forbidden) -> list[int]:
    """Return the field in an order in which pairs to be kept apart meet late.

    Two of the same tier change places as long as that helps; the result is always the same.
    """
    order, size = list(field), lines(len(field))
    line = {seed: place for place, seed in enumerate(seeding_order(size))}
    at = np.array([line[seed] for seed in range(1, len(field) + 1)])
    # Two lines meet in the round in which the larger of their blocks first holds both.
    meet = np.frompyfunc(int.bit_length, 1, 1)(at[:, None] ^ at[None, :]).astype(np.int64)
    weight = float(EARLIER) ** (size.bit_length() - 1 - meet)
    np.fill_diagonal(weight, 0)
    near = np.array(
        [[float(two_of(one, other) in apart and one != other) for other in field] for one in field]
    )
    same = np.array([[one == other for other in tiers] for one in tiers])
    place = np.arange(len(field))
    for _swap in range(MOST_SWAPS):
        # cost[seat, who]: what `who` would cost in a seat, all others staying where they are
        cost = weight @ near[place][:, place]
        own = np.diag(cost)
        gain = cost + cost.T - own[:, None] - own[None, :] + 2 * weight * near[place][:, place]
        gain[~same] = 0
        one, other = np.unravel_index(int(np.argmin(gain)), gain.shape)
        if gain[one, other] >= -1e-9:
            break
        place[[one, other]] = place[[other, one]]
    return [order[seat] for seat in place]
