"""What stands open at a board and what its answers lead to, in words: one table.

Numbers, and whose the cube is then, come from asking the rules for the game after the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.rules.backgammon import Game
from games.rules.online import Offer

DOUBLE, BEAVER, RACCOON, FURTHER = range(4)
"""What is open, by the number of animals; further ones have no name of their own."""
YOU, THEY = True, False
"""Whose the cube is after it is taken, seen from who answers."""

ASKED: Final[Mapping[tuple[int, bool], str]] = {
    (DOUBLE, YOU): gettext_noop("%(name)s doubles to %(value)s. Do you take?"),
    (BEAVER, THEY): gettext_noop("%(name)s beavers to %(value)s and keeps the cube. Do you take?"),
    (RACCOON, YOU): gettext_noop(
        "%(name)s raccoons to %(value)s; the cube stays with you. Do you take?"
    ),
    (FURTHER, THEY): gettext_noop(
        "%(name)s doubles once more, to %(value)s, and keeps the cube. Do you take?"
    ),
    (FURTHER, YOU): gettext_noop(
        "%(name)s doubles once more, to %(value)s; the cube stays with you. Do you take?"
    ),
}
WAITED_FOR: Final = (
    gettext_noop("%(name)s answers the double."),
    gettext_noop("%(name)s answers the beaver."),
    gettext_noop("%(name)s answers the raccoon."),
    gettext_noop("%(name)s answers the double."),
)
TAKEN: Final[Mapping[tuple[bool, bool], str]] = {
    # whether it is an animal that is taken
    (False, YOU): gettext_noop("play for %(value)s, the cube is yours"),
    (True, YOU): gettext_noop("play for %(value)s, the cube stays yours"),
    (True, THEY): gettext_noop("play for %(value)s, the cube stays with %(name)s"),
}
REDOUBLED: Final[Mapping[bool, str]] = {
    YOU: gettext_noop("play for %(value)s, keep the cube"),
    THEY: gettext_noop("play for %(value)s, the cube stays with %(name)s"),
}
ANIMALS: Final = (gettext_noop("Beaver"), gettext_noop("Raccoon"), gettext_noop("Once more"))
"""What doubling at once in answer is called, by the animals there are."""

BESIDE: Final[Mapping[tuple[str, bool], str]] = {
    # a draw, a turn to take back, a pause: as who has offered it reads it, and as everybody else
    ("draw", True): gettext_noop("You have offered a draw."),
    ("takeback", True): gettext_noop("You have asked to take your turn back."),
    ("adjourn", True): gettext_noop("You have offered a pause."),
    ("draw", False): gettext_noop("%(name)s offers a draw. Playing on refuses it."),
    ("takeback", False): gettext_noop(
        "%(name)s asks to take the last turn back. Rolling refuses it."
    ),
    ("adjourn", False): gettext_noop("%(name)s offers a pause. Playing on refuses it."),
}
MOVE_BACK: Final = gettext_noop("%(name)s asks to take the last move back. Playing on refuses it.")
"""Instead of a turn that is taken back, where nothing is rolled."""


def points_text(points: int) -> str:
    """Return a number of points in words."""
    return ngettext("%(count)s point", "%(count)s points", points) % {"count": points}


def offer_text(
    offer: Offer, names: tuple[str, str], side: int | None, *, has_dice: bool = True
) -> str:
    """Return what a side has offered beside the moves, as the reader on `side` reads it."""
    is_own = offer.side == side
    text = BESIDE[offer.kind, is_own]
    if offer.kind == "takeback" and not is_own and not has_dice:
        text = MOVE_BACK
    return _(text) % {"name": names[offer.side]}


def cube_question(game: Game, names: tuple[str, str], side: int | None) -> str:
    """Return what is asked of who answers a double or an animal, and who that is for others."""
    kind, actor = min(game.score.cube.animals, FURTHER), game.actor
    assert actor is not None  # an answer is due
    if actor != side:
        return _(WAITED_FOR[kind]) % {"name": names[actor]}
    taken = game.take().score.cube
    text = ASKED[kind, taken.owner == actor]
    return _(text) % {"name": names[1 - actor], "value": taken.value}


def cube_notes(game: Game, names: tuple[str, str]) -> dict[str, str]:
    """Return for each answer to a double or an animal what it leads to; empty if none is due."""
    actor = game.actor
    if game.phase != "answer" or actor is None:
        return {}
    name, cube = names[1 - actor], game.score.cube
    taken = game.take().score.cube
    values = {"name": name, "value": taken.value}
    notes = {
        "take": _(TAKEN[cube.animals > 0, taken.owner == actor]) % values,
        "drop": _drop_note(game.drop()),
    }
    if game.may_beaver:
        then = game.beaver().take().score.cube
        redoubled = REDOUBLED[then.owner == actor]
        notes["beaver"] = _(redoubled) % {"name": name, "value": then.value}
    return notes


def _drop_note(dropped: Game) -> str:
    if dropped.score.is_over:
        return _("lose the match")
    assert dropped.result is not None
    return _("lose %(now)s") % {"now": points_text(dropped.result.points)}


def beaver_name(game: Game) -> str:
    """Return what answering with a double at once is called now."""
    return _(ANIMALS[min(game.score.cube.animals, len(ANIMALS) - 1)])


def double_note(game: Game, side: int, names: tuple[str, str]) -> str:
    """Return what doubling leads to for a side that may double."""
    offered = game.double(side)
    taken, dropped, needs = offered.take(), offered.drop(), game.score.needs
    value = taken.score.cube.value
    assert dropped.result is not None
    values = {
        "name": names[1 - side],
        "next": value,
        "now": points_text(dropped.result.points),
        "gammon": value * 2,
        "beaver": value * 2,
    }
    if dropped.score.is_over:
        sentences = [_("Double to %(next)s? If %(name)s drops, you win the match.")]
    else:
        sentences = [_("Double to %(next)s? If %(name)s drops, you win %(now)s.")]
    if needs is not None and value >= max(needs):
        return " ".join([*sentences, _("If not, the match is at stake.")]) % values
    if needs is None or value * 2 <= min(needs):
        sentences.append(_("If not, the game is for %(next)s, a gammon for %(gammon)s."))
    else:
        sentences.append(_("If not, the game is for %(next)s."))
    if _may_double_after(taken, 1 - side):
        sentences.append(_("After that only %(name)s may double."))
    else:
        sentences.append(_("After that nobody doubles any more."))
    if offered.may_beaver:
        sentences.append(
            _("%(name)s may also beaver: then it is for %(beaver)s, and %(name)s has the cube.")
        )
    return " ".join(sentences) % values


def _may_double_after(taken: Game, side: int) -> bool:
    """Tell whether a side may double at its own next roll, as long as the game goes on."""
    limit, cube = taken.options.cube_limit, taken.score.cube
    return taken.score.may_double(side) and (limit is None or cube.value * 2 <= limit)
