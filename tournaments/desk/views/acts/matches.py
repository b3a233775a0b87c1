"""Buttons of matches, and the line for results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.web.input import Unreadable
from tournaments.desk.presenters.line import meaning_of
from tournaments.desk.views.acts.tap import DeskTap, Do
from tournaments.errors import EventConflict
from tournaments.models import Match
from tournaments.pages.forms import number
from tournaments.pages.presenters.match_conflicts import OF_A_MATCH
from tournaments.results import verbs
from tournaments.results.services import places


def _result(tap: DeskTap) -> object:
    match = tap.match()
    return tap.do(verbs.CORRECT if match.is_settled else verbs.REPORT, match)


def _quick(tap: DeskTap) -> object:
    return tap.do(verbs.REPORT)


def _typed(tap: DeskTap) -> object:
    """Enter the result that a line says; what a player reported alike is confirmed by it.

    A line with nothing to enter is given back as it was read. If somebody is faster while it is
    being entered, it is read again: then it is asked about.
    """
    try:
        return _line_enter(tap)
    except EventConflict as error:
        if error.code not in OF_A_MATCH:
            raise
    return _line_enter(tap)


def _line_enter(tap: DeskTap) -> object:
    meaning = meaning_of(tap.division, tap.ask, tap.by)
    if meaning.is_replayed:
        return meaning.match
    if meaning.points is None:
        return meaning
    match, version = meaning.match, meaning.version
    if meaning.is_confirmed:
        return tap.do(verbs.CONFIRM, match, version=version)
    return tap.do(verbs.REPORT, match, version=version, points=meaning.points)


def _confirm_all(tap: DeskTap) -> None:
    """Confirm the reported results that the page showed, but no later ones."""
    shown = dict(part.split(":", 1) for part in tap.ask.all("shown") if ":" in part)
    waiting = Match.objects.select_related("club", "round__division__event__club").filter(
        round__division=tap.division, state=Match.State.REPORTED, public_id__in=shown
    )
    for match in waiting:
        if str(match.version) == shown[match.public_id]:
            own = f"{tap.key[:40]}-{match.public_id}"
            tap.do(verbs.CONFIRM, match, version=match.version, key=own)


def _match_move(tap: DeskTap) -> Match:
    board = number(tap.ask, "board")
    if board is None:
        raise Unreadable(_("Type the number of the table."))
    return places.match_move(match=tap.match(), by=tap.by, board=board, key=tap.key)


ACTS: Final[Mapping[str, Do]] = {
    "typed": _typed,
    "result": _result,
    "quick": _quick,
    "confirm_all": _confirm_all,
    "match_move": _match_move,
}
