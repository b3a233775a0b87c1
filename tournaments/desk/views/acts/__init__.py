"""The buttons of the desk: each name of a button calls one service.

Buttons of a verb are read as the verb says; the modules beside read the forms of all others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.web.input import Unreadable
from tournaments.desk.views.acts import draws, entries, matches, money, tables
from tournaments.desk.views.acts.tap import DeskTap, Do, doing
from tournaments.events import verbs as of_events
from tournaments.results import verbs as of_matches

__all__ = ["ACTS", "DeskTap", "act"]

ACTS: Final[Mapping[str, Do]] = {
    **{verb.button: doing(verb) for verb in (*of_events.VERBS, *of_matches.VERBS) if verb.button},
    **draws.ACTS,
    **entries.ACTS,
    **money.ACTS,
    **tables.ACTS,
    **matches.ACTS,
}
"""The actions of the desk, by the names of the buttons."""


def act(tap: DeskTap) -> object:
    """Carry out a button's action; return what its service wrote.

    Raises:
        Unreadable: the button is unknown, or the form is incomplete.
        NotFound, NotAllowed, Conflict, Refused: see the services.
    """
    do = ACTS.get(tap.ask.one("do"))
    if do is None:
        raise Unreadable(_("That button is not known here. Load the page again."))
    return do(tap)
