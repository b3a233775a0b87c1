"""What a member's leagues ask of them, a line for each: on *Play*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Club, Player
from games.permissions import Reader, Somebody
from tournaments.leagues.presenters.fixtures import FixtureCard, cards_of
from tournaments.leagues.selectors.fixtures import FixtureShown, fixtures_by_season
from tournaments.leagues.selectors.leagues import player_of, seasons_playing
from tournaments.models import LeagueSeason


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A league in which somebody plays, what is next in it, and where a tap leads."""

    title: str
    text: str
    url: str
    waits: bool


def leagues_mine(club: Club, user: Somebody) -> tuple[LeagueLine, ...]:
    """Return what is next for a member in each league of a club that has a match for them."""
    player = player_of(club, user)
    seasons = [] if player is None else seasons_playing(player)
    if player is None or not seasons:
        return ()
    reader = Reader.of(user, club)
    found = fixtures_by_season(seasons, player)
    lines = (_line(one, found[one.pk], club, reader, player) for one in seasons)
    return tuple(one for one in lines if one is not None)


def _line(
    season: LeagueSeason, found: Sequence[FixtureShown], club: Club, reader: Reader, player: Player
) -> LeagueLine | None:
    """Return what waits for them, else their next date, else how many matches they owe."""
    title = season.league.name
    cards = cards_of(found, club, reader, player)
    waiting = next((one for one in cards if one.waits), None)
    if waiting is not None:
        return LeagueLine(title, _with(waiting, waiting.status), _page(waiting), waits=True)
    seated = next((one for one in cards if one.is_open and one.table), None)
    if seated is not None:
        where = _("Table %(number)s") % {"number": seated.table}
        return LeagueLine(title, _with(seated, where), _page(seated), waits=False)
    owed = [one for one in cards if one.is_open]
    if not owed:
        return None
    now = timezone.now()
    dates = {
        one.match.public_id: one.agreed_at
        for one in found
        if one.agreed_at is not None and one.agreed_at >= now
    }
    dated = [one for one in owed if one.public_id in dates]
    if dated:
        first = min(dated, key=lambda one: dates[one.public_id])
        return LeagueLine(title, _with(first, first.agreed, first.place), _page(first), waits=False)
    return LeagueLine(
        title, _owed(owed), reverse("league_me", args=[season.league.public_id]), waits=False
    )


def _owed(owed: Sequence[FixtureCard]) -> str:
    text = ngettext(
        "You still owe %(count)s match", "You still owe %(count)s matches", len(owed)
    ) % {"count": len(owed)}
    day = owed[0].deadline
    return f"{text} · {_('to be played by %(day)s') % {'day': day}}" if day else text


def _with(card: FixtureCard, *texts: str) -> str:
    """Say against whom, and what is the matter."""
    return f"{card.opponent}: {', '.join(one for one in texts if one)}"


def _page(card: FixtureCard) -> str:
    """Return where a match is arranged, or where its reported result is confirmed."""
    return reverse("fixture" if card.is_open else "match", args=[card.public_id])
