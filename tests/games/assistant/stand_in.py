"""A stand-in for an engine, whose figures can be worked out by hand."""

from games.assistant.engine import Chances, CubeRating, RatedPlay, Stakes
from games.assistant.own import ROLLS
from games.assistant.worth import match_chance
from games.rules.backgammon import Position, Roll, results


class StandIn:
    """Knows no backgammon: plays get 0, -0.1, -0.2, ... in the order of their positions, every cube
    is held for 0.6, taken for 0.7, dropped for 1, and a roll is worth a tenth of its pips.
    """

    name = "stand-in"
    table = "stand-in's table"
    match_chance = staticmethod(match_chance)

    def __init__(self, hold: float = 0.6, taken: float = 0.7, dropped: float = 1.0) -> None:
        self.rating = CubeRating(hold, taken, dropped, Chances(0.7))
        self.asked: list[Stakes] = []

    def rate_plays(self, position: Position, roll: Roll, stakes: Stakes) -> tuple[RatedPlay, ...]:
        found = sorted(results(position, roll), key=lambda one: one.code)
        chances = Chances(0.5, 0.2, 0.1, 0.15, 0.05)
        return tuple(RatedPlay(one, -0.1 * place, chances) for place, one in enumerate(found))

    def rate_cube(self, position: Position, stakes: Stakes) -> CubeRating:
        self.asked.append(stakes)
        return self.rating

    def rate_rolls(self, position: Position, stakes: Stakes) -> dict[Roll, float]:
        return {roll: sum(roll) / 10 for roll in ROLLS}
