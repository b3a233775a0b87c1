"""Boards for tests: a log is written as words, each a step of a side."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.rules.backgammon import Game, legal_plays, play_text
from games.rules.dice import seat_commitment, server_commitment
from games.rules.online import Board, Step, acted
from games.rules.online.steps import begun

GAME_ID = "g2x4"
SERVER_SEED = "5e" * 32
SEEDS = ("0a" * 16, "0b" * 16)
SECOND = 1000


class Table:
    """A board while a test plays on it; `log` has what was kept."""

    def __init__(self, length: int | None = 3, **given: Any) -> None:
        commitment = server_commitment(GAME_ID, SERVER_SEED)
        payload = {
            "type": "backgammon",
            "length": length,
            "options": {},
            "dice": {"game_id": GAME_ID, "commitment": commitment},
            **given,
        }
        self.at = 0
        self.log = [Step("begin", None, 0, payload)]
        self.board: Board = begun(self.log[0])

    def do(self, kind: str, side: int | None = None, wait: int = SECOND, **payload: Any) -> Board:
        self.at += wait
        for board, step in acted(self.board, Step(kind, side, self.at, payload)):
            self.board = board
            self.log.append(step)
        return self.board

    def seat(self) -> Table:
        for seat in (0, 1):
            self.do("seat", seat=seat, seeds=True)
        return self

    def seeded(self) -> Table:
        self.seat()
        for seat in (0, 1):
            digest = seat_commitment(GAME_ID, seat, SEEDS[seat])
            self.do("commit", seat, commitment=digest)
        for seat in (0, 1):
            self.do("reveal", seat, seed=SEEDS[seat])
        return self

    def roll(self, first: int, second: int, side: int | None = None, wait: int = SECOND) -> Board:
        assert self.board.dice is not None
        actor = self.board.actor if side is None else side
        dice = [first, second]
        return self.do("roll", actor or 0, wait, dice=dice, number=self.board.dice.rolled)

    def opened(self, first: int = 3, second: int = 1) -> Table:
        self.seeded().roll(first, second)
        return self

    def play(self, text: str, wait: int = SECOND) -> Board:
        return self.do("play", self.board.actor, wait, text=text)

    @property
    def game(self) -> Game:
        game = self.board.game
        assert isinstance(game, Game)
        return game


def played_at_random(table: Table, seed: int, most: int = 4000) -> Iterator[Board]:
    """Play whatever is possible, as a hurried visitor would."""
    chance = Random(seed)
    for _ in range(most):
        board = table.board
        if board.stage == "over":
            return
        side = board.actor if board.actor is not None else chance.randrange(2)
        offer = board.open_offer
        side = 1 - offer.side if offer is not None else side
        can = board.can(side)
        common = [word for word in can if word in ("roll", "play", "accept", "take", "next")]
        word = chance.choice(common if common and chance.random() < 0.9 else can)
        if word == "roll":
            yield table.roll(chance.randint(1, 6), chance.randint(1, 6), side)
        elif word == "play":
            assert table.game.roll is not None
            play = chance.choice(legal_plays(table.game.position, table.game.roll))
            yield table.do("play", side, text=play_text(play))
        elif word == "resign":
            yield table.do("resign", side, level=chance.choice(["single", "gammon"]))
        else:
            yield table.do(word, side)
