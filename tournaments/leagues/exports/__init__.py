"""Leagues as files for spreadsheets: the fixtures of a season."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _

from games.ledger.delimited import Cell
from tournaments.formats.situation import PLAYOFF
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.leagues.selectors.places import PlaceReader
from tournaments.leagues.times import local
from tournaments.models import Match

NOBODY: Final[Mapping[int, str]] = MappingProxyType({})


def fixtures_rows(
    fixtures: Sequence[FixtureShown],
    names: Mapping[int, str],
    places: PlaceReader,
    uncounted: Collection[int] = (),
    heirs: Mapping[int, str] = NOBODY,
) -> list[Sequence[Cell]]:
    """Return fixtures with their results, dates and deadlines; times are the club's, and
    the places those that the reader may know.

    A bye is a line with one player. When each was settled stands last: a walkover has no other day.
    `uncounted` are the keys of the matches that count for nobody; `heirs` are those whose place
    somebody has, which says what is a pair of matches.
    """
    head = [
        _("division"),
        _("round"),
        _("first player"),
        _("second player"),
        _("points of the first"),
        _("points of the second"),
        _("state"),
        _("how it ended"),
        _("date"),
        _("place"),
        _("deadline"),
        _("winner"),
        _("settled at"),
        _("in place of (first)"),
        _("in place of (second)"),
    ]
    return [head, *(_row(one, names, places, uncounted, heirs) for one in fixtures)]


def _row(
    shown: FixtureShown,
    names: Mapping[int, str],
    places: PlaceReader,
    uncounted: Collection[int],
    heirs: Mapping[int, str],
) -> list[Cell]:
    match = shown.match
    assert match.round is not None, "a fixture is a match of a season"
    is_entered = match.state in Match.ENTERED
    has_points = is_entered and match.outcome != Match.Outcome.BYE
    winner = match.winner if is_entered else None
    return [
        match.round.division.name,
        _("Play-off") if match.round.bracket == PLAYOFF else match.round.number,
        names.get(match.first_id or 0, ""),
        names.get(match.second_id or 0, ""),
        match.first_points if has_points else None,
        match.second_points if has_points else None,
        str(match.get_state_display()),
        _ended(match, uncounted),
        _day(shown),
        places.place(shown),
        _written(shown, shown.deadline),
        "" if winner is None else names.get((match.first_id, match.second_id)[winner] or 0, ""),
        _written(shown, match.settled_at if match.is_settled else None),
        heirs.get(match.first_id or 0, ""),
        heirs.get(match.second_id or 0, ""),
    ]


def _ended(match: Match, uncounted: Collection[int]) -> str:
    """Return how a match ended, and whether it does not count; one that nobody played may just
    have lacked a date.
    """
    if match.outcome == Match.Outcome.NO_SHOW:
        ended = _("not played")
    elif match.is_unplayed_half:
        ended = _("not played, a half for each")
    else:
        ended = str(match.get_outcome_display()) if match.outcome else ""
    if ended and match.pk in uncounted:
        return f"{ended}, {_('does not count')}"
    return ended


def _day(shown: FixtureShown) -> str:
    """Return the day on which two have played, with the time if they agreed on one that day; before
    that the date on which they have agreed.
    """
    match = shown.match
    is_played = match.state in Match.ENTERED and match.outcome == Match.Outcome.PLAYED
    agreed = None if shown.agreed_at is None else local(match.club, shown.agreed_at)
    if is_played and (agreed is None or agreed.date() != match.played_on):
        return f"{match.played_on:%Y-%m-%d}"
    return _written(shown, shown.agreed_at)


def _written(shown: FixtureShown, at: datetime.datetime | None) -> str:
    return "" if at is None else f"{local(shown.match.club, at):%Y-%m-%d %H:%M}"
