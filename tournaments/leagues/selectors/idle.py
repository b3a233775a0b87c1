"""Who has no opponent now: a bye in a round, or a place in a cup that waits for the next one."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F, Max, OuterRef, Q, Subquery

from games.models import Player
from tournaments.formats.situation import PLAYOFF
from tournaments.models import Cup, Dated, League, LeagueSeason, Match, Round


def idle_in(dated: Sequence[Dated], player: Player) -> dict[int, int]:
    """Return where somebody has no opponent, by event: the number of the round.

    In a season in rounds it is their bye in the latest round; in a cup their next match, whose
    other player is not known yet.
    """
    cups = [one.event_id for one in dated if isinstance(one, Cup)]
    seasons = [
        one.event_id
        for one in dated
        if isinstance(one, LeagueSeason)
        and one.league.shape == League.Shape.ROUNDS
        and one.closed_at is None
    ]
    if not cups and not seasons:
        return {}
    out = Round.objects.filter(
        division=OuterRef("round__division"), state=Round.State.RELEASED
    ).exclude(bracket=PLAYOFF)
    latest = out.order_by().values("division").annotate(last=Max("number")).values("last")
    theirs = [
        Q(**{one: player}) | Q(**{f"{one}__merged_into": player}) for one in ("first", "second")
    ]
    alone = (theirs[0] & Q(second__isnull=True)) | (theirs[1] & Q(first__isnull=True))
    bye = Q(
        round__division__event__in=seasons,
        outcome=Match.Outcome.BYE,
        round__number=F("latest_round"),
    )
    next_one = Q(round__division__event__in=cups, state=Match.State.WAITING)
    rows = Match.objects.annotate(latest_round=Subquery(latest)).filter(
        alone, bye | next_one, round__state=Round.State.RELEASED
    )
    return dict(rows.order_by("-pk").values_list("round__division__event", "round__number"))
