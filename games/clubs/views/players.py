"""The people of a club: added from any list, renamed, retired; each with what it changes first."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.clubs.presenters.listed import list_read
from games.clubs.selectors.clubs import club_seen
from games.clubs.selectors.players import alias_of, people_listed, player_of, reach_of
from games.clubs.services.clubs import player_rename, player_set_active
from games.clubs.services.people import players_listed
from games.clubs.views.club_pages import club_for, club_page
from games.errors import ServiceError
from games.names import heads
from games.permissions import Capability, require
from games.web.input import input_of, lined
from games.web.pages import UNPROCESSABLE
from games.web.sign_in import sign_in_required, user_of


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def players_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Add players from a list of names in any form; how it was read is shown before."""
    club, ask = club_for(request, slug, Capability.ADD_PLAYER), input_of(request)
    text = ask.one("names")
    shown: dict[str, object] = {"names": text}
    problem = ""
    if request.method == "POST" and not text.strip():
        problem = _("Type or paste a name.")
    elif request.method == "POST":
        name_list = people_listed(club, text)
        read, seen = list_read(club, name_list, heads.OF_PLAYERS), lined(text)
        if name_list.people and lined(ask.one("names_seen")) != seen:
            shown |= {"read": read.lines, "seen": seen}
        elif not name_list.people:
            problem = _("There is no name in this list.")
        else:
            before = club.players.count()
            try:
                players_listed(club=club, people=name_list.people, by=user_of(request))
            except ServiceError as error:
                problem = str(error)
            else:
                added = club.players.count() - before
                told = ngettext("%(count)s player added.", "%(count)s players added.", added)
                messages.success(request, told % {"count": added})
                return redirect("tournaments:player_list", club.slug)
    status = UNPROCESSABLE if problem else 200
    return club_page(request, club, "clubs/players_add.html", {**shown, "problem": problem}, status)


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def player_edit(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Rename a player, retire them or bring them back, correct another name of theirs.

    The page says what each changes, and leads to what is decided with a reason.
    """
    club, reader = club_seen(slug, request.user)
    require(reader, Capability.MANAGE_PLAYERS, club)
    player, ask = player_of(club, public_id, reader), input_of(request)
    renamed = alias_of(player, ask.one("alias")) if ask.has("alias") else player
    problem = ""
    if request.method == "POST":
        try:
            if ask.has("active"):
                is_active = ask.one("active") == "yes"
                player_set_active(player=player, by=user_of(request), is_active=is_active)
            else:
                player_rename(player=renamed, by=user_of(request), name=ask.one("name"))
        except ServiceError as error:
            problem = str(error)
        else:
            messages.success(request, _("Saved."))
            to = "player_edit" if ask.has("alias") else "tournaments:player"
            return redirect(to, club.slug, player.public_id)
    context = {
        "player": player,
        "name": player.name if ask.has("alias") else ask.one("name", player.name),
        "reach": reach_of(player),
        "may_decide": reader.may(Capability.USE_ADMIN),
        "problem": problem,
    }
    status = UNPROCESSABLE if problem else 200
    return club_page(request, club, "clubs/player_edit.html", context, status)
