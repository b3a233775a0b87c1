"""Settings of an event and of its divisions, its log, copies and templates."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.clubs.selectors.players import people_listed
from games.errors import NotFound, ServiceError
from games.rule_texts import Names, sentence
from games.rules.chouette import ChouetteError
from games.web.creating import made_once
from games.web.input import Input, input_of, lined
from games.web.pages import UNPROCESSABLE, guarded
from games.web.sign_in import sign_in_required, user_of
from tournaments.desk.presenters.forms import NO_FAULTS, settings_page
from tournaments.desk.selectors import drawn_divisions
from tournaments.desk.views.lists import names_read, names_sent, people_asked
from tournaments.events.selectors.events import event_directed
from tournaments.events.services.announcing import division_announce
from tournaments.events.services.checking import division_faults, event_faults
from tournaments.events.services.events import (
    division_change,
    division_remove,
    event_change,
    event_copy,
)
from tournaments.events.services.naming import abouts_of, people_once
from tournaments.models import Division, Event
from tournaments.pages.forms import Faults, division_fields, event_fields, version_of


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_settings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the settings; apply the posted form."""
    event, _reader = event_directed(public_id, request.user)
    ask = input_of(request)
    if request.method != "POST":
        return _shown(request, event, ask)
    ask, problem = names_sent(request, event.club, ask)
    fields, faults = _read(event, ask)
    preview, seen = names_read(event.club, ask, is_shown=bool(request.FILES))
    if not (faults or problem) and preview and lined(ask.one("names_seen")) != seen:
        return _shown(request, event, ask)
    if not (faults or problem):
        try:
            said, where = _change(request, event, ask, fields)
        except (ServiceError, ChouetteError) as error:
            problem = sentence(error, Names()) if isinstance(error, ChouetteError) else str(error)
        else:
            messages.success(request, said)
            return redirect(where)
    return _shown(request, event, ask, problem, faults)


def _read(event: Event, ask: Input) -> tuple[dict[str, Any], Faults]:
    """Read the form that was sent: its fields, and all that is wrong with them."""
    if ask.has("remove"):
        return {}, {}
    if ask.one("about") == "event":
        read = event_fields(event.club, ask)
        read.fields["title"] = ask.one("title").strip()
        return read.fields, event_faults(event.club, read.fields) | read.faults
    read = division_fields(ask)
    names = people_asked(event.club, ask)[1]
    return read.fields, names | division_faults(read.fields) | read.faults


@sign_in_required
@require_POST
def event_again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Save an event's settings as a template."""
    event, _reader = event_directed(public_id, request.user)
    made_once(
        request,
        lambda: event_copy(event=event, by=user_of(request), is_template=True).public_id,
    )
    messages.success(request, _("The template is in the list of events."))
    return redirect("event_list", event.club.slug)


def _change(
    request: HttpRequest, event: Event, ask: Input, fields: Mapping[str, Any]
) -> tuple[str, str]:
    """Do what was asked; return what to say, and which page comes then."""
    about, by = ask.one("about"), user_of(request)
    here = reverse("event_settings", args=[event.public_id])
    if about == "event":
        event_change(event=event, by=by, version=version_of(ask), **fields)
        return _("The settings are saved."), here
    if about == "new":
        people = people_once(event.club, people_listed(event.club, ask.one("names")))
        division = division_announce(
            event=event,
            by=by,
            names=[one.name for one in people],
            abouts=abouts_of(people),
            key=ask.one("key") or secrets.token_hex(16),
            **fields,
        )
        desk = reverse("event_direct", args=[event.public_id])
        said = _("The division “%(name)s” is added.") % {"name": division.name}
        return said, f"{desk}?division={division.public_id}&view=entries"
    division = _division(event, about)
    if ask.has("remove"):
        division_remove(division=division, by=by, version=version_of(ask))
        return _("The division is removed."), here
    division_change(division=division, by=by, version=version_of(ask), **fields)
    return _("The settings are saved."), here


def _division(event: Event, public_id: str) -> Division:
    found = event.divisions.filter(public_id=public_id).first()
    if found is None:
        raise NotFound
    found.event = event
    return found


def _shown(
    request: HttpRequest,
    event: Event,
    ask: Input,
    problem: str = "",
    faults: Mapping[str, str] = NO_FAULTS,
) -> HttpResponse:
    # The form must have the version after the change that was just made.
    event.refresh_from_db(fields=["version"])
    page = settings_page(
        event,
        ask,
        sent=ask.one("about"),
        is_sent=request.method == "POST",
        drawn=drawn_divisions(event),
        problem=problem,
        faults=faults,
    )
    preview, seen = names_read(event.club, ask, is_shown=bool(request.FILES))
    context = {
        "page": page,
        "club": event.club,
        "key": secrets.token_hex(16),
        "preview": preview,
        "seen": seen,
    }
    status = UNPROCESSABLE if problem or faults else 200
    response = render(request, "tournaments/desk/settings.html", context, status=status)
    return guarded(response, event.club)
