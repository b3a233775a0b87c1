"""Pages of matches: scoring at the board, and the form that starts one."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.boards.actors import sitting
from games.clubs.selectors.clubs import club_seen
from games.errors import NotFound, ServiceError
from games.models import Club, Player, User
from games.permissions import Capability, Reader, require
from games.web.creating import made_once
from games.web.input import Input, Unreadable, input_of
from games.web.pages import UNPROCESSABLE, guarded, is_swap
from games.web.refusals import signed_out
from games.web.sign_in import sign_in_required, user_of
from tournaments.errors import CorrectionReaches, EventNotAllowed
from tournaments.models import EntryPass, Match
from tournaments.pages.actors import led_on, match_for, pass_of
from tournaments.pages.forms import number
from tournaments.pages.presenters.match_conflicts import conflict_text
from tournaments.pages.presenters.match_shapes import Reach
from tournaments.pages.presenters.match_start import start_page
from tournaments.pages.presenters.match_texts import still_arranged
from tournaments.pages.presenters.matches import looker_of, match_page
from tournaments.pages.presenters.reaches import fields_again, reached
from tournaments.pages.selectors.matches import players_to_choose, steps_of_match
from tournaments.pages.views.acts import MatchTap, act
from tournaments.record.selectors.dated import dated_of_match
from tournaments.results.services.online import match_board_open, match_seat
from tournaments.results.services.results import match_create

NO_CONTENT = 204


@never_cache
@require_safe
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a match to everybody who may see it; its players and the director score it here.

    One that they still arrange has a page of its own, but for who keeps the score here (`keep`).
    """
    try:
        found, reader, actor = match_for(request, public_id)
    except NotFound:
        return led_on(request, public_id)
    if "keep" not in request.GET and still_arranged(found):
        looker = looker_of(found, actor, reader)
        is_theirs = looker.side is not None or looker.is_director
        if is_theirs and dated_of_match(found) is not None:
            return redirect("fixture", public_id)
    return shown(request, public_id, seen=(found, reader, actor))


