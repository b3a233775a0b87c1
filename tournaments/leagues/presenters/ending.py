"""The end of a season: who is level, who goes up and down and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clubs.selectors.privacy import people_seen, person_seen
from games.names.lists import in_a_row
from games.permissions import Reader
from games.web.input import Input
from tournaments.events.selectors.events import Board
from tournaments.leagues.presenters.asked import Asked, again
from tournaments.leagues.presenters.fixtures import FixtureCard, cards_of
from tournaments.leagues.presenters.told import names_of_two
from tournaments.leagues.presenters.words import move_said
from tournaments.leagues.selectors.fixtures import FixtureShown, fixtures_of
from tournaments.leagues.selectors.leagues import LeagueSeen
from tournaments.leagues.selectors.playoffs import level_of
from tournaments.leagues.selectors.seasons import (
    Stage,
    draft_of,
    moves_made,
    players_by_id,
    rules_of,
    stage_of,
)
from tournaments.leagues.services.seasons import division_name
from tournaments.models import Entry, League, LeagueSeason, Match
from tournaments.standings.promotion import Move

REPORTED: Final = Match.State.REPORTED
MOST_LISTED: Final = 40
"""Matches without a result that are listed before a season is closed."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """Where somebody plays next, and why."""

    public_id: str
    name: str
    was: int | None
    to: int | None
    reason: str
    chosen: int | None = None
    """Where the form puts them, saved or not."""


@dataclass(frozen=True, slots=True)
class LevelAsked:
    """Who is level on a place that matters, for the director to have two of them play."""

    sentence: str
    choices: tuple[tuple[str, str], ...]
    """Which matches, by public ids of entries as the button sends them, and their names; first all
    at once.
    """


@dataclass(frozen=True, slots=True)
class Reported:
    """A result that one of the two has reported and the other has not confirmed."""

    public_id: str
    title: str
    said: str


@dataclass(frozen=True, slots=True)
class Closing:
    """What the director decides or sees before a season is closed."""

    disputed: tuple[FixtureCard, ...]
    unplayed: tuple[FixtureCard, ...]
    """What has no result in a league whose director decides each; not listed where it is much."""
    is_blocked: bool
    reported: tuple[Reported, ...]
    boards: tuple[FixtureCard, ...]
    """What is being played on a board just now."""
    timed_out: tuple[FixtureCard, ...]
    """Those of them where somebody's time is over."""
    absent: tuple[FixtureCard, ...]
    """Matches to which somebody did not come, as long as the director has not decided them."""


def closing_of(
    season: LeagueSeason | None, fixtures: Sequence[FixtureShown], still_open: int, reader: Reader
) -> Closing:
    """Return what is asked before a season is closed; `fixtures` is what waits in it."""
    waits = season is not None and season.league.unplayed == League.Unplayed.WAITS and still_open
    unplayed: Sequence[FixtureShown] = ()
    if season is not None and waits and still_open <= MOST_LISTED:
        unplayed = fixtures_of(season, where=Q(state=Match.State.OPEN))
    disputed = [one for one in fixtures if one.match.state == Match.State.DISPUTED]
    club = None if season is None else season.event.club

    def cards(some: Sequence[FixtureShown]) -> tuple[FixtureCard, ...]:
        return () if club is None else cards_of(some, club, reader)

    boards = [one for one in fixtures if one.match.is_on_board]
    return Closing(
        disputed=cards(disputed),
        unplayed=cards(unplayed),
        is_blocked=bool(disputed or waits),
        reported=reported_in(fixtures, reader),
        boards=cards(boards),
        timed_out=tuple(one for one in cards(boards) if one.out_of_time),
        absent=cards([one for one in fixtures if one.absence is not None]),
    )


def reported_in(fixtures: Sequence[FixtureShown], reader: Reader) -> tuple[Reported, ...]:
    """Return what one of the two has reported and the other has not confirmed."""
    return tuple(
        _reported(shown.match, reader) for shown in fixtures if shown.match.state == REPORTED
    )


def late_said(league: League, *, draws_next: bool) -> str:
    """Say how what was not played in time can be decided, and what closing the season makes of it;
    `draws_next` tells whether a round is still to be drawn.
    """
    gives_half = league.unplayed != League.Unplayed.NOTHING
    if draws_next and gives_half:
        text = _(
            "Nothing is decided by itself: enter a result, a walkover, that neither came, or "
            "“%(half)s”. They can still be played, too."
        )
    elif draws_next:
        text = _(
            "Nothing is decided by itself: enter a result, a walkover, or that neither came. They "
            "can still be played, too."
        )
    elif gives_half:
        text = _(
            "Until you close the season nothing is decided by itself: enter a result, a walkover, "
            "that neither came, or “%(half)s”. They can still be played, too."
        )
    else:
        text = _(
            "Until you close the season nothing is decided by itself: enter a result, a walkover, "
            "or that neither came. They can still be played, too."
        )
    at_end = {
        League.Unplayed.NOTHING: _(
            "What has no result when you close the season counts nothing for either."
        ),
        League.Unplayed.HALF: _("What has no result when you close the season is a half for each."),
        League.Unplayed.WAITS: _("The season can be closed once you have decided each."),
    }
    said = text % {"half": _("Unfinished: half a win each")}
    return f"{said} {at_end[League.Unplayed(league.unplayed)]}"


