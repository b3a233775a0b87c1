"""Buttons of matches, and the line for results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.web.input import Input, Unreadable
from tournaments.desk.presenters.line import Meaning, meaning_of
from tournaments.desk.views.acts.tap import DeskTap, Do
from tournaments.errors import EventConflict, EventRefused
from tournaments.models import Match
from tournaments.pages.forms import final_score_of, number, side_of
from tournaments.pages.presenters.match_conflicts import OF_A_MATCH
from tournaments.results.services import places, results


def _result(tap: DeskTap) -> Match:
    match = tap.match()
    points = final_score_of(tap.ask, match.length)
    if match.is_settled:
        return results.match_correct(points=points, **tap.decided(match))
    return results.match_report(points=points, **tap.agreed(match))


def _quick(tap: DeskTap) -> Match:
    """Enter a result from the list; it never overrules another person's."""
    match = tap.match()
    points = final_score_of(tap.ask, match.length)
    return results.match_report(points=points, **tap.agreed(match))


def _typed(tap: DeskTap) -> Match | Meaning:
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


def _line_enter(tap: DeskTap) -> Match | Meaning:
    meaning = meaning_of(tap.division, tap.ask, tap.by)
    if meaning.is_replayed:
        return meaning.match
    if meaning.points is None:
        return meaning
    said = tap.agreed(meaning.match) | {"version": meaning.version}
    if meaning.is_confirmed:
        return results.match_confirm(**said)
    return results.match_report(points=meaning.points, **said)


def _match_confirm(tap: DeskTap) -> Match:
    return results.match_confirm(**tap.agreed())


def _match_reject(tap: DeskTap) -> Match:
    return results.match_reject(**tap.agreed())


def _confirm_all(tap: DeskTap) -> None:
    """Confirm the reported results that the page showed, but no later ones."""
    shown = dict(part.split(":", 1) for part in tap.ask.all("shown") if ":" in part)
    waiting = Match.objects.select_related("club", "round__division__event__club").filter(
        round__division=tap.division, state=Match.State.REPORTED, public_id__in=shown
    )
    for match in waiting:
        if str(match.version) == shown[match.public_id]:
            said = tap.agreed(match) | {"version": match.version}
            results.match_confirm(**said | {"key": f"{tap.key[:40]}-{match.public_id}"})


def _match_move(tap: DeskTap) -> Match:
    board = number(tap.ask, "board")
    if board is None:
        raise Unreadable(_("Type the number of the table."))
    return places.match_move(match=tap.match(), by=tap.by, board=board, key=tap.key)


def _forfeit(tap: DeskTap) -> Match:
    return results.match_forfeit(**tap.decided(), loser=side_of(tap.ask), reason=_reason(tap.ask))


def _no_show(tap: DeskTap) -> Match:
    return results.match_no_show(**tap.decided(), reason=_reason(tap.ask))


def _unfinished(tap: DeskTap) -> Match:
    return results.match_break_off(**tap.agreed(), reason=_reason(tap.ask))


def _reason(ask: Input) -> str:
    reason = ask.one("reason").strip()
    if not reason:
        raise EventRefused("reason_missing")
    return reason


def _penalise(tap: DeskTap) -> Match:
    return results.match_penalise(
        **tap.sent(), side=side_of(tap.ask), points=number(tap.ask, "points") or 0
    )


def _rate(tap: DeskTap) -> Match:
    return results.match_rate(
        **tap.sent(), is_rated=tap.ask.has("is_rated"), reason=tap.ask.one("reason")
    )


def _undo(tap: DeskTap) -> Match:
    return results.match_undo(**tap.agreed())


ACTS: Final[Mapping[str, Do]] = {
    "quick": _quick,
    "typed": _typed,
    "result": _result,
    "match_confirm": _match_confirm,
    "match_reject": _match_reject,
    "confirm_all": _confirm_all,
    "match_move": _match_move,
    "forfeit": _forfeit,
    "no_show": _no_show,
    "unfinished": _unfinished,
    "penalise": _penalise,
    "rate": _rate,
    "undo": _undo,
}
