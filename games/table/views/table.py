"""The table page: shows a session, and handles every button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.errors import AnswersGiven, Conflict, KeyReused, ServiceError
from games.models import Session
from games.permissions import Actor, Capability, Reader, acting
from games.record.log.origins import Sender, sender_of
from games.record.log.writing import Recorded
from games.record.selectors.log import table_seen
from games.record.selectors.names import names_in
from games.record.services.actions import order_roll, record_action, redo, undo
from games.record.services.asked import Declared
from games.record.services.declarations import (
    declaration_make,
    offers_close,
    offers_open,
    others_answer,
)
from games.record.services.holding import holding_say
from games.record.services.newcomers import newcomer_join
from games.record.services.plans import planners
from games.rule_texts import sentence
from games.rules.chouette import ChouetteError
from games.sessions.actors import session_and_reader
from games.sessions.services.sessions import session_end, session_reopen
from games.table.buttons.between_games import START_PLANNED, stake_of
from games.table.buttons.taps import actions_of
from games.table.live.source import table_fragment
from games.table.presenters.audience import audience_of
from games.table.presenters.html import table_html
from games.table.presenters.parts import SWAP
from games.table.presenters.reading import table_page
from games.table.presenters.values import LateNotice
from games.table.views.conflicts import explained
from games.web.input import Input, Over, Unreadable, input_of, key_of, number_of, version_of
from games.web.kept_pages import kept
from games.web.pages import UNPROCESSABLE, guarded, is_swap
from games.web.refusals import signed_out

Do = Callable[[Session, Input, Reader, Sender], Recorded | Declared]
View = Callable[[HttpRequest, str], HttpResponse]


@never_cache
@require_GET
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the table, with the requested pane."""
    session, reader = session_and_reader(request, public_id)
    if session.by_totals:  # it was never played at a table
        return redirect("sheet", public_id)
    if reader.may(Capability.SCORE):  # their forms have a key of their own
        return shown(request, session, reader, input_of(request))
    who = "" if reader.user is None else f'data-who="{reader.user.pk}.'
    return kept(
        request, reader, lambda: shown(request, session, reader, input_of(request)), own=who
    )


def tapped(do: Do) -> View:
    """Make a view of a button's function: run it, and show the table, or why it failed."""

    @never_cache
    @require_http_methods(["GET", "POST"])
    def view(request: HttpRequest, public_id: str) -> HttpResponse:
        if request.method == "GET":  # reloading a page that showed why a tap was refused
            return redirect("table", public_id)
        session, reader = session_and_reader(request, public_id)
        if not isinstance(reader.actor, Actor):
            back = reverse("table", args=[public_id])
            return (
                signed_out(request)
                if is_swap(request)
                else redirect(f"{reverse('sign-in')}?next={back}")
            )
        ask = input_of(request)
        try:
            do(session, ask, reader, sender_of(request))
        except (ServiceError, ChouetteError, Unreadable) as error:
            return refused(request, session, reader, ask, error)
        if is_swap(request) and ask.one("do") != "sit_out" and (resting := ask.all("sit_out")):
            # Somebody joined while it was being ticked who sits out: the ticks stay.
            return shown(request, session, reader, Input("people", values={"sit_out": resting}))
        return present(session, reader) if is_swap(request) else redirect("table", public_id)

    return view


@tapped
def act(session: Session, ask: Input, reader: Reader, origin: Sender) -> Recorded:
    version, key = version_of(ask), key_of(ask)
    if ask.one("do") == START_PLANNED:
        return planners.start(
            session=session, by=acting(reader), version=version, key=key, origin=origin
        )
    return record_action(
        session=session,
        actions=actions_of(table_seen(session, version), ask),
        version=version,
        key=key,
        sender=reader,
        origin=origin,
        over=number_of(ask, "over"),
    )


@tapped
def declare(session: Session, ask: Input, reader: Reader, origin: Sender) -> Declared:
    """Answer the page's question for a cube."""
    return declaration_make(
        session=session,
        question=number_of(ask, "question"),
        player=ask.one("player"),
        word=ask.one("word"),
        key=key_of(ask),
        sender=reader,
        origin=origin,
        game=number_of(ask, "game"),
    )


@tapped
def others(session: Session, ask: Input, reader: Reader, origin: Sender) -> Declared:
    """Give the same answer for all who have said nothing."""
    return others_answer(
        session=session,
        question=number_of(ask, "question"),
        word=ask.one("word"),
        key=key_of(ask),
        sender=reader,
        origin=origin,
        also=ask.all("also"),
    )


@tapped
def hold(session: Session, ask: Input, reader: Reader, origin: Sender) -> Declared:
    """Hold for a cube until something else is said, or take that back."""
    return holding_say(
        session=session,
        player=ask.one("player"),
        stands=ask.one("stands") == "yes",
        key=key_of(ask),
        sender=reader,
        question=number_of(ask, "question"),
        origin=origin,
        game=number_of(ask, "game"),
    )


