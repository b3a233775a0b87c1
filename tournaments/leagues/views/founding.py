"""A new league with its first season."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.clubs.selectors.clubs import club_seen
from games.errors import ServiceError
from games.models import Club, Player, User
from games.permissions import Capability, require
from games.sessions.services.sessions import today
from games.web.creating import made_once
from games.web.pages import UNPROCESSABLE, guarded
from games.web.sign_in import sign_in_required, user_of
from tournaments.events.services.announcing import lists_named
from tournaments.leagues.forms import NewLeagueForm
from tournaments.leagues.selectors.known import known_players
from tournaments.leagues.selectors.seasons import planned_end, rules_of
from tournaments.leagues.selectors.sheets import sheet_divisions
from tournaments.leagues.services import leagues, seasons
from tournaments.leagues.times import local
from tournaments.leagues.views.reading import Mistyped, groups_read, names_filled, require_sure
from tournaments.models import League, LeagueSeason

USUAL: Final = datetime.timedelta(days=90)
"""How long the first season is proposed to be."""
DAY: Final = datetime.timedelta(days=1)


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
    form, mistyped = NewLeagueForm(initial={**days_proposed(club), **(sent or {})}), None
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


def days_proposed(club: Club, before: LeagueSeason | None = None) -> dict[str, datetime.date]:
    """Propose the days of a season: as long as the one before was planned, and as long open."""
    day = today(club)
    planned = None if before is None else planned_end(before)
    if before is None or planned is None:
        return {"starts_on": day, "ends_on": day + USUAL, "late_until": day + USUAL / 3}
    began = before.event.starts_on
    lasts = max(DAY, local(club, planned).date() - began)
    days = {"starts_on": day, "ends_on": day + lasts}
    if before.late_until is not None:
        days["late_until"] = day + min(lasts, before.late_until - began)
    return days


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
            fee=data["fee"],
        )
    return made.public_id


def _divisions(
    club: Club, by: User, made: League, data: dict[str, Any], sure: Sequence[str]
) -> list[list[Player]]:
    """Return who plays where: by the list that was typed, or by a file of a season before.

    Those whom the club does not have are made.
    """
    if data["table"] is None:
        groups = groups_read(club, data["names"])
    else:
        groups = sheet_divisions(data["table"].read(), rules_of(made))
    require_sure(club, [name for group in groups for name in group], sure)
    return lists_named(club, by, groups)
