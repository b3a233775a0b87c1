"""A club's events, and the short form for a new one."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.clubs.presenters.listed import list_read
from games.clubs.selectors.clubs import club_seen, seatable_players
from games.clubs.selectors.players import people_listed
from games.errors import NotFound, ServiceError
from games.models import Club
from games.permissions import Capability, Reader, require
from games.rule_texts import Names, sentence
from games.rules.chouette import ChouetteError
from games.web.input import Input, input_of, lined
from games.web.pages import UNPROCESSABLE, page
from games.web.sign_in import sign_in_required, user_of
from tournaments.desk.presenters.events_list import list_page
from tournaments.desk.presenters.forms import NO_FAULTS, NewPage, default_title, new_page
from tournaments.desk.selectors import events_of
from tournaments.desk.views.files import uploaded
from tournaments.errors import EventRefused
from tournaments.events.selectors.events import event_directed
from tournaments.events.services.announcing import event_announce, event_announce_like
from tournaments.events.services.checking import division_faults, event_faults, name_faults
from tournaments.events.services.naming import Named, abouts_of, people_once
from tournaments.models import Event
from tournaments.pages.forms import (
    Faults,
    Reading,
    chosen_players,
    date,
    division_fields,
    event_fields,
)

NAMES_FILE = "names_file"
"""The field of a file with a list of people."""


@require_safe
def event_list(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's events: running, coming, past; for directors also templates."""
    club, reader = club_seen(slug, request.user)
    return page(
        request, "tournaments/desk/list.html", list_page(club, events_of(club), reader), reader
    )


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a new event; when posted, announce it and enter its players."""
    (club, reader), ask = club_seen(slug, request.user), input_of(request)
    require(reader, Capability.DIRECT, club)
    source = source_of(request, club, ask)
    if request.method != "POST":
        return form(request, _new_event_page(club, reader, ask, source))
    ask, problem = names_sent(request, club, ask)
    fields, division, faults = read(club, ask, is_like=source is not None)
    preview, seen = names_read(club, ask, is_shown=bool(request.FILES))
    if not faults and not problem and (not preview or lined(ask.one("names_seen")) == seen):
        try:
            event = made(request, club, ask, source, fields, division)
        except (ServiceError, ChouetteError) as error:
            problem = sentence(error, Names()) if isinstance(error, ChouetteError) else str(error)
        else:
            return redirect("event_direct", event.public_id)
    shown = _new_event_page(club, reader, ask, source, problem, faults, was_sent=True)
    status = UNPROCESSABLE if faults or problem else 200
    return form(request, shown, status, preview=preview, seen=seen)


def read(club: Club, ask: Input, *, is_like: bool) -> tuple[dict[str, Any], dict[str, Any], Faults]:
    """Read the form: fields of the event, of its division, and all that is wrong with them.

    An event that is like another one has its fields from there, but the day.
    """
    names = people_asked(club, ask)[1]
    if is_like:
        day = Reading()
        day.take("starts_on", date, ask.one("starts_on"))
        return day.fields, {}, names | day.faults
    event, division = event_fields(club, ask), division_fields(ask)
    event.fields["title"] = ask.one("title").strip()
    faults = (
        names
        | event_faults(club, {**event.fields, "title": event.fields["title"] or "-"})
        | event.faults
        | division_faults(division.fields)
        | division.faults
    )
    return event.fields, division.fields, faults


def people_asked(club: Club, ask: Input) -> tuple[list[Named], Faults]:
    """Return the people of the form's list, and what is wrong with it."""
    try:
        people = people_once(club, people_listed(club, ask.one("names")))
    except EventRefused as error:
        return [], {"names": str(error)}
    return people, name_faults(club, [one.name for one in people])


def names_sent(request: HttpRequest, club: Club, ask: Input) -> tuple[Input, str]:
    """Return the form with the list of an uploaded file among its names, and what is wrong with it.

    The names can then be changed like typed ones. A file in which something is wrong stays out of
    them: it is put right where it is, and sent again.
    """
    try:
        text = uploaded(request, NAMES_FILE)
    except ServiceError as error:
        return ask, str(error)
    names = "\n".join(filter(None, (ask.one("names").strip(), text.strip())))
    if not text.strip():
        return ask, ""
    with_file = Input(values={**ask.values, "names": [names]})
    wrong = people_asked(club, with_file)[1]
    if wrong and not people_asked(club, ask)[1]:
        return ask, " ".join(wrong.values())
    return with_file, ""


def names_read(club: Club, ask: Input, *, is_shown: bool = False) -> tuple[tuple[str, ...], str]:
    """Return how a list that is more than names is read, and the list; nothing for plain names.

    `is_shown`: plain names, too, as those of a file that nobody has seen yet.
    """
    text = ask.one("names")
    read = list_read(club, people_listed(club, text))
    is_needed = bool(text.strip()) and (is_shown or not read.is_plain)
    return (read.lines, lined(text)) if is_needed else ((), "")


def source_of(request: HttpRequest, club: Club, ask: Input) -> Event | None:
    """Return the event or template that the new one copies, if any.

    Raises:
        NotFound: the club has no such event.
    """
    if not ask.one("from"):
        return None
    source, _reader = event_directed(ask.one("from"), request.user)
    if source.club_id != club.pk:
        raise NotFound
    return source


def made(
    request: HttpRequest,
    club: Club,
    ask: Input,
    source: Event | None,
    fields: Mapping[str, Any],
    division: Mapping[str, Any],
) -> Event:
    """Announce the event of the form.

    Raises:
        NotAllowed, Refused: see `event_announce`.
    """
    players, people = (
        chosen_players(club, ask),
        people_once(club, people_listed(club, ask.one("names"))),
    )
    names, abouts = [one.name for one in people], abouts_of(people)
    key = ask.one("key") or secrets.token_hex(16)
    title = ask.one("title").strip()
    if source is not None:
        return event_announce_like(
            source=source,
            by=user_of(request),
            title=title or source.title,
            starts_on=fields["starts_on"],
            players=players,
            names=names,
            abouts=abouts,
            key=key,
        )
    return event_announce(
        club=club,
        by=user_of(request),
        division=division,
        players=players,
        names=names,
        abouts=abouts,
        key=key,
        seed=ask.one("seed").strip(),
        is_template=ask.has("is_template"),
        **{**fields, "title": title or default_title(club, division["format"])},
    )


def _new_event_page(
    club: Club,
    reader: Reader,
    ask: Input,
    source: Event | None,
    problem: str = "",
    faults: Mapping[str, str] = NO_FAULTS,
    *,
    was_sent: bool = False,
) -> NewPage:
    """Return the form with the input so far."""
    templates = club.events.filter(status=Event.Status.TEMPLATE).order_by("title")
    return new_page(
        club,
        ask,
        was_sent=was_sent,
        players=list(seatable_players(club)),
        source=source,
        sources=list(templates),
        problem=problem,
        faults=faults,
        reader=reader,
    )


def form(
    request: HttpRequest,
    shown: NewPage,
    status: int = 200,
    *,
    preview: Sequence[str] = (),
    seen: str = "",
) -> HttpResponse:
    """Render the form with a fresh key, so that posting it twice makes one event.

    `preview` shows how names with ratings and clubs were read; `seen` is the list it belongs to.
    """
    context = {
        "page": shown,
        "club": shown.club,
        "key": secrets.token_hex(16),
        "preview": preview,
        "seen": seen,
    }
    return render(request, "tournaments/desk/new.html", context, status=status)
