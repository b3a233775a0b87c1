"""Every legal action now, and what the legal replies have in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from games.rules.chouette import legality
from games.rules.chouette.actions import (
    ACCEPT,
    BEAVER,
    BOX,
    DROP,
    LEVELS,
    RACCOON,
    REFUSE,
    SIDES,
    TAKE,
    TEAM,
    Action,
    Automatic,
    BoxAnimals,
    BoxDoubles,
    BoxReplies,
    EndGame,
    ExtraDoubles,
    ExtraReply,
    GiveExtra,
    Leave,
    NamePartner,
    Open,
    ReleasePartner,
    SetOrder,
    StartGame,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.options import HouseRules
from games.rules.chouette.state import Game, Round
from games.rules.chouette.steps import problem
from games.rules.chouette.table_state import TableState


@dataclass(frozen=True, slots=True)
class Coach:
    """What all legal vectors of replies have in common, for the box's or the team's answers.

    ``fewest_takes`` is the smallest number of takes in a vector that takes something and beavers
    nothing; ``fewest_with_beavers`` counts vectors with beavers too. ``always_taken`` are the cubes
    taken in every vector that takes something; the flag says whether all may be dropped.
    """

    fewest_takes: int
    fewest_with_beavers: int
    always_taken: tuple[str, ...]
    may_drop_all: bool


def coach(table: TableState) -> Coach | None:
    """Return what the legal vectors have in common, or None where no replies are pending."""
    if table.phase != "replies" or table.game is None or table.game.round is None:
        return None
    plain: list[int] = []
    taking: list[int] = []
    always: set[str] | None = None
    may_drop_all = False
    for pattern in _telling_patterns(table.rules, table.game, table.game.round):
        words = [word for _group, said in pattern for word in said]
        takes = sum(word != DROP for word in words)
        if not takes:
            may_drop_all = True
            continue
        taking.append(takes)
        if BEAVER not in words:
            plain.append(takes)
        # The members of a group are interchangeable: either all of them always take, or none does.
        taken = {one for group, said in pattern if DROP not in said for one in group}
        always = taken if always is None else always & taken
    return Coach(
        fewest_takes=min(plain or taking, default=0),
        fewest_with_beavers=min(taking, default=0),
        always_taken=tuple(one for one in table.game.round.members if one in (always or ())),
        may_drop_all=may_drop_all,
    )


def _telling_patterns(rules: HouseRules, game: Game, round: Round) -> Iterator[legality.Pattern]:
    """Yield legal patterns that together tell who may stay with whom, with and without beavers.

    Where several stay, a beaver more makes no vector illegal, unless it is over somebody's cap:
    those without any and those with as many as possible are enough, 2 to the power of the members
    instead of 3.
    """
    if game.caps:
        yield from legality.legal_patterns(rules, game, round)
        return
    for word in (TAKE, BEAVER):
        yield from legality.legal_patterns(rules, game, round, stay_by=word)


def legal_actions(table: TableState) -> Iterator[Action]:
    """Yield every legal action now; ``apply`` accepts each.

    Values that people choose freely are not enumerated: dice for the order, a line by hand,
    newcomers, partners' shares other than half, agreed points, games of points only.
    """
    game = table.game
    if game is None:
        yield from _between(table)
        return
    phase = table.phase
    if phase == "replies" and game.round is not None:
        reply = BoxReplies if game.round.answerer == BOX else TeamReplies
        given = dict(game.round.replies)
        for vector in legality.legal_vectors(table.rules, game, game.round):
            yield reply(tuple((m, word) for m, word in vector.items() if m not in given))
    elif phase == "animals":
        yield from _animal_answers(table, game)
    elif phase == "extra_reply":
        extra = game.open_extra
        if extra is not None and extra.offered_by is not None:
            [answerer] = extra.parties - {extra.offered_by}
            for word in (TAKE, DROP):
                yield ExtraReply(answerer, extra.offered_by, word)
    else:
        yield from _in_play(table, game)
    for player in table.present:
        yield Leave(player)


def _between(table: TableState) -> Iterator[Action]:
    if not table.ordered:
        action: Action = SetOrder(table.present)
        if problem(table, action) is None:
            yield action
        for player in table.present:
            yield Leave(player)
        return
    line = table.seating.line
    if line is not None and problem(table, StartGame(line.box, line.partner, line.team)) is None:
        yield StartGame(line.box, line.partner, line.team)
    for player in table.order:
        if problem(table, NamePartner(player)) is None:
            yield NamePartner(player)
        if problem(table, ReleasePartner(player)) is None:
            yield ReleasePartner(player)
        yield Leave(player)


def _in_play(table: TableState, game: Game) -> Iterator[Action]:
    if not game.started and game.opening != "done":
        yield from _openings(table)
        yield from _automatics(table)
    if game.opening == "tied":
        return
    for members in legality.offers(table.rules, game, TEAM):
        yield TeamDoubles(members)
    for members in legality.offers(table.rules, game, BOX):
        yield BoxDoubles(members)
    yield from _extras(table, game)
    for winner, level in product(SIDES, LEVELS.values()):
        yield EndGame(winner, level)


def _openings(table: TableState) -> Iterator[Action]:
    for box_die, captain_die in product(range(1, 7), repeat=2):
        choices = (None,) if box_die != captain_die else (None, True, False)
        for automatic in choices:
            action = Open(box_die, captain_die, automatic)
            if problem(table, action) is None:
                yield action


def _automatics(table: TableState) -> Iterator[Action]:
    if problem(table, Automatic()) is None:
        yield Automatic()


def _extras(table: TableState, game: Game) -> Iterator[Action]:
    for giver, taker in product(game.givers, game.takers):
        if not game.caps or problem(table, GiveExtra(giver, taker)) is None:
            yield GiveExtra(giver, taker)
    for extra in game.extras:
        for doubler in extra.parties:
            [other] = extra.parties - {doubler}
            doubles = ExtraDoubles(doubler, other)
            if extra.live and problem(table, doubles) is None:
                yield doubles


def _animal_answers(table: TableState, game: Game) -> Iterator[Action]:
    """Yield answers to each pending animal by itself; with one cube, to all of them together."""
    animals = game.round.animals if game.round is not None else ()
    groups = [animals] if table.rules.team_cube else [(animal,) for animal in animals]
    for group in groups:
        answer = BoxAnimals if group[0].answerer == BOX else TeamAnimals
        for word in (ACCEPT, REFUSE, RACCOON):
            action = answer(tuple((animal.member, word) for animal in group))
            if problem(table, action) is None:
                yield action
