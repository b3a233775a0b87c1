"""Reads an event for its directors, in a constant number of queries."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as value
from functools import cached_property
from typing import Final

from django.db.models import Count, Exists, OuterRef, Prefetch, Q

from games.errors import NotFound
from games.models import Club
from games.permissions import NOBODY, Reader
from tournaments.events.selectors.events import DivisionShown, People
from tournaments.events.selectors.fees import PaidBefore, paid_before
from tournaments.formats import TableResult
from tournaments.formats.situation import PLAYOFF, Situation
from tournaments.models import (
    Division,
    Entry,
    Event,
    EventTable,
    ForbiddenPair,
    League,
    LeagueSeason,
    Match,
    MatchStep,
    Round,
    TableSeat,
)
from tournaments.record.selectors.situations import (
    format_of,
    meeting_of,
    params_known,
    rounds_known,
    situation_of,
)
from tournaments.record.selectors.times import MatchTime

PUT_RIGHT: Final = ("correct", "undo", "forfeit", "no_show", "unfinished", "report")
"""The steps that change what a match counts, once the next round was drawn."""
ROUNDS_READ: Final = 2
"""The desk reads this many rounds whole, of a division that is drawn by round."""


@dataclass(frozen=True)
class Directed:
    """One division of an event with all data for its director, drafts included."""

    event: Event
    divisions: tuple[Division, ...]
    division: Division
    entries: tuple[Entry, ...]
    rounds: tuple[Round, ...]
    matches: tuple[Match, ...]
    tables: tuple[EventTable, ...] = ()
    forbidden: tuple[ForbiddenPair, ...] = ()
    people: People = value(default_factory=lambda: People.of(()))
    disputes: Mapping[int, int] = value(default_factory=dict)
    """How many results are disputed, by the division's key."""

    @cached_property
    def names(self) -> dict[str, str]:
        """Names by the text of the number, the key that draws use."""
        return self.people.names

    @cached_property
    def season(self) -> LeagueSeason | None:
        """The season of a league that the event is."""
        if not self.event.own_dates:
            return None
        return LeagueSeason.objects.select_related("league").filter(event=self.event).first()

    @cached_property
    def paid_before(self) -> dict[int, PaidBefore]:
        """Who has paid in another division of the season, by the entry's key."""
        return paid_before(self.division, self.entries)

    @property
    def goes_on_in_league(self) -> bool:
        """Whether it is the latest season of a league: it is closed there, and the next drafted."""
        season = self.season
        if season is None:
            return False
        return not season.league.seasons.filter(number__gt=season.number).exists()

    @property
    def is_drawn_by_league(self) -> bool:
        """Whether the director of its league draws it next, together with all other divisions."""
        if self.season is None:
            return False
        if self.season.league.shape == League.Shape.ROUNDS:
            return self.season.closed_at is None
        out = Round.objects.filter(division__event=self.event, state=Round.State.RELEASED)
        return not out.exists()

    @cached_property
    def situation(self) -> Situation:
        """What a match-play format needs to know of it, read when first asked for."""
        return situation_of(self.division)

    @cached_property
    def next_step(self) -> str:
        """What the format says comes next, by what is read already where that is enough."""
        played_by = format_of(self.division)
        return played_by.next_step(
            self.situation if played_by.draws_while_playing else self._in_play
        )

    @property
    def _in_play(self) -> Situation:
        """What is drawn and what is played, without the results."""
        numbers = {one.player_id: one.number for one in self.entries}
        meetings = [meeting_of(one, round_of(one), numbers) for one in self.matches]
        return Situation(
            params=params_known(self.division),
            entries=(),
            rounds=rounds_known(self.rounds),
            meetings=tuple(one for one in meetings if one.bracket != PLAYOFF),
            playoffs=tuple(one for one in meetings if one.bracket == PLAYOFF),
            tables=tuple(
                TableResult(table.round.number, table.number, (), is_over=not table.session.is_open)
                for table in self.tables
                if table.session is not None
            ),
        )

    @cached_property
    def unseen(self) -> frozenset[int]:
        """The keys of entries whom nobody has seen: neither checked in nor at a board or table."""
        return unseen_in(self.division, self.entries)

    @property
    def draws_while_playing(self) -> bool:
        """Whether the next matches are drawn although earlier ones are still played."""
        return format_of(self.division).draws_while_playing

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The entries in the next draw, to choose from: public ids and names."""
        return tuple((one.public_id, self.people.name(one)) for one in self.active)

    @property
    def pairs(self) -> tuple[tuple[int, str, str], ...]:
        """The pairs that should not meet."""
        return tuple(
            (pair.pk, self.people.name(pair.first), self.people.name(pair.second))
            for pair in self.forbidden
        )

    @property
    def numbers(self) -> dict[int, int]:
        return {entry.player_id: entry.number for entry in self.entries}

    @property
    def active(self) -> tuple[Entry, ...]:
        """The entries in the next draw."""
        return tuple(entry for entry in self.entries if entry.is_active)

    @property
    def field(self) -> DivisionShown:
        """The public view of the division, without unreleased rounds."""
        rounds = tuple(one for one in self.rounds if one.state == Round.State.RELEASED)
        return DivisionShown(self.people, self.division, self.entries, rounds, self.released)

    @property
    def drafted(self) -> DivisionShown:
        """The division as it will be seen, with all rounds: for its directors only."""
        return DivisionShown(self.people, self.division, self.entries, self.rounds, self.matches)

    @property
    def released(self) -> tuple[Match, ...]:
        return tuple(one for one in self.matches if round_of(one).state == Round.State.RELEASED)


def round_of(match: Match) -> Round:
    assert match.round is not None, "it belongs to an event"
    return match.round


@dataclass(frozen=True, slots=True)
class Needed:
    """Which of the many decided matches are looked at where each round is drawn by itself: all of
    them, one round's, one.
    """

    all: bool = True
    round: int | None = None
    match: str = ""


EVERYTHING: Final = Needed()


def division_asked(event: Event, public_id: str = "") -> Division:
    """Return a division of an event, by default the first.

    Raises:
        NotFound: the event has no such division.
    """
    divisions = event.divisions.order_by("position")
    found = (divisions.filter(public_id=public_id) if public_id else divisions).first()
    if found is None:
        raise NotFound
    found.event = event
    return found


def division_directed(
    event: Event, reader: Reader = NOBODY, public_id: str = "", needed: Needed = EVERYTHING
) -> Directed:
    """Read a division of an event, by default the first, in eight queries.

    Raises:
        NotFound: the event has no such division.
    """
    disputed = Count("rounds__matches", filter=Q(rounds__matches__state=Match.State.DISPUTED))
    divisions = tuple(event.divisions.annotate(disputed=disputed).order_by("position"))
    division = next((one for one in divisions if public_id in ("", one.public_id)), None)
    if division is None:
        raise NotFound
    division.event = event
    entries = tuple(division.entries.select_related("player").order_by("number"))
    rounds = tuple(division.rounds.order_by("number"))
    for one in rounds:
        one.division = division
    return Directed(
        event=event,
        divisions=divisions,
        division=division,
        entries=entries,
        rounds=rounds,
        matches=_matches(division, entries, rounds, needed),
        tables=_tables(division, {one.pk: one for one in rounds}) if division.is_chouette else (),
        forbidden=tuple(division.forbidden_pairs.select_related("first__player", "second__player")),
        people=People.of(entries, reader),
        disputes={one.pk: one.disputed for one in divisions},
    )


def _matches(
    division: Division, entries: Sequence[Entry], rounds: Sequence[Round], needed: Needed
) -> tuple[Match, ...]:
    matches = Match.objects.filter(round__division=division).defer("clock")
    by_round = format_of(division).is_drawn_by_round
    if by_round and not needed.all:
        # What was decided long ago is looked at where it is asked for only.
        latest = [one.pk for one in rounds[-ROUNDS_READ:]]
        asked = Q(round__number=needed.round) | Q(public_id=needed.match)
        matches = matches.filter(~Q(state=Match.State.SETTLED) | Q(round__in=latest) | asked)
    by_pk = {one.pk: one for one in rounds}
    players = {entry.player_id: entry.player for entry in entries}
    found = tuple(matches.order_by("round__number", "position"))
    for match in found:
        match.round, match.club = by_pk[match.round_id or 0], division.event.club
        if match.first_id in players:
            match.first = players[match.first_id]
        if match.second_id in players:
            match.second = players[match.second_id]
    return found


def _tables(division: Division, rounds: dict[int, Round]) -> tuple[EventTable, ...]:
    seats = TableSeat.objects.select_related("entry__player").order_by("position")
    tables = EventTable.objects.filter(round__division=division).select_related("session")
    found = tuple(tables.prefetch_related(Prefetch("seats", seats)).order_by("round_id", "number"))
    for one in found:
        one.round = rounds[one.round_id]
    return found


def events_of(club: Club) -> list[Event]:
    """List a club's events with the number of entries and whether any is running; one query."""
    playing = Match.objects.filter(
        round__division__event=OuterRef("pk"),
        round__state=Round.State.RELEASED,
        state__in=Match.UNDECIDED,
    )
    events = club.events.select_related("league_season").annotate(
        entered=Count(
            "divisions__entries",
            filter=~Q(divisions__entries__state=Entry.State.WITHDRAWN),
        ),
        is_playing=Exists(playing),
    )
    return list(events.order_by("-starts_on", "-pk"))


