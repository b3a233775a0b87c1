"""The bracket of a division, as it was drawn and as its results fill it."""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.formats.situation import Situation
from tournaments.models import Division, Match
from tournaments.pairing import brackets
from tournaments.pairing.brackets import Bracket, Filled
from tournaments.pairing.structure import LoserOf, WinnerOf
from tournaments.record.selectors.situations import format_of


def field_of(division: Division) -> list[int]:
    """Return the entry numbers in seeding order in the bracket, if drawn."""
    return list(format_of(division).field(_drawn(division)))


def bracket_of(division: Division) -> Bracket | None:
    """Return the bracket of a division, if it was drawn."""
    return format_of(division).bracket(_drawn(division)) if division.order else None


def _drawn(division: Division) -> Situation:
    """Return what a bracket's structure depends on, without the results."""
    params = format_of(division).parse(division.params)
    return Situation(params=params, entries=(), order=division.order or {})


def depths(bracket: Bracket) -> dict[tuple[str, int], int]:
    """Return for each part and round its place in the order of play, from 1."""
    depth: dict[str, int] = {}
    rounds: dict[tuple[str, int], int] = {}
    for node in bracket.nodes:
        before = [
            depth[source.key] for source in node.sources if isinstance(source, WinnerOf | LoserOf)
        ]
        depth[node.key] = 1 + max(before, default=0)
        place = node.bracket, node.round
        rounds[place] = max(rounds.get(place, 0), depth[node.key])
    return rounds


def bracket_filled(
    division: Division, matches: Iterable[Match]
) -> tuple[Bracket, dict[str, Filled]] | None:
    """Return a division's bracket and its state; None if none was drawn."""
    bracket = bracket_of(division)
    if bracket is None:
        return None
    winners = winners_of(one for one in matches if one.node)
    return bracket, brackets.fill(bracket, entrants_of(division), winners)


def bracket_with(
    division: Division, matches: Iterable[Match], sides: Mapping[str, int]
) -> dict[str, Filled]:
    """Return a drawn bracket as it would be with other winning sides in some places."""
    bracket = bracket_of(division)
    assert bracket is not None, "it was drawn"
    winners = winners_of(one for one in matches if one.node) | dict(sides)
    return brackets.fill(bracket, entrants_of(division), winners)


def entrants_of(division: Division) -> Sequence[str]:
    """Return the entry numbers in seeding order as the names that a bracket knows them by."""
    return [str(number) for number in field_of(division)]


def winners_of(matches: Iterable[Match]) -> dict[str, int]:
    """Return which side goes on from each node that is decided."""
    return {
        match.node: brackets.NEITHER if match.advancing is None else match.advancing
        for match in matches
        if match.is_settled
        and (match.advancing is not None or match.outcome == Match.Outcome.NO_SHOW)
    }
