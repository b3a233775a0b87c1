"""What players have given up by leaving."""

from django.db import models

from tournaments.models import Division, Entry, Match
from tournaments.results.reasons import GONE, LEFT_LADDER


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


def is_given_back(match: Match) -> bool:
    """Tell whether a match was given up by somebody who has withdrawn, and is back since."""
    is_left = match.reason in (GONE, LEFT_LADDER) and not match.is_rated
    if not match.is_settled or not is_left or match.round is None:
        return False
    two = models.Q(player=match.first_id) | models.Q(player=match.second_id)
    gone = Entry.objects.filter(two, division=match.round.division_id)
    return not gone.filter(state=Entry.State.WITHDRAWN).exists()
