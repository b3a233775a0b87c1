"""How strong the players of a division are, as far as its director wants to know."""

from collections.abc import Mapping, Sequence

from tournaments.models import Division, Entry, MatchRating

UNKNOWN = 10_000


def strengths_of(division: Division, entries: Sequence[Entry]) -> dict[int, tuple[float, ...]]:
    """Return for each number what sorts the strongest first; equals are put in order by draw."""
    if division.seeding == Division.Seeding.LEVEL:
        return {one.number: (float(one.level or UNKNOWN),) for one in entries}
    if division.seeding == Division.Seeding.RATING:
        ratings = ratings_of([one.player_id for one in entries])
        return {one.number: (-_rating(one, ratings),) for one in entries}
    return {one.number: () for one in entries}


def _rating(entry: Entry, ratings: Mapping[int, float]) -> float:
    """Return what an entry is put in order by: the rating it was entered with, else the club's."""
    if entry.rating is not None:
        return float(entry.rating)
    return ratings.get(entry.player_id, 0.0)


def ratings_of(players: Sequence[int]) -> dict[int, float]:
    """Return the match ratings of players who have one."""
    found = MatchRating.objects.filter(player__in=players).values_list("player_id", "rating")
    return dict(found)
