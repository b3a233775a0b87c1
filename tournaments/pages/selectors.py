"""Reads matches for their pages: one with its log, and the list of a club."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet

from games.clubs.selectors.privacy import Person, is_left_out, people_seen
from games.errors import NotFound
from games.models import Club, Player
from games.models.ids import is_public_id
from games.permissions import NOBODY, Reader
from tournaments.models import Event, Match, MatchStep, Round

PAGE_SIZE: Final = 30
MOST_STEPS: Final = 200
"""The latest steps shown; nobody reads further."""
CLOCK: Final = "clock"
"""Steps of the clock are many and not shown."""


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """A page of a club's matches, the latest first; `older` is the last one's id if there are more.

    `player` filters by player, None for all.
    """

    reader: Reader
    club: Club
    matches: tuple[Match, ...]
    people: dict[int, Person]
    player: Person | None
    older: str
    kept: frozenset[int] = frozenset()
    """Those whose score is kept game by game."""


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


def matches_of_club(
    club: Club, reader: Reader = NOBODY, *, player: str = "", before: str = ""
) -> MatchesPage:
    """Read a page of a club's matches: those that were released, byes left out; four queries.

    `player` filters by who plays, `before` is the match after which the page begins; what is
    unknown is ignored. Names are those that the reader may see.
    """
    only = _player(club, player, reader)
    rows = _listed(club)
    if only is not None:
        rows = rows.filter(Q(first=only.pk) | Q(second=only.pk))
    last = rows.filter(public_id=before).first() if is_public_id(before) else None
    if last is not None:
        same_day = Q(played_on=last.played_on, pk__lt=last.pk)
        rows = rows.filter(Q(played_on__lt=last.played_on) | same_day)
    found = list(rows.order_by("-played_on", "-pk")[: PAGE_SIZE + 1])
    shown, older = found[:PAGE_SIZE], ""
    if len(found) > PAGE_SIZE:
        older = shown[-1].public_id
    people = [one for match in shown for one in (match.first, match.second) if one is not None]
    if only is not None:
        people.append(only)
    seen = people_seen(people, reader)
    whose = None if only is None else seen[only.pk]
    kept = Match.objects.filter(pk__in=[one.pk for one in shown], score__isnull=False)
    of_score = frozenset(kept.values_list("pk", flat=True))
    return MatchesPage(reader, club, tuple(shown), seen, whose, older, of_score)


def players_to_choose(club: Club, reader: Reader = NOBODY) -> list[Person]:
    """Return the players to choose from in a club, by name, without those this reader may not
    see.
    """
    players = list(club.players.filter(is_active=True, merged_into=None).order_by("name", "pk"))
    shown = [one for one in players if not is_left_out(one, reader)]
    return list(people_seen(shown, reader).values())


def _listed(club: Club) -> QuerySet[Match]:
    out = Q(round=None) | Q(round__state=Round.State.RELEASED)
    rows = Match.objects.filter(out, club=club, first__isnull=False, second__isnull=False)
    rows = rows.exclude(outcome=Match.Outcome.BYE).exclude(state=Match.State.WAITING)
    return rows.select_related("first", "second", "round__division__event").defer("score")


def _player(club: Club, public_id: str, reader: Reader) -> Player | None:
    if not is_public_id(public_id):
        return None
    found = club.players.filter(public_id=public_id).first()
    if found is None or is_left_out(found, reader):
        return None
    return found
