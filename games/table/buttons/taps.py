"""Reads taps at the table: forms become actions of the rules.

Only the form is checked here; the table judges whether an action is legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.language import gettext as _
from games.rules.chouette import Action, Table
from games.table.buttons import between_games, in_game, replies, rolling
from games.table.buttons.fields import Reader
from games.web.input import Input, Unreadable

READERS: Final[Mapping[str, Reader]] = {
    **between_games.READERS,
    **in_game.READERS,
    **replies.READERS,
    **rolling.READERS,
}
"""The readers of every button of the table page, by the value posted in ``do``."""


def actions_of(table: Table, ask: Input) -> list[Action]:
    """Return the actions of a form, to be written as one step.

    Raises:
        Unreadable: a field is missing, or malformed.
    """
    read = READERS.get(ask.one("do"))
    if read is None:
        raise Unreadable(_("That button is not known here. Load the page again."))
    return read(table, ask)
