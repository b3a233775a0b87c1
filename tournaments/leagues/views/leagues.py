"""Pages of a league: all of a club, its tables, the director's."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.clubs.selectors.clubs import club_seen
from games.clubs.selectors.players import people_listed
from games.errors import NotFound, ServiceError
from games.models import Club, Player, User
from games.permissions import Capability, require
from games.sessions.services.sessions import today
from games.web.creating import made_once
from games.web.input import Input, Unreadable, input_of, number_of
from games.web.pages import LOOKS, UNPROCESSABLE, guarded, page
from games.web.sign_in import sign_in_required, user_of
from tournaments.events.selectors.events import board_read
from tournaments.events.services.announcing import players_named
from tournaments.leagues.forms import LeagueForm, NewLeagueForm, SeasonForm, divided
from tournaments.leagues.presenters.ending import redraft_asked
from tournaments.leagues.presenters.leagues import direct_page, league_page
from tournaments.leagues.presenters.meeting import (
    SURE,
    EntryLine,
    change_line,
    entries_listed,
)
from tournaments.leagues.presenters.rules import rules_said
from tournaments.leagues.presenters.told import (
    announced_said,
    entered_said,
    moved_said,
    nudged_said,
    released_said,
    reopened_said,
    rules_hold,
    rules_saved,
)
from tournaments.leagues.presenters.unread import unread_listed
from tournaments.leagues.presenters.wall import WEEK, league_wall, wall_beat
from tournaments.leagues.selectors.cups import cups_of
from tournaments.leagues.selectors.fixtures import fixture_of, fixtures_of
from tournaments.leagues.selectors.known import KnownPlayer, known_players, without_account
from tournaments.leagues.selectors.leagues import (
    LeagueSeen,
    division_known,
    league_find,
    league_seen,
    leagues_of,
    player_asked,
    player_of,
    season_running,
    seasons_of,
    tables_read,
)
from tournaments.leagues.selectors.playoffs import playoffs_open
from tournaments.leagues.selectors.progress import on_wall, recent_of
from tournaments.leagues.selectors.seasons import Stage, rules_of, stage_of
from tournaments.leagues.selectors.sheets import sheet_divisions
from tournaments.leagues.services import drafts, leagues, seasons
from tournaments.leagues.services.fixtures import fixtures_read
from tournaments.leagues.services.nudging import fixtures_nudge
from tournaments.leagues.services.undoing import change_latest
from tournaments.leagues.times import local, said_day
from tournaments.leagues.views import directing
from tournaments.leagues.views.reading import (
    Mistyped,
    back_to,
    day_read,
    form_read,
    names_filled,
    require_sure,
    who_plays_now,
)
from tournaments.models import League, LeagueSeason, Match
from tournaments.pages.actors import event_for

USUAL: Final = datetime.timedelta(days=90)
"""How long the first season is proposed to be."""
DAY: Final = datetime.timedelta(days=1)


@require_safe
def league_list(request: HttpRequest, slug: str) -> HttpResponse:
    """List the leagues and cups of a club."""
    club, reader = club_seen(slug, request.user)
    context = {
        "club": club,
        "leagues": leagues_of(club),
        "cups": cups_of(club),
        "may_direct": reader.may(Capability.DIRECT),
    }
    return page(request, "tournaments/leagues/list.html", context, reader)


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def league_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of a new league; when posted, found it and announce its first season."""
    club, reader = club_seen(slug, request.user)
    require(reader, Capability.DIRECT, club)
    sent = names_filled(request, club, reader)
    fills = sent is not None and "fill" in sent
    is_sent = sent is not None and not fills
    form, mistyped = NewLeagueForm(initial={**_days(club), **(sent or {})}), None
    if is_sent:
        form = NewLeagueForm(sent, request.FILES)
    if is_sent and form.is_valid():
        try:
            sure = request.POST.getlist("sure")
            made, _is_new = made_once(request, lambda: _founded(club, user_of(request), form, sure))
        except ServiceError as error:
            form.add_error(None, str(error))
        except Mistyped as question:
            mistyped = question.told
        else:
            return redirect("league_direct", made)
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
    shown = render(request, "tournaments/leagues/new.html", context, status=status)
    return guarded(shown, club)


NO_CONTENT: Final = 204


