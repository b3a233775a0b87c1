"""The stream of a board, and its content for pages that ask again and again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from games.boards.faces.away import is_missed
from games.boards.services.presence import seat_polled
from games.boards.services.sitters import BoardReader
from games.chouetteboards.live import audience_of, fragment, topic_of, who_is
from games.models import Board, User
from games.table.selectors.rights import sign_in_of
from games.web.fragments import present, streamed, wants_stream
from games.web.pages import guarded

POLLS = "X-Live-Polls"
"""The header of a page that asks again and again, because no stream passes to it."""
SERVER = "asgi.scope"


def live_answer(
    request: HttpRequest,
    board: Board,
    reader: BoardReader,
    topic: str,
    audience: str,
    beat: int,
    *,
    acts: bool = False,
) -> HttpResponse:
    """Answer a request for a stream by what marks it as one; `acts`: it is noted who is there."""
    response = streamed(topic, audience, beat)
    response["X-Live-Who"] = who_is(reader)
    user = reader.reader.user
    if isinstance(user, User) and SERVER in request.META:
        response["X-Live-Sign-In"] = sign_in_of(request.session.session_key or "", user)
    response["X-Live-Acts"] = str(int(acts))
    return guarded(response, board.club)


def live_or_now(request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Answer with the stream of a board, or with its current content for polling."""
    topic, audience = topic_of(board), f"{audience_of(reader)}|{get_language()}"
    acts = reader.side is not None and is_missed(board)
    if wants_stream(request):
        return live_answer(request, board, reader, topic, audience, board.beat, acts=acts)
    if acts and POLLS in request.headers:
        seat_polled(next(one.pk for one in reader.seats if one.number == reader.side))
    return guarded(present(request, fragment, topic, audience, board.beat), board.club)
