"""Downloads of the rows selected in a list: sessions as score notation, players as a table."""

import io
import re
import zipfile
from typing import Any, Final

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.ledger.delimited import points_number, write_rows
from games.models import Player, Session
from games.permissions import Reader
from games.sessions.services.csn import csn_export

MOST_SESSIONS: Final = 100
MOST_PLAYERS: Final = 10_000


@admin.action(description=gettext_lazy("Download as score notation"))
def sessions_download(
    page: Any, request: HttpRequest, queryset: "QuerySet[Session]"
) -> HttpResponse | None:
    """Return a zip with a score file for each session, stakes included."""
    sessions = list(queryset.select_related("club")[: MOST_SESSIONS + 1])
    if len(sessions) > MOST_SESSIONS:
        _too_many(page, request, MOST_SESSIONS)
        return None
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for session in sessions:
            reader = Reader.of(request.user, session.club, session)
            title = re.sub(r"[^\w-]+", "-", session.title).strip("-")[:40]
            name = "-".join(filter(None, (f"{session.played_on}", title, session.public_id)))
            archive.writestr(f"{name}.csn", csn_export(session=session, reader=reader))
    return _file(content.getvalue(), "application/zip", "sessions.zip")


@admin.action(description=gettext_lazy("Download as a table"))
def players_download(
    page: Any, request: HttpRequest, queryset: "QuerySet[Player]"
) -> HttpResponse | None:
    """Return a table of players with their games and points."""
    players = list(queryset[: MOST_PLAYERS + 1])
    if len(players) > MOST_PLAYERS:
        _too_many(page, request, MOST_PLAYERS)
        return None
    page.complete(players)
    rows = [
        (player.name, _("yes") if player.is_active else _("no"), games, points_number(points))
        for player in players
        for games, points in [vars(player)["figures"]]
    ]
    text = write_rows([(_("name"), _("active"), _("games"), _("points")), *rows])
    return _file(text.encode(), "text/csv; charset=utf-8", "players.csv")


def _too_many(page: Any, request: HttpRequest, most: int) -> None:
    sentence = _("At most %(count)s rows are downloaded at a time.")
    page.message_user(request, sentence % {"count": most}, messages.ERROR)


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
