"""The director's page of a league: what it shows, and what its buttons do."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.clubs.selectors.players import people_listed
from games.errors import NotFound, ServiceError
from games.models import User
from games.permissions import Capability, require
from games.sessions.services.sessions import today
from games.web.input import Input, Unreadable, input_of, number_of
from games.web.pages import UNPROCESSABLE, guarded
from games.web.sign_in import sign_in_required, user_of
from tournaments.events.services.announcing import lists_named, players_named
from tournaments.leagues.forms import LeagueForm, SeasonForm
from tournaments.leagues.presenters.asked import SURE
from tournaments.leagues.presenters.asked_replacing import ChangeLine, change_line
from tournaments.leagues.presenters.at_club import EntryLine, entries_listed
from tournaments.leagues.presenters.desk import direct_page
from tournaments.leagues.presenters.ending import redraft_asked
from tournaments.leagues.presenters.holding import rules_hold, rules_saved
from tournaments.leagues.presenters.told import (
    announced_said,
    entered_said,
    entering_said,
    moved_said,
    nudged_said,
    released_said,
    reopened_said,
)
from tournaments.leagues.presenters.unread import unread_listed
from tournaments.leagues.selectors.fixtures import fixture_of
from tournaments.leagues.selectors.known import KnownPlayer, known_players, without_account
from tournaments.leagues.selectors.leagues import (
    LeagueSeen,
    division_known,
    league_seen,
    season_running,
)
from tournaments.leagues.selectors.played import is_fixed, rules_played
from tournaments.leagues.selectors.seasons import Stage, stage_of
from tournaments.leagues.services import closing, drafts, leagues, seasons
from tournaments.leagues.services.fixtures import fixtures_read
from tournaments.leagues.services.nudging import fixtures_nudge
from tournaments.leagues.services.undoing import change_latest, change_refused
from tournaments.leagues.times import said_day
from tournaments.leagues.views import directing
from tournaments.leagues.views.founding import days_proposed
from tournaments.leagues.views.reading import (
    back_to,
    day_read,
    form_read,
    groups_read,
    ticked_here,
    ticks_kept,
    who_plays_now,
)
from tournaments.models import League, LeagueSeason, Match


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
            return back_to("league_direct", public_id, request, ask)
        seen = league_seen(public_id, request.user)
    season, ticked = seen.current, ticked_here(request, ask)
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
        "settings": _rules_form(seen) if _asks_rules(ask) else None,
        "rules_hold": rules_hold(season),
        "days": _days_form(seen, ask),
        "known": _tickable(seen, people, ask),
        "fills": fills,
        "playoff_day": today(seen.club) + datetime.timedelta(days=seen.league.round_days),
        "asked": asked,
        "at_club": None
        if season is None
        else directing.club_shown(season, people, seen.reader, ticked),
        "ticks": ticks_kept(ticked),
        "change": None if season is None else _change(season),
        "unread": None if season is None else unread_listed(season, seen.reader),
        "missing": None if season is None else without_account(season, seen.reader),
        "reader": seen.reader,
        **who_plays_now(request, ask),
    }
    shown = render(request, "tournaments/leagues/direct.html", context, status=status)
    return guarded(shown, seen.club)


def _change(season: LeagueSeason) -> ChangeLine | None:
    """Return the latest change of who plays, and why it cannot be taken back, if so."""
    step = change_latest(season)
    line = change_line(step, season.event.club)
    if line is None or step is None:
        return None
    return replace(line, why_not=change_refused(season, step))


def _asks_rules(ask: Input) -> bool:
    """Whether the form of the rules is asked for, or was sent with something wrong in it."""
    return ask.has("rules") or ask.one("do") == "settings"


def _rules_form(seen: LeagueSeen) -> LeagueForm:
    """Return the rules as they are; those of a ladder that goes on are those that it is played by,
    which its desk may have changed, and no season is played in another shape than it was drawn in.
    """
    season, league = seen.current, seen.league
    if season is None or not is_fixed(season):
        return LeagueForm.of(league)
    form = LeagueForm.of(league, rules_played(season))
    form.keep_shape(league)
    return form


# what its buttons do


def _release(seen: LeagueSeen, by: User, ask: Input) -> str:
    season = season_running(seen)
    is_next = stage_of(season) == Stage.RUNNING
    seasons.season_release(season=season, by=by)
    return released_said(season, is_next=is_next)


def _close(seen: LeagueSeen, by: User, ask: Input) -> str:
    counts = ask.all("counts")
    season = season_running(seen)
    closing.season_close(
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
    closing.season_reopen(season=season, by=by, key=ask.one("once"))
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
    groups = groups_read(seen.club, text)
    directing.ask_mistyped(seen.club, [name for group in groups for name in group], text, ask)
    with transaction.atomic():
        divisions = lists_named(seen.club, by, groups)
        season = seasons.season_announce(league=seen.league, by=by, divisions=divisions, **days)
    return announced_said(season)


def _days_form(seen: LeagueSeen, ask: Input) -> SeasonForm:
    """Return the form of the next season's days; only a ladder goes on without a last one."""
    days = days_proposed(seen.club, seen.current)
    form = SeasonForm(initial={**days, **_said(SeasonForm, ask)})
    if seen.league.shape != League.Shape.LADDER:
        form.fields["ends_on"].help_text = ""
        form.fields["late_until"].help_text = _("Blank: nobody enters once it is released.")
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


def _late(seen: LeagueSeen, by: User, ask: Input) -> str:
    season, typed = season_running(seen), ask.one("late_until")
    day = day_read(typed) if typed else None
    seasons.season_late(season=season, by=by, late_until=day, key=ask.one("once"))
    season.refresh_from_db()
    return entering_said(season) or _("The day for late entries is saved.")


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
    return entered_said(players, plays, seen.reader, season)


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
    return rules_saved(seen.current)


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
    "late": _late,
}
"""The buttons of the director's page by their names; what one says is told on the page."""


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


def _match(seen: LeagueSeen, ask: Input) -> Match:
    found = fixture_of(season_running(seen), ask.one("match"))
    if found is None:
        raise NotFound
    return found.match
