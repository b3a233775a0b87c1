"""An evening by chance: a game is a chance to win that wanders, and people who judge it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from docs.demo.people import PEOPLE, Style
from games.rules.chouette import (
    Action,
    BoxDoubles,
    EndGame,
    Join,
    Leave,
    NamePartner,
    Open,
    RollOrder,
    SetOrder,
    StartGame,
    Table,
    TeamDoubles,
)

SIDES: Final = ("box", "team")
DICE: Final = 6
WANDERS: Final = 0.085
"""By how much a roll moves the chance, one standard deviation."""
OVER: Final = 0.985
"""A chance at which the game is won."""
JUDGED: Final = 0.05
"""How well people see the chance, one standard deviation."""
AGAIN: Final = 0.1
"""How much more certain people are before they turn a cube again."""
GAMMONS: Final = 0.24
BACKGAMMONS: Final = 0.015


@dataclass(slots=True)
class Evening:
    """A table and the dice that everything here comes from; `names` by the players' identifiers."""

    table: Table
    dice: Random
    names: dict[str, str]

    def style(self, player: str) -> Style:
        return PEOPLE[self.names[player]]

    def steps(
        self,
        games: int,
        *,
        joins: Sequence[tuple[int, str]] = (),
        leaves: Sequence[tuple[int, str]] = (),
    ) -> Iterator[Sequence[Action]]:
        """Play so many games, and yield each step; people join and leave after a game."""
        yield self.say(self.order())
        for game in range(1, games + 1):
            yield from self.game()
            for after, player in joins:
                if after == game:
                    yield self.say(Join(player))
            for after, player in leaves:
                if after == game:
                    yield self.say(Leave(player))

    def say(self, *actions: Action) -> Sequence[Action]:
        for action in actions:
            self.table = self.table.apply(action)
        return actions

    def order(self) -> Action:
        players = self.table.present
        if len(players) > DICE:
            return SetOrder(tuple(self.dice.sample(players, len(players))))
        faces = self.dice.sample(range(1, DICE + 1), len(players))
        return RollOrder(tuple((one, (face,)) for one, face in zip(players, faces, strict=True)))

    def game(self) -> Iterator[Sequence[Action]]:
        """Play one game."""
        for actions in self.start():
            yield self.say(*actions)
        line = self.table.line
        assert line is not None
        game = self.table.game
        assert game is not None
        number = game.number
        while (opening := self.opening()) is not None:
            yield self.say(opening)
        team = sum(self.style(one).skill for one in line.team[:2]) / len(line.team[:2])
        drift = self.style(line.box).skill - team
        chance, turn = 0.5, self.dice.choice(SIDES)
        while self.is_on(number):
            yield from self.cubes(turn, chance)
            if not self.is_on(number):
                return
            chance += self.dice.gauss(drift, WANDERS)
            if not 1 - OVER < chance < OVER:
                won = self.dice.random()
                level = 3 if won < BACKGAMMONS else 2 if won < GAMMONS else 1
                yield self.say(EndGame(SIDES[chance < 0.5], level))
            turn = SIDES[turn == "box"]

    def start(self) -> Iterator[Sequence[Action]]:
        """Yield what begins the next game: a partner where the rules ask for one, and the line."""
        line = self.table.line
        assert line is not None
        if self.table.problem(StartGame(line.box, line.partner, line.team)) is not None:
            yield [NamePartner(self.dice.choice(line.team))]
            line = self.table.line
            assert line is not None
        yield [StartGame(line.box, line.partner, line.team)]

    def is_on(self, number: int) -> bool:
        game = self.table.game
        return game is not None and game.number == number

    def opening(self) -> Action | None:
        """Return the opening roll, as long as one is due."""
        game = self.table.game
        if game is None or game.opening == "done":
            return None
        box, captain = self.dice.randint(1, DICE), self.dice.randint(1, DICE)
        for chosen in (None, self.dice.random() < 0.5):
            action = Open(box, captain, chosen)
            if self.table.problem(action) is None:
                return action
        return None

    def cubes(self, turn: str, chance: float) -> Iterator[Sequence[Action]]:
        """Offer and answer what people think is right before a roll of this side."""
        if turn == "box":
            offers = self.table.box_offers()
            box = self.table.line.box if self.table.line else ""
            sees = self.seen(chance)
            found = [
                one
                for one, refusal in offers.items()
                if refusal is None and sees >= self.waits(box, one)
            ]
            offer: Action = BoxDoubles(tuple(found))
        else:
            found = [
                one
                for one, refusal in self.table.team_offers().items()
                if refusal is None and self.seen(1 - chance) >= self.waits(one, one)
            ]
            offer = TeamDoubles(tuple(found))
        if not found or self.table.problem(offer) is not None:
            return
        yield self.say(offer)
        while self.table.game is not None and self.table.phase in ("replies", "animals"):
            yield self.say(self.answer(chance))

    def answer(self, chance: float) -> Action:
        """Return the legal answer that is nearest to what everybody wants."""
        game = self.table.game
        assert game is not None
        assert game.round is not None
        line = self.table.line
        assert line is not None
        legal = [one for one in self.table.legal_actions() if hasattr(one, "replies")]
        if self.table.phase == "animals":
            return next(one for one in legal if all(word == "accept" for _who, word in one.replies))
        by_box = game.round.answerer == "box"
        wanted = {}
        for member in game.round.members:
            style = self.style(line.box if by_box else member)
            sees = self.seen(chance if by_box else 1 - chance)
            wanted[member] = (
                "beaver" if sees >= style.beavers else "take" if sees >= style.takes else "drop"
            )
        return min(
            legal,
            key=lambda one: sum(wanted[member] != word for member, word in one.replies),
        )

    def waits(self, player: str, member: str) -> float:
        """Return from which chance somebody turns this member's cube."""
        bet = self.table.game.bet(member) if self.table.game is not None else None
        turned = bet is not None and bet.turned
        return self.style(player).doubles + (AGAIN if turned else 0)

    def seen(self, chance: float) -> float:
        return chance + self.dice.gauss(0, JUDGED)
