"""Reads matches for their pages: one with its log, and those of a club."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db.models import Q, QuerySet

from games.clubs.selectors.privacy import Person, is_left_out, people_seen
from games.errors import NotFound
from games.models import Board, Club, Player
from games.models.ids import is_public_id
from games.permissions import NOBODY, Reader
from tournaments.models import Event, FormerMatch, Match, MatchStep, Round

State = Match.State
MOST_STEPS: Final = 200
"""The latest steps shown; nobody reads further."""
CLOCK: Final = "clock"
"""Steps of the clock are many and not shown."""


def match_find(public_id: str) -> Match:
    """Return a match with the data of its page, without checking who may see it.

    Raises:
        NotFound: it does not exist.
    """
    if not is_public_id(public_id):
        raise NotFound
    found = Match.objects.select_related("club", "round__division__event__club", "first", "second")
    match = found.filter(public_id=public_id).first()
    if match is None:
        raise NotFound
    if match.round is not None:
        match.round.division.event.club = match.club
    return match


def former_find(public_id: str) -> tuple[Event, Match | None]:
    """Return the event of a match that is gone, and the match of the two as it is now, if they
    still meet: the first without a result, else the last.

    Raises:
        NotFound: there was none.
    """
    rows = FormerMatch.objects.select_related("event", "first__merged_into", "second__merged_into")
    former = rows.filter(public_id=public_id).first() if is_public_id(public_id) else None
    if former is None:
        raise NotFound
    one, other = former.first.current.own_keys(), former.second.current.own_keys()
    found = Match.objects.filter(
        Q(first__in=one, second__in=other) | Q(first__in=other, second__in=one),
        round__division__event=former.event_id,
        round__state=Round.State.RELEASED,
    )
    still = found.filter(state__in=Match.UNDECIDED).order_by("pk").first()
    return former.event, still or found.order_by("pk").last()


def match_of_event(event: Event, public_id: str) -> Match | None:
    """Return a match of an event with its related rows, if it exists."""
    if not is_public_id(public_id):
        return None
    found = Match.objects.select_related("club", "round__division__event__club", "first", "second")
    return found.filter(round__division__event=event, public_id=public_id).first()


def is_out(match: Match) -> bool:
    """Tell whether a match is public: drafts are not."""
    return match.round is None or match.round.state == Round.State.RELEASED


def steps_of_match(match: Match) -> list[MatchStep]:
    """Return the latest steps of a match, in order."""
    steps = match.log.exclude(kind=CLOCK).select_related("sender", "sent_by__player")
    return list(steps.order_by("-sequence")[:MOST_STEPS])[::-1]


def players_to_choose(club: Club, reader: Reader = NOBODY) -> list[Person]:
    """Return the players to choose from in a club, by name, without those this reader may not
    see.
    """
    players = list(club.players.filter(is_active=True, merged_into=None).order_by("name_key", "pk"))
    shown = [one for one in players if not is_left_out(one, reader)]
    return list(people_seen(shown, reader).values())


def matches_listed(club: Club) -> QuerySet[Match]:
    """Return a club's matches that stand among its results.

    Those of rounds that were released, byes left out; of events only what was played, or is being
    played: whom somebody still owes a match, the event's pages say.
    """
    out = Q(round=None) | Q(round__state=Round.State.RELEASED)
    is_called = Q(board__isnull=False, round__division__event__tables__isnull=False)
    begun = Q(round=None) | Q(online__isnull=False) | Q(score__isnull=False) | is_called
    rows = Match.objects.filter(
        out, begun | Q(state__in=Match.ENTERED), first__isnull=False, second__isnull=False
    )
    return rows.filter(club=club).exclude(outcome=Match.Outcome.BYE).exclude(state=State.WAITING)


def player_listed(club: Club, public_id: str, reader: Reader) -> Player | None:
    """Return the player whose results are asked for; None where this reader may not see them."""
    if not is_public_id(public_id):
        return None
    found = club.players.filter(public_id=public_id).first()
    if found is None or is_left_out(found, reader):
        return None
    return found


def decided_beside(boards: Sequence[int]) -> frozenset[int]:
    """Return which boards are still played although their match is decided, by their keys."""
    if not boards:
        return frozenset()
    decided = Match.objects.filter(
        online__in=boards, online__status=Board.Status.PLAYING, state=Match.State.SETTLED
    )
    return frozenset(decided.values_list("online", flat=True))
