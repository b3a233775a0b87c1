"""Buttons of the director's page for those who are at the club, and for who leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import people_seen
from games.errors import NotFound
from games.models import Club, User
from games.names.lists import read_list
from games.permissions import Reader
from games.web.input import Input, Unreadable, number_of
from tournaments.events.services.announcing import players_named
from tournaments.events.services.entries import entry_resume, entry_withdraw
from tournaments.leagues.presenters.asked import SURE, Asked, mistyped_asked
from tournaments.leagues.presenters.asked_ladder import cancel_asked
from tournaments.leagues.presenters.asked_leaving import resuming_asked, withdrawal_asked
from tournaments.leagues.presenters.asked_replacing import replacement_asked, undo_asked
from tournaments.leagues.presenters.at_club import AtClub, EntryLine, at_club
from tournaments.leagues.presenters.told import (
    absence_said,
    challenged_said,
    divided_said,
    resumed_said,
    taken_over_said,
    undone_by,
    withdrawn_said,
)
from tournaments.leagues.selectors.fixtures import fixture_of
from tournaments.leagues.selectors.known import divisions_after, list_with
from tournaments.leagues.selectors.leagues import (
    LeagueSeen,
    division_known,
    entry_known,
    season_running,
)
from tournaments.leagues.selectors.present import present_in, table_free
from tournaments.leagues.selectors.progress import among
from tournaments.leagues.services.absences import fixture_decide
from tournaments.leagues.services.challenges import challenge_make, challenge_take_back
from tournaments.leagues.services.playoffs import playoff_make, playoff_take_back
from tournaments.leagues.services.replacing import (
    division_split,
    divisions_join,
    player_replace,
)
from tournaments.leagues.services.trials import table_tried
from tournaments.leagues.services.undoing import (
    change_latest,
    change_undo,
    undo_tried,
)
from tournaments.leagues.views.reading import day_read
from tournaments.models import Dated, Match
from tournaments.results.services.places import match_move

LAST: Final = "last"
"""The button that fills a list of names with the divisions after the season before."""
MOST_TICKED: Final = 60
"""Players of a season of whom the director is always asked who is here; of more, on a tap."""
MOST_DIVISIONS: Final = 100
MOST_PLAYOFFS: Final = 66
"""Deciding matches that are made at once: those of a division of twelve."""


class Asks(Exception):
    """A step that asks first; nothing was written."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked.sentence)
        self.asked = asked


def places_chosen(ask: Input) -> dict[str, int | None]:
    """Return in which division the form of a draft has each player, by public id; None for none."""
    return {name[3:]: place_of(ask, name) for name in ask.values if name.startswith("to-")}


def place_of(ask: Input, name: str) -> int | None:
    """Return the division that a field says; None for none."""
    place = number_of(ask, name)
    return place if place and place < MOST_DIVISIONS else None


def names_typed(seen: LeagueSeen, ask: Input) -> str:
    """Return the list of names of a form with whom the director has ticked, or the divisions after
    the season before if these are asked for.
    """
    if ask.one("fill") == LAST and seen.current is not None:
        return divisions_after(seen.current, seen.reader)
    return list_with(seen.club, seen.reader, ask.one("names"), ask.all("known"))


def ask_mistyped(club: Club, names: Sequence[str], text: str, ask: Input) -> None:
    """Ask whether names are new that resemble others of the club, unless that was answered."""
    question = mistyped_asked(club, names, text, ask)
    if question is not None:
        raise Asks(question)


def seat(seen: LeagueSeen, by: User, ask: Input) -> None:
    """Put two at the lowest free table."""
    season = season_running(seen)
    shown = fixture_of(season, ask.one("match"))
    if shown is None:
        raise NotFound
    table = table_free(among(season, ()))
    match_move(match=shown.match, by=by, board=table, key=ask.one("once"))


def withdraw(seen: LeagueSeen, by: User, ask: Input) -> str:
    """Withdraw somebody, once what it changes was shown; say where it is undone."""
    entry = entry_known(season_running(seen), ask.one("entry"))
    if not ask.has(SURE):
        changes = table_tried(entry.division, lambda: entry_withdraw(entry=entry, by=by))
        raise Asks(withdrawal_asked(entry, changes, ask))
    entry_withdraw(entry=entry, by=by, key=ask.one("once"))
    return withdrawn_said(entry.player, seen.reader)


def leave(seen: LeagueSeen, by: User, ask: Input) -> str:
    """Withdraw somebody, or let somebody take over where a name is written."""
    take = take_over if ask.one("who").strip() else withdraw
    return take(seen, by, ask)


def take_over(seen: LeagueSeen, by: User, ask: Input) -> str:
    """Let somebody take over from a player, once what it changes was shown; say where it is
    undone.
    """
    season = season_running(seen)
    entry = entry_known(season, ask.one("entry"))
    with transaction.atomic():
        names = [one.name for one in read_list(ask.one("who")).people][:1]
        if not names:
            raise Unreadable(_("Who takes over? Write a name."))
        [player] = players_named(seen.club, by, names)
        if ask.has(SURE):
            gone = entry.player
            player_replace(season=season, entry=entry, by=by, player=player, key=ask.one("once"))
            return f"{taken_over_said(player, gone, seen.reader)} {undone_by()}"
        changes = table_tried(
            entry.division,
            lambda: player_replace(season=season, entry=entry, by=by, player=player),
        )
        asked = replacement_asked(entry, player, changes, ask)
        transaction.set_rollback(True)
    raise Asks(asked)