def beat_of(event: Event, times: Mapping[int, MatchTime]) -> str:
    """Return what changes with the desk: the event's beat, and how many matches are late."""
    late = sum(one.is_over for one in times.values())
    return f"{event.beat}.{late}" if late else str(event.beat)


def tables_taken(event: Event) -> int:
    """Count the tables at which matches of any division are played."""
    released = Match.objects.filter(
        round__division__event=event, round__state=Round.State.RELEASED, board__isnull=False
    )
    return released.filter(state=Match.State.OPEN).count()


def unfinished_of(event: Event) -> list[Match]:
    """Return the released matches of all divisions that are not decided at the board.

    They wait for a result, or were broken off; the longest waiting come first.
    """
    found = Match.objects.select_related("round__division", "first", "second")
    left = Q(state__in=Match.UNDECIDED) | Q(outcome=Match.Outcome.UNFINISHED)
    rounds = Q(round__division__event=event, round__state=Round.State.RELEASED)
    there = found.filter(rounds & left).exclude(Q(first=None) | Q(second=None)).defer("score")
    return list(there.order_by("round__division__position", "round__number", "board", "position"))


def decided_in(
    division: Division,
) -> Iterable[tuple[int | None, int | None, int | None, str]]:
    """Return a division's decided matches: both players, the side that won, and how it ended.

    The bye of a draft counts for nobody yet.
    """
    found = Match.objects.filter(
        round__division=division, round__state=Round.State.RELEASED, state=Match.State.SETTLED
    )
    return found.values_list("first_id", "second_id", "winner", "outcome")


