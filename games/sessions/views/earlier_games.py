"""Earlier games: amending one in the notation, notes and disputes."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import Conflict, ServiceError
from games.models import Note, Pass, Session, User
from games.permissions import Capability, Reader, acting, require
from games.record.log.origins import sender_of
from games.record.selectors.names import names_in
from games.record.selectors.sessions import session_get, session_seen
from games.record.services.notes import dispute_resolve, note_add
from games.rule_texts import sentence
from games.rules.chouette import Action, ChouetteError, NotationError
from games.sessions.actors import session_and_reader
from games.sessions.presenters.amending import steps_read
from games.sessions.presenters.earlier_games import amend_page, note_page, rules_page
from games.sessions.selectors.amendment import game_text
from games.sessions.services.amending import game_put_right
from games.web.input import Unreadable, input_of, key_of, version_of
from games.web.sign_in import sign_in_required, to_sign_in, user_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game_amend_page(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show a game as rows and as text, preview a change of it, and save it on request."""
    (session, reader), ask = session_and_reader(request, public_id), input_of(request)
    if not isinstance(reader.actor, User | Pass):
        return to_sign_in(request)
    require(reader, Capability.AMEND, session.club, session)
    before = game_text(session, number, reader)
    steps: Sequence[Action] = before.actions
    if request.method != "POST":
        return render(request, "sessions/amend.html", {"page": amend_page(session, before, steps)})
    text = None if ask.has("kind-0") or ask.has("winner") else ask.one("text")
    try:
        if text is None:
            steps = steps_read(before, ask)
            draft = before.fitted(steps)
        else:
            draft = before.draft(text)
        stale = ask.one("do") == "save" and ask.one("shown", draft.digest) != draft.digest
        if stale or ask.one("do") != "save":
            problem = _("You changed it after this was shown: look once more.") if stale else ""
            page = amend_page(session, before, draft.steps, draft, text=text, problem=problem)
            return render(request, "sessions/amend.html", {"page": page})
        game_put_right(
            session=session,
            game=number,
            actions=draft.actions,
            version=version_of(ask),
            key=key_of(ask),
            sender=acting(reader),
            origin=sender_of(request),
        )
    except (ServiceError, ChouetteError, Unreadable) as error:
        problem = _problem(error, session, reader)
        # Another writer may have caused the refusal: show the present session.
        session.refresh_from_db()
        page = amend_page(session, before, steps, text=text, problem=problem)
        status = 409 if isinstance(error, Conflict) else 422
        return render(request, "sessions/amend.html", {"page": page}, status=status)
    messages.success(request, _("Game %(number)s was put right.") % {"number": number})
    return redirect("table" if session.is_open else "sheet", public_id)


def _problem(error: Exception, session: Session, reader: Reader) -> str:
    if not isinstance(error, ChouetteError):
        return str(error)
    words = sentence(error, names_in(session, reader))
    if isinstance(error, NotationError):
        return _("Line %(line)s: %(reason)s") % {"line": error.line, "reason": words}
    return words


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def game_note_page(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Write a note on a game, or dispute it."""
    (session, reader), ask = session_seen(public_id, request.user), input_of(request)
    problem = ""
    require(reader, Capability.NOTE, session.club, session)
    if request.method == "POST":
        assert isinstance(request.user, User)  # guaranteed by `sign_in_required`
        try:
            note_add(
                session=session,
                game=number,
                text=ask.one("text"),
                by=request.user,
                is_dispute=ask.one("kind") == "dispute",
                key=key_of(ask),
            )
        except ServiceError as error:
            problem = str(error)
        else:
            messages.success(request, _("It is noted on game %(number)s.") % {"number": number})
            return redirect("table", public_id)
    page = note_page(session, number, ask, reader, problem)
    return render(request, "sessions/note.html", {"page": page}, status=422 if problem else 200)


@require_safe
def session_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    session, reader = session_and_reader(request, public_id)
    return render(request, "sessions/rules.html", {"page": rules_page(session), "reader": reader})


@sign_in_required
@require_POST
def dispute_end(request: HttpRequest, public_id: str, note_id: str) -> HttpResponse:
    """Resolve a dispute."""
    session = session_get(public_id, request.user)
    note: Note = get_object_or_404(session.notes, public_id=note_id)
    dispute_resolve(note=note, by=user_of(request), resolution=input_of(request).one("resolution"))
    messages.success(request, _("The dispute is resolved."))
    return redirect("game_note", public_id, note.game_number)