def join(seen: LeagueSeen, by: User, ask: Input) -> str:
    """Join a division with the one below."""
    season = season_running(seen)
    upper = division_known(season, ask.one("division"))
    divisions_join(season=season, upper=upper, by=by, key=ask.one("once"))
    return divided_said(season, "join")


def split(seen: LeagueSeen, by: User, ask: Input) -> str:
    """Make two divisions of one."""
    season = season_running(seen)
    division = division_known(season, ask.one("division"))
    stay = number_of(ask, "stay") or 0
    division_split(season=season, division=division, by=by, stay=stay, key=ask.one("once"))
    return divided_said(season, "split")


def undo(seen: LeagueSeen, by: User, ask: Input) -> str:
    """Take the latest change of who plays back, once what that changes was shown."""
    season = season_running(seen)
    asked: dict[str, Any] = {
        "season": season,
        "by": by,
        "step": number_of(ask, "step") or 0,
        "reason": ask.one("reason"),
    }
    if ask.has(SURE):
        change_undo(**asked, key=ask.one("once"))
        return divided_said(season, "undo")
    trial = undo_tried(**asked)
    done = change_latest(season)
    if done is not None:
        raise Asks(undo_asked(done, trial, ask))
    return ""


def play_off(seen: LeagueSeen, by: User, ask: Input) -> None:
    """Have those who are level play a deciding match, or several at once."""
    season, key = season_running(seen), ask.one("once")
    until = day_read(ask.one("ends_on"))
    with transaction.atomic():
        for number, pair in enumerate(ask.one("pair").split(",")[:MOST_PLAYOFFS]):
            one, _dot, other = pair.partition(".")
            playoff_make(
                season=season,
                first=entry_known(season, one),
                second=entry_known(season, other),
                by=by,
                ends_on=until,
                key=f"{key}-{number}" if key and number else key,
            )


def play_off_back(seen: LeagueSeen, by: User, ask: Input) -> None:
    """Take a deciding match back."""
    season = season_running(seen)
    shown = fixture_of(season, ask.one("match"))
    if shown is None:
        raise NotFound
    playoff_take_back(season=season, match=shown.match, by=by, key=ask.one("once"))


def challenge_enter(seen: LeagueSeen, by: User, ask: Input) -> str:
    """Enter a challenge for a player of a ladder; say until when it is to be played."""
    season = season_running(seen)
    challenger, challenged = (
        entry_known(season, ask.one(name)) for name in ("challenger", "challenged")
    )
    match = challenge_make(
        season=season, challenger=challenger, challenged=challenged, by=by, key=ask.one("once")
    )
    return challenged_said(season, match, seen.reader)


def challenge_cancel(seen: LeagueSeen, by: User, ask: Input) -> None:
    """Cancel a challenge on a ladder, once it was asked."""
    season = season_running(seen)
    shown = fixture_of(season, ask.one("match"))
    if shown is None:
        raise NotFound
    if ask.has(SURE):
        challenge_take_back(season=season, match=shown.match, by=by)
        return
    two = [one for one in (shown.match.first, shown.match.second) if one is not None]
    names = {pk: one.name for pk, one in people_seen(two, seen.reader).items()}
    raise Asks(cancel_asked(shown.match, names, ask))


def absence_decide(match: Match, by: User, ask: Input, reader: Reader) -> str:
    """Decide on who did not come, and say what that is and where it is undone."""
    how, _dash, side = ask.one("how").partition("-")
    if how not in ("walkover", "date", "nothing") or side not in ("", "0", "1"):
        raise Unreadable(_("That button is not known here. Load the page again."))
    absent = int(side) if side else None
    fixture_decide(match=match, by=by, how=how, absent=absent, key=ask.one("once"))
    match.refresh_from_db()
    return absence_said(match, how, reader)


def resume(seen: LeagueSeen, by: User, ask: Input) -> str:
    """Let somebody who has withdrawn play again."""
    season = season_running(seen)
    entry = entry_known(season, ask.one("entry"))
    asked = None if ask.has(SURE) else resuming_asked(entry, ask)
    if asked is not None:
        raise Asks(asked)
    entry_resume(entry=entry, by=by, key=ask.one("once"))
    return resumed_said(entry.player, seen.reader)


def club_shown(
    dated: Dated, people: Sequence[EntryLine], reader: Reader, ticked: Sequence[str] | None
) -> AtClub:
    """Return who can play now: of those who are known to be here, or whom the director ticks."""
    chosen = None if ticked is None else set(ticked)
    here = (
        present_in(dated)
        if chosen is None
        else {one.player for one in people if one.player_id in chosen}
    )
    shown = at_club(among(dated, here), people, here, reader)
    if chosen is not None:
        return replace(shown, is_asked=True)
    return shown if len(people) <= MOST_TICKED else replace(shown, people=())
