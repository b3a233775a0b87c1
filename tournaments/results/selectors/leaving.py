"""What players have given up by leaving, and what of it is played again by who comes back."""

from django.db import models

from tournaments.formats.situation import PLAYOFF
from tournaments.models import Division, Entry, Match
from tournaments.record.selectors.situations import format_of
from tournaments.results.reasons import GONE, LEFT_LADDER
from tournaments.results.selectors.brackets import bracket_of


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


def to_be_returned(division: Division, *back: int) -> models.QuerySet[Match]:
    """Return what was given up by somebody who has come back, or comes `back`, and is played again:
    in a season that is drawn by rounds, what belongs to the latest one.
    """
    latest = None
    if not format_of(division).reopens_withdrawn:
        if not division.event.own_dates or bracket_of(division) is not None:
            return Match.objects.none()
        rounds = division.rounds.exclude(bracket=PLAYOFF)
        latest = rounds.aggregate(last=models.Max("number"))["last"]
    withdrawn = division.entries.filter(state=Entry.State.WITHDRAWN)
    gone = withdrawn.exclude(player__in=back).values("player_id")
    given_up = Match.objects.filter(
        round__division=division, state=Match.State.SETTLED, reason=GONE, is_rated=False
    ).exclude(models.Q(first__in=gone) | models.Q(second__in=gone))
    if latest is not None:
        now = models.Q(round__number=latest) | models.Q(round__bracket=PLAYOFF)
        given_up = given_up.filter(now)
    return given_up.order_by("pk")
