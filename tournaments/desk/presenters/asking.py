"""A question before an action: what follows from it, and the form that carries it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.web.input import Input
from tournaments.desk.presenters.matches import MatchRow
from tournaments.pages.presenters.reaches import fields_again

SURE: Final = "sure"
"""The field that says that the question was answered."""
PROPOSED: Final = "proposed"
"""The field with the key of the accepted seating."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question before an action: its consequences, and the form that carries it out."""

    sentence: str
    effects: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    yes: str
    note: str = ""
    is_danger: bool = True
    keep: str = ""
    """The button that corrects a result only, and lets stand what was played since."""
    links: tuple[tuple[str, str], ...] = ()
    """Other views of the desk to look at first: query and title."""


def values_of(ask: Input) -> tuple[tuple[str, str], ...]:
    """Return the fields of a form, to be posted again with a yes."""
    return (*fields_again(ask, SURE), (SURE, "1"))


def called_text(row: MatchRow) -> str:
    """Say of a match whose players change that the two may be at their table already."""
    params = {"first": row.first, "second": row.second}
    if row.match.board is None:
        return _("%(first)s – %(second)s: announced already.") % params
    params["number"] = str(row.match.board)
    return _("%(first)s – %(second)s: called to table %(number)s already; tell them.") % params
