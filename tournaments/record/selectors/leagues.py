"""The season of a league that a match belongs to."""

from __future__ import annotations

from tournaments.models import LeagueSeason, Match


def season_of_match(match: Match) -> LeagueSeason | None:
    """Return the season that a match belongs to; without a query where its event has none."""
    if match.round is None or not match.round.division.event.own_dates:
        return None
    seasons = LeagueSeason.objects.select_related("league__club", "event__club")
    return seasons.filter(event=match.round.division.event_id).first()
