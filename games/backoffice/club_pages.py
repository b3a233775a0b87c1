"""Organizers' decisions on pages of the club: about an evening, one of its games, a player.

They are the same as in the back office, with the same preview, and keep the same reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.backoffice.decide import decided
from games.backoffice.entering import club_sheet_page
from games.backoffice.forms import CLUB_FORMS, ReasonForm
from games.clubs.selectors.clubs import club_get
from games.decisions.kinds.deciding import Decision
from games.decisions.kinds.players import (
    PlayerAnonymise,
    PlayerMerge,
    PlayerSeparate,
)
from games.decisions.kinds.sessions import (
    GameMove,
    GameReinstate,
    GameVoid,
    SessionReinstate,
    SessionSeason,
    SessionVoid,
)
from games.models import Club, Game, Session
from games.permissions import Capability, require
from games.record.selectors.sessions import session_get
from games.web.sign_in import sign_in_required, user_of

ABOUT_GAMES: Final[Mapping[str, type[Decision]]] = {
    kind.slug: kind for kind in (GameVoid, GameReinstate, GameMove)
}
ABOUT_SESSIONS: Final[Mapping[str, type[Decision]]] = {
    kind.slug: kind for kind in (SessionVoid, SessionReinstate, SessionSeason)
}
ABOUT_PLAYERS: Final[Mapping[str, type[Decision]]] = {
    kind.slug: kind for kind in (PlayerMerge, PlayerSeparate, PlayerAnonymise)
}


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def game_decision(request: HttpRequest, public_id: str, number: int, do: str) -> HttpResponse:
    """Declare a game void, let it count again, or move it to another evening."""
    session = session_get(public_id, request.user)
    require(user_of(request), Capability.USE_ADMIN, session.club, session)

    def fresh() -> list[Any]:
        games = Game.objects.select_related("session__club")
        return [get_object_or_404(games, session=session.pk, number=number)]

    back = reverse("game_story", args=[public_id, number])
    return _asked(request, ABOUT_GAMES, do, fresh, session.club, back)


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def session_decision(request: HttpRequest, public_id: str, do: str) -> HttpResponse:
    """Declare an evening void, let it count again, or move it to another season."""
    session = session_get(public_id, request.user)
    require(user_of(request), Capability.USE_ADMIN, session.club, session)

    def fresh() -> list[Any]:
        return [get_object_or_404(Session.objects.select_related("club"), pk=session.pk)]

    back = reverse("sheet", args=[public_id])
    return _asked(request, ABOUT_SESSIONS, do, fresh, session.club, back)


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def sheet_entering(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter an evening from a paper score sheet."""
    club = club_get(slug, request.user)
    require(user_of(request), Capability.IMPORT_SESSION, club)
    return club_sheet_page(request, club)


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def player_decision(
    request: HttpRequest, slug: str, public_id: str, do: str = "merge"
) -> HttpResponse:
    """Say that a player is another one or is not after all, or make them anonymous."""
    club = club_get(slug, request.user)
    require(user_of(request), Capability.USE_ADMIN, club)

    def fresh() -> list[Any]:
        return [get_object_or_404(club.players.select_related("club"), public_id=public_id)]

    (player,) = fresh()
    if do in ABOUT_PLAYERS and not ABOUT_PLAYERS[do]().offered(player):
        raise Http404
    back = reverse("player_edit", args=[slug, public_id])
    return _asked(request, ABOUT_PLAYERS, do, fresh, club, back)


def _asked(
    request: HttpRequest,
    kinds: Mapping[str, type[Decision]],
    do: str,
    fresh: Any,
    club: Club,
    back: str,
) -> HttpResponse:
    if do not in kinds:
        raise Http404
    kind = kinds[do]()
    context = {"club": club, "back": back}
    form_class = CLUB_FORMS.get(type(kind), ReasonForm)
    template = "backoffice/club_decide.html"
    return decided(kind, form_class, request, fresh, lambda row: None, context, template)
