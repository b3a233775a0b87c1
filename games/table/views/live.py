"""The stream of a table: this checks permissions; `chouette.live` does the streaming.

Without streaming, the same URL returns the current content, for polling: with an ETag, so that
nothing is sent twice.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Club, Session, User
from games.permissions import Somebody
from games.sessions.actors import pass_of, session_and_reader
from games.table.live.source import fragment, panes_fragment
from games.table.live.topics import beats, topic_of, who_is
from games.table.presenters.audience import audience_of
from games.table.selectors.rights import sign_in_of
from games.web.fragments import present, streamed, wants_stream
from games.web.pages import guarded

SERVER = "asgi.scope"
"""In the request if the server can stream; it removes these headers."""


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with the stream of a table, or with its current content."""
    session, reader = session_and_reader(request, public_id)
    audience, actor = audience_of(reader), reader.actor
    acts = audience.may_score or audience.player != ""
    if not acts and not request.user.is_authenticated:
        # When a waiting phone is admitted, the stream tells it to reconnect.
        actor = pass_of(request, session) or actor
    return answered(request, session, audience.key, actor, acts=acts)


@never_cache
@require_safe
def panes(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with the panes that may be opened now, for a page that keeps them."""
    session, reader = session_and_reader(request, public_id)
    return guarded(HttpResponse(panes_fragment(session, audience_of(reader))), session.club)


def answered(
    request: HttpRequest,
    what: Session | Club,
    audience: str,
    actor: Somebody | None,
    *,
    acts: bool = False,
) -> HttpResponse:
    """Answer a viewer of a session or a club: with a stream if requested.

    `acts`: they play or score there, so that others see them as connected.
    """
    topic, audience = topic_of(what), f"{audience}|{get_language()}"
    club = what.club if isinstance(what, Session) else what
    beat = what.beat if isinstance(what, Session) else beats([topic])[topic]
    if wants_stream(request):
        response = streamed(topic, audience, beat)
        response["X-Live-Who"] = who_is(actor)
        if isinstance(actor, User) and SERVER in request.META:
            response["X-Live-Sign-In"] = sign_in_of(request.session.session_key or "", actor)
        response["X-Live-Acts"] = str(int(acts))
        return guarded(response, club)
    return guarded(present(request, fragment, topic, audience, beat), club)
