"""A player's own pages in a league: their fixtures, and one with what can be done."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.clubs.selectors.privacy import people_seen
from games.clubs.services.people import player_of_user
from games.decisions.services.effects import tried
from games.errors import NotAllowed, NotFound, ServiceError
from games.models import Player, User
from games.permissions import Capability, Reader
from games.web.address import absolute
from games.web.input import Input, Unreadable, input_of
from games.web.pages import UNPROCESSABLE, guarded
from games.web.sign_in import to_sign_in
from tournaments.errors import EventNotAllowed
from tournaments.leagues.forms import moment_of, time_of, times_of
from tournaments.leagues.presenters.asked import SURE, Asked
from tournaments.leagues.presenters.asked_ladder import challenge_asked, leaving_asked
from tournaments.leagues.presenters.fixtures import card_of, clashes_said, with_taken_back
from tournaments.leagues.presenters.history import history_of
from tournaments.leagues.presenters.ladders import ladder_panel
from tournaments.leagues.presenters.own import mine_page
from tournaments.leagues.selectors.dated import directors_page, name_of, own_page
from tournaments.leagues.selectors.fixtures import (
    FixtureShown,
    decided_in,
    decided_lately,
    fixture_of,
    fixtures_of,
)
from tournaments.leagues.selectors.idle import idle_in
from tournaments.leagues.selectors.ladders import ladder_of
from tournaments.leagues.selectors.leagues import (
    entry_in,
    entry_known,
    league_find,
    league_seen,
    player_of,
    seasons_of,
)
from tournaments.leagues.selectors.seasons import uncounted_in
from tournaments.leagues.services import absences, challenges, fixtures, seasons
from tournaments.leagues.services.feeds import feed_path, feed_renew
from tournaments.leagues.times import zone_of
from tournaments.models import Entry, EntryPass, League, LeagueSeason
from tournaments.pages.actors import (
    doer_in,
    event_for,
    former_pass,
    holding,
    is_let_in,
    led_on,
    match_for,
    player_in,
    season_held,
    token_sealed,
)
from tournaments.pages.presenters.match_texts import chips_of, still_arranged, title_of
from tournaments.record.selectors.dated import dated_of_match
from tournaments.record.services.access import directs, side_of
from tournaments.record.services.passes import pass_follow
from tournaments.record.services.writing import Doer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def league_me(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a player's own fixtures, what waits for them first; when posted, enter or leave."""
    league = league_find(public_id)
    all_of_them = seasons_of(league)
    former = former_pass(request, all_of_them)
    is_member = player_of(league.club, request.user) is not None
    if former is not None and not is_member:
        if request.POST.get("do") == "follow" or not is_let_in(former):
            return _going_on(request, league, all_of_them[0], former)
        season, reader, doer = _who(request, league, _until(all_of_them, former))
    else:
        former = None
        held = None if is_member else season_held(request, all_of_them)
        season, reader, doer = _who(request, league, [held] if held else all_of_them)
    problem, status = "", 200
    asked: Asked | None = None
    own = player_in(season.event, doer) if season is not None else None
    player = own or player_of(league.club, request.user)
    if request.method == "POST" and request.POST.get("do") == "renew" and player is not None:
        feed_renew(player)
        return redirect(f"{reverse('league_me', args=[public_id])}#calendar")
    if request.method == "POST":
        ask = input_of(request)
        do = ask.one("do")
        if not isinstance(request.user, User) and (doer is None or do not in OF_PHONES):
            return to_sign_in(request)
        try:
            if do in OF_LADDERS:
                asked = OF_LADDERS[do](season, doer, ask)
            elif isinstance(doer, EntryPass) and do in (*WISHES, "enter"):
                _wished(season, doer, ask)
            elif isinstance(request.user, User):
                _said(request.user, season, ask)
        except (ServiceError, Unreadable) as error:
            problem = str(error)
            status = error.status if isinstance(error, ServiceError) else UNPROCESSABLE
        else:
            if asked is None:
                return redirect("league_me", public_id)
    entry = None if season is None or player is None else entry_in(season, player)
    is_latest = season is not None and season.pk == all_of_them[0].pk
    mine = [] if season is None or player is None else fixtures_of(season, player)
    ladder = None if season is None else ladder_of(season)
    shown = mine_page(
        league,
        season,
        reader,
        player,
        entry,
        mine,
        is_signed_in=isinstance(request.user, User),
        is_phone=isinstance(doer, EntryPass) and is_latest,
        later=None if season is None or is_latest or former else all_of_them[0],
        uncounted=uncounted_in(mine),
        news=decided_lately(mine, request.user),
        bye=None
        if season is None or player is None
        else idle_in([season], player).get(season.event_id),
        problem=problem,
    )
    calendar = ""
    if player is not None and mine:
        calendar = absolute(request, feed_path(player, get_language() or ""))
    context = {
        "page": shown,
        "asked": asked,
        "going_on": None if former is None else all_of_them[0],
        "calendar": calendar,
        "ladder": ladder_panel(ladder, entry, reader),
        "history": history_of(all_of_them, player),
        "club": league.club,
        "reader": reader,
    }
    answer = render(request, "tournaments/leagues/me.html", context, status=status)
    return guarded(answer, league.club)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def fixture(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show one fixture to its players and the director; when posted, say something about it."""
    try:
        match, reader, actor = match_for(request, public_id)
    except NotFound:
        return led_on(request, public_id)
    dated = dated_of_match(match)
    shown = None if dated is None else fixture_of(dated, public_id)
    if dated is None or shown is None:
        raise NotFound
    doer = actor if isinstance(actor, User | EntryPass) else None
    side = None if doer is None else side_of(doer, match)
    is_director = doer is not None and directs(doer, match.club)
    if doer is None or (side is None and not is_director):
        # What two write to each other is not for others: they see the match.
        return redirect("match", public_id)
    problem, status, ask = "", 200, input_of(request)
    if request.method != "POST" and not still_arranged(match):
        # Once something is entered or decided, the page of the match has all of it.
        return redirect("match", public_id)
    if request.method == "POST":
        try:
            _tapped(shown, doer, ask)
        except (ServiceError, Unreadable) as error:
            problem = str(error)
            status = error.status if isinstance(error, ServiceError) else UNPROCESSABLE
            # What the other has done in the same moment stands on the page, too.
            shown = fixture_of(dated, public_id) or shown
        else:
            if ask.one("do") == "take-back":  # it is gone
                return redirect(own_page(dated))
            return redirect("fixture", public_id)
    two = [one for one in (shown.match.first, shown.match.second) if one is not None]
    names = {pk: one.name for pk, one in people_seen(two, reader).items()}
    player = None if side is None else two[side].current
    card = card_of(
        shown, match.club, names, player, decided=decided_in([shown]), is_director=is_director
    )
    context = {
        "card": with_taken_back(card, shown, player),
        "clashes": clashes_said(shown, card, names, reader),
        "length": title_of(shown.match),
        "name": name_of(dated),
        "own_page": own_page(dated),
        "club": match.club,
        "reader": reader,
        "is_player": side is not None,
        "may_direct": reader.may(Capability.DIRECT),
        "decide_url": directors_page(dated) if is_director else "",
        "match": shown.match,
        "first": names.get(shown.match.first_id or 0, ""),
        "second": names.get(shown.match.second_id or 0, ""),
        "chips": chips_of(shown.match.length),
        "page": {"key": secrets.token_hex(16)},
        "problem": problem,
        "typed": ask.one("text"),
        "absent_at": ask.one("absent_at"),
        "times": [(number, ask.one(f"time_{number}")) for number in "12345"],
        "where": ask.one("place") if ask.one("do") == "propose" else card.place,
        "do": ask.one("do"),
        "won_by": request.GET.get("won", ""),
        "zone": zone_of(match.club, player),
    }
    answer = render(request, "tournaments/leagues/fixture.html", context, status=status)
    return guarded(answer, match.club)


def _bye(season: LeagueSeason | None, player: Player | None) -> int | None:
    """Return the round in which a player has no opponent, if it is the latest."""
    if season is None or player is None:
        return None
    return idle_in([season], player).get(season.event_id)


def _going_on(
    request: HttpRequest, league: League, season: LeagueSeason, former: EntryPass
) -> HttpResponse:
    """Let a phone with a pass of an earlier season go on; before it is posted, ask only that."""
    if request.method != "POST":
        context = {"league": league, "going_on": season, "club": league.club}
        return guarded(render(request, "tournaments/leagues/go_on.html", context), league.club)
    made = pass_follow(holder=former, event=season.event)
    answer = redirect("league_me", league.public_id)
    return holding(answer, season.event, token_sealed(made.token))


def _until(seasons: Sequence[LeagueSeason], former: EntryPass) -> Sequence[LeagueSeason]:
    """Return the season of a pass, which its phone still reads."""
    return [one for one in seasons if one.event_id == former.event_id]


def _who(
    request: HttpRequest, league: League, seasons: Sequence[LeagueSeason]
) -> tuple[LeagueSeason | None, Reader, Doer | None]:
    """Return who reads and acts in the latest season: an account, or a phone with a pass of it.

    A phone with a pass of the season before still has that one, also if its player has said that
    they do not play in the latest.
    """
    if not seasons:
        return None, league_seen(league.public_id, request.user).reader, None
    why: EventNotAllowed | None = None
    for season in seasons[:2]:
        try:
            event, reader, holder = event_for(request, season.event.public_id)
            return season, reader, doer_in(request, event, holder)
        except NotFound:
            continue
        except EventNotAllowed as refused:
            if refused.code == "pass_unknown":  # blocked
                raise
            why = why or refused
    raise why or NotFound()


def _challenged(season: LeagueSeason | None, doer: Doer | None, ask: Input) -> Asked | None:
    """Challenge somebody on a ladder, as an account or with a phone's pass, once it was shown what
    that means.
    """
    season, doer, own = _own_entry(season, doer)
    said: dict[str, Any] = {"season": season, "challenger": own, "by": doer}
    said |= {"challenged": entry_known(season, ask.one("entry")), "key": ask.one("once")}
    if ask.has(SURE):
        challenges.challenge_make(**said)
        return None
    return tried(lambda: challenge_asked(season, challenges.challenge_make(**said), ask))


def _left(season: LeagueSeason | None, doer: Doer | None, ask: Input) -> Asked | None:
    """Leave a ladder that goes on, once it was shown what that changes."""
    season, doer, own = _own_entry(season, doer)
    if not ask.has(SURE):
        return leaving_asked(own, ask)
    challenges.ladder_leave(season=season, entry=own, by=doer, key=ask.one("once"))
    return None


def _resumed(season: LeagueSeason | None, doer: Doer | None, ask: Input) -> Asked | None:
    """Play again on a ladder after a pause."""
    season, doer, own = _own_entry(season, doer)
    challenges.ladder_resume(season=season, entry=own, by=doer, key=ask.one("once"))
    return None


OF_LADDERS: Final = {"challenge": _challenged, "leave": _left, "resume": _resumed}
"""What players do on a ladder."""
WISHES: Final = ("plays", "leaves")
OF_PHONES: Final = (*OF_LADDERS, *WISHES, "enter")
"""What players of a season do with an account or without."""


def _own_entry(season: LeagueSeason | None, doer: Doer | None) -> tuple[LeagueSeason, Doer, Entry]:
    """Return a season, who acts, and where they are entered in it.

    Raises:
        NotAllowed: they are not.
    """
    player = None if season is None else player_in(season.event, doer)
    own = None if season is None or player is None else entry_in(season, player)
    if season is None or doer is None or own is None:
        raise NotAllowed
    return season, doer, own


def _wished(season: LeagueSeason | None, doer: Doer, ask: Input) -> None:
    """Say with a phone whether its player plays, or comes back to a ladder."""
    season, doer, own = _own_entry(season, doer)
    if ask.one("do") == "enter":
        seasons.season_enter(season=season, player=own.player, by=doer, key=ask.one("once"))
        return
    plays = ask.one("do") == "plays"
    seasons.season_wish(season=season, player=own.player, by=doer, plays=plays, key=ask.one("once"))


def _said(user: User, season: LeagueSeason | None, ask: Input) -> None:
    """Enter, or say who plays next season."""
    if season is None:
        raise NotFound
    if not Reader.of(user, season.event.club).may(Capability.SEE_NAMES):
        raise NotAllowed
    player = player_of_user(club=season.event.club, user=user, join=False)
    if player is None:
        raise NotAllowed
    do = ask.one("do")
    if do == "enter":
        seasons.season_enter(season=season, player=player, by=user, key=ask.one("once"))
    elif do in ("plays", "leaves"):
        seasons.season_wish(
            season=season, player=player, by=user, plays=do == "plays", key=ask.one("once")
        )
    else:
        raise Unreadable(_("That button is not known here. Load the page again."))


def _tapped(shown: FixtureShown, by: Doer, ask: Input) -> None:
    match, key, do = shown.match, ask.one("once"), ask.one("do")
    if do == "propose":
        fixtures.fixture_propose(
            match=match,
            by=by,
            times=times_of(_zone(shown, by), ask),
            place=ask.one("place"),
            text=ask.one("text"),
            key=key,
        )
    elif do == "accept":
        fixtures.fixture_accept(
            match=match, by=by, proposal=_number(ask), at=moment_of(ask.one("at")), key=key
        )
    elif do == "decline":
        fixtures.fixture_decline(
            match=match, by=by, proposal=_number(ask), text=ask.one("text"), key=key
        )
    elif do == "withdraw":
        fixtures.fixture_withdraw(match=match, by=by, proposal=_number(ask), key=key)
    elif do == "say":
        fixtures.fixture_say(match=match, by=by, text=ask.one("text"), key=key)
    elif do == "take-back" and isinstance(shown.dated, LeagueSeason):
        challenges.challenge_take_back(season=shown.dated, match=match, by=by)
    elif do == "refuse" and isinstance(shown.dated, LeagueSeason):
        challenges.challenge_refuse(season=shown.dated, match=match, by=by, key=key)
    elif do == "recant":
        absences.fixture_recant(match=match, by=by, key=key)
    elif do == "undecide":
        absences.fixture_undecide(match=match, by=by, key=key)
    elif do == "absent":
        at = time_of(_zone(shown, by), ask.one("absent_at"))
        absences.fixture_absent(match=match, by=by, text=ask.one("text"), at=at, key=key)
    else:
        raise Unreadable(_("That button is not known here. Load the page again."))


def _zone(shown: FixtureShown, by: Doer) -> ZoneInfo:
    """Return the zone whose clocks somebody reads when they type a date."""
    side, match = side_of(by, shown.match), shown.match
    player = None if side is None else (match.first, match.second)[side]
    return ZoneInfo(zone_of(match.club, player))


def _number(ask: Input) -> int:
    """Return which proposal a button is about; 0 for none."""
    number = ask.one("proposal")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 19 else 0