def unseen_in(division: Division, entries: Iterable[Entry]) -> frozenset[int]:
    """Return the entries that have not been checked in and have not played anywhere either."""
    missing = {one.player_id: one.pk for one in entries if one.state == Entry.State.ENTERED}
    if not missing:
        return frozenset()
    played = Q(outcome__in=(Match.Outcome.PLAYED, Match.Outcome.UNFINISHED)) | Q(
        score__isnull=False
    )
    two = Match.objects.filter(played, round__division=division).values_list("first", "second")
    seats = TableSeat.objects.filter(entry__division=division, games__gt=0)
    seen = {pk for pair in two for pk in pair}
    if division.is_chouette:
        seen |= set(seats.values_list("entry__player", flat=True))
    return frozenset(entry for player, entry in missing.items() if player not in seen)


def results_since(division: Division, at: datetime.datetime) -> bool:
    """Tell whether a result of a division was put right, or taken back, after a moment."""
    steps = MatchStep.objects.filter(match__round__division=division, created_at__gt=at)
    return steps.filter(kind__in=PUT_RIGHT).exists()


def match_directed(directed: Directed, public_id: str) -> Match | None:
    """Return a match of the division, if it exists."""
    return next((one for one in directed.matches if one.public_id == public_id), None)


def steps_of(match: Match) -> list[MatchStep]:
    """Return the log of a match with its senders, the latest first."""
    steps = match.log.select_related("sender", "sent_by__player")
    return list(steps.order_by("-sequence"))


def rounds_named(event: Event, public_ids: Iterable[str]) -> dict[str, Round]:
    """Return rounds of an event with their divisions, by their public ids."""
    found = Round.objects.filter(division__event=event, public_id__in=list(public_ids))
    return {one.public_id: one for one in found.select_related("division").order_by("number")}


def drawn_divisions(event: Event) -> dict[int, bool]:
    """Tell for each division whether anything was drawn in it."""
    rounds = Round.objects.filter(division=OuterRef("pk"))
    return dict(event.divisions.annotate(is_drawn=Exists(rounds)).values_list("pk", "is_drawn"))
