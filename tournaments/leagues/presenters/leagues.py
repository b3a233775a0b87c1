"""The page of a league: its tables, its latest results, its seasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.clubs.selectors.privacy import person_seen
from games.models import Club, Player
from games.names.identity import sort_key
from games.permissions import Capability
from tournaments.events.selectors.events import Board
from tournaments.leagues.presenters.days import OVER, is_late, reason_said, until_of
from tournaments.leagues.presenters.ending import MoveLine, moved_lines
from tournaments.leagues.presenters.fixtures import FixtureCard, cards_of, said_day
from tournaments.leagues.presenters.tables import DivisionTable, division_tables
from tournaments.leagues.presenters.words import stage_said
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.leagues.selectors.leagues import LeagueSeen, champions_of
from tournaments.leagues.selectors.seasons import ENTERS, Stage, stage_of, wishes_of
from tournaments.models import League, LeagueSeason


@dataclass(frozen=True, slots=True)
class DivisionLink:
    """A division of a league that is too large to show all at once."""

    name: str
    public_id: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class PersonLink:
    """A player whose fixtures can be asked for."""

    public_id: str
    name: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season in the list, with its champion once it is over."""

    number: int
    title: str
    stage: str
    champion: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """A league for everybody who may see its club."""

    club: Club
    league: League
    season: LeagueSeason | None
    stage: str
    deadline: str
    deadline_reason: str
    divisions: tuple[DivisionTable, ...]
    links: tuple[DivisionLink, ...]
    """All divisions, where not all of them are shown."""
    challenges: tuple[FixtureCard, ...]
    """The open challenges of a ladder, or else the open play-offs."""
    recent: tuple[FixtureCard, ...]
    """The latest results."""
    people: tuple[PersonLink, ...]
    """Everybody of the shown divisions whom the reader may know, once there are fixtures."""
    theirs: tuple[FixtureCard, ...]
    """The fixtures of the one who is asked for."""
    is_over: bool
    """Whether it is running although the deadline, or that of its round, is over."""
    seasons: tuple[SeasonLine, ...]
    is_mine: bool
    may_enter: bool
    """Whether somebody of the club who does not play in it can enter: the newest season alone."""
    is_listed: bool
    """Whether they have entered already, for the next one."""
    may_direct: bool
    reopened: tuple[LeagueSeason, ...]
    """Seasons before the latest that are open, to be put right."""
    is_ended: bool
    is_ladder: bool
    moves: tuple[MoveLine, ...]
    """Who of the shown divisions plays elsewhere next, or stays for a reason; once it is over."""


def league_page(
    seen: LeagueSeen,
    season: LeagueSeason | None,
    board: Board | None,
    player: Player | None,
    fixtures: Sequence[FixtureShown] = (),
    recent: Sequence[FixtureShown] = (),
    theirs: Sequence[FixtureShown] = (),
    asked: Player | None = None,
    *,
    is_paper: bool = False,
) -> LeaguePage:
    """Return the tables of a season, and all seasons with their champions.

    `theirs` are the fixtures of the player that is asked for.

    `fixtures` are the challenges of a ladder or the play-offs, `recent` the latest results.
    """
    reader = seen.reader
    champions = champions_of(seen)
    latest = max((one.number for one in seen.seasons), default=0)
    until = until_of(season)
    return LeaguePage(
        club=seen.club,
        league=seen.league,
        season=season,
        stage="" if season is None else stage_said(season, latest),
        deadline=said_day(seen.club, until),
        deadline_reason=reason_said(season, until),
        divisions=()
        if board is None
        else division_tables(
            board, player, has_links=not is_paper and reader.may(Capability.DIRECT)
        ),
        links=() if board is None else _links(board),
        challenges=tuple(one for one in cards_of(fixtures, seen.club, reader) if one.is_open),
        recent=cards_of(recent, seen.club, reader),
        people=() if board is None else _people(board, asked),
        theirs=cards_of(theirs, seen.club, reader),
        is_over=is_late(season),
        seasons=tuple(
            SeasonLine(
                one.number,
                one.event.title,
                stage_said(one, latest),
                person_seen(champions[one.number], reader).name if one.number in champions else "",
                season is not None and one.pk == season.pk,
            )
            for one in seen.seasons
        ),
        is_mine=player is not None,
        may_enter=season is not None and season.number == latest and is_open_to(season, player),
        is_listed=wish_of(season, player) == ENTERS,
        may_direct=reader.may(Capability.DIRECT),
        reopened=seen.reopened,
        is_ended=season is not None and stage_of(season) == Stage.ENDED,
        is_ladder=seen.league.shape == League.Shape.LADDER,
        moves=()
        if season is None or board is None
        else moved_lines(season, seen.after(season), board, reader),
    )


def wish_of(season: LeagueSeason | None, player: Player | None) -> str:
    return "" if season is None or player is None else wishes_of(season).get(player.public_id, "")


def is_open_to(season: LeagueSeason | None, player: Player | None) -> bool:
    """Tell whether who does not play in a season can still say *I play*."""
    if season is None or stage_of(season) in OVER:
        return False
    # A ladder that goes on has no next season to be on the list of.
    plays_on = season.goes_on and stage_of(season) == Stage.RUNNING
    return plays_on or wish_of(season, player) != ENTERS


def _people(board: Board, asked: Player | None) -> tuple[PersonLink, ...]:
    """Return whose fixtures can be looked at; who was moved stands once, with their divisions."""
    links: dict[str, PersonLink] = {}
    divisions: dict[str, list[str]] = {}
    for field in board.fields:
        for entry in field.entries if field.matches else ():
            key = field.people.known_id(entry.player)
            if key is None:
                continue
            there = divisions.setdefault(key, [])
            there.append(field.division.name)
            name = field.people.name(entry)
            if len(there) > 1:
                name = f"{name} ({', '.join(there)})"
            links[key] = PersonLink(key, name, entry.player.current == asked)
    return tuple(sorted(links.values(), key=lambda one: sort_key(one.name)))


def _links(board: Board) -> tuple[DivisionLink, ...]:
    here = {one.division.pk for one in board.fields}
    if len(here) == len(board.divisions):
        return ()
    return tuple(DivisionLink(one.name, one.public_id, one.pk in here) for one in board.divisions)
