"""Random evenings: legal taps of people who join, leave, double, settle and finish games."""

from itertools import islice
from random import Random

from games.rules.chouette import (
    OPTIONS,
    PRESETS,
    Action,
    EndGame,
    EnterPoints,
    HouseRules,
    Join,
    Leave,
    NamePartner,
    RollOrder,
    SetOrder,
    Settle,
    StartGame,
    Table,
)

NAMES = ("Ann", "Bob O'Neil", "Cid", "Dee", "Eve", "<Fay>", "Gus", "Hal", "Ida", "Jon", "Kim")
NUMBERS = {
    "automatics": (0, 1, 2, -1),
    "animals": (0, 1, 2, 3, -1),
    "starting_cube": (1, 2, 4),
    "cube_limit": (None, 4, 16, 64),
    "partner_required_from": (None, None, 4, 6),
    "cubes": ("member", "member", "team"),
}
"""What is played of options with many values; of the others it is every value."""


def random_rules(rng: Random) -> HouseRules:
    """A preset, or any values at all."""
    if rng.random() < 0.3:
        return PRESETS[rng.choice(sorted(PRESETS))]
    values = {
        one.name: rng.choice(NUMBERS.get(one.name) or [one.read(value) for value in one.values])
        for one in OPTIONS
    }
    return HouseRules(**values)


def random_tap(rng: Random, table: Table, everybody: tuple[str, ...]) -> list[Action]:
    """One legal tap, or none if there is none."""
    if table.game is None:
        return _between(rng, table, everybody)
    legal = list(islice(table.legal_actions(), 300))
    if table.phase == "play":
        found = _rare(rng, table, everybody)
        if found:
            return found
    common = [one for one in legal if not isinstance(one, Leave | EndGame)]
    if common and rng.random() < 0.95:
        return [rng.choice(common)]
    return [rng.choice(legal)] if legal else []


def _between(rng: Random, table: Table, everybody: tuple[str, ...]) -> list[Action]:
    if not table.ordered:
        order = rng.sample(table.present, len(table.present))
        dice = RollOrder(tuple((one, (number,)) for number, one in enumerate(order[:6], 1)))
        return [dice] if table.problem(dice) is None else [SetOrder(tuple(order))]
    line = table.line
    wishes: list[Action] = []
    if line is not None and line.team and rng.random() < 0.8:
        wishes = [StartGame(line.box, line.partner, line.team)]
        wishes += [NamePartner(one, "30") for one in line.team]
    absent = [one for one in everybody if one not in table.present]
    if absent and rng.random() < 0.6:
        wishes.append(Join(rng.choice(absent), None))
    wishes += [one for one in table.legal_actions() if rng.random() < 0.5]
    return next(([one] for one in wishes if table.problem(one) is None), [])


def _rare(rng: Random, table: Table, everybody: tuple[str, ...]) -> list[Action]:
    chance = rng.random()
    assert table.game is not None
    wish: Action | None = None
    if chance < 0.12:
        wish = EndGame(rng.choice(["box", "team"]), rng.randint(1, 3))
    elif chance < 0.17 and table.game.live:
        member = rng.choice([bet.member for bet in table.game.live])
        wish = Settle(member, rng.randint(-450, 450), rng.choice(["box", "team"]))
    elif chance < 0.2 and not table.game.started:
        points = tuple((one, rng.randint(-300, 300)) for one in table.game.team)
        wish = EnterPoints(points, rng.choice(["box", "team"]))
    elif chance < 0.25 and (absent := [one for one in everybody if one not in table.present]):
        wish = Join(rng.choice(absent), None)
    return [wish] if wish is not None and table.problem(wish) is None else []
