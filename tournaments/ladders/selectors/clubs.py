"""Reads a club's statistics: its records, its cubes and gammons, its games by month."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, Subquery, Sum
from django.db.models.functions import TruncMonth

from games.clubs.selectors.privacy import Person, people_seen
from games.models import Club, Session
from games.permissions import NOBODY, Reader
from tournaments.models import EveningShare, EveningTally

FEATS = ("best_game", "points", "box_streak")


@dataclass(frozen=True, slots=True)
class Feat:
    """A record: its holder, its value, the session, and the game in it (0 for all)."""

    share: EveningShare
    player: Person
    value: int
    game: int = 0


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """A club's records and habits; points in hundredths, shares in tenths of a per cent."""

    club: Club
    games: int
    evenings: int
    gammons: int
    backgammons: int
    decided: int
    automatics: int
    cubes: int
    cube_sum: int
    best_game: Feat | None
    best_evening: Feat | None
    streak: Feat | None
    biggest_cube: EveningTally | None
    months: dict[date, int]

    @property
    def average_cube(self) -> int:
        """The average cube at the end of a bet, in hundredths."""
        return round(100 * self.cube_sum / self.cubes) if self.cubes else 0

    def permille(self, count: int, of: int) -> int:
        return round(1000 * count / of) if of else 0


def club_record(club: Club, reader: Reader = NOBODY) -> ClubRecord:
    """Read a club's records, in four queries."""
    counted = Q(games__gt=0) | Q(session__by_totals=True, status=Session.Status.ENDED)
    tallies = EveningTally.objects.filter(counted, club=club)
    columns = ("games", "gammons", "backgammons", "decided", "automatics", "cubes", "cube_sum")
    sums = tallies.aggregate(
        evenings=Count("pk"), **{f"sum_{name}": Sum(name, default=0) for name in columns}
    )
    months = (
        tallies.filter(games__gt=0)
        .order_by()
        .annotate(month=TruncMonth("played_on"))
        .values("month")
        .annotate(played=Sum("games"))
        .values_list("month", "played")
    )
    # Selected alone and joined afterwards: otherwise databases join all evenings before sorting.
    cube = tallies.filter(biggest_cube__gt=1).order_by("-biggest_cube", "-played_on").values("pk")
    shares = _holders(club)
    people = people_seen((share.player for share in shares), reader)
    return ClubRecord(
        club=club,
        evenings=sums["evenings"],
        **{name: sums[f"sum_{name}"] for name in columns},
        best_game=_feat(shares, people, "best_game", "best_game_number"),
        best_evening=_feat(shares, people, "points"),
        streak=_feat(shares, people, "box_streak"),
        biggest_cube=EveningTally.objects.filter(pk=Subquery(cube[:1]))
        .select_related("session")
        .first(),
        months=dict(months),
    )


def _holders(club: Club) -> list[EveningShare]:
    """Return the shares that hold a record, the latest of equals, in one query."""
    is_top = Q()
    for column in FEATS:
        shares = EveningShare.objects.filter(club=club, **{f"{column}__gt": 0})
        best = shares.order_by(f"-{column}", "-played_on", "-pk").values("pk")
        is_top |= Q(pk=Subquery(best[:1]))
    return list(EveningShare.objects.filter(is_top).select_related("player", "session"))


def _feat(
    shares: Sequence[EveningShare], people: Mapping[int, Person], column: str, number: str = ""
) -> Feat | None:
    best = max(
        shares,
        key=lambda share: (getattr(share, column), share.played_on, share.pk),
        default=None,
    )
    if best is None or getattr(best, column) <= 0:
        return None
    game = getattr(best, number) if number else 0
    return Feat(best, people[best.player_id], getattr(best, column), game)
