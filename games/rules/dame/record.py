"""A recorded game, and its text in Portable Draughts Notation (PDN)."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.dame.game import Game, Step
from games.rules.dame.options import AS_USUAL, Options
from games.rules.dame.position import START, Position
from games.rules.dame.squares import WHITE


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: the position it starts from, what was played, and how it ended.

    `tags` are pairs of a name and a text, such as ("White", "Ann"), without those that the other
    fields say. `result` is 1-0, 0-1, 1/2-1/2 or * (not finished), White first.
    """

    steps: tuple[Step, ...]
    result: str = "*"
    tags: tuple[tuple[str, str], ...] = ()
    start: Position = START
    options: Options = AS_USUAL

    @property
    def game(self) -> Game:
        """The game after the last step; a resignation or an agreed draw is in `result` only."""
        game = Game.begin(self.start, self.options)
        for step in self.steps:
            game = game.play(step)
        return game

    @classmethod
    def of(
        cls,
        game: Game,
        steps: tuple[Step, ...],
        start: Position = START,
        tags: tuple[tuple[str, str], ...] = (),
    ) -> GameRecord:
        """Return the record of a game that was played with these steps."""
        return cls(steps, result_text(game), tags, start, game.options)


def result_text(game: Game) -> str:
    """Return the result as PDN writes it, White first; * while the game goes on."""
    if game.result is None:
        return "*"
    if game.result.winner is None:
        return "1/2-1/2"
    return "1-0" if game.result.winner == WHITE else "0-1"
