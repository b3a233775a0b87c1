"""The end of a season: who is level, who goes up and down and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import people_seen, person_seen
from games.permissions import Reader
from tournaments.events.selectors.events import Board
from tournaments.leagues.presenters.words import REASONS
from tournaments.leagues.selectors.leagues import LeagueSeen
from tournaments.leagues.selectors.playoffs import level_of
from tournaments.leagues.selectors.seasons import Stage, players_by_id, stage_of
from tournaments.models import LeagueSeason
from tournaments.standings.promotion import Move


@dataclass(frozen=True, slots=True)
class MoveLine:
    """Where somebody plays next, and why."""

    public_id: str
    name: str
    was: int | None
    to: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class LevelAsked:
    """Who is level on a place that matters, for the director to have two of them play."""

    sentence: str
    people: tuple[tuple[str, str], ...]
    """Public id of the entry, and name."""


def draft_lines(seen: LeagueSeen, moves: Sequence[Move]) -> tuple[MoveLine, ...]:
    """Return the moves of a draft for the director."""
    known = players_by_id(seen.league) if moves else {}
    return tuple(
        MoveLine(one.key, known[one.key].name, one.was, one.to, str(REASONS[one.reason]))
        for one in moves
        if one.key in known
    )


def moved_lines(season: LeagueSeason, board: Board, reader: Reader) -> tuple[MoveLine, ...]:
    """Return what the confirmed draft has made of a season that is over, but for who just stays."""
    if season.draft is None or stage_of(season) != Stage.ENDED:
        return ()
    here = {one.division.position for one in board.fields}
    moves = [Move(**row) for row in season.draft["moves"]]
    found = {
        one.key: one
        for one in moves
        if one.was in here and not (one.to == one.was and one.reason in ("stays", "hand"))
    }
    players = season.event.club.players.filter(public_id__in=found)
    people = {one.public_id: one for one in people_seen(players, reader).values()}
    return tuple(
        MoveLine(one.key, people[key].name, one.was, one.to, str(REASONS[one.reason]))
        for key, one in found.items()
        if key in people and not people[key].is_nameless
    )


def level_asked(season: LeagueSeason, reader: Reader) -> tuple[LevelAsked, ...]:
    """Say who is level on a place that matters."""
    found = []
    for one in level_of(season):
        people = tuple(
            (entry.public_id, person_seen(entry.player.current, reader).name)
            for entry in one.entries
        )
        names = ", ".join(name for _id, name in people)
        said = {"names": names, "division": one.division.name}
        sentence = _("%(division)s: %(names)s are level on a place that matters.") % said
        found.append(LevelAsked(sentence, people))
    return tuple(found)