@never_cache
@require_safe
def match_live(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the current match; empty if the page shows it already."""
    try:
        found, _reader, _actor = match_for(request, public_id)
    except ServiceError:
        return reloaded()
    # A board that begins or ends beside the match changes its page, not the match.
    board = "" if found.online is None else found.online.status
    now = (str(found.version), board)
    if (request.GET.get("version", ""), request.GET.get("board", "")) == now:
        return guarded(HttpResponse(status=NO_CONTENT), found.club)
    return shown(request, public_id)


@never_cache
@require_http_methods(["GET", "POST"])
def match_act(request: HttpRequest, public_id: str) -> HttpResponse:
    """Carry out a tap, and show the match, or why it failed."""
    if request.method == "GET":  # reloading a page that showed why a tap was refused
        return redirect("match", public_id)
    try:
        match, reader, actor = match_for(request, public_id)
    except ServiceError as error:
        if is_swap(request):
            return reloaded()
        if isinstance(error, NotFound):  # it has gone since its page was read
            return led_on(request, public_id)
        raise
    if not isinstance(actor, User | EntryPass):
        if had_pass(request, match):
            parted = EventNotAllowed("pass_unknown")
            return shown(request, public_id, str(parted), parted.status)
        back = reverse("match", args=[public_id])
        is_htmx = is_swap(request)
        return signed_out(request) if is_htmx else redirect(f"{reverse('sign-in')}?next={back}")
    try:
        act(MatchTap(match, actor, input_of(request)))
    except CorrectionReaches as reach:
        asked = reach_of(reach, reader, input_of(request))
        return shown(request, public_id, str(reach), reach.status, asked)
    except (ServiceError, Unreadable) as error:
        status = error.status if isinstance(error, ServiceError) else UNPROCESSABLE
        why = conflict_text(error, match, input_of(request), reader)
        return shown(request, public_id, why, status)
    return shown(request, public_id) if is_swap(request) else redirect("match", public_id)


@never_cache
@require_POST
def match_board(request: HttpRequest, public_id: str) -> HttpResponse:
    """Open the board of a match, and let a phone with the event's pass take its player's seat."""
    try:
        match, _reader, actor = match_for(request, public_id)
    except NotFound:
        return led_on(request, public_id)
    if not isinstance(actor, User | EntryPass):
        return redirect(f"{reverse('sign-in')}?next={reverse('match', args=[public_id])}")
    try:
        board = match_board_open(
            match=match, by=actor, by_days=input_of(request).one("pace") == "days"
        )
    except ServiceError as error:
        return shown(request, public_id, str(error), error.status)
    match.online = board
    answer = redirect("board", board.public_id)
    seat = match_seat(match=match, by=actor)
    return answer if seat is None else sitting(answer, board, seat)


def shown(
    request: HttpRequest,
    public_id: str,
    problem: str = "",
    status: int = 200,
    reach: Reach | None = None,
    seen: tuple[Match, Reader, Any] | None = None,
) -> HttpResponse:
    """Render the current match: for htmx the changing part, else the page."""
    match, reader, actor = seen or match_for(request, public_id)
    page = match_page(match, actor, steps_of_match(match), reader, problem=problem, reach=reach)
    template = (
        "tournaments/pages/matches/match.html"
        if is_swap(request)
        else "tournaments/pages/matches/page.html"
    )
    context = {"page": page, "club": match.club, "who": waits_for(actor), "reader": reader}
    answer = render(request, template, context, status=status)
    answer["HX-Push-Url"] = "false"  # keep the page's address
    return guarded(answer, match.club)


def waits_for(actor: object) -> str:
    """Return the owner of offline taps on this device: another user who signs in must not send
    them.
    """
    if isinstance(actor, EntryPass):
        return f".{actor.pk}"
    return f"{actor.pk}." if isinstance(actor, User) else "."


def had_pass(request: HttpRequest, match: Match) -> bool:
    """Tell whether this phone once had a pass for the event of a match."""
    event = None if match.round is None else match.round.division.event
    return event is not None and pass_of(request, event) is not None


def reach_of(reach: CorrectionReaches, reader: Reader, ask: Input) -> Reach:
    """Return what a step does to other matches, to be agreed to first by who may do it."""
    told = reached(reach.effect, reader)
    if not reach.is_allowed:
        return Reach(told, ())
    yes = _("Undo it all the same") if ask.one("do") == "undo" else _("Change it all the same")
    return Reach(told, (*fields_again(ask, "match"), ("seen", told.seen)), yes)


def reloaded() -> HttpResponse:
    """Make a page reload that has lost access, so that it shows why."""
    answer = HttpResponse()
    answer["HX-Refresh"] = "true"
    return answer


# a match outside of events


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def match_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask who plays, and to how many points; start the match, and redirect to its page."""
    club, reader = club_seen(slug, request.user)
    require(reader, Capability.START_MATCH, club)
    if request.method != "POST":
        return _asked(request, club, reader)
    ask = input_of(request)
    try:
        two = _player(club, ask.one("first")), _player(club, ask.one("second"))
        length = _length(ask)

        def make() -> str:
            return match_create(
                club=club, by=user_of(request), first=two[0], second=two[1], length=length
            ).public_id

        made, _is_new = made_once(request, make)
    except (ServiceError, Unreadable) as error:
        status = error.status if isinstance(error, ServiceError) else UNPROCESSABLE
        return _asked(request, club, reader, ask, str(error), status)
    return redirect("match", made)


def _asked(
    request: HttpRequest,
    club: Club,
    reader: Reader,
    typed: Input | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    mine = user_of(request).players.filter(club=club).first()
    own = mine.public_id if mine is not None else ""
    found = start_page(club, players_to_choose(club, reader), own, typed, problem)
    context = {"page": found, "club": club, "reader": reader}
    return guarded(
        render(request, "tournaments/pages/matches/new.html", context, status=status), club
    )


def _player(club: Club, public_id: str) -> Player:
    found = club.players.filter(public_id=public_id, is_active=True).first() if public_id else None
    if found is None:
        raise Unreadable(_("Choose the two who play."))
    return found


def _length(ask: Input) -> int:
    length = number(ask, "other_length") or number(ask, "length")
    if length is None:
        raise Unreadable(_("To how many points do they play?"))
    return length
