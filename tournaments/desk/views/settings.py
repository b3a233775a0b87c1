"""Settings of an event and of its divisions, its log, copies and templates."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import NotFound, ServiceError
from games.rule_texts import Names, sentence
from games.rules.chouette import ChouetteError
from games.web.input import Input, Unreadable, input_of
from games.web.pages import UNPROCESSABLE, guarded
from games.web.sign_in import sign_in_required, user_of
from tournaments.desk.presenters.forms import settings_page
from tournaments.desk.presenters.log import log_page
from tournaments.desk.selectors import drawn_divisions, event_steps
from tournaments.events.selectors.events import event_directed
from tournaments.events.services.events import (
    division_add,
    division_change,
    division_remove,
    event_change,
    event_copy,
)
from tournaments.models import Division, Event
from tournaments.pages.forms import division_fields, event_fields, version_of


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_settings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the settings; apply the posted form."""
    event, _reader = event_directed(public_id, request.user)
    ask = input_of(request)
    if request.method != "POST":
        return _shown(request, event, ask)
    try:
        said = _change(request, event, ask)
    except (ServiceError, ChouetteError, Unreadable) as error:
        problem = sentence(error, Names()) if isinstance(error, ChouetteError) else str(error)
        return _shown(request, event, ask, problem, UNPROCESSABLE)
    messages.success(request, said)
    return redirect("event_settings", event.public_id)


@sign_in_required
@require_POST
def event_again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Save an event's settings as a template."""
    event, _reader = event_directed(public_id, request.user)
    event_copy(event=event, by=user_of(request), is_template=True)
    messages.success(request, _("The template is in the list of events."))
    return redirect("event_list", event.club.slug)


@never_cache
@sign_in_required
@require_safe
def event_log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the log of an event, the latest step first."""
    event, reader = event_directed(public_id, request.user)
    shown = log_page(event, event_steps(event), reader)
    context = {"page": shown, "club": event.club, "reader": reader}
    response = render(request, "tournaments/desk/log.html", context)
    return guarded(response, event.club)


def _change(request: HttpRequest, event: Event, ask: Input) -> str:
    about, by = ask.one("about"), user_of(request)
    if about == "event":
        fields: dict[str, Any] = event_fields(event.club, ask)
        fields["title"] = ask.one("title")
        event_change(event=event, by=by, version=version_of(ask), **fields)
        return _("The settings are saved.")
    if about == "new":
        division_add(event=event, by=by, key=ask.one("key"), **division_fields(ask))
        return _("The division is added.")
    division = _division(event, about)
    if ask.has("remove"):
        division_remove(division=division, by=by, version=version_of(ask))
        return _("The division is removed.")
    division_change(division=division, by=by, version=version_of(ask), **division_fields(ask))
    return _("The settings are saved.")


def _division(event: Event, public_id: str) -> Division:
    found = event.divisions.filter(public_id=public_id).first()
    if found is None:
        raise NotFound
    found.event = event
    return found


def _shown(
    request: HttpRequest, event: Event, ask: Input, problem: str = "", status: int = 200
) -> HttpResponse:
    # The form must have the version after the change that was just made.
    event.refresh_from_db(fields=["version"])
    sent = ask.one("about") if problem else ""
    page = settings_page(event, ask, sent=sent, drawn=drawn_divisions(event), problem=problem)
    context = {"page": page, "club": event.club, "key": secrets.token_hex(16)}
    response = render(request, "tournaments/desk/settings.html", context, status=status)
    return guarded(response, event.club)
