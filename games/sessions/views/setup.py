"""Setting up a session: players, house rules, stakes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.clubs.presenters.house_rules import rules_text
from games.clubs.presenters.listed import list_read
from games.clubs.selectors.clubs import club_seen, seatable_players
from games.clubs.selectors.players import people_listed
from games.clubs.services.groups import group_delete, group_save
from games.clubs.services.people import players_listed
from games.errors import ServiceError
from games.models import Club
from games.names import heads
from games.names.lists import Listed
from games.permissions import Capability, Reader, require
from games.record.selectors.sessions import session_get
from games.rule_texts import Names, sentence
from games.rules.chouette import ChouetteError
from games.sessions.forms import setup_of, worth_of
from games.sessions.presenters.setup import SetupPage, setup_page, worth_page
from games.sessions.selectors.circles import circles_of, usual_of
from games.sessions.services.sessions import session_create, session_worth, today
from games.web.creating import made_once
from games.web.input import Input, Unreadable, input_of, lined
from games.web.pages import UNPROCESSABLE
from games.web.sign_in import sign_in_required, user_of


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def session_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the set-up page; when posted, start the session."""
    (club, reader), ask = club_to_start(request, slug), input_of(request)
    if request.method != "POST":
        return render(request, "sessions/new.html", {"page": _setup_page(club, reader, ask)})
    try:
        given, rules = setup_of(club, ask), rules_text(club, ask, usual_rules(club))

        def make() -> str:
            return session_create(
                club=club,
                by=user_of(request),
                players=given.players,
                rules=rules,
                stakes=given.stakes,
                stake_amount=given.stake_amount,
                currency=given.currency,
                title=given.title,
                place=given.place,
                played_on=given.played_on,
                replies_hidden=given.replies_hidden,
                on_board=given.on_board,
            ).public_id

        made, _is_new = made_once(request, make)
    except (ServiceError, ChouetteError, Unreadable) as error:
        return again(request, club, reader, ask, error)
    return redirect("table", made)


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def session_worth_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what a point of a session is worth; when posted, change it."""
    session, ask = session_get(public_id, request.user), input_of(request)
    require(user_of(request), Capability.START_SESSION, session.club, session)
    if request.method != "POST":
        return render(request, "sessions/worth.html", {"page": worth_page(session, ask)})
    try:
        amount, currency = worth_of(ask)
        session_worth(session=session, by=user_of(request), amount=amount, currency=currency)
    except (ServiceError, Unreadable) as error:
        found = worth_page(session, ask, str(error))
        return render(request, "sessions/worth.html", {"page": found}, status=UNPROCESSABLE)
    messages.success(request, _("It is saved what a point is worth."))
    return redirect(reverse("sheet", args=[public_id]) + "#settle")


@never_cache
@sign_in_required
@require_POST
def session_new_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Add players to the club from the set-up page, and seat them at once.

    A list that is more than names is shown as it was read, and taken when it is sent once more.
    """
    (club, reader), ask = club_to_start(request, slug), input_of(request)
    text = "\n".join(filter(None, (ask.one("new_name").strip(), ask.one("new_names").strip())))
    if not text.strip():
        return render(request, template(request), {"page": _setup_page(club, reader, ask)})
    name_list = people_listed(club, text)
    read = list_read(club, name_list, heads.OF_PLAYERS)
    seen = lined(text)
    is_clear = read.is_clear or (len(name_list.people) == name_list.rows == 1 and read.is_known)
    if name_list.people and not is_clear and lined(ask.one("names_seen")) != seen:
        ask = Input(values={**ask.values, "new_name": [""], "new_names": [text]})
        page = _setup_page(club, reader, ask)
        return render(request, template(request), {"page": page, "read": read.lines, "seen": seen})
    try:
        # What is no name to the reader is refused with the reason, as one.
        players = players_listed(
            club=club, people=name_list.people or [Listed(text)], by=user_of(request)
        )
    except ServiceError as error:
        return again(request, club, reader, ask, error)
    seated = dict.fromkeys([*ask.all("player"), *(one.public_id for one in players)])
    ask = Input(values={**ask.values, "player": list(seated), "new_name": [""], "new_names": [""]})
    return render(request, template(request), {"page": _setup_page(club, reader, ask)})


@never_cache
@sign_in_required
@require_POST
def session_new_group(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the chosen players as a group, or delete one."""
    (club, reader), ask = club_to_start(request, slug), input_of(request)
    by = user_of(request)
    try:
        if ask.has("group_gone"):
            group_delete(club=club, by=by, public_id=ask.one("group_gone"))
        else:
            chosen = set(ask.all("player"))
            players = [one for one in seatable_players(club) if one.public_id in chosen]
            group_save(club=club, by=by, name=ask.one("group_name"), players=players)
    except ServiceError as error:
        return again(request, club, reader, ask, error)
    ask = Input(values={**ask.values, "group_name": [""]})
    return render(request, template(request), {"page": _setup_page(club, reader, ask)})


@never_cache
@sign_in_required
@require_GET
def session_new_options(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the set-up page for another preset, with the choices so far."""
    (club, reader), ask = club_to_start(request, slug), input_of(request)
    return render(request, template(request), {"page": _setup_page(club, reader, ask)})


def club_to_start(request: HttpRequest, slug: str) -> tuple[Club, Reader]:
    """Return the club of a new session and its reader; checked before any input is read.

    Raises:
        NotFound: it does not exist, or the user may not see it.
        NotAllowed: the user may not start sessions there.
    """
    club, reader = club_seen(slug, request.user)
    require(reader, Capability.START_SESSION, club)
    return club, reader


def _setup_page(club: Club, reader: Reader, ask: Input, problem: str = "") -> SetupPage:
    day = today(club)
    players, circles = seatable_players(club), circles_of(club, day)
    return setup_page(club, players, ask, day.isoformat(), circles, problem, reader, usual_of(club))


def usual_rules(club: Club) -> str:
    """Return last time's house rules; blank before the first time."""
    found = usual_of(club)
    return found.rules if found else ""


def again(
    request: HttpRequest, club: Club, reader: Reader, ask: Input, error: Exception
) -> HttpResponse:
    """Show the page again with the error beside the button, and all input."""
    problem = sentence(error, Names()) if isinstance(error, ChouetteError) else str(error)
    page = _setup_page(club, reader, ask, problem)
    return render(request, template(request), {"page": page}, status=UNPROCESSABLE)


def template(request: HttpRequest) -> str:
    """Return the form alone for htmx, else the page."""
    return "sessions/new_form.html" if "HX-Request" in request.headers else "sessions/new.html"
