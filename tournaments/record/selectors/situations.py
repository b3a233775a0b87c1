"""Builds a format's input from the record of a division: one frozen value."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, TypeVar

from games.names.identity import identity
from tournaments.formats import FORMATS, AnyFormat
from tournaments.formats.errors import FormatError
from tournaments.formats.situation import (
    PLAYOFF,
    Entered,
    EntryState,
    Meeting,
    MeetingState,
    RoundKnown,
    Situation,
)
from tournaments.models import Division, Entry, Match, Round
from tournaments.record.selectors.seeding import strengths_of

Found = TypeVar("Found")
ENTRY_STATES: Final[Mapping[str, EntryState]] = {
    Entry.State.PAUSED: "paused",
    Entry.State.WITHDRAWN: "withdrawn",
}
MEETING_STATES: Final[Mapping[str, MeetingState]] = {
    Match.State.WAITING: "waiting",
    Match.State.OPEN: "open",
    Match.State.SETTLED: "settled",
}


def format_of(division: Division) -> AnyFormat:
    return FORMATS[division.format]


def params_known(division: Division) -> Any:
    """Return the parameters of a division; the defaults for those of another version."""
    return _asked(division, lambda _one, params: params) or format_of(division).parse({})


def planned_rounds(division: Division) -> int | None:
    """Return how many rounds a division has; None where its field decides."""
    return _asked(division, lambda one, params: one.planned_rounds(params))


def lower_lengths(division: Division) -> Mapping[str, int]:
    """Return how long matches of lower brackets are by part, where that differs from all others."""
    return _asked(division, lambda one, params: one.lower_lengths(params)) or {}


def lengths_by_round(division: Division) -> tuple[int, ...]:
    """Return how long matches are round by round; empty where they are all alike."""
    return _asked(division, lambda one, params: one.lengths(params)) or ()


def _asked(division: Division, ask: Callable[[AnyFormat, Any], Found]) -> Found | None:
    """Ask a format by a division's parameters; those of another version say nothing."""
    played_by = format_of(division)
    try:
        return ask(played_by, played_by.parse(division.params))
    except FormatError:
        return None


def situation_of(
    division: Division,
    *,
    matches: Sequence[Match] | None = None,
    with_strengths: bool = False,
) -> Situation:
    """Return what a match-play format needs to know of a division, drafts included.

    `matches` are already read, with their rounds. Strengths are read only if entries must be
    ordered.
    """
    found = division.entries.order_by("number")
    by_country = division.apart == Division.Apart.COUNTRY
    entries = list(found.select_related("player") if by_country else found)
    numbers = {one.player_id: one.number for one in entries}
    strengths = strengths_of(division, entries) if with_strengths else {}
    rounds = list(division.rounds.order_by("number"))
    if matches is None:
        drawn = Match.objects.filter(round__division=division)
        matches = list(drawn.order_by("round__number", "position"))
    by_pk = {one.pk: one for one in rounds}
    pairs = {
        frozenset((str(one), str(other)))
        for one, other in division.forbidden_pairs.values_list("first__number", "second__number")
    }
    meetings = [
        meeting_of(match, by_pk[match.round_id], numbers, is_kept=match.score is not None)
        for match in matches
        if match.round_id is not None and match.round_id in by_pk
    ]
    return Situation(
        params=format_of(division).parse(division.params),
        entries=tuple(
            Entered(
                entry.number,
                ENTRY_STATES.get(entry.state, "active"),
                entry.from_round,
                strengths.get(entry.number, ()),
                entry.level,
            )
            for entry in entries
        ),
        rounds=rounds_known(rounds),
        meetings=tuple(one for one in meetings if one.bracket != PLAYOFF),
        playoffs=tuple(one for one in meetings if one.bracket == PLAYOFF),
        order=division.order or {},
        seed=division.event.seed,
        is_secret=division.event.has_secret_seed,
        place=division.position,
        by_entry=division.seeding == Division.Seeding.ENTRY,
        tie_breaks=tuple(division.tie_breaks),
        forbidden=frozenset(pairs),
        apart=frozenset(kept_apart(division, entries)) - pairs,
    )


def kept_apart(division: Division, entries: Sequence[Entry]) -> set[frozenset[str]]:
    """Return the pairs of one club or country, where a director wants them apart."""
    if not division.apart:
        return set()
    by_club = division.apart == Division.Apart.CLUB
    of: dict[str, list[str]] = {}
    for entry in entries:
        text = entry.home_club if by_club else entry.player.country
        if text.strip():
            of.setdefault(identity(text), []).append(str(entry.number))
    return {frozenset(two) for numbers in of.values() for two in combinations(numbers, 2)}


def round_known(round: Round) -> RoundKnown:
    """Return a round as input of formats."""
    return RoundKnown(round.number, round.state, round.bracket)  # type: ignore[arg-type]


def rounds_known(rounds: Iterable[Round]) -> tuple[RoundKnown, ...]:
    """Return rounds as input of formats, which know of no play-offs."""
    return tuple(round_known(one) for one in rounds if one.bracket != PLAYOFF)


def meeting_of(
    match: Match, round: Round, numbers: Mapping[int, int], *, is_kept: bool = False
) -> Meeting:
    """Return a match of a round as input of formats; players by entry number.

    `is_kept`: it has a score. Pages do not load scores and do not need this.
    """
    return Meeting(
        key=match.pk,
        round=round.number,
        first=None if match.first_id is None else numbers.get(match.first_id),
        second=None if match.second_id is None else numbers.get(match.second_id),
        state=MEETING_STATES.get(match.state, "entered"),
        winner=match.winner,
        goes_on=match.goes_on,
        outcome=match.outcome,
        points=(match.first_points, match.second_points),
        bracket=round.bracket,
        node=match.node,
        is_kept=is_kept,
    )
