"""Reads what was done in an event: its own steps and those of its matches, filtered."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, IntegerField, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Coalesce

from games.ledger.figures import whole_read
from games.models import Player, User
from tournaments.events import verbs as of_events
from tournaments.models import Division, Entry, Event, EventStep, MatchStep, RemovedEntry, Round
from tournaments.record.verbs import kinds_in
from tournaments.results import verbs as of_matches
from tournaments.results.selectors.versions import CLOCK

OF_EVENTS: Final[Mapping[str, Sequence[str]]] = {
    "results": ("results_file",),
    "corrections": ("entry_restore",),
    "draws": ("draw_swap", "lengths", "match_move", "forbid", "allow"),
    "entries": (
        "enter", "entries_file", "entry_change", "entries_change", "entry_rename", "all_here",
        "check_in", "fees_tick",
    ),
}  # fmt: skip
"""Kinds of steps of an event that no verb has; a verb names its group itself."""
OF_MATCHES: Final[Mapping[str, Sequence[str]]] = {
    "corrections": ("cleared", "withdrawn", "returned"),
}
GROUPS: Final[Mapping[str, tuple[Sequence[str], Sequence[str]]]] = {
    group: (
        (*OF_EVENTS[group], *kinds_in(group, of_events.VERBS)),
        (*OF_MATCHES.get(group, ()), *kinds_in(group, of_matches.VERBS)),
    )
    for group in OF_EVENTS
}
"""What can be asked for: kinds of steps of the event, and of its matches; "rest" is all else."""
LINES: Final = 100
LINES_PRINTED: Final = 3_000
PROGRAM: Final = "program"


@dataclass(frozen=True, slots=True)
class Wish:
    """Which steps are looked at; blank and None mean all.

    `who` is the key of a user (`u7`) or of a player by their phone (`p7`), or `PROGRAM`; `what` one
    of the groups or "rest"; `entry` and `match` are public ids. Pages are counted from 1.
    """

    who: str = ""
    what: str = ""
    entry: str = ""
    match: str = ""
    since: datetime.datetime | None = None
    page: int = 1
    is_whole: bool = False

    @property
    def size(self) -> int:
        """How many lines stand on a page."""
        return LINES_PRINTED if self.is_whole else LINES


WHOLE: Final = Wish()
Step = EventStep | MatchStep


@dataclass(frozen=True, slots=True)
class Done:
    """A part of the log, the latest step first, and what is needed to say it.

    `players` are those who met in a match at the time of a step, where others meet there now: two
    keys by the step's key.
    """

    steps: tuple[Step, ...]
    has_more: bool
    players: Mapping[int, tuple[int | None, int | None]]


def event_done(event: Event, wish: Wish) -> Done:
    """Read a page of what was done, in four queries."""
    own, of_matches = _own(event, wish), _of_matches(event, wish)
    both = _named(own, 0).union(_named(of_matches, 1), all=True)
    start = 0 if wish.is_whole else (wish.page - 1) * wish.size
    keys = list(both.order_by("-at", "-of_match", "-row")[start : start + wish.size + 1])
    shown = keys[: wish.size]
    steps = EventStep.objects.select_related("sender", "sent_by__player").in_bulk(
        [row["row"] for row in shown if not row["of_match"]]
    )
    plays = MatchStep.objects.select_related(
        "sender", "sent_by__player", "match__round__division", "match__first", "match__second"
    ).in_bulk([row["row"] for row in shown if row["of_match"]])
    found = [(plays if row["of_match"] else steps).get(row["row"]) for row in shown]
    return Done(
        tuple(one for one in found if one is not None), len(keys) > wish.size, _met(plays.values())
    )


def _named(steps: QuerySet[Any], of_match: int) -> QuerySet[Any, dict[str, Any]]:
    """Return what both kinds of steps are ordered by, under the same names."""
    kind = Value(of_match, output_field=IntegerField())
    named = steps.order_by().annotate(at=F("created_at"), of_match=kind, row=F("pk"))
    found: QuerySet[Any, dict[str, Any]] = named.values("at", "of_match", "row")
    return found


def _own(event: Event, wish: Wish) -> QuerySet[Any]:
    steps = EventStep.objects.filter(_asked(wish), event=event)
    kinds = _kinds(wish, 0)
    if kinds is not None:
        steps = steps.filter(kinds)
    if wish.match:
        return steps.none()
    if wish.entry:
        entry = Entry.objects.filter(division__event=event, public_id=wish.entry)
        ids = [*entry.values_list("public_id", "player__public_id")[:1]]
        said = Q(pk=None)
        for one in (one for pair in ids for one in pair):
            said |= Q(text__contains=f'"{one}"')
        return steps.annotate(text=Cast("payload", TextField())).filter(said)
    return steps


def _of_matches(event: Event, wish: Wish) -> QuerySet[Any]:
    steps = MatchStep.objects.filter(_asked(wish), match__round__division__event=event)
    steps = steps.exclude(kind=CLOCK)
    kinds = _kinds(wish, 1)
    if kinds is not None:
        steps = steps.filter(kinds)
    if wish.match:
        steps = steps.filter(match__public_id=wish.match)
    if wish.entry:
        entry = Entry.objects.filter(division__event=event, public_id=wish.entry)
        player = entry.values("player_id")
        division = entry.values("division_id")
        two = Q(match__first__in=player) | Q(match__second__in=player)
        steps = steps.filter(two, match__round__division__in=division)
    return steps


def _asked(wish: Wish) -> Q:
    """Return what is asked of steps of either kind: who, and since when."""
    asked = Q() if wish.since is None else Q(created_at__gte=wish.since)
    kind, number = wish.who[:1], whole_read(wish.who[1:])
    if wish.who == PROGRAM:
        return asked & Q(sender=None, sent_by=None)
    if kind in ("u", "p") and number is not None:
        field = "sender" if kind == "u" else "sent_by__player"
        return asked & Q(**{field: number})
    return asked


def _kinds(wish: Wish, at: int) -> Q | None:
    """Return the condition for the kinds that are asked for; None for all."""
    if wish.what in GROUPS:
        return Q(kind__in=GROUPS[wish.what][at])
    if wish.what == "rest":
        return ~Q(kind__in=[kind for group in GROUPS.values() for kind in group[at]])
    return None


def _met(plays: Any) -> dict[int, tuple[int | None, int | None]]:
    """Return who met in matches when these steps were made, where they were replaced since."""
    steps = list(plays)
    cleared = MatchStep.objects.filter(
        match__in={step.match_id for step in steps}, kind="cleared"
    ).order_by("match_id", "-sequence")
    later: dict[int, list[tuple[int, tuple[int | None, int | None]]]] = {}
    for match, sequence, payload in cleared.values_list("match_id", "sequence", "payload"):
        two = (payload.get("before") or {}).get("players")
        if two:
            later.setdefault(match, []).append((sequence, (two[0], two[1])))
    found = {}
    for step in steps:
        for sequence, two in later.get(step.match_id, ()):
            if sequence >= step.sequence:
                found[step.pk] = two
    return found


def doers_of(event: Event) -> tuple[list[User], list[Player], bool]:
    """Return who has done anything here: users, players by their phones, and the program itself."""
    own = EventStep.objects.filter(event=event).order_by()
    plays = MatchStep.objects.filter(match__round__division__event=event).order_by()
    pairs: set[tuple[Any, Any]] = set()
    pairs |= set(own.values_list("sender_id", "sent_by__player_id").distinct())
    pairs |= set(plays.values_list("sender_id", "sent_by__player_id").distinct())
    users = User.objects.filter(pk__in=[user for user, _player in pairs if user])
    players = Player.objects.filter(pk__in=[player for _user, player in pairs if player])
    return (
        list(users.order_by("name")),
        list(players.select_related("merged_into").order_by("name_key", "pk")),
        (None, None) in pairs,
    )


def entries_in(event: Event) -> list[Entry]:
    """Return all entries of an event with their players."""
    entries = Entry.objects.filter(division__event=event).select_related("player__merged_into")
    return list(entries.order_by("division__position", "number"))


def draws_released(event: Event) -> frozenset[tuple[int, int, int]]:
    """Return the released draws: the division's key, a round's number, the attempt."""
    rounds = Round.objects.filter(division__event=event, state=Round.State.RELEASED)
    return frozenset(rounds.order_by().values_list("division_id", "number", "attempt"))


def removed_of(event: Event) -> list[RemovedEntry]:
    """Return the removed entries that can still be brought back."""
    found = RemovedEntry.objects.filter(event=event).select_related("player__merged_into")
    return list(found.order_by("removed_at"))


def entered_again(event: Event, removed: Iterable[RemovedEntry], division: Division) -> set[int]:
    """Return the keys of removed entries whose players are entered: in a division itself, or, where
    everybody plays in one division only, in another.
    """
    entries = Entry.objects.filter(division__event=event)
    if event.own_dates:
        entries = entries.filter(Q(division=division) | ~Q(state=Entry.State.WITHDRAWN))
    else:
        entries = entries.filter(division=division)
    now = Coalesce("player__merged_into", "player")
    there = set(entries.annotate(now=now).values_list("now", flat=True))
    return {one.pk for one in removed if one.player and one.player.current.pk in there}
