"""Updates a club's match ratings, from the earliest result that changed.

A match affects only its two players, so ratings before that result stay. Everything is a function
of the results: starting from nothing gives the same. Later changes queue their own task.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import chain, islice, repeat
from typing import Any, Final, NamedTuple

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from games.models import Player
from games.rules.online import BACKGAMMON
from tournaments.ladders.services.bulk import as_stored, indexes_kept, rows_insert
from tournaments.ladders.services.marks import RATED_AS
from tournaments.ladders.services.projecting import projected
from tournaments.models import Match, MatchRating, MatchRatingPoint, RatingState
from tournaments.ratings import ladder
from tournaments.ratings.fibs import FIBS, Rating
from tournaments.ratings.ladder import Record
from tournaments.ratings.many import Side, play_all

VARIANT: Final = FIBS
"""How the matches of every club are rated."""
LARGEST_CHUNK: Final = 2000
AT_ONCE: Final = 20_000
"""Points made and written at a time."""

MATCH: Final = ("pk", "played_on", "settled_at", "length", "won_by", "lost_by")
POINT_OF_MATCH: Final = (
    *("match_id", "played_on", "settled_at", "length"),
    *("player_id", "opponent_id"),
)
POINT: Final = (
    *("match_id", "club_id", "player_id", "opponent_id", "played_on", "settled_at", "length"),
    *("won", "number", "wins", "experience", "expected", "before", "rating", "deviation"),
)
LINE: Final = (
    *("player_id", "club_id", "row", "place", "rating", "deviation", "experience"),
    *("matches", "won", "last_played_on"),
)


class Mark(NamedTuple):
    """A rated match as rated; players are those it counts for, after merges."""

    match: int | None
    played_on: date
    settled_at: datetime
    length: int
    winner: int
    loser: int

    @property
    def key(self) -> "Moment":
        """Its place in the order; a deleted match sorts before those of the same moment."""
        return Moment(self.played_on, self.settled_at, self.match or 0)


class Moment(NamedTuple):
    """A place in the order in which matches are rated."""

    played_on: date
    settled_at: datetime
    match: int

    def before(self, match: str = "match_id") -> Q:
        """Return the condition for earlier rows; `match` is the column with the match's key."""
        same_day = Q(played_on=self.played_on)
        earlier = Q(played_on__lt=self.played_on)
        earlier |= same_day & Q(settled_at__lt=self.settled_at)
        return earlier | same_day & Q(settled_at=self.settled_at, **{f"{match}__lt": self.match})

    def since(self, match: str = "match_id") -> Q:
        """Return the condition for this row and later ones, including deleted matches of its
        moment.
        """
        same_day = Q(played_on=self.played_on)
        later = Q(played_on__gt=self.played_on)
        later |= same_day & Q(settled_at__gt=self.settled_at)
        at_once = Q(**{f"{match}__gte": self.match}) | Q(**{f"{match}__isnull": True})
        # Redundant, but it lets the database use the index.
        return Q(played_on__gte=self.played_on) & (
            later | same_day & Q(settled_at=self.settled_at) & at_once
        )


class _Columns(NamedTuple):
    """Matches in the order in which they are rated, the moments as the database stores them."""

    match: tuple[int, ...] = ()
    played_on: tuple[date | str, ...] = ()
    settled_at: tuple[datetime | str, ...] = ()
    length: tuple[int, ...] = ()
    winner: tuple[int, ...] = ()
    loser: tuple[int, ...] = ()


@dataclass(slots=True)
class _Plan:
    """What to write from a moment on; without one, all of it."""

    generation: int
    since: Moment | None = None
    known: dict[int, Record] = field(default_factory=dict)
    matches: _Columns = field(default_factory=_Columns)
    won: Side = field(default_factory=Side)
    lost: Side = field(default_factory=Side)

    def points(self, club_id: int) -> Iterator[tuple[Any, ...]]:
        """Make the rows: of each match the winner's, then the loser's."""
        match, played_on, settled_at, length, winner, loser = self.matches
        sides = [
            zip(
                *(match, repeat(club_id), own, other, played_on, settled_at, length, repeat(won)),
                *(*side.counted, *side.measured),
                strict=False,
            )
            for won, own, other, side in (
                (1, winner, loser, self.won),
                (0, loser, winner, self.lost),
            )
        ]
        return chain.from_iterable(zip(*sides, strict=True))


def match_ratings_refresh(*, club_id: int, everything: bool = False) -> int:
    """Rate a club's matches from the earliest that changed, or all; return how many.

    The same results always give the same figures, however often and by how many workers at once
    this is called. A deleted club has none.
    """
    done = projected(
        club_id,
        planned=lambda: _planned(club_id, everything),
        is_current=lambda state, plan: state.match_generation == plan.generation,
        written=_written,
        around=indexes_kept,
    )
    return done or 0


