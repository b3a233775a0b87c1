"""The thumb zone for real dice: a row for everyone's die, and further rows for ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from games.language import gettext as _
from games.language import ngettext
from games.rule_texts import Names
from games.rules.chouette import Action, RollOrder, Table, ties
from games.table.buttons.fields import Reader
from games.web.buttons import Pane, faces
from games.web.input import Input

MOST_THROWS = 12
"""The most roll-offs in one form; more are surely a mistake."""

DIE = frozenset("123456")

Ties = tuple[tuple[str, ...], ...]
"""Who still has to roll, a group for each tie."""


def dice(table: Table, names: Names, ask: Input) -> Pane:
    """Return the form for real dice: a row for everyone, and further rows for ties."""
    thrown, asked = _dice_and_throws(table.present, ask)
    waiting = _must_roll(table.present, thrown)
    rows = [
        faces(
            f"die-{player}-{throw}",
            names[player],
            ask.one(f"die-{player}-{throw}"),
            _("roll-off %(number)s") % {"number": throw} if throw else "",
        )
        for player, throw in asked
    ]
    rolled = all(thrown.values())
    tied = [
        ngettext(
            "%(names)s still has to roll again.", "%(names)s are tied and roll again.", len(tie)
        )
        % {"names": names.listed(tie)}
        for tie in waiting
        if rolled
    ]
    return Pane(
        "dice",
        "table/buttons/dice.html",
        title=_("Everyone rolls one die"),
        sheet="table/sheets/dice.html",
        back="order",
        data={
            "rows": rows,
            "tied": " ".join(tied),
            "complete": not waiting,
        },
    )


def _again(tie: Sequence[str], names: Names) -> str:
    again = ngettext(
        "%(names)s still has to roll again.", "%(names)s are tied and roll again.", len(tie)
    )
    return again % {"names": names.listed(tie)}


def thrown_dice(players: Sequence[str], ask: Input) -> dict[str, tuple[int, ...]]:
    """Return the dice typed in that count: roll-offs only for tied players.

    Dice that a corrected first throw has made superfluous are left out.
    """
    return _dice_and_throws(players, ask)[0]


def _dice_and_throws(
    players: Sequence[str], ask: Input
) -> tuple[dict[str, tuple[int, ...]], list[tuple[str, int]]]:
    """Return the dice typed in that count, and all throws in the order in which they are asked.

    All ties of a round are asked at once, and the next round when all of it is filled: so no new
    row moves one that is filled.
    """
    thrown: dict[str, tuple[int, ...]] = dict.fromkeys(players, ())
    asked: list[tuple[str, int]] = []
    for _round in range(MOST_THROWS):
        waiting = tuple(chain.from_iterable(_must_roll(players, thrown)))
        asked += [(player, len(thrown[player])) for player in waiting]
        new = {
            player: int(die)
            for player in waiting
            if (die := ask.one(f"die-{player}-{len(thrown[player])}")) in DIE
        }
        for player, thrown_now in new.items():
            thrown[player] = (*thrown[player], thrown_now)
        if len(new) < len(waiting) or not waiting:
            break
    return thrown, asked


def _must_roll(players: Sequence[str], thrown: Mapping[str, tuple[int, ...]]) -> Ties:
    """Return who rolls next: everybody without a first die, then all ties at once."""
    first = tuple(player for player in players if not thrown[player])
    return (first,) if first else ties(players, tuple(thrown.items()))


def _read_roll_order(table: Table, ask: Input) -> list[Action]:
    return [RollOrder(tuple(thrown_dice(table.present, ask).items()))]


READERS: Final[Mapping[str, Reader]] = {"roll_order": _read_roll_order}
"""By the value that a button posts in ``do``."""
