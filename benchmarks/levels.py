"""How levels of the assistant do against random moves and each other, in any game of two."""

PAIRS = (
    ("easy", "random"),
    ("medium", "random"),
    ("strong", "random"),
    ("medium", "easy"),
    ("strong", "easy"),
    ("strong", "medium"),
)


def compared(games, played):
    """Yield each pair with the points of its first level.

    `played(levels, seed)` plays a game of two levels, White first, and returns White's points.
    Colours change from game to game.
    """
    for first, second in PAIRS:
        points = 0.0
        for number in range(games):
            is_white = number % 2 == 0
            value = played((first, second) if is_white else (second, first), number)
            points += value if is_white else 1 - value
        yield first, second, points