def rated_matches(clubs: Collection[int]) -> QuerySet[Match, Any]:
    """Return the query for clubs' matches that count, in the columns of a `Mark`.

    Not rated are games other than backgammon, matches marked so, without a winner, without a
    length, byes, forfeits, and a player's match against themselves, which a merge may cause.
    """
    first = Coalesce("first__merged_into_id", "first_id")
    second = Coalesce("second__merged_into_id", "second_id")
    return (
        Match.objects.filter(
            club__in=clubs,
            state=Match.State.SETTLED,
            settled_at__isnull=False,
            is_rated=True,
            game=BACKGAMMON.name,
            winner__isnull=False,
            length__isnull=False,
            first__isnull=False,
            second__isnull=False,
        )
        .exclude(outcome__in=[Match.Outcome.BYE, Match.Outcome.FORFEIT])
        .annotate(
            won_by=Case(When(winner=0, then=first), default=second),
            lost_by=Case(When(winner=0, then=second), default=first),
        )
        .exclude(won_by=F("lost_by"))
        .order_by()
        .values_list(*MATCH)
    )


def matches_written(clubs: Collection[int]) -> QuerySet[MatchRatingPoint, Any]:
    """Return the query for clubs' matches as they were rated, in the same columns."""
    found = MatchRatingPoint.objects.filter(club__in=clubs, won=True)
    return found.order_by().values_list(*POINT_OF_MATCH)


def _planned(club_id: int, everything: bool) -> _Plan | None:
    state = RatingState.objects.filter(pk=club_id).first()
    generation = state.match_generation if state else 0
    current, written = rated_matches([club_id]), matches_written([club_id])
    # A deleted player's rows are deleted too, and take their matches out of the comparison.
    if state is not None and state.match_formula != RATED_AS:
        everything = True
    everything = everything or written.count() != (state.matches if state else 0)
    since = None
    if not everything:
        changed = [Mark(*row) for row in current.difference(written)]
        changed += [Mark(*row) for row in written.difference(current)]
        if not changed:
            return None
        since = min(mark.key for mark in changed)
        current = current.filter(since.since("pk"))
    plan = _Plan(generation, since)
    rows = current.order_by("played_on", "settled_at", "pk").values_list(
        *("pk", as_stored("played_on"), as_stored("settled_at"), "length", "won_by", "lost_by")
    )
    plan.matches = _Columns(*zip(*rows, strict=True))
    if since is not None:
        players = {*plan.matches.winner, *plan.matches.loser}
        gone = MatchRatingPoint.objects.filter(since.since(), club=club_id).order_by()
        plan.known = _known(players.union(gone.values_list("player_id", flat=True)), since)
    winner, loser, length = plan.matches.winner, plan.matches.loser, plan.matches.length
    days = _numbers(plan.matches.played_on)
    plan.known, plan.won, plan.lost = play_all(
        plan.known, zip(winner, loser, days, length, strict=True), VARIANT
    )
    return plan


def _numbers(days: Collection[date | str]) -> Iterable[int]:
    """Return the numbers of days, which a database may store as text."""
    numbers = {
        day: (date.fromisoformat(day) if isinstance(day, str) else day).toordinal()
        for day in set(days)
    }
    return map(numbers.__getitem__, days)


def _known(players: Collection[int], before: Moment) -> dict[int, Record]:
    """Return players' records before a moment; players without one are new."""
    mine = MatchRatingPoint.objects.filter(before.before(), player=OuterRef("pk"))
    last = mine.order_by("-played_on", "-settled_at", "-match_id").values("pk")[:1]
    ordered = sorted(players)
    known = dict.fromkeys(ordered, ladder.new(VARIANT))
    for start in range(0, len(ordered), LARGEST_CHUNK):
        chunk = Player.objects.filter(pk__in=ordered[start : start + LARGEST_CHUNK]).order_by()
        rows = MatchRatingPoint.objects.filter(pk__in=chunk.values_list(Subquery(last)))
        known.update({row.player_id: _record(row) for row in rows})
    return known


def _record(row: MatchRatingPoint) -> Record:
    rating = Rating(row.rating, row.experience + row.length, row.deviation)
    return Record(rating, row.played_on, row.number, row.wins)


def _written(state: RatingState, plan: _Plan) -> int:
    club_id = state.club_id
    old = MatchRatingPoint.objects.filter(club=club_id)
    (old if plan.since is None else old.filter(plan.since.since())).delete()
    points = plan.points(club_id)
    while some := list(islice(points, AT_ONCE)):
        rows_insert(MatchRatingPoint, POINT, some)
    _list_write(club_id, plan)
    state.match_generation += 1
    state.matches = MatchRatingPoint.objects.filter(club=club_id, won=True).count()
    state.match_formula = RATED_AS
    state.save(update_fields=["match_generation", "matches", "match_formula"])
    return len(plan.matches.match)


def _list_write(club_id: int, plan: _Plan) -> None:
    """Rewrite the list: players without a new match keep their record, others may be gone."""
    listed: dict[int, Record] = {}
    old = MatchRating.objects.filter(club=club_id)
    if plan.since is not None:
        for row in old:
            rating = Rating(row.rating, row.experience, row.deviation)
            listed[row.pk] = Record(rating, row.last_played_on, row.matches, row.won)
    listed.update(plan.known)
    listed = {player: record for player, record in listed.items() if record.matches}
    old.delete()
    ordered = [(player, listed[player]) for player in ladder.ranked(listed)]
    rows_insert(
        MatchRating,
        LINE,
        [
            (
                *(player, club_id, row, None if record.is_provisional else row),
                *(record.rating.rating, record.rating.deviation, record.rating.experience),
                *(record.matches, record.won, record.last.isoformat() if record.last else None),
            )
            for row, (player, record) in enumerate(ordered, 1)
        ],
    )
