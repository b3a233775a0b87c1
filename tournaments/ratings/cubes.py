"""What each player did with the cubes of a game, and what those bets brought: read from its
actions.

The actions are those in the log, so they are known to be legal.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rules.chouette import Action
from games.rules.chouette.actions import (
    BEAVER,
    DROP,
    RACCOON,
    REFUSE,
    SELL,
    TAKE,
    BoxAnimals,
    BoxDoubles,
    BoxReplies,
    Pairs,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)

DEEDS = ("doubled", "redoubled", "took", "dropped", "beavered")
"""Beavers and raccoons count as beavered; refusing a beaver counts as dropped."""

_OF_REPLY = {TAKE: "took", DROP: "dropped", BEAVER: "beavered", SELL: "dropped"}
_OF_ANIMAL = {RACCOON: "beavered", REFUSE: "dropped"}


@dataclass
class Deed:
    """In how many bets a player did something, and what these bets brought."""

    times: int = 0
    points: int = 0


Deeds = dict[tuple[str, str], Deed]
"""By player and deed."""


def cube_deeds(
    actions: Iterable[Action], box: str, amounts: Mapping[str, int], stakes: Mapping[str, int]
) -> Deeds:
    """Return what everybody did with the cubes of one game.

    `amounts` are the members' bets, in hundredths, positive where the member's side was paid, and
    `stakes` what they were for: a bet for two counts as two, as everywhere. A bet's points count
    once for each deed, however often the bet was doubled.
    """
    turned: set[str] = set()
    done: dict[tuple[str, str], list[str]] = defaultdict(list)

    def offer(members: Iterable[str], by: str | None) -> None:
        for member in members:
            deed = "redoubled" if member in turned else "doubled"
            done[by or member, deed].append(member)

    def answer(replies: Pairs, by: str | None, deeds: Mapping[str, str]) -> None:
        for member, word in replies:
            turned.add(member)
            if word in deeds:
                done[by or member, deeds[word]].append(member)

    for action in actions:
        match action:
            case TeamDoubles(members):
                offer(members, None)
            case BoxDoubles(members):
                offer(members, box)
            case BoxReplies(replies):
                answer(replies, box, _OF_REPLY)
            case TeamReplies(replies):
                answer(replies, None, _OF_REPLY)
            case BoxAnimals(replies):
                answer(replies, box, _OF_ANIMAL)
            case TeamAnimals(replies):
                answer(replies, None, _OF_ANIMAL)
    return {
        (player, deed): Deed(
            sum(stakes.get(member, 1) for member in members),
            _brought(player, box, set(members), amounts),
        )
        for (player, deed), members in done.items()
    }


def _brought(player: str, box: str, members: set[str], amounts: Mapping[str, int]) -> int:
    total = sum(amounts.get(member, 0) for member in members)
    return -total if player == box else total
