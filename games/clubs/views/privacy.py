"""How a player is shown to the public, and exports of personal data."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.clubs.exports import account_data as all_of_account
from games.clubs.exports import player_data as all_of_player
from games.clubs.selectors.clubs import club_seen
from games.clubs.selectors.players import player_of
from games.clubs.services.showing import player_share_figures, player_show
from games.clubs.views.club_pages import done
from games.permissions import Capability, require
from games.web.sign_in import sign_in_required, user_of


@require_POST
@sign_in_required
def player_shown(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Choose how a player is shown to the public."""
    club, reader = club_seen(slug, request.user)
    player = player_of(club, public_id, reader)
    by, shown = user_of(request), request.POST.get("shown", "")
    done(
        request,
        "club",
        club,
        _("Saved."),
        lambda: player_show(player=player, by=by, shown=shown),
    )
    return redirect("tournaments:player", club.slug, public_id)


@require_POST
@sign_in_required
def player_figures(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Choose whether members of the club see how well one plays."""
    club, reader = club_seen(slug, request.user)
    player = player_of(club, public_id, reader)
    shared = request.POST.get("shared") == "yes"
    player_share_figures(player=player, by=user_of(request), shared=shared)
    messages.success(request, _("Saved."))
    return redirect("tournaments:player", club.slug, public_id)


@never_cache
@require_safe
@sign_in_required
def account_data(request: HttpRequest) -> HttpResponse:
    """Download all data about the user, as one file."""
    return _file(all_of_account(user_of(request)), "account", timezone.localdate())


@never_cache
@require_safe
@sign_in_required
def player_data(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Download all data about a player, as one file: for those who run the club, and the player."""
    club, reader = club_seen(slug, request.user)
    player = player_of(club, public_id, reader)
    is_own = player.user_id == user_of(request).pk
    if not is_own:
        require(reader, Capability.MANAGE_PLAYERS, club)
    with_money = is_own or reader.sees_money_of(club)
    data = all_of_player(player, with_money=with_money, is_own=is_own)
    return _file(data, player.public_id, club.today)


def _file(data: dict[str, Any], what: str, today: date) -> HttpResponse:
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = f"chouette-data-{what}-{today:%Y-%m-%d}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
