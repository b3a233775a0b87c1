"""Reads the ratings of Dame and chess: a list of its own for each, worked out from its games.

They are few beside matches and chouettes, so nothing of it is stored, and nothing can be stale.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from games.clubs.selectors.games import Played, games_played
from games.clubs.selectors.privacy import Person, is_left_out, names_seen, people_seen
from games.models import Club, Player
from games.permissions import NOBODY, Reader
from games.rules.online import BACKGAMMON, GAME_TYPES
from tournaments.models import Match
from tournaments.ratings.games import GameRecord, Outcome, ranked, rated

GAMES: Final = tuple(name for name in GAME_TYPES if name != BACKGAMMON.name)
"""The games that have a list, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A line of a game's list; `place` is None for who has played too few games."""

    place: int | None
    player: Person
    record: GameRecord


@dataclass(frozen=True, slots=True)
class OwnGame:
    """What a player has played of one game: all boards, and those that are rated.

    `rated` is None for backgammon, whose matches have a rating of their own.
    """

    game: str
    played: Played
    rated: GameRecord | None


def rated_games(club: Club) -> QuerySet[Match, Any]:
    """Return the query for a club's games of Dame and chess that count, in their order.

    Not rated are those marked so, byes and forfeits, and a player's game against themselves, which
    a merge may cause.
    """
    return (
        Match.objects.filter(
            club=club,
            state=Match.State.SETTLED,
            outcome=Match.Outcome.PLAYED,
            is_rated=True,
            game__in=GAMES,
            first__isnull=False,
            second__isnull=False,
        )
        .annotate(
            one=Coalesce("first__merged_into_id", "first_id"),
            other=Coalesce("second__merged_into_id", "second_id"),
        )
        .exclude(one=F("other"))
        .order_by("played_on", "settled_at", "pk")
        .values_list("game", "played_on", "one", "other", "winner")
    )


def game_ratings_of(club: Club) -> dict[str, dict[int, GameRecord]]:
    """Return everybody's record by game and player, in one query."""
    outcomes: dict[str, list[Outcome[int]]] = defaultdict(list)
    for game, *outcome in rated_games(club):
        outcomes[game].append(Outcome(*outcome))
    return {game: rated(outcomes[game]) for game in GAMES if game in outcomes}


def game_inputs_of(club: Club, reader: Reader = NOBODY) -> list[tuple[str, Outcome[str]]]:
    """Return the games behind a club's lists, in order, in two queries.

    Names are as the reader may see them.
    """
    names = names_seen(club, reader)
    return [
        (game, Outcome(day, names[one], names[other], winner))
        for game, day, one, other, winner in rated_games(club)
    ]


def game_lists(club: Club, reader: Reader = NOBODY) -> dict[str, list[GameLine]]:
    """Return the lists of a club as a reader may see them, in two queries."""
    found = game_ratings_of(club)
    players = Player.objects.in_bulk({pk for records in found.values() for pk in records})
    for player in players.values():
        player.club = club
    people = people_seen(players.values(), reader)
    return {
        game: [
            GameLine(
                None if records[pk].is_provisional else place,
                people[pk],
                records[pk],
            )
            for place, pk in enumerate(ranked(records), 1)
            if not is_left_out(players[pk], reader)
        ]
        for game, records in found.items()
    }


def own_games(player: Player) -> tuple[OwnGame, ...]:
    """Return what a player has played of each game, backgammon first, in two queries."""
    played, ratings = games_played(player), game_ratings_of(player.club)
    return tuple(
        OwnGame(game, played.get(game, Played()), ratings.get(game, {}).get(player.pk))
        for game in GAME_TYPES
        if game in played or player.pk in ratings.get(game, {})
    )
