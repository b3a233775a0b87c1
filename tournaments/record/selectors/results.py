"""Results of a division as input of the standings."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q
from django.db.models.functions import Coalesce

from tournaments.formats.base import Table
from tournaments.formats.situation import PLAYOFF, Entered, EntryState, Situation
from tournaments.models import Division, Entry, Match, MatchStep, Round
from tournaments.record.selectors.situations import (
    ENTRY_STATES,
    format_of,
    meeting_of,
    params_known,
    rounds_known,
)

Numbers = Mapping[int, int]
"""Numbers of entries by the primary key of their player."""


def numbers_of(division: Division) -> dict[int, int]:
    """Return the numbers of a division's entries by player."""
    return dict(division.entries.values_list("player_id", "number"))


def names_of(division: Division) -> dict[str, str]:
    """Return the names of a division's players by the text of their number."""
    name = Coalesce("player__merged_into__name", "player__name")
    found = division.entries.values_list("number", name)
    return {str(number): name for number, name in found}


def matches_of(division: Division, *, is_released: bool = True) -> list[Match]:
    """Return a division's matches with their rounds, in order; drafts only with
    `is_released=False`.
    """
    found = Match.objects.filter(round__division=division).select_related("round")
    if is_released:
        found = found.filter(round__state=Round.State.RELEASED)
    return list(found.order_by("round__number", "position"))


def lost_by_leaving(entry: Entry) -> list[Match]:
    """Return the matches that somebody loses without play if they withdraw, by round."""
    found = Match.objects.select_related("first__merged_into", "second__merged_into").filter(
        Q(first=entry.player_id) | Q(second=entry.player_id),
        round__division=entry.division_id,
        round__state=Round.State.RELEASED,
        state__in=[Match.State.WAITING, Match.State.OPEN],
    )
    return list(found.order_by("round__number", "position"))


def standings_of(
    division: Division,
    matches: Sequence[Match] | None = None,
    numbers: Numbers | None = None,
    entries: Iterable[Entry] | None = None,
) -> tuple[Table, ...]:
    """Return the tables that a division's format has, of all who have played or can play.

    `matches` are the released ones, with their rounds; `entries` are read already.
    """
    found = matches_of(division) if matches is None else matches
    by_player = numbers_of(division) if numbers is None else numbers
    rounds = {one.round.number: one.round for one in found if one.round is not None}
    played_by = format_of(division)
    known = dict[int, tuple[EntryState, int]]()
    if played_by.ranks_by_entries or {"level", PLAYOFF} & set(division.tie_breaks):
        known = {
            number: (ENTRY_STATES.get(state, "active"), level)
            for number, state, level in (
                division.entries.values_list("number", "state", "level")
                if entries is None
                else ((one.number, one.state, one.level) for one in entries)
            )
        }
    if division.event.own_dates:
        by_player = _without_strangers(division, found, by_player)
    meetings = [meeting_of(one, one.round, by_player) for one in found if one.round is not None]
    now = Situation(
        params=params_known(division),
        entries=tuple(
            Entered(number, state, level=level)
            for number in by_player.values()
            for state, level in [known.get(number, ("active", 0))]
        ),
        rounds=rounds_known(rounds.values()),
        meetings=tuple(one for one in meetings if one.bracket != PLAYOFF),
        playoffs=tuple(one for one in meetings if one.bracket == PLAYOFF),
        order=division.order or {},
        seed=division.event.seed,
        tie_breaks=tuple(division.tie_breaks),
        heirs=heirs_of(division, found, by_player) if played_by.counts_pairs else {},
    )
    return played_by.standings(now)


def heirs_of(
    division: Division, matches: Sequence[Match], numbers: Mapping[int, int]
) -> dict[int, int]:
    """Return who had somebody's place first, by the number of who has taken matches of theirs over;
    by the log of the matches, in which a merge stands, too: who is merged has no number any more.
    """
    if params_known(division).counting != "pair":
        return {}
    steps = MatchStep.objects.filter(kind="replaced", match__round__division=division)
    first: dict[tuple[int, int], str] = {}
    for match, payload in steps.order_by("sequence").values_list("match", "payload"):
        first.setdefault((match, payload["side"]), payload["was"])
    if not first:
        return {}
    by_id = dict(division.entries.values_list("player__public_id", "number"))
    now = {one.pk: (one.first_id, one.second_id) for one in matches}
    found: dict[int, int] = {}
    for (match, side), was in first.items():
        who = numbers.get((now.get(match) or (None, None))[side] or 0)
        if who is not None and was in by_id and by_id[was] != who:
            found[who] = by_id[was]
    return found


def _without_strangers(
    division: Division, matches: Sequence[Match], numbers: Numbers
) -> dict[int, int]:
    """Leave out who has withdrawn before the first draw: who is moved to another division of a
    season has paid here, and was never to play. Who was replaced was.
    """
    drawn = {pk for one in matches for pk in (one.first_id, one.second_id)}
    if numbers.keys() <= drawn:
        return dict(numbers)
    gone = Entry.objects.filter(division=division, state=Entry.State.WITHDRAWN)
    unmet = gone.exclude(player__in=drawn - {None})
    strangers = dict(unmet.values_list("player", "player__public_id"))
    if strangers:
        left = MatchStep.objects.filter(kind="replaced", match__round__division=division)
        were = set(left.values_list("payload__was", flat=True))
        strangers = {pk: one for pk, one in strangers.items() if one not in were}
    return {pk: number for pk, number in numbers.items() if pk not in strangers}


def active_entries(division: Division) -> list[Entry]:
    """Return the entries that take part in draws, by number."""
    states = [Entry.State.ENTERED, Entry.State.PRESENT]
    return list(division.entries.filter(state__in=states).select_related("player"))
