"""Results of a division as input of the standings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models.functions import Coalesce

from tournaments.formats.situation import absences
from tournaments.models import Division, Entry, Match, Round
from tournaments.record.selectors.situations import format_of, meeting_of
from tournaments.standings.results import Played, Row
from tournaments.standings.table import Line, standings

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


def row_of(match: Match, number: int, numbers: Numbers) -> Row | None:
    """Return a settled match as a row of the standings; None if a place is empty.

    A match broken off without a winner counts as half a win for each.
    """
    if match.round is None or not match.is_settled:
        return None
    row = meeting_of(match, match.round, numbers).row()
    return None if row is None else replace(row, round=number)


def played_of(
    entries: Iterable[int],
    matches: Sequence[Match],
    numbers: Numbers,
    *,
    with_absences: bool = False,
) -> Played:
    """Return entries, their results, and the rounds for which they were not drawn."""
    rows = [
        row
        for match in matches
        if match.round is not None
        and (row := row_of(match, match.round.number, numbers)) is not None
    ]
    own = tuple(entries)
    there: dict[int, set[int | None]] = {}
    for match in matches if with_absences else ():
        if match.round is not None:
            two = (numbers.get(match.first_id or 0), numbers.get(match.second_id or 0))
            there.setdefault(match.round.number, set()).update(two)
    return Played(own, tuple(rows), absences(own, there))


def standings_of(
    division: Division, matches: Sequence[Match] | None = None, numbers: Numbers | None = None
) -> tuple[Line, ...]:
    """Return the standings of all active entries and those with results, by the division's
    tie-breaks.

    For groups with a knockout see `group_standings`.
    """
    found = matches_of(division) if matches is None else matches
    by_player = numbers_of(division) if numbers is None else numbers
    counted = format_of(division).counts_absences
    played = played_of(by_player.values(), found, by_player, with_absences=counted)
    return standings(played, division.tie_breaks, division.event.seed)


def group_standings(
    division: Division, matches: Sequence[Match], numbers: Numbers
) -> list[tuple[Line, ...]]:
    """Return the standings of each group, in the order of the groups."""
    groups: list[list[int]] = (division.order or {}).get("groups", [])
    of_groups = [one for one in matches if one.round is not None and one.round.bracket == "group"]
    found = []
    for group in groups:
        members = set(group)
        inside = [
            one
            for one in of_groups
            if numbers.get(one.first_id or 0) in members
            or numbers.get(one.second_id or 0) in members
        ]
        lines = played_of(group, inside, numbers)
        found.append(standings(lines, division.tie_breaks, division.event.seed))
    return found


def active_entries(division: Division) -> list[Entry]:
    """Return the entries that take part in draws, by number."""
    states = [Entry.State.ENTERED, Entry.State.PRESENT]
    return list(division.entries.filter(state__in=states).select_related("player"))
