"""What each player did with the cubes of a game, and what those bets brought: read from its
actions.

The actions are those in the log, so they are known to be legal.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

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

HUNDREDTHS: Final = 100
_TURNED_BY: Final = {TAKE: 2, BEAVER: 4}
_OF_REPLY = {TAKE: "took", DROP: "dropped", BEAVER: "beavered", SELL: "dropped"}
_OF_ANIMAL = {RACCOON: "beavered", REFUSE: "dropped"}


@dataclass
class Deed:
    """In how many bets a player did something, and what these bets brought."""

    times: int = 0
    points: int = 0


Deeds = dict[tuple[str, str], Deed]
"""By player and deed."""

CHOICES: Final = ("box_first", "box_later", "member_first", "member_later")
"""Who answered a double, and whether it was the first of that cube."""


@dataclass(slots=True)
class Answers:
    """How takes and drops compare with their alternative, in hundredths of the cube doubled.

    A take's alternative is a drop, which costs that cube. A drop's is known where the same double
    was taken elsewhere at the table: `compared` drops have one.
    """

    takes: int = 0
    take_gain: int = 0
    drops: int = 0
    compared: int = 0
    drop_gain: int = 0


@dataclass(frozen=True, slots=True)
class Bet:
    """What a bet came to, in hundredths, positive where the member's side was paid, and its
    stake.
    """

    amount: int
    stake: int


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


def cube_answers(
    actions: Iterable[Action], box: str, start: int, bets: Mapping[str, Bet]
) -> dict[tuple[str, str], Answers]:
    """Return how the answers to doubles in one game compare, by player and choice.

    `start` is the cube that the game began with, and `bets` are those that were decided between box
    and member; one that was sold is not. The answers to one double, given in any number of turns,
    are answers in the same position.
    """
    answering = _Answering(box, start, bets)
    for action in actions:
        match action:
            case TeamDoubles() | BoxDoubles():
                answering.compare()
            case BoxReplies(replies):
                answering.take_in(replies, is_box=True)
            case TeamReplies(replies):
                answering.take_in(replies, is_box=False)
            case BoxAnimals(replies) | TeamAnimals(replies):
                for member, word in replies:
                    answering.cubes[member] *= 2 if word == RACCOON else 1
    answering.compare()
    return answering.found


class _Answering:
    """Follows the cubes of a game, and compares the answers to one double."""

    def __init__(self, box: str, start: int, bets: Mapping[str, Bet]) -> None:
        self.box = box
        self.bets = bets
        self.cubes: dict[str, int] = defaultdict(lambda: start)
        self.turned: set[str] = set()
        self.found: dict[tuple[str, str], Answers] = {}
        self.taken: list[float] = []
        self.dropped: list[Answers] = []

    def take_in(self, replies: Pairs, *, is_box: bool) -> None:
        """Note answers to doubles by the box, or by members."""
        for member, word in replies:
            time = "later" if member in self.turned else "first"
            self.turned.add(member)
            bet = self.bets.get(member)
            if bet is not None and word in (TAKE, BEAVER, DROP):
                player, side = (self.box, "box") if is_box else (member, "member")
                answers = self.found.setdefault((player, f"{side}_{time}"), Answers())
                if word == DROP:
                    answers.drops += 1
                    self.dropped.append(answers)
                else:
                    made = bet.amount / (bet.stake * self.cubes[member])
                    made = -made if is_box else made
                    self.taken.append(made)
                    answers.takes += 1
                    answers.take_gain += round(made + HUNDREDTHS)
            self.cubes[member] *= _TURNED_BY.get(word, 1)

    def compare(self) -> None:
        """Hold the drops of a double against its takes, and go on to the next double."""
        if self.taken:
            alternative = sum(self.taken) / len(self.taken)
            for answers in self.dropped:
                answers.compared += 1
                answers.drop_gain += round(-HUNDREDTHS - alternative)
        self.taken.clear()
        self.dropped.clear()


def _brought(player: str, box: str, members: set[str], amounts: Mapping[str, int]) -> int:
    total = sum(amounts.get(member, 0) for member in members)
    return -total if player == box else total
