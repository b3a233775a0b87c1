"""What players have given up by leaving."""

from django.db import models

from tournaments.models import Division, Match
from tournaments.results.reasons import GONE


def given_up_in(division: Division, *players: int) -> models.QuerySet[Match]:
    """Return what players have given up by leaving."""
    lost = models.Q(first__in=players, winner=1) | models.Q(second__in=players, winner=0)
    two = models.Q(first__in=players) | models.Q(second__in=players)
    return Match.objects.filter(
        lost | (two & models.Q(winner=None)),
        round__division=division,
        state=Match.State.SETTLED,
        reason=GONE,
        is_rated=False,
    )