@require_safe
def league(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the tables of all divisions of a season, and the champions of the others."""
    seen = _seen(request, public_id)
    season = seen.season(request.GET.get("season", ""))
    player, division = player_of(seen.club, request.user), request.GET.get("division", "")
    board = None if season is None else tables_read(season, seen.reader, player, division)
    is_ladder = seen.league.shape == League.Shape.LADDER
    found = []
    if season is not None:
        found = fixtures_of(season) if is_ladder else playoffs_open(season)
    recent = [] if season is None else recent_of(season)
    asked = None if board is None else player_asked(board, request.GET.get("player", ""))
    theirs = [] if season is None or asked is None else fixtures_of(season, asked.current)
    shown = league_page(seen, season, board, player, found, recent, theirs, asked)
    context = {"page": shown, "club": seen.club, "rules": rules_said(seen.league, season)}
    return page(request, "tournaments/leagues/league.html", context, seen.reader)


@require_safe
def league_print(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the tables of all divisions of a season, as they go on paper."""
    seen = _seen(request, public_id)
    season = seen.season(request.GET.get("season", ""))
    board = None if season is None else board_read(season.event, seen.reader, None)
    shown = league_page(seen, season, board, player=None, is_paper=True)
    return page(request, "tournaments/leagues/print.html", shown, seen.reader)


@never_cache
@require_safe
def league_wall_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a league on the screen of its club; `look` suits the light of the room."""
    look = request.GET.get("look", "")
    context = {"look": look if look in LOOKS else LOOKS[0]}
    return _wall(request, public_id, "tournaments/pages/events/wall.html", context)


@never_cache
@require_safe
def league_wall_live(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the slides of a league; empty if nothing has changed."""
    return _wall(request, public_id, "tournaments/pages/events/slides.html", {})


def _wall(
    request: HttpRequest, public_id: str, template: str, context: dict[str, Any]
) -> HttpResponse:
    seen = _seen(request, public_id)
    season = season_running(seen)
    found = on_wall(season, timezone.now(), WEEK)
    if request.GET.get("beat", "") == wall_beat(season, found):
        return guarded(HttpResponse(status=NO_CONTENT), seen.club)
    tables = board_read(season.event, seen.reader, None)
    wall = league_wall(season, tables, found, seen.reader)
    return page(request, template, {"wall": wall, "club": seen.club, **context}, seen.reader)


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def league_direct(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what the director does next; when posted, do it."""
    seen, problem, status, asked = league_seen(public_id, request.user), "", 200, None
    require(seen.reader, Capability.DIRECT, seen.club)
    ask = input_of(request)
    fills = request.method == "POST" and ask.has("fill")
    if request.method == "POST" and not fills:
        do = ACTS.get(ask.one("do"))
        try:
            if do is None:
                raise Unreadable(_("That button is not known here. Load the page again."))
            said = do(seen, user_of(request), ask)
        except directing.Asks as question:
            asked = question.asked
        except (ServiceError, Unreadable) as error:
            problem = str(error)
            status = error.status if isinstance(error, ServiceError) else UNPROCESSABLE
        else:
            if said:
                messages.success(request, said)
            return back_to("league_direct", public_id, ask)
        seen = league_seen(public_id, request.user)
    season = seen.current
    people = () if season is None else entries_listed(season)
    context = {
        "page": direct_page(
            seen,
            season,
            people,
            problem=problem,
            typed=directing.names_typed(seen, ask),
            silent=ask.one("silent"),
            who=ask.one("who_of"),
            chosen=directing.places_chosen(ask),
        ),
        "club": seen.club,
        "settings": LeagueForm.of(seen.league) if _asks_rules(ask) else None,
        "rules_hold": rules_hold(None if season is None else stage_of(season)),
        "days": _days_form(seen, ask),
        "known": _tickable(seen, people, ask),
        "fills": fills,
        "playoff_day": today(seen.club) + datetime.timedelta(days=seen.league.round_days),
        "asked": asked,
        "at_club": None
        if season is None
        else directing.club_shown(season, people, seen.reader, ask),
        "change": None if season is None else change_line(change_latest(season), seen.club),
        "unread": None if season is None else unread_listed(season, seen.reader),
        "missing": None if season is None else without_account(season, seen.reader),
        "reader": seen.reader,
        **who_plays_now(request, ask),
    }
    shown = render(request, "tournaments/leagues/direct.html", context, status=status)
    return guarded(shown, seen.club)


def _asks_rules(ask: Input) -> bool:
    """Whether the form of the rules is asked for, or was sent with something wrong in it."""
    return ask.has("rules") or ask.one("do") == "settings"


# what a director's buttons do


def _release(seen: LeagueSeen, by: User, ask: Input) -> str:
    season = season_running(seen)
    is_next = stage_of(season) == Stage.RUNNING
    seasons.season_release(season=season, by=by)
    return released_said(season, is_next=is_next)


def _close(seen: LeagueSeen, by: User, ask: Input) -> str:
    counts = ask.all("counts")
    season = season_running(seen)
    seasons.season_close(
        season=season,
        by=by,
        reports={one: one in counts for one in ask.all("reported")},
        boards=ask.all("playing"),
        key=ask.one("once"),
    )
    return _("%(title)s is closed. “Open this season again” takes it back.") % {
        "title": season.event.title
    }


def _reopen(seen: LeagueSeen, by: User, ask: Input) -> str:
    season = season_running(seen)
    seasons.season_reopen(season=season, by=by, key=ask.one("once"))
    return reopened_said(season)


def _draft(seen: LeagueSeen, by: User, ask: Input) -> None:
    season = season_running(seen)
    question = None if ask.has(SURE) else redraft_asked(season, ask)
    if question is not None:
        raise directing.Asks(question)
    drafts.season_draft(season=season, by=by, key=ask.one("once"))


def _move(seen: LeagueSeen, by: User, ask: Input) -> str:
    return moved_said(_moved(seen, by, ask))


def _follow(seen: LeagueSeen, by: User, ask: Input) -> str:
    """Confirm the draft as its form says it: what was chosen there and not saved holds, too."""
    days = form_read(SeasonForm(_posted(ask)))
    with transaction.atomic():
        _moved(seen, by, ask)
        season = drafts.season_follow(season=season_running(seen), by=by, **days)
    return announced_said(season)


def _moved(seen: LeagueSeen, by: User, ask: Input) -> int:
    """Put those of the draft elsewhere of whom its form says so; return how many.

    What another director has changed since stays where this form says nothing new.
    """
    season, key = season_running(seen), ask.one("once")
    chosen = directing.places_chosen(ask)
    changed = {one: to for one, to in chosen.items() if to != directing.place_of(ask, f"was-{one}")}
    players = seen.club.players.filter(public_id__in=changed).order_by("pk")
    if len(players) != len(changed):
        raise NotFound
    with transaction.atomic():
        for player in players:
            own = f"{key[:40]}-{player.public_id}" if key else ""
            to = changed[player.public_id]
            drafts.draft_move(season=season, by=by, player=player, to=to, key=own)
    return len(changed)


def _announce(seen: LeagueSeen, by: User, ask: Input) -> str:
    days = form_read(SeasonForm(_posted(ask)))
    text = directing.names_typed(seen, ask)
    groups = _groups(seen.club, text)
    directing.ask_mistyped(seen.club, [name for group in groups for name in group], text, ask)
    with transaction.atomic():
        divisions = [players_named(seen.club, by, group) for group in groups]
        season = seasons.season_announce(league=seen.league, by=by, divisions=divisions, **days)
    return announced_said(season)


def _days_form(seen: LeagueSeen, ask: Input) -> SeasonForm:
    """Return the form of the next season's days; only a ladder goes on without a last one."""
    days = _days(seen.club, seen.current)
    form = SeasonForm(initial={**days, **_said(SeasonForm, ask)})
    if seen.league.shape != League.Shape.LADDER:
        form.fields["ends_on"].help_text = ""
    return form


def _deadline(seen: LeagueSeen, by: User, ask: Input) -> str:
    season = season_running(seen)
    seasons.season_deadline(
        season=season,
        by=by,
        ends_on=day_read(ask.one("ends_on")),
        reason=ask.one("reason"),
        key=ask.one("once"),
    )
    season.refresh_from_db()
    return _("The deadline is now %(day)s.") % {"day": said_day(seen.club, season.deadline)}


def _enter(seen: LeagueSeen, by: User, ask: Input) -> str:
    text = directing.names_typed(seen, ask)
    names = [one.name for one in people_listed(seen.club, text).people]
    season, chosen = season_running(seen), ask.one("division")
    division = division_known(season, chosen) if chosen else None
    directing.ask_mistyped(seen.club, names, text, ask)
    with transaction.atomic():
        players = players_named(seen.club, by, names)
        plays = [
            seasons.season_enter(season=season, player=player, by=by, division=division)
            for player in players
        ]
    return entered_said(players, plays, seen.reader)


def _nudge(seen: LeagueSeen, by: User, ask: Input) -> str:
    found = fixtures_nudge(dated=season_running(seen), by=by, key=ask.one("once"))
    return nudged_said(found, seen.club, seen.reader)


def _decide(seen: LeagueSeen, by: User, ask: Input) -> str:
    return directing.absence_decide(_match(seen, ask), by, ask, seen.reader)


def _read(seen: LeagueSeen, by: User, ask: Input) -> None:
    fixtures_read(dated=season_running(seen), by=by, up_to=number_of(ask, "up_to") or 0)


def _settings(seen: LeagueSeen, by: User, ask: Input) -> str:
    form = LeagueForm(_posted(ask))
    form_read(form)
    leagues.league_change(league=seen.league, by=by, **form.settings())
    return rules_saved(None if seen.current is None else stage_of(seen.current))


ACTS: Final[Mapping[str, Callable[[LeagueSeen, User, Input], str | None]]] = {
    "release": _release,
    "close": _close,
    "reopen": _reopen,
    "draft": _draft,
    "move": _move,
    "follow": _follow,
    "announce": _announce,
    "deadline": _deadline,
    "enter": _enter,
    "leave": directing.leave,
    "resume": directing.resume,
    "seat": directing.seat,
    "join": directing.join,
    "split": directing.split,
    "undo": directing.undo,
    "nudge": _nudge,
    "playoff": directing.play_off,
    "playoff_back": directing.play_off_back,
    "decide": _decide,
    "read": _read,
    "challenge": directing.challenge_enter,
    "cancel": directing.challenge_cancel,
    "settings": _settings,
}
"""The buttons of the director's page by their names; what one says is told on the page."""


# within


def _seen(request: HttpRequest, public_id: str) -> LeagueSeen:
    """Return a league for an account, or for a phone with the pass of one of its last seasons."""
    try:
        return league_seen(public_id, request.user)
    except NotFound:
        found = league_find(public_id)
        seasons = seasons_of(found)
        for season in seasons[:2]:
            with suppress(ServiceError):
                reader = event_for(request, season.event.public_id)[1]
                return LeagueSeen(found, reader, seasons)
        raise


def _days(club: Club, before: LeagueSeason | None = None) -> dict[str, datetime.date]:
    """Propose the days of a season: as long as the one before, and as long open."""
    day = today(club)
    if before is None or before.deadline is None:
        return {"starts_on": day, "ends_on": day + USUAL, "late_until": day + USUAL / 3}
    began = before.event.starts_on
    lasts = max(DAY, local(club, before.deadline).date() - began)
    days = {"starts_on": day, "ends_on": day + lasts}
    if before.late_until is not None:
        days["late_until"] = day + min(lasts, before.late_until - began)
    return days


def _said(form: type[SeasonForm], ask: Input) -> dict[str, str]:
    """Return what was typed into a form, to be shown there again."""
    return {name: ask.one(name) for name in form.base_fields if ask.has(name)}


def _tickable(seen: LeagueSeen, people: Sequence[EntryLine], ask: Input) -> tuple[KnownPlayer, ...]:
    """Return whom the director can tick: who is neither in the list nor entered."""
    season = seen.current
    is_over = season is None or stage_of(season) in (Stage.ENDED, Stage.CANCELLED)
    entered = [] if is_over else [one.name for one in people]
    return known_players(seen.club, seen.reader, "\n".join([ask.one("names"), *entered]))


def _posted(ask: Input) -> dict[str, str]:
    return {name: ask.one(name) for name in ask.values}


def _founded(club: Club, by: User, form: NewLeagueForm, sure: Sequence[str]) -> str:
    """Found a league with its first season, all of it or nothing."""
    data = form.cleaned_data
    with transaction.atomic():
        made = leagues.league_create(club=club, by=by, **form.settings())
        seasons.season_announce(
            league=made,
            by=by,
            divisions=_divisions(club, by, made, data, sure) or [[]],
            starts_on=data["starts_on"],
            ends_on=data["ends_on"],
            late_until=data["late_until"],
        )
    return made.public_id


def _divisions(
    club: Club, by: User, made: League, data: dict[str, Any], sure: Sequence[str]
) -> list[list[Player]]:
    """Return who plays where: by the list that was typed, or by a file of a season before.

    Those whom the club does not have are made.
    """
    if data["table"] is None:
        groups = _groups(club, data["names"])
    else:
        groups = sheet_divisions(data["table"].read(), rules_of(made))
    require_sure(club, [name for group in groups for name in group], sure)
    return [players_named(club, by, group) for group in groups]


def _groups(club: Club, text: str) -> list[list[str]]:
    """Return the names of a list by division."""
    return [[one.name for one in people_listed(club, part).people] for part in divided(text)]


def _match(seen: LeagueSeen, ask: Input) -> Match:
    found = fixture_of(season_running(seen), ask.one("match"))
    if found is None:
        raise NotFound
    return found.match
