"""The time of matches: when each could begin, and when the time that its round gives it is over."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from tournaments.models import Event, Match, Round


@dataclass(frozen=True, slots=True)
class MatchTime:
    """When the time of a match that is to be played is over; `division` is a key."""

    division: int
    ends_at: datetime.datetime

    @property
    def is_over(self) -> bool:
        return self.ends_at <= timezone.now()


def times_of(event: Event) -> dict[int, MatchTime]:
    """Return the time of all matches at a table whose play is timed, by their keys.

    A match begins with its round's clock, or later: when both players have come from their matches
    before, and the table is free. A round that was in play already when the clock of another round
    of its division was started needs none of its own. Three queries, and one if no clock runs.
    """
    rounds = Round.objects.filter(division__event=event, state=Round.State.RELEASED)
    known = list(rounds.order_by("number"))
    clocks = [one for one in known if one.clock_ends_at is not None]
    if not clocks:
        return {}
    timed = {one.pk: (one, clock) for one in known if (clock := _clock_of(one, clocks))}
    playing = Match.objects.filter(
        round__in=timed.keys(), state=Match.State.OPEN, board__isnull=False
    )
    freed = _freed(_settled_in(event).values_list("first", "second", "board", "settled_at"))
    found = {}
    for pk, in_round, first, second, board in playing.values_list(
        "pk", "round", "first", "second", "board"
    ):
        round, clock = timed[in_round or 0]
        assert clock.clock_started_at is not None, "it runs"
        waited_for = [freed.get(key) for key in ((0, first), (0, second), (1, board))]
        begun = max([clock.clock_started_at, *(at for at in waited_for if at is not None)])
        minutes = round.minutes or clock.minutes or 0
        found[pk] = MatchTime(round.division_id, begun + datetime.timedelta(minutes=minutes))
    return found


def begun_at(match: Match) -> datetime.datetime | None:
    """Return since when a match of an event could be played: not before its round's clock."""
    assert match.round is not None, "it belongs to an event"
    players = [match.first_id, match.second_id]
    before = _settled_in(match.round.division.event).exclude(pk=match.pk)
    theirs = Q(first__in=players) | Q(second__in=players) | Q(board=match.board)
    freed = before.filter(theirs).aggregate(at=Max("settled_at"))["at"]
    known = [match.round.clock_started_at or match.round.released_at, freed]
    return max((at for at in known if at is not None), default=None)


def is_timed(round: Round, rounds: Iterable[Round]) -> bool:
    """Tell whether a clock runs for a round: its own, or that of another one of its division."""
    return _clock_of(round, [one for one in rounds if one.clock_ends_at is not None]) is not None


def _clock_of(round: Round, clocks: Iterable[Round]) -> Round | None:
    """Return the round whose clock is this round's."""
    if round.clock_started_at is not None:
        return round if round.clock_ends_at is not None else None
    for one in clocks:
        assert one.clock_started_at is not None, "it runs"
        at = round.released_at
        if one.division_id == round.division_id and at and at <= one.clock_started_at:
            return one
    return None


def _settled_in(event: Event) -> QuerySet[Match]:
    return Match.objects.filter(
        round__division__event=event,
        round__state=Round.State.RELEASED,
        state=Match.State.SETTLED,
        settled_at__isnull=False,
    )


def _freed(
    settled: Iterable[tuple[int | None, int | None, int | None, datetime.datetime | None]],
) -> Mapping[tuple[int, int | None], datetime.datetime]:
    """Return when players (0, key) and tables (1, number) had their latest match behind them."""
    found: dict[tuple[int, int | None], datetime.datetime] = {}
    for first, second, board, at in settled:
        for key in ((0, first), (0, second), (1, board)):
            if at is not None and key[1] is not None:
                found[key] = max(at, found.get(key, at))
    return found
