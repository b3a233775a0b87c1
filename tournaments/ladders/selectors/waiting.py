"""Reads how much of a club is still to be worked out, for the pages that show its figures."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from games.models import Club, Game, Seat, Session
from tournaments.ladders.services.marks import RATED_AS, READ_AS, RECKONED_AS, WRITTEN_AS
from tournaments.ladders.services.match_ratings import rated_matches
from tournaments.models import EveningTally, MatchRatingPoint, RatingState, SessionEvidence


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many evenings and matches of a club are not in its figures yet, or differently."""

    evenings: int = 0
    matches: int = 0

    def __bool__(self) -> bool:
        return bool(self.evenings or self.matches)


def waiting_of(club: Club) -> Waiting:
    """Read it in one query.

    Less is compared than by the sweep, because every page asks: what else may change in an evening
    is announced, and marks it. That an evening has ended changes none of its points.
    """
    kinds: dict[str, QuerySet[Any, Any]] = {
        "evenings": _unwritten(club),
        "skill": _unread(club),
        "gone": _kept(club).exclude(session__status=Session.Status.ENDED),
        "matches": _unrated(club),
    }
    counts = [
        rows.order_by().values("club").annotate(n=Count("pk")).values_list(Value(kind), "n")
        for kind, rows in kinds.items()
    ]
    found: dict[str, int] = {}
    for kind, count in counts[0].union(*counts[1:], *_by_older_formulas(club), all=True):
        found[kind] = max(count, found.get(kind, 0))
    skill = max(found.get("skill", 0) + found.get("gone", 0), found.get("formula", 0))
    matches = max(found.get("matches", 0), found.get("match formula", 0))
    return Waiting(max(found.get("evenings", 0), skill), matches)


def _unwritten(club: Club) -> QuerySet[Session]:
    """Return the evenings whose shares are missing or outdated; one that only began has none."""
    written = EveningTally.objects.filter(
        pk=OuterRef("pk"),
        formula=WRITTEN_AS,
        club=OuterRef("club"),
        season=Coalesce(OuterRef("season_id"), Value(0)),
        played_on=OuterRef("played_on"),
    )
    begun = Q(status=Session.Status.OPEN) & ~Exists(Game.objects.filter(session=OuterRef("pk")))
    return Session.objects.filter(~Exists(written), club=club).exclude(begun)


def _unread(club: Club) -> QuerySet[Session]:
    """Return the evenings that have ended and are not in the estimate as they are."""
    read = SessionEvidence.objects.filter(
        pk=OuterRef("pk"),
        formula=READ_AS,
        club=OuterRef("club"),
        played_on=OuterRef("played_on"),
        version=OuterRef("version"),
    )
    sat = Exists(Seat.objects.filter(session=OuterRef("pk")))
    return Session.objects.filter(~Exists(read), sat, club=club, status=Session.Status.ENDED)


def _kept(club: Club) -> QuerySet[SessionEvidence]:
    return SessionEvidence.objects.filter(club=club)


def _unrated(club: Club) -> QuerySet[Any, Any]:
    rated = MatchRatingPoint.objects.filter(match=OuterRef("pk"), won=True)
    return rated_matches([club.pk]).filter(~Exists(rated))


def _by_older_formulas(club: Club) -> list[QuerySet[Any, Any]]:
    """Return the queries for what an earlier release worked out: all of the club."""
    states = RatingState.objects.filter(club=club).order_by()
    skill = states.exclude(formula=RECKONED_AS).values_list(Value("formula"), F("sessions"))
    matches = states.exclude(match_formula=RATED_AS)
    return [skill, matches.values_list(Value("match formula"), F("matches"))]
