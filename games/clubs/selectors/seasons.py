"""Reads a club's seasons."""

from django.db.models import Count, QuerySet

from games.errors import NotFound
from games.models import Club, Season
from games.models.ids import is_public_id


def seasons_with_sessions(club: Club) -> QuerySet[Season]:
    """Return the seasons of a club, the latest first, each with its number of `evenings`."""
    return club.seasons.annotate(evenings=Count("sessions")).order_by("-starts_on", "pk")


def season_get(club: Club, public_id: str) -> Season:
    """Return a season of this club.

    Raises:
        NotFound: it does not exist.
    """
    found = club.seasons.filter(public_id=public_id).first() if is_public_id(public_id) else None
    if found is None:
        raise NotFound
    return found
