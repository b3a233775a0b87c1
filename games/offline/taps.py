"""Reads the table's forms on a device: each becomes an entry, or a sentence that says why not."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from games.language import gettext as _
from games.names.identity import fitting, spelled
from games.offline.position import END, PLAY, REDO, REOPEN, UNDO, Entry, OutOfStep, Position, apply
from games.rule_texts import Names, sentence
from games.rules.chouette import ChouetteError, Join, RollOrder, roll_dice
from games.table.buttons.between_games import stake_of
from games.table.buttons.taps import actions_of
from games.web.input import Input, Unreadable, key_of, version_of

LONGEST_NAME: Final = 60
MOST_PLAYERS: Final = 24
"""So many have a seat at one table; the server has the same limit."""


class Refusal(ValueError):
    """A tap that writes nothing; ``str()`` is the sentence to show."""


def tap(position: Position, where: str, ask: Input, at: str) -> Entry:
    """Return the entry of a form: posted to `where`, by the device's clock.

    `where` is an address whose last part says what the form does, as those of the server do.
    `games.offline.position.apply` accepts the entry.

    Raises:
        Refusal: it is not for this table, it cannot be read, or the rules forbid it.
    """
    make = MAKERS.get(where.rstrip("/").rpartition("/")[2])
    if make is None:
        raise Refusal(_("This needs the network. It works again as soon as it is back."))
    if version_of(ask) != position.version:
        raise Refusal(_("The table changed under your thumb: look again, then tap."))
    if make not in MAY_BE_OVER and not position.is_open:
        raise Refusal(_("This evening has ended; reopen it first."))
    entry = Entry(key_of(ask) or secrets.token_hex(16), position.version, PLAY, at)
    try:
        entry = make(position, ask, entry)
        apply(position, entry)
    except Unreadable as error:
        raise Refusal(str(error)) from error
    except ChouetteError as error:
        names = Names({**position.names, **entry.newcomers})
        raise Refusal(sentence(error, names)) from error
    except OutOfStep as error:
        raise Refusal(_("There is nothing to undo.")) from error
    return entry


Make = Callable[[Position, Input, Entry], Entry]


def _act(position: Position, ask: Input, entry: Entry) -> Entry:
    return replace(entry, actions=tuple(actions_of(position.table, ask)))


def _roll(position: Position, ask: Input, entry: Entry) -> Entry:
    dice = roll_dice(position.table.present, lambda: secrets.randbelow(6) + 1)
    return replace(entry, actions=(RollOrder(dice),), rolled=True)


def _undo(position: Position, ask: Input, entry: Entry) -> Entry:
    text = ask.one("steps", "1")
    steps = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    return replace(entry, do=UNDO, steps=steps)


def _redo(position: Position, ask: Input, entry: Entry) -> Entry:
    return replace(entry, do=REDO)


def _newcomer(position: Position, ask: Input, entry: Entry) -> Entry:
    name = spelled(ask.one("name"))
    if not name:
        raise Unreadable(_("Tap who joins, or type a name."))
    if len(name) > LONGEST_NAME:
        raise Unreadable(_("At most %(limit)s characters.") % {"limit": LONGEST_NAME})
    if len(position.table.present) >= MOST_PLAYERS:
        raise Unreadable(_("At most %(limit)s players sit at one table.") % {"limit": MOST_PLAYERS})
    known = fitting(name, ((called, player) for player, called in position.names.items()))
    player = known[0] if known else None
    if player is not None:
        return replace(entry, actions=(Join(player, stake_of(ask)),))
    player = new_player(position.names)
    return replace(entry, actions=(Join(player, stake_of(ask)),), newcomers={player: name})


def _end(position: Position, ask: Input, entry: Entry) -> Entry:
    if not position.base.alone:
        raise Unreadable(_("The evening is ended when the network is back."))
    return replace(entry, do=END)


def _reopen(position: Position, ask: Input, entry: Entry) -> Entry:
    return replace(entry, do=REOPEN)


def new_player(names: Mapping[str, str]) -> str:
    """Return an identifier for a player whom only this device knows: "new1", "new2"."""
    number = 1
    while f"new{number}" in names:
        number += 1
    return f"new{number}"


MAKERS: Final[Mapping[str, Make]] = {
    "act": _act,
    "roll": _roll,
    "undo": _undo,
    "redo": _redo,
    "newcomer": _newcomer,
    "end": _end,
    "reopen": _reopen,
}
"""By the last part of the address that a form is posted to."""

MAY_BE_OVER: Final = (_reopen,)
