"""Buttons of the director's page for those who are at the club, and for who leaves."""

from __future__ import annotations

from games.errors import NotFound
from games.models import User
from games.web.input import Input
from tournaments.events.services.entries import entry_resume, entry_withdraw
from tournaments.leagues.presenters.meeting import (
    SURE,
    Asked,
    AtClub,
    at_club,
    here_of,
    withdrawal_asked,
)
from tournaments.leagues.selectors.fixtures import FixtureShown, fixture_of, fixtures_of
from tournaments.leagues.selectors.leagues import LeagueSeen, entry_known, season_running
from tournaments.leagues.selectors.present import present_in, table_free
from tournaments.leagues.services.trials import table_tried
from tournaments.models import LeagueSeason
from tournaments.results.services.places import match_move


class Asks(Exception):
    """A step that asks first; nothing was written."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked.sentence)
        self.asked = asked


def seat(seen: LeagueSeen, by: User, ask: Input) -> None:
    """Put two at the lowest free table."""
    season = season_running(seen)
    shown = fixture_of(season, ask.one("match"))
    if shown is None:
        raise NotFound
    table = table_free(fixtures_of(season))
    match_move(match=shown.match, by=by, board=table, key=ask.one("once"))


def withdraw(seen: LeagueSeen, by: User, ask: Input) -> None:
    """Withdraw somebody, once what it changes was shown."""
    entry = entry_known(season_running(seen), ask.one("entry"))
    if not ask.has(SURE):
        changes = table_tried(entry.division, lambda: entry_withdraw(entry=entry, by=by))
        raise Asks(withdrawal_asked(entry, changes, ask))
    entry_withdraw(entry=entry, by=by, key=ask.one("once"))


def resume(seen: LeagueSeen, by: User, ask: Input) -> None:
    """Let somebody who has withdrawn play again."""
    entry = entry_known(season_running(seen), ask.one("entry"))
    entry_resume(entry=entry, by=by, key=ask.one("once"))


def club_shown(
    season: LeagueSeason, found: list[FixtureShown], seen: LeagueSeen, ask: Input
) -> AtClub:
    """Return who can play now: of those who are known to be here, and whom the director ticks."""
    here = here_of(found, ask.all("here")) if ask.has("chosen") else present_in(season)
    return at_club(found, here, seen.reader)
