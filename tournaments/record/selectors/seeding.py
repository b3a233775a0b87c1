"""The strength of a division's players, as its director wants it used."""

from collections.abc import Mapping, Sequence

from tournaments.models import Division, Entry, MatchRating

UNKNOWN = 10_000


def strengths_of(division: Division, entries: Sequence[Entry]) -> dict[int, tuple[float, ...]]:
    """Return a sort key per number, the strongest first; ties are broken by draw."""
    if division.seeding == Division.Seeding.LEVEL:
        return {one.number: (float(one.level or UNKNOWN),) for one in entries}
    if division.seeding == Division.Seeding.RATING:
        ratings = ratings_of([one.player_id for one in entries])
        return {one.number: (-_rating(one, ratings),) for one in entries}
    return {one.number: () for one in entries}


def _rating(entry: Entry, ratings: Mapping[int, float]) -> float:
    """Return the rating of an entry: the one entered, else the club's."""
    if entry.rating is not None:
        return float(entry.rating)
    return ratings.get(entry.player_id, 0.0)


def ratings_of(players: Sequence[int]) -> dict[int, float]:
    found = MatchRating.objects.filter(player__in=players).values_list("player_id", "rating")
    return dict(found)
