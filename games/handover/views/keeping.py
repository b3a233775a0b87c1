"""Taking an evening along on a device, and handing over what was scored there."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.errors import NotAllowed, ServiceError
from games.handover.presenters.branches import branches
from games.handover.presenters.taken import base_of
from games.handover.services.handing import session_hand_over
from games.handover.services.keeping import keeping_begin, keeping_end
from games.models import Session
from games.offline.position import Entry
from games.permissions import Actor, Capability, Reader
from games.record.log.origins import sender_of
from games.record.selectors.keeping import keeper_told
from games.rules.chouette import ChouetteError
from games.sessions.actors import session_and_reader
from games.web.pages import UNPROCESSABLE, page
from games.web.runtime import parts, size, speech

Json = dict[str, Any]
Do = Callable[[HttpRequest, Session, Reader, Json], Json]


@never_cache
@require_GET
def begin(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say what keeping the score without network brings and costs, before it begins."""
    session, reader = session_and_reader(request, public_id)
    if not reader.may(Capability.SCORE):
        raise NotAllowed
    if not session.is_open or session.on_board:
        return redirect("table", public_id)
    shown = {
        "session": session,
        "club": session.club,
        "keeper": keeper_told(session, reader),
        "size": size(request.headers.get("Accept-Encoding", "")),
        "parts": parts(),
        "addresses": _addresses(session),
    }
    return page(request, "handover/begin.html", shown, reader)


def asked(do: Do) -> Callable[[HttpRequest, str], HttpResponse]:
    """Make a view of a function of JSON; a refusal is a sentence."""

    @never_cache
    @require_POST
    def view(request: HttpRequest, public_id: str) -> HttpResponse:
        session, reader = session_and_reader(request, public_id)
        if not isinstance(reader.actor, Actor):
            sign_in = f"{reverse('sign-in')}?next={reverse('offline_table')}"
            return JsonResponse({"problem": str(NotAllowed()), "sign_in": sign_in}, status=403)
        try:
            content = json.loads(request.body)
            answer = do(request, session, reader, content)
        except (ServiceError, ChouetteError) as error:
            status = getattr(error, "status", UNPROCESSABLE)
            code = getattr(error, "code", "")
            return JsonResponse({"problem": str(error), "code": code}, status=status)
        except (ValueError, KeyError, TypeError, AttributeError):
            problem = _("This is not what this page sends. Load it again.")
            return JsonResponse({"problem": problem}, status=400)
        return JsonResponse({**answer, "token": get_token(request)})

    return view


@asked
def keep(request: HttpRequest, session: Session, reader: Reader, content: Json) -> Json:
    """Give a device the evening, and note that it keeps the score."""
    device = str(content["device"])
    keeping_begin(session=session, device=device, sender=reader, over=content.get("over") is True)
    return {
        "base": base_of(session, reader).to_json(),
        "speech": speech(get_language() or "en"),
        "parts": parts(),
        "addresses": _addresses(session),
    }


@asked
def end(request: HttpRequest, session: Session, reader: Reader, content: Json) -> Json:
    """Note that a device keeps the score no more."""
    keeping_end(session=session, device=str(content["device"]), sender=reader)
    return {}


@asked
def hand_over(request: HttpRequest, session: Session, reader: Reader, content: Json) -> Json:
    """Take a device's entries over, as far as it goes in one request."""
    done = session_hand_over(
        session=session,
        entries=[Entry.from_json(one) for one in content["entries"]],
        shown=str(content["shown"]),
        device=str(content["device"]),
        sender=reader,
        origin=sender_of(request),
        append=content.get("append") is True,
        anyhow=content.get("anyhow") is True,
    )
    answer: Json = {"taken": list(done.taken), "left": done.left, "version": done.version}
    if done.stopped is not None:
        told = branches(session, reader, done.stopped, content.get("names"))
        answer["stopped"] = done.stopped.why
        answer["html"] = render_to_string("handover/branches.html", {"branches": told}, request)
    return answer


def _addresses(session: Session) -> Json:
    """Return the addresses that a device asks when the network is back."""
    names = ("table", "offline_keep", "offline_end", "hand_over")
    return {name: reverse(name, args=[session.public_id]) for name in names}
