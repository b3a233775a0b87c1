"""The director's desk: it shows a division of an event, and every button posts to it."""

from __future__ import annotations

import datetime
import secrets
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.errors import NotAllowed, ServiceError
from games.permissions import Reader
from games.rule_texts import Names, sentence
from games.rules.chouette import ChouetteError
from games.web.input import Input, Unreadable, input_of
from games.web.pages import UNPROCESSABLE, guarded
from games.web.sign_in import sign_in_required, user_of
from tournaments.desk.presenters.asking import SURE
from tournaments.desk.presenters.desk import Answered, Wanted, desk_of
from tournaments.desk.presenters.line import AS_SHOWN, Asked, Meaning
from tournaments.desk.presenters.questions import question_before, question_of_reach
from tournaments.desk.presenters.typed import said_of, told_of
from tournaments.desk.selectors import Needed, beat_of, division_asked, division_directed
from tournaments.desk.views.acts import DeskTap, act
from tournaments.errors import CorrectionReaches
from tournaments.events.selectors.events import event_directed
from tournaments.models import Event, Match
from tournaments.pages.forms import date
from tournaments.pages.presenters.match_conflicts import conflict_text
from tournaments.pages.selectors.matches import match_of_event
from tournaments.record.selectors.times import times_of

LARGEST_ROUND = 9999
DAY = "desk_day"
"""The day of all results that are typed or tapped: not the field of one match, `played_on`."""
CONFLICT = 409
TYPED = "typed"
"""The button of the line for results: it is answered beside that line."""
NEXT = frozenset({"draw", "draw_again", "discard", "confirm", "release"})
"""After these the desk shows the next step, not the round shown before."""


@never_cache
@sign_in_required
@require_safe
def desk(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the desk; a poll with the current beat gets an empty answer."""
    event, reader = event_directed(public_id, request.user)
    ask = input_of(request)
    if ask.has("beat") and ask.one("beat") == beat_of(event, times_of(event)):
        return HttpResponse(status=204)
    return shown(request, event, reader, ask, wanted_of(ask))


@never_cache
@sign_in_required
@require_POST
def tapped(request: HttpRequest, public_id: str) -> HttpResponse:
    """Carry out a button's action, and show the desk, or why it failed."""
    event, reader = event_directed(public_id, request.user)
    ask = input_of(request)
    division = division_asked(event, ask.one("division"))
    place = wanted_of(ask)
    if not ask.has("played_on") and ask.one(DAY):
        # What is typed or tapped has the day of the desk; a match's sheet says its own.
        ask = replace(ask, values={**ask.values, "played_on": [ask.one(DAY)]})
    if ask.one("do") in NEXT:
        place = replace(place, view="play", round=None)  # show the new draw, whatever was shown
    try:
        question = None if ask.has(SURE) else question_before(event, division, reader, ask)
        if question is not None:
            return shown_now(request, event, ask, replace(place, question=question))
        done = act(DeskTap(event, division, user_of(request), ask))
    except CorrectionReaches as reach:
        question = question_of_reach(reach, reader, ask)
        if ask.one("do") == TYPED:
            said = _("%(what)s See what, then confirm.") % {"what": question.sentence}
            place = replace(place, said=said, answered=Answered("refused", ask.one("text")))
        return shown_now(request, event, ask, replace(place, question=question), reach.status)
    except NotAllowed:
        raise
    except ChouetteError as error:
        wanted = replace(place, problem=sentence(error, Names()))
        return shown_now(request, event, ask, wanted, UNPROCESSABLE)
    except (ServiceError, Unreadable) as error:
        status = error.status if isinstance(error, ServiceError) else UNPROCESSABLE
        match = match_of_event(event, ask.one("match"))
        why = conflict_text(error, match, ask, reader, tells_who=True)
        told = replace(place, problem=why)
        if ask.one("do") == TYPED:
            told = replace(place, said=why, answered=refused_line(ask, error))
            status = CONFLICT if isinstance(error, Asked) else status
        return shown_now(request, event, ask, told, status)
    if isinstance(done, Meaning) and done.is_named:
        place = replace(place, match=done.match.public_id, answered=Answered("opened"))
        return shown_now(request, event, _in_division_of(done.match, ask), place)
    if isinstance(done, Meaning):
        said = _("Entered already: %(said)s.") % {"said": said_of(done.match, division)}
        place = replace(place, said=said, match="", answered=Answered("saved"))
    if isinstance(done, Match):
        said = told_of(ask.one("do"), done, division)
        place = replace(place, said=said, match="", answered=Answered("saved"))
    if is_swap(request):
        return shown_now(request, event, ask, place)
    return redirect(desk_url(event, ask, place))


def refused_line(ask: Input, error: Exception) -> Answered:
    """Return what is shown beside a line that was not entered: its text, and what is asked."""
    if not isinstance(error, Asked):
        return Answered("refused", ask.one("text"))
    return Answered("asked", ask.one("text"), error.choices, ask.one(AS_SHOWN))


def shown_now(
    request: HttpRequest, event: Event, ask: Input, wanted: Wanted, status: int = 200
) -> HttpResponse:
    """Render the desk after a tap, with the event as it is by now."""
    event, reader = event_directed(event.public_id, request.user)
    return shown(request, event, reader, ask, wanted, status)


def shown(
    request: HttpRequest,
    event: Event,
    reader: Reader,
    ask: Input,
    wanted: Wanted,
    status: int = 200,
) -> HttpResponse:
    """Render the current desk: for htmx the changing part, else the page."""
    needed = Needed(wanted.view in {"standings", "money"}, wanted.round, wanted.match)
    found = desk_of(division_directed(event, reader, ask.one("division"), needed), wanted)
    template = "tournaments/desk/desk.html" if is_swap(request) else "tournaments/desk/page.html"
    context: dict[str, Any] = {
        "page": found,
        "desk": found,
        "club": event.club,
        "reader": reader,
        "key": secrets.token_hex(16),
    }
    # Rendered once for all forms of the desk, of which there may be hundreds.
    context["state"] = render_to_string("tournaments/desk/state.html", context, request)
    response = render(request, template, context, status=status)
    if is_swap(request) and request.method == "POST":
        response["HX-Push-Url"] = "false"
    return guarded(response, event.club)


def is_swap(request: HttpRequest) -> bool:
    """Tell whether htmx wants only the desk; restoring its history, it wants the page."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def wanted_of(ask: Input) -> Wanted:
    """Return the requested part of the desk."""
    text = ask.one("round")
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_ROUND))
    return Wanted(
        view=ask.one("view", "play"),
        round=int(text) if is_number else None,
        match=ask.one("sheet"),
        played_on=_day(ask.one(DAY)),
    )


def _day(text: str) -> datetime.date | None:
    try:
        return date(text)
    except Unreadable:
        return None


def _in_division_of(match: Match, ask: Input) -> Input:
    """A line may name a match of another division than the desk has shown."""
    assert match.round is not None, "it belongs to the event"
    division = [match.round.division.public_id]
    return replace(ask, values={**ask.values, "division": division})


def desk_url(event: Event, ask: Input, place: Wanted) -> str:
    """Return the address of the part of the desk that contains a form."""
    round = "" if place.round is None else str(place.round)
    names = {name: ask.one(name) for name in ("division", "view")}
    names |= {"sheet": place.match, "round": round}
    names[DAY] = "" if place.played_on is None else place.played_on.isoformat()
    query = {name: value for name, value in names.items() if value}
    address = reverse("event_direct", args=[event.public_id])
    return f"{address}?{urlencode(query)}" if query else address