@tapped
def open_offers(session: Session, ask: Input, reader: Reader, origin: Sender) -> Declared:
    return offers_open(
        session=session,
        question=number_of(ask, "question"),
        key=key_of(ask),
        sender=reader,
        origin=origin,
        game=number_of(ask, "game"),
    )


@tapped
def close_offers(session: Session, ask: Input, reader: Reader, origin: Sender) -> Declared:
    return offers_close(
        session=session,
        question=number_of(ask, "question"),
        key=key_of(ask),
        sender=reader,
        origin=origin,
    )


@tapped
def roll(session: Session, ask: Input, reader: Reader, origin: Sender) -> Recorded:
    """Roll for the order, visible to everyone."""
    return order_roll(
        session=session, version=version_of(ask), key=key_of(ask), sender=reader, origin=origin
    )


@tapped
def newcomer(session: Session, ask: Input, reader: Reader, origin: Sender) -> Recorded:
    """Let a new player, named in the form, join."""
    if not ask.one("name").strip():
        raise Unreadable(_("Tap who joins, or type a name."))
    return newcomer_join(
        session=session,
        name=ask.one("name"),
        stake=stake_of(ask),
        version=version_of(ask),
        key=key_of(ask),
        sender=reader,
        origin=origin,
    )


@tapped
def undo_tap(session: Session, ask: Input, reader: Reader, origin: Sender) -> Recorded:
    return undo(
        session=session,
        version=version_of(ask),
        key=key_of(ask),
        sender=reader,
        steps=steps_of(ask),
        origin=origin,
        over=number_of(ask, "over"),
    )


@tapped
def redo_tap(session: Session, ask: Input, reader: Reader, origin: Sender) -> Recorded:
    return redo(
        session=session,
        version=version_of(ask),
        key=key_of(ask),
        sender=reader,
        origin=origin,
        over=number_of(ask, "over"),
    )


@tapped
def end(session: Session, ask: Input, reader: Reader, origin: Sender) -> Recorded:
    return session_end(
        session=session, by=acting(reader), version=version_of(ask), key=key_of(ask), origin=origin
    )


@tapped
def reopen(session: Session, ask: Input, reader: Reader, origin: Sender) -> Recorded:
    return session_reopen(
        session=session, by=acting(reader), version=version_of(ask), key=key_of(ask), origin=origin
    )


def steps_of(ask: Input) -> int:
    """Return the number of steps to undo; by default one."""
    text = ask.one("steps", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def present(session: Session, reader: Reader) -> HttpResponse:
    """Answer a tap with what the stream sends to the same audience: rendered once for all."""
    _beat, fragment = table_fragment(session, audience_of(reader))
    return in_place(HttpResponse(fragment), session)


def in_place(response: HttpResponse, session: Session) -> HttpResponse:
    """Keep the page's URL: panes and answers are states of one page."""
    response["HX-Push-Url"] = "false"
    return guarded(response, session.club)


def shown(
    request: HttpRequest,
    session: Session,
    reader: Reader,
    ask: Input,
    problem: str = "",
    status: int = 200,
    conflict: LateNotice | None = None,
) -> HttpResponse:
    """Render the table: for htmx the changing part, else the page."""
    page = table_page(session, audience_of(reader), ask, problem, conflict=conflict)
    if is_swap(request):
        response = HttpResponse(table_html(SWAP, page, request), status=status)
    else:
        response = render(
            request,
            "table/page.html",
            {"page": page, "reader": reader, "club": session.club},
            status=status,
        )
    return in_place(response, session)


def refused(
    request: HttpRequest, session: Session, reader: Reader, ask: Input, error: Exception
) -> HttpResponse:
    """Show the current table with the error in the thumb zone; input is kept."""
    # The refused tap may have been made for an older version than the present one.
    session.refresh_from_db()
    if isinstance(error, AnswersGiven) and request.resolver_match is not None:
        over = Over(request.resolver_match.url_name or "", error.question, error.players)
        return shown(request, session, reader, replace(ask, over=over), status=error.status)
    if isinstance(error, Conflict):
        late = None
        if not isinstance(error, KeyReused) and request.resolver_match is not None:
            late = explained(session, reader, request.resolver_match.url_name or "", ask)
        return shown(request, session, reader, Input(), str(error), error.status, late)
    if isinstance(error, ChouetteError):
        problem = sentence(error, names_in(session, reader))
        return shown(request, session, reader, ask, problem, UNPROCESSABLE)
    status = error.status if isinstance(error, ServiceError) else UNPROCESSABLE
    return shown(request, session, reader, ask, str(error), status)
