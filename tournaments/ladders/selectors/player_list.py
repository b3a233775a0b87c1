"""Reads the list of a club's players, with their totals."""

from dataclasses import dataclass

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Sum, Value, When

from games.clubs.selectors.privacy import Person, people_seen
from games.models import Club, Player
from games.permissions import NOBODY, Reader
from tournaments.models import EveningShare

PAGE_SIZE = 200


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player in the club's list."""

    player: Person
    points: int
    games: int


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A page of the list; `earlier` and `later` are page numbers, 0 for none."""

    club: Club
    players: tuple[ListedPlayer, ...]
    earlier: int
    later: int


def players_with_totals(club: Club, page: int = 1, reader: Reader = NOBODY) -> PlayerList:
    """List the players of a club, inactive ones included, in two queries."""
    first = (page - 1) * PAGE_SIZE
    players = list(_players(club, reader)[first : first + PAGE_SIZE + 1])
    shown = players[:PAGE_SIZE]
    sums = EveningShare.objects.filter(player__in=shown).order_by().values("player_id")
    totals = {
        player: (points, games)
        for player, points, games in sums.annotate(p=Sum("points"), g=Sum("games")).values_list(
            "player_id", "p", "g"
        )
    }
    people = people_seen(shown, reader).values()
    return PlayerList(
        club=club,
        players=tuple(ListedPlayer(one, *totals.get(one.pk, (0, 0))) for one in people),
        earlier=page - 1,
        later=page + 1 if len(players) > PAGE_SIZE else 0,
    )


def _players(club: Club, reader: Reader) -> QuerySet[Player]:
    played = Exists(EveningShare.objects.filter(player=OuterRef("pk")))
    players = club.players.filter(Q(is_active=True) | played)
    if reader.sees_names_of(club.pk):
        return players.order_by("name_key", "pk")
    # Sorting by name would reveal more than the initials: such players come last, in order of
    # creation.
    by_name = When(shown=Player.Shown.FULL, then=F("name_key"))
    return players.exclude(shown=Player.Shown.HIDDEN).order_by(
        Case(When(shown=Player.Shown.FULL, then=Value(0)), default=Value(1)),
        Case(by_name, default=Value("")),
        "pk",
    )
