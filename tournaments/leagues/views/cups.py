"""Pages of a cup: a new one, a player's own matches, the director's, its matches as a file."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.clubs.selectors.clubs import club_seen
from games.clubs.selectors.players import people_listed
from games.clubs.selectors.privacy import people_seen
from games.clubs.services.people import player_of_user
from games.errors import NotAllowed, NotFound, ServiceError
from games.models import Club, User
from games.names.lists import read_list
from games.permissions import Capability, Reader, require
from games.sessions.services.sessions import today
from games.web.address import absolute
from games.web.creating import made_once
from games.web.input import Input, Unreadable, input_of, number_of
from games.web.pages import LOOKS, UNPROCESSABLE, guarded, page
from games.web.sign_in import sign_in_required, to_sign_in, user_of
from games.web.spreadsheets import spreadsheet
from tournaments.errors import EventConflict
from tournaments.events.selectors.events import board_read, event_directed
from tournaments.events.services.announcing import players_named
from tournaments.events.services.entries import entry_resume, entry_withdraw
from tournaments.leagues.exports import fixtures_rows
from tournaments.leagues.forms import CupOfEventForm, CupPlanForm, CupRulesForm, NewCupForm
from tournaments.leagues.presenters.asked import SURE
from tournaments.leagues.presenters.asked_leaving import cup_withdrawal_asked
from tournaments.leagues.presenters.asked_replacing import cup_replacement_asked
from tournaments.leagues.presenters.at_club import entries_listed
from tournaments.leagues.presenters.cups import cup_direct, cup_mine, cup_page
from tournaments.leagues.presenters.told import (
    entered_said,
    late_said,
    nudged_said,
    off_list_said,
    out_of_cup_said,
    resumed_said,
    taken_over_said,
)
from tournaments.leagues.presenters.unread import unread_listed
from tournaments.leagues.presenters.wall import WEEK, cup_wall, wall_beat
from tournaments.leagues.selectors.cups import (
    cup_before,
    cup_find,
    cup_obstacle,
    entry_named,
    entry_of,
)
from tournaments.leagues.selectors.fixtures import (
    FixtureShown,
    decided_lately,
    fixture_of,
    fixtures_of,
)
from tournaments.leagues.selectors.idle import idle_in
from tournaments.leagues.selectors.known import known_players, list_with
from tournaments.leagues.selectors.leagues import player_of
from tournaments.leagues.selectors.places import place_reader
from tournaments.leagues.selectors.present import table_free
from tournaments.leagues.selectors.progress import among, on_wall
from tournaments.leagues.services import cups, fixtures
from tournaments.leagues.services.cup_deadlines import cup_end, cup_make
from tournaments.leagues.services.feeds import feed_path, feed_renew
from tournaments.leagues.services.nudging import fixtures_nudge
from tournaments.leagues.views.directing import Asks, absence_decide, ask_mistyped, club_shown
from tournaments.leagues.views.reading import (
    Mistyped,
    back_to,
    day_read,
    form_read,
    names_filled,
    require_sure,
    ticked_here,
    ticks_kept,
    who_plays_now,
)
from tournaments.models import Cup, Match, Round
from tournaments.pages.actors import doer_in, event_for, player_in
from tournaments.results.services.places import match_move

NO_CONTENT: Final = 204
USUAL: Final = datetime.timedelta(days=14)


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def cup_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of a new cup; when posted, announce it."""
    club, reader = club_seen(slug, request.user)
    require(reader, Capability.DIRECT, club)
    sent = names_filled(request, club, reader)
    fills = sent is not None and "fill" in sent
    is_sent = sent is not None and not fills
    form, mistyped = NewCupForm(initial={**_days(club), **(sent or {})}), None
    if is_sent:
        form = NewCupForm(sent)
    if is_sent and form.is_valid():
        try:
            sure = request.POST.getlist("sure")
            made, _is_new = made_once(
                request, lambda: _announced(club, user_of(request), form, sure)
            )
        except ServiceError as error:
            form.add_error(None, str(error))
        except Mistyped as question:
            mistyped = question.told
        else:
            return redirect("cup_direct", made)
    known = known_players(club, reader, "" if sent is None else sent["names"])
    context = {
        "club": club,
        "form": form,
        "reader": reader,
        "known": known,
        "fills": fills,
        "mistyped": mistyped,
    }
    status = UNPROCESSABLE if form.errors else 200
    return guarded(render(request, "tournaments/cups/new.html", context, status=status), club)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cup_me(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a player's own matches, what waits for them first; when posted, enter or leave."""
    event, reader, holder = event_for(request, public_id)
    cup, problem, status = cup_find(public_id), "", 200
    club, doer = event.club, doer_in(request, event, holder)
    player = player_in(event, doer) or player_of(club, request.user)
    if request.method == "POST":
        ask = input_of(request)
        if ask.one("do") == "renew" and player is not None:
            feed_renew(player)
            return redirect(f"{reverse('cup_me', args=[public_id])}#calendar")
        if not isinstance(request.user, User):
            return to_sign_in(request)
        try:
            _said(request.user, cup, ask)
        except (ServiceError, Unreadable) as error:
            problem = str(error)
            status = error.status if isinstance(error, ServiceError) else UNPROCESSABLE
        else:
            return redirect("cup_me", public_id)
    fixtures = [] if player is None else fixtures_of(cup, player)
    entry = None if player is None else entry_of(cup, player)
    is_member = isinstance(request.user, User) and reader.may(Capability.SEE_NAMES)
    shown = cup_page(cup, reader, problem, fixtures)
    calendar = ""
    if player is not None and fixtures:
        calendar = absolute(request, feed_path(player, get_language() or ""))
    context = {
        "page": shown,
        "mine": cup_mine(
            shown,
            reader,
            player,
            entry,
            fixtures,
            is_member=is_member,
            news=decided_lately(fixtures, request.user),
            is_idle=player is not None and cup.event_id in idle_in([cup], player),
            board=board_read(cup.event, reader, None) if shown.stage == "finished" else None,
        ),
        "calendar": calendar,
        "club": club,
        "reader": reader,
    }
    return guarded(render(request, "tournaments/cups/me.html", context, status=status), club)


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def cup_direct_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what waits for the director; when posted, do it."""
    event, reader, _holder = event_for(request, public_id)
    club, problem, status, asked = event.club, "", 200, None
    require(reader, Capability.DIRECT, club)
    cup, ask = cup_find(public_id), input_of(request)
    if request.method == "POST":
        do = ACTS.get(ask.one("do"))
        try:
            if do is None:
                raise Unreadable(_("That button is not known here. Load the page again."))
            said = do(cup, user_of(request), ask)
        except Asks as question:
            asked = question.asked
        except (ServiceError, Unreadable) as error:
            problem = str(error)
            status = error.status if isinstance(error, ServiceError) else UNPROCESSABLE
        else:
            if ask.one("do") == "end":
                return redirect("event_direct", public_id)
            if said:
                messages.success(request, said)
            return back_to("cup_direct", public_id, request, ask)
    cup = cup_find(public_id)
    found, ticked = fixtures_of(cup), ticked_here(request, ask)
    people = entries_listed(cup)
    context = {
        "page": cup_page(cup, reader, problem),
        "direct": cup_direct(cup, reader, found),
        "asked": asked,
        "at_club": club_shown(cup, people, reader, ticked),
        "ticks": ticks_kept(ticked),
        "people": people,
        "unread": unread_listed(cup, reader),
        "plan": CupPlanForm(initial={"first_on": cup.first_on, "every_days": cup.every_days}),
        "rules": CupRulesForm.of(cup),
        "typed": ask.one("names"),
        "known": known_players(
            club, reader, "\n".join([ask.one("names"), *(one.name for one in people)])
        ),
        "club": club,
        "reader": reader,
        **who_plays_now(request, ask),
    }
    return guarded(render(request, "tournaments/cups/direct.html", context, status=status), club)


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def cup_of_event(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for the deadlines with which an announced event becomes a cup; when posted, set them."""
    event, reader = event_directed(public_id, request.user)
    obstacle = cup_obstacle(event)
    is_sent = request.method == "POST"
    form = CupOfEventForm(initial={**_days(event.club), **cup_before(event)})
    if is_sent:
        form = CupOfEventForm(request.POST)
    if is_sent and form.is_valid():
        key = input_of(request).one("once")
        try:
            cup_make(event=event, by=user_of(request), key=key, **form.cleaned_data)
        except ServiceError as error:
            form.add_error(None, str(error))
        else:
            return redirect("cup_direct", public_id)
    problem = str(EventConflict(obstacle)) if obstacle and not is_sent else ""
    context = {
        "event": event,
        "form": form,
        "problem": problem,
        "club": event.club,
        "reader": reader,
    }
    status = UNPROCESSABLE if form.errors else 200
    shown = render(request, "tournaments/cups/of_event.html", context, status=status)
    return guarded(shown, event.club)


@never_cache
@require_safe
def cup_wall_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a cup on the screen of its club; `look` suits the light of the room."""
    look = request.GET.get("look", "")
    context = {"look": look if look in LOOKS else LOOKS[0]}
    return _wall(request, public_id, "tournaments/pages/events/wall.html", context)


@never_cache
@require_safe
def cup_wall_live(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the slides of a cup; empty if nothing has changed."""
    return _wall(request, public_id, "tournaments/pages/events/slides.html", {})


def _wall(
    request: HttpRequest, public_id: str, template: str, context: dict[str, Any]
) -> HttpResponse:
    event, reader, _holder = event_for(request, public_id)
    cup = cup_find(public_id)
    found = on_wall(cup, timezone.now(), WEEK)
    if request.GET.get("beat", "") == wall_beat(cup, found):
        return guarded(HttpResponse(status=NO_CONTENT), event.club)
    wall = cup_wall(cup, board_read(event, reader, None), found, reader)
    return page(request, template, {"wall": wall, "club": event.club, **context}, reader)


@require_safe
def cup_file(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """Give the matches of a cup, with their dates and deadlines, as a spreadsheet or as text."""
    event, reader, holder = event_for(request, public_id)
    found = fixtures_of(cup_find(public_id))
    players = [one for shown in found for one in (shown.match.first, shown.match.second) if one]
    names = {pk: person.name for pk, person in people_seen(players, reader).items()}
    rows = fixtures_rows(found, names, place_reader(reader, holder))
    return guarded(spreadsheet(rows, kind, f"cup-{public_id}-fixtures"), event.club)


# what a director's buttons do


def _release(cup: Cup, by: User, ask: Input) -> None:
    cups.cup_release(cup=cup, by=by)


def _plan(cup: Cup, by: User, ask: Input) -> None:
    said = form_read(CupPlanForm(_posted(ask)))
    cups.cup_plan(cup=cup, by=by, **said, reason=ask.one("reason"), key=ask.one("once"))


def _rules(cup: Cup, by: User, ask: Input) -> None:
    cups.cup_change(cup=cup, by=by, **form_read(CupRulesForm(_posted(ask))), key=ask.one("once"))


def _round(cup: Cup, by: User, ask: Input) -> None:
    found = Round.objects.filter(division__event=cup.event_id, public_id=ask.one("round")).first()
    if found is None:
        raise NotFound
    cups.round_deadline(
        cup=cup,
        round=found,
        by=by,
        ends_on=day_read(ask.one("ends_on")),
        reason=ask.one("reason"),
        with_later=ask.has("with_later"),
        key=ask.one("once"),
    )


def _extend(cup: Cup, by: User, ask: Input) -> None:
    fixtures.fixture_extend(
        match=_shown(cup, ask).match,
        by=by,
        ends_on=day_read(ask.one("ends_on")),
        reason=ask.one("reason"),
        key=ask.one("once"),
    )


def _late(cup: Cup, by: User, ask: Input) -> str:
    match, how = _shown(cup, ask).match, ask.one("how")
    cups.late_decide(cup=cup, match=match, by=by, how=how, key=ask.one("once"))
    return late_said(match, how, Reader.of(by, cup.event.club))


def _decide(cup: Cup, by: User, ask: Input) -> str:
    reader = Reader.of(by, cup.event.club)
    return absence_decide(_shown(cup, ask).match, by, ask, reader)


def _read(cup: Cup, by: User, ask: Input) -> None:
    fixtures.fixtures_read(dated=cup, by=by, up_to=number_of(ask, "up_to") or 0)


def _end(cup: Cup, by: User, ask: Input) -> None:
    cup_end(cup=cup, by=by, reason=ask.one("reason"), key=ask.one("once"))


def _nudge(cup: Cup, by: User, ask: Input) -> str:
    found = fixtures_nudge(dated=cup, by=by, key=ask.one("once"))
    return nudged_said(found, cup.event.club, Reader.of(by, cup.event.club))


def _enter(cup: Cup, by: User, ask: Input) -> str:
    club, reader = cup.event.club, Reader.of(by, cup.event.club)
    text = list_with(club, reader, ask.one("names"), ask.all("known"))
    names = [one.name for one in people_listed(club, text).people]
    ask_mistyped(club, names, text, ask)
    with transaction.atomic():
        players = players_named(club, by, names)
        for player in players:
            cups.cup_enter(cup=cup, player=player, by=by)
    return entered_said(players, [True] * len(players), reader)


def _leave(cup: Cup, by: User, ask: Input) -> str:
    """Take somebody off the list before the draw; afterwards they withdraw, once it was asked."""
    entry = entry_named(cup, ask.one("entry"))
    if Round.objects.filter(division__event=cup.event_id).exists():
        if not ask.has(SURE):
            raise Asks(cup_withdrawal_asked(entry, ask))
        entry_withdraw(entry=entry, by=by, key=ask.one("once"))
        return out_of_cup_said(entry.player, Reader.of(by, cup.event.club))
    cups.cup_leave(cup=cup, player=entry.player, by=by, key=ask.one("once"))
    return off_list_said(entry.player, Reader.of(by, cup.event.club))


def _resume(cup: Cup, by: User, ask: Input) -> str:
    entry = entry_named(cup, ask.one("entry"))
    entry_resume(entry=entry, by=by, key=ask.one("once"))
    return resumed_said(entry.player, Reader.of(by, cup.event.club))


def _replace(cup: Cup, by: User, ask: Input) -> str:
    names = [one.name for one in read_list(ask.one("who")).people][:1]
    if not names:
        raise Unreadable(_("Who takes over? Write a name."))
    entry = entry_named(cup, ask.one("entry"))
    mine = Q(first=entry.player_id) | Q(second=entry.player_id)
    matches = Match.objects.filter(mine, round__division=entry.division_id)
    asked = cup_replacement_asked(entry, names[0], matches, ask)
    if asked.effects and not ask.has(SURE):
        raise Asks(asked)
    with transaction.atomic():
        [player] = players_named(cup.event.club, by, names)
        cups.entry_replace(cup=cup, entry=entry, by=by, player=player, key=ask.one("once"))
    return taken_over_said(player, entry.player, Reader.of(by, cup.event.club))


def _seat(cup: Cup, by: User, ask: Input) -> None:
    """Put two at the lowest free table."""
    match, table = _shown(cup, ask).match, table_free(among(cup, ()))
    match_move(match=match, by=by, board=table, key=ask.one("once"))


ACTS: Final[Mapping[str, Callable[[Cup, User, Input], str | None]]] = {
    "release": _release,
    "plan": _plan,
    "rules": _rules,
    "round": _round,
    "extend": _extend,
    "late": _late,
    "decide": _decide,
    "read": _read,
    "nudge": _nudge,
    "enter": _enter,
    "leave": _leave,
    "resume": _resume,
    "replace": _replace,
    "seat": _seat,
    "end": _end,
}
"""The buttons of the director's page by their names."""


# within


def _days(club: Club) -> dict[str, datetime.date]:
    return {"first_on": today(club) + USUAL}


def _posted(ask: Input) -> dict[str, str]:
    return {name: ask.one(name) for name in ask.values}


def _announced(club: Club, by: User, form: NewCupForm, sure: Sequence[str]) -> str:
    """Announce a cup with its players, all of it or nothing."""
    said = dict(form.cleaned_data)
    names = [one.name for one in people_listed(club, said.pop("names")).people]
    require_sure(club, names, sure)
    with transaction.atomic():
        players = players_named(club, by, names)
        cup = cups.cup_announce(club=club, by=by, players=players, **said)
    return cup.event.public_id


def _said(user: User, cup: Cup, ask: Input) -> None:
    """Enter, or leave again, as a member."""
    club = cup.event.club
    if not Reader.of(user, club).may(Capability.SEE_NAMES):
        raise NotAllowed
    player = player_of_user(club=club, user=user, join=False)
    if player is None:
        raise NotAllowed
    if ask.one("do") == "enter":
        cups.cup_enter(cup=cup, player=player, by=user, key=ask.one("once"))
    elif ask.one("do") == "leave":
        cups.cup_leave(cup=cup, player=player, by=user, key=ask.one("once"))
    else:
        raise Unreadable(_("That button is not known here. Load the page again."))


def _shown(cup: Cup, ask: Input) -> FixtureShown:
    found = fixture_of(cup, ask.one("match"))
    if found is None:
        raise NotFound
    return found
