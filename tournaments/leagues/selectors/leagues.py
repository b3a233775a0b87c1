"""Leagues as their club sees them: all of a club, one with its seasons, who may read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Case, When
from django.db.models.functions import Coalesce

from games.clubs.selectors.clubs import club_seen
from games.errors import NotFound
from games.models import Club, Player, User
from games.models.ids import is_public_id
from games.permissions import Reader, Somebody
from tournaments.events.selectors.changes import REPLACE
from tournaments.events.selectors.events import Board, board_read
from tournaments.leagues.selectors.seasons import places_of
from tournaments.models import Division, Entry, Event, EventStep, League, LeagueSeason

MOST_AT_ONCE: Final = 12
"""Divisions on one page: the tables of fifty are half a megabyte, and nobody's phone reads them."""


@dataclass(frozen=True, slots=True)
class LeagueSeen:
    """A league with its seasons, the latest first, and who looks."""

    league: League
    reader: Reader
    seasons: tuple[LeagueSeason, ...]

    @property
    def club(self) -> Club:
        return self.league.club

    @property
    def current(self) -> LeagueSeason | None:
        return self.seasons[0] if self.seasons else None

    @property
    def reopened(self) -> tuple[LeagueSeason, ...]:
        """The seasons before the latest that are open, to be put right."""
        return tuple(one for one in self.seasons[1:] if one.event.status == Event.Status.RUNNING)

    def season(self, number: str) -> LeagueSeason | None:
        """Return the season of a number in an address, the latest without one.

        Raises:
            NotFound: there is none of this number.
        """
        if not number:
            return self.current
        for season in self.seasons:
            if str(season.number) == number:
                return season
        raise NotFound

    def after(self, season: LeagueSeason) -> LeagueSeason | None:
        """Return the season after one, unless it was called off."""
        later = [
            one
            for one in self.seasons
            if one.number > season.number and one.event.status != Event.Status.CANCELLED
        ]
        return later[-1] if later else None


def league_seen(public_id: str, user: Somebody) -> LeagueSeen:
    """Return a league, and the user as its reader.

    Raises:
        NotFound: it does not exist, or the user may not see its club; a stranger cannot tell which.
    """
    league = league_find(public_id)
    _club, reader = club_seen(league.club.slug, user)
    return LeagueSeen(league, reader, seasons_of(league))


def league_find(public_id: str) -> League:
    """Return a league without checking who may see it.

    Raises:
        NotFound: it does not exist.
    """
    found = League.objects.select_related("club").filter(public_id=public_id)
    league = found.first() if is_public_id(public_id) else None
    if league is None:
        raise NotFound
    return league


def seasons_of(league: League) -> tuple[LeagueSeason, ...]:
    """Return the seasons of a league, the latest first."""
    found = tuple(league.seasons.select_related("event__club").order_by("-number"))
    for one in found:
        one.league = league
    return found


def leagues_of(club: Club) -> list[League]:
    """Return a club's leagues by name."""
    return list(club.leagues.order_by("name"))


def champions_of(seen: LeagueSeen) -> dict[int, Player]:
    """Return who won the top division of each season that is over, by its number: the first of
    those who have not withdrawn.
    """
    over = {
        season.event_id
        for season in seen.seasons
        if season.draft is not None and season.event.status == Event.Status.FINISHED
    }
    out = set(
        Entry.objects.filter(
            division__event__in=over, division__position=1, state=Entry.State.WITHDRAWN
        ).values_list(
            "division__event", Coalesce("player__merged_into__public_id", "player__public_id")
        )
    )
    winners: dict[int, str] = {}
    for after, season in zip((None, *seen.seasons), seen.seasons, strict=False):
        if season.event_id not in over:
            continue
        first = [
            (place, key)
            for key, (division, place) in places_of(season, after).items()
            if division == 1 and (season.event_id, key) not in out
        ]
        if first:
            winners[season.number] = min(first)[1]
    people = {
        player.public_id: player
        for player in seen.club.players.filter(public_id__in=winners.values())
    }
    return {number: people[key] for number, key in winners.items() if key in people}


def season_running(seen: LeagueSeen) -> LeagueSeason:
    """Return the season of now.

    Raises:
        NotFound: the league has none yet.
    """
    if seen.current is None:
        raise NotFound
    return seen.current


def tables_read(
    season: LeagueSeason, reader: Reader, player: Player | None, division: str = ""
) -> Board:
    """Return the tables of a season: of a large one those of the division that is asked for, else
    of the player's own, else of the first.

    Raises:
        NotFound: it has no such division.
    """
    divisions = season.event.divisions.order_by("position")
    if not division and divisions.count() <= MOST_AT_ONCE:
        return board_read(season.event, reader, None)
    if not division and player is not None:
        own = Entry.objects.filter(Entry.of(player), division__in=divisions)
        division = own.values_list("division__public_id", flat=True).first() or ""
    return board_read(season.event, reader, division)


def entry_known(season: LeagueSeason, public_id: str) -> Entry:
    """Return an entry of a season.

    Raises:
        NotFound: there is none.
    """
    found = Entry.objects.filter(division__event=season.event_id, public_id=public_id)
    entry = found.select_related("division__event__club", "player__merged_into").first()
    if entry is None:
        raise NotFound
    return entry


def division_known(season: LeagueSeason, public_id: str) -> Division:
    """Return a division of a season.

    Raises:
        NotFound: there is none.
    """
    found = season.event.divisions.filter(public_id=public_id).select_related("event__club")
    division = found.first()
    if division is None:
        raise NotFound
    return division


def player_asked(board: Board, public_id: str) -> Player | None:
    """Return the player of the shown divisions of this public id, if the reader may know them."""
    for field in board.fields:
        for entry in field.entries:
            if public_id and field.people.known_id(entry.player) == public_id:
                return entry.player.current
    return None


def entry_in(season: LeagueSeason, player: Player) -> Entry | None:
    """Return where somebody plays in a season, or where they have withdrawn last."""
    is_out = Case(When(state=Entry.State.WITHDRAWN, then=1), default=0)
    found = Entry.objects.filter(Entry.of(player), division__event=season.event_id)
    return found.order_by(is_out, "-pk").first()


def withdrawal_of(season: LeagueSeason, entry: Entry) -> EventStep | None:
    """Return the step by which somebody has withdrawn from a season, or was replaced in it."""
    steps = season.event.log.filter(kind__in=("withdraw", REPLACE), payload__entry=entry.public_id)
    return steps.order_by("-sequence").first()


def player_of(club: Club, user: Somebody) -> Player | None:
    """Return the player that an account is in a club."""
    return user.players.filter(club=club).first() if isinstance(user, User) else None
