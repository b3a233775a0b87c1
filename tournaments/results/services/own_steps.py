"""Steps of a match that nobody sends: they follow from other results, or from who leaves."""

from collections.abc import Mapping

from django.db import models

from tournaments.models import Match, MatchStep
from tournaments.results.services.reach import Reach, columns_of


def log_cleared(match: Match, reach: Reach) -> None:
    """Log a match as it is before it loses its result because its players change."""
    points = [match.first_points, match.second_points]
    step_write(match, "cleared", {"before": {**columns_of(match), "points": points}}, reach)


def step_write(
    match: Match, kind: str, payload: Mapping[str, object], reach: Reach | None = None
) -> MatchStep:
    """Append a row without a sender to a match's log."""
    last = match.log.aggregate(last=models.Max("sequence"))["last"] or 0
    if reach is not None:
        # The step that is being written comes first, although its row is written at the end.
        last = max(last, reach.next_step.get(match.pk, 0))
    step = MatchStep(
        match=match, sequence=last + 1, kind=kind, payload=dict(payload), version=match.version
    )
    step.save(force_insert=True)
    return step
