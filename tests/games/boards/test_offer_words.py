"""The words of offers, answers and what follows, held against the rules for every combination."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from games.boards.faces.backgammon.state import BackgammonSeen as Seen
from games.boards.faces.base import board_state
from games.boards.faces.offers import BESIDE, beaver_name, offer_text
from games.rules.backgammon import Game, Options, legal_plays
from games.rules.backgammon.match_score import MatchScore
from games.rules.backgammon.options import UNLIMITED
from games.rules.online import BACKGAMMON, Offer
from tests.games.boards.table import Playing

NAMES = ("Ann", "Bob")
RULES = {
    **{
        f"money, animals {animals}, jacoby {jacoby}, automatics {ties}, limit {limit}": (
            MatchScore(None),
            Options(animals=animals, jacoby=jacoby, automatics=UNLIMITED, cube_limit=limit),
            ties,
        )
        for animals, jacoby, ties, limit in product(
            (0, 1, 2, UNLIMITED), (True, False), (0, 1), (None, 8)
        )
    },
    "to 5": (MatchScore(5), Options(), 0),
    "to 3 at 2 : 1 after Crawford": (
        MatchScore(3).resign(1).resign(1).resign(0),
        Options(),
        0,
    ),
}
ASKED = {
    # by the animals there are, and whose the cube is after a take: the sentence and its take
    (0, True): (r"Ann doubles to {v}\. Do you take\?", "play for {v}, the cube is yours"),
    (1, False): (
        r"Ann beavers to {v} and keeps the cube\. Do you take\?",
        "play for {v}, the cube stays with Ann",
    ),
    (2, True): (
        r"Ann raccoons to {v}; the cube stays with you\. Do you take\?",
        "play for {v}, the cube stays yours",
    ),
    (3, False): (
        r"Ann doubles once more, to {v}, and keeps the cube\. Do you take\?",
        "play for {v}, the cube stays with Ann",
    ),
    (3, True): (
        r"Ann doubles once more, to {v}; the cube stays with you\. Do you take\?",
        "play for {v}, the cube stays yours",
    ),
}
WAITED_FOR = ("double", "beaver", "raccoon", "double")


def rolling(name: str) -> Game:
    """A game of these rules in which a side is to roll for the second time."""
    score, options, ties = RULES[name]
    game = Game(score, options)
    for _ in range(ties):
        game = game.open(2, 2)
    game = game.open(3, 1)
    return game.plays(legal_plays(game.position, (3, 1))[0].result)


def offers(name: str) -> Iterator[Game]:
    """Each double and animal that can be open, from the middle and from a side."""
    game = rolling(name)
    for turned in (False, True):
        if turned:  # the other side has taken, and doubles in its turn
            if game.cube_problem(game.turn or 0):
                return
            game = game.double(game.turn or 0).take().rolls(3, 1)
            game = game.plays(legal_plays(game.position, (3, 1))[0].result)
        if game.cube_problem(game.turn or 0):
            return
        offered = game.double(game.turn or 0)
        yield offered
        while offered.may_beaver and offered.score.cube.animals < 5:
            offered = offered.beaver()
            yield offered


OFFERS = [(name, game) for name in RULES for game in offers(name)]


def state(game: Game, side: int | None) -> dict[str, object]:
    """What a side reads; the one that answers is Bob, whichever side that is."""
    names = NAMES if game.actor else NAMES[::-1]
    can = BACKGAMMON.can(game, side) if side is not None else ()
    return board_state(Seen(game=game, id="b1", version=3, side=side, names=names, can=can))


@pytest.mark.parametrize(("name", "game"), OFFERS)
def test_who_answers_reads_what_the_rules_make_of_each_answer(name: str, game: Game) -> None:
    actor, animals = game.actor, game.score.cube.animals
    assert actor is not None
    taken, dropped = game.take().score.cube, game.drop()
    asked, take = ASKED[min(animals, 3), taken.owner == actor]
    found = state(game, actor)
    assert re.fullmatch(asked.format(v=taken.value), str(found["status"]))
    notes = found["notes"]
    assert isinstance(notes, dict)
    assert notes["take"] == take.format(v=taken.value)
    assert dropped.result is not None
    points = f"{dropped.result.points} point{'s' if dropped.result.points > 1 else ''}"
    assert notes["drop"] == ("lose the match" if dropped.score.is_over else f"lose {points}")
    assert ("beaver" in notes) is game.may_beaver
    if game.may_beaver:
        then = game.beaver().take().score.cube
        holder = "keep the cube" if then.owner == actor else "the cube stays with Ann"
        assert notes["beaver"] == f"play for {then.value}, {holder}"
        assert beaver_name(game) == ("Beaver", "Raccoon", "Once more")[min(animals, 2)]


@pytest.mark.parametrize(("name", "game"), OFFERS)
def test_everybody_else_reads_what_is_answered(name: str, game: Game) -> None:
    assert game.actor is not None
    word = WAITED_FOR[min(game.score.cube.animals, 3)]
    for side in (1 - game.actor, None):
        assert state(game, side)["status"] == f"Bob answers the {word}."


@pytest.mark.parametrize("name", RULES)
def test_who_may_double_reads_what_follows_from_it(name: str) -> None:
    game = rolling(name)
    side = game.turn or 0
    names = ("Bob", "Ann") if side else ("Ann", "Bob")
    seen = Seen(game=game, id="b1", version=3, side=side, names=names, can=("roll", "double"))
    note = board_state(seen)["notes"]["double"]
    offered = game.double(side)
    taken, dropped, needs = offered.take(), offered.drop(), game.score.needs
    value = taken.score.cube.value
    assert note.startswith(f"Double to {value}? If Bob drops, you win ")
    assert ("you win the match" in note) is dropped.score.is_over
    if needs is not None and value >= max(needs):
        assert note.endswith("If not, the match is at stake.")
        return
    assert (f"a gammon for {value * 2}" in note) is (needs is None or value * 2 <= min(needs))
    later = taken.rolls(3, 1)
    later = later.plays(legal_plays(later.position, (3, 1))[0].result)
    assert later.turn == 1 - side
    assert ("only Bob may double" in note) is (later.cube_problem(1 - side) is None)
    assert ("nobody doubles" in note) is (later.cube_problem(1 - side) is not None)
    assert ("may also beaver" in note) is offered.may_beaver
    if offered.may_beaver:
        then = offered.beaver().take().score.cube
        assert f"then it is for {then.value}, and Bob has the cube" in note
        assert then.owner == 1 - side


@pytest.mark.parametrize("kind", ["draw", "takeback", "adjourn"])
@pytest.mark.parametrize("has_dice", [True, False])
def test_what_is_offered_beside_the_moves_is_told_both_sides(kind: str, has_dice: bool) -> None:
    offer = Offer(kind, 0)  # type: ignore[arg-type]
    own, other = (offer_text(offer, NAMES, side, has_dice=has_dice) for side in (0, 1))
    assert own == BESIDE[kind, True]
    assert other.startswith("Ann ")
    assert other == offer_text(offer, NAMES, None, has_dice=has_dice)
    refuses = "Rolling" if kind == "takeback" and has_dice else "Playing on"
    assert f"{refuses} refuses it." in other


@pytest.mark.django_db
def test_what_is_shown_is_what_accept_answers(playing: Playing) -> None:
    """A draw that was offered first hid the double and the resignation that followed it."""
    playing.turn()
    for do, text, asked in (
        ("double", "", "doubles to 2. Do you take?"),
        ("resign", "single", "resigns: you win"),
    ):
        side = playing.state.actor
        assert side is not None
        if do == "resign" and playing.state.phase == "roll":
            playing.act(side, "roll")
        playing.act(side, "draw")
        playing.act(side, do, text)
        client = Client()
        person = playing.people[1 - side]
        assert person is not None
        client.force_login(person)
        page = client.get(reverse("board", args=[playing.board.public_id])).content.decode()
        found = json.loads(
            re.findall(r'id="board-state" type="application/json">(.*?)</script>', page)[0]
        )
        assert asked in found["status"]
        can = [one for one in found["can"] if one in ("take", "drop", "accept", "refuse")]
        assert can == (["take", "drop"] if do == "double" else ["accept", "refuse"])
        playing.act(1 - side, can[0])
    assert playing.state.phase == "over"