def _reported(match: Match, reader: Reader) -> Reported:
    two = names_of_two(match, reader)
    result = " : ".join(match.figures)
    by = match.reported_by
    if by is None:
        said = _("reported: %(result)s") % {"result": result}
    else:
        text = _("%(name)s has reported %(result)s and waits for %(other)s to confirm it")
        said = text % {"name": two[by], "other": two[1 - by], "result": result}
    return Reported(match.public_id, " – ".join(two), said)


def draft_lines(
    seen: LeagueSeen, moves: Sequence[Move], chosen: Mapping[str, int | None]
) -> tuple[MoveLine, ...]:
    """Return the moves of a draft for the director; `chosen` is what a form with a fault says."""
    known = players_by_id(seen.league) if moves else {}
    return tuple(
        MoveLine(
            move.key,
            known[move.key].name,
            move.was,
            move.to,
            move_said(move),
            chosen.get(move.key, move.to),
        )
        for move in moves
        if move.key in known
    )


def too_small(league: League, moves: Sequence[Move]) -> tuple[str, ...]:
    """Say which divisions of a draft have fewer players than can be released."""
    least = rules_of(league).least
    sizes = Counter(one.to for one in moves if one.to is not None)
    # One that nobody plays in stands above others that are not empty.
    places = range(1, max(sizes, default=0) + 1)
    return tuple(
        ngettext(
            "%(division)s has %(count)s player: it cannot be released with fewer than %(least)s.",
            "%(division)s has %(count)s players: it cannot be released with fewer than %(least)s.",
            count,
        )
        % {"division": division_name(place), "count": count, "least": least}
        for place, count in ((place, sizes[place]) for place in places)
        if count < least
    )


def redraft_asked(season: LeagueSeason, ask: Input) -> Asked | None:
    """Return what a new draft would drop: the moves made by hand; None if there are none."""
    draft = draft_of(season)
    by_hand = [] if draft is None else [one for one in draft.moves if one.reason == "hand"]
    if not by_hand:
        return None
    known = players_by_id(season.league)
    named = [(known[one.key].name, one.to) for one in by_hand if one.key in known]
    return Asked(
        sentence=_("Draft it again?"),
        effects=(
            _("What you have moved by hand goes back to what the results say:"),
            *(f"{name}: {'–' if to is None else division_name(to)}" for name, to in named),
        ),
        values=again(ask),
        yes=_("Draft it again"),
    )


def moved_lines(
    season: LeagueSeason, after: LeagueSeason | None, board: Board, reader: Reader
) -> tuple[MoveLine, ...]:
    """Return where those of a season that is over have gone in the one `after`, but for who just
    stays.
    """
    if stage_of(season) != Stage.ENDED:
        return ()
    here = {one.division.position for one in board.fields}
    found = {
        move.key: (move, is_before)
        for move, is_before in moves_made(season, after)
        if move.was in here and not (move.to == move.was and move.reason == "stays")
    }
    players = season.event.club.players.filter(public_id__in=found)
    people = {one.public_id: one for one in people_seen(players, reader).values()}
    return tuple(
        MoveLine(move.key, people[key].name, move.was, move.to, _reason(move, is_before))
        for key, (move, is_before) in found.items()
        if key in people and not people[key].is_nameless
    )


def _reason(move: Move, is_before: bool) -> str:
    """Say why somebody has gone where they play, and that it was before a result was put right."""
    said = move_said(move)
    if is_before:
        said = _("%(reason)s (decided before a result was put right)") % {"reason": said}
    return said


def level_asked(season: LeagueSeason, reader: Reader) -> tuple[LevelAsked, ...]:
    """Say who is level on a place that matters."""
    levels = []
    for level in level_of(season):
        names = {
            entry.public_id: person_seen(entry.player.current, reader).name
            for entry in level.entries
        }
        said = {"names": in_a_row(names.values()), "division": level.division.name}
        sentence = _("%(division)s: %(names)s are level on a place that matters.") % said
        choices = [
            (f"{first.public_id}.{second.public_id}", _pair(names, first, second))
            for first, second in level.pairs
        ]
        if len(choices) > 1:
            text = _("All %(count)s matches") % {"count": len(choices)}
            choices.insert(0, (",".join(value for value, _name in choices), text))
        levels.append(LevelAsked(sentence, tuple(choices)))
    return tuple(levels)


def _pair(names: Mapping[str, str], first: Entry, second: Entry) -> str:
    return f"{names[first.public_id]} – {names[second.public_id]}"
