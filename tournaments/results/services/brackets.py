"""Writes a bracket’s rows, and makes them agree with it after results: who meets whom, and byes.

A bracket is a pure function of the field and the winners.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import models
from django.utils import timezone

from tournaments.models import Division, Entry, Match, Round
from tournaments.pairing import brackets
from tournaments.pairing.brackets import Bracket, Filled
from tournaments.record.selectors.dated import cup_of
from tournaments.record.selectors.situations import format_of
from tournaments.record.services.formats import params_of
from tournaments.results.selectors.brackets import (
    bracket_of,
    depths,
    entrants_of,
    field_of,
    winners_of,
)
from tournaments.results.services.own_steps import log_cleared, step_write
from tournaments.results.services.reach import (
    SETTLED_BY_OTHERS,
    Reach,
    columns_of,
    columns_put,
    has_result,
    returning,
)

NOBODY = (None, None)


def bracket_write(division: Division, *, seed: str, first_number: int) -> list[Round]:
    """Write the rounds and matches of a division's bracket, if they do not exist yet.

    They are drafts, numbered from `first_number` in order of play; `division_propagate` seats those
    who are known.
    """
    bracket = bracket_of(division)
    assert bracket is not None, "it has just been drawn"
    places = sorted(depths(bracket).items(), key=lambda item: (item[1], item[0]))
    cup = cup_of(division.event)
    rounds = {
        place: Round.objects.create(
            division=division,
            number=number,
            bracket=place[0],
            bracket_round=place[1],
            seed=seed,
            minutes=division.event.round_minutes,
            deadline=None if cup is None else cup.planned(depth),
        )
        for number, (place, depth) in enumerate(places, first_number)
    }
    _matches_write(division, bracket, {place: one.pk for place, one in rounds.items()})
    return list(rounds.values())


def _matches_write(
    division: Division, bracket: Bracket, rounds: Mapping[tuple[str, int], int]
) -> None:
    event = division.event
    played_by, params = format_of(division), params_of(division)
    there = set(
        Match.objects.filter(round__division=division)
        .exclude(node="")
        .values_list("node", flat=True)
    )
    Match.objects.bulk_create(
        Match(
            club_id=event.club_id,
            round_id=rounds[node.bracket, node.round],
            node=node.key,
            position=node.position,
            length=played_by.length(params, division.match_length, node.bracket, node.round),
            played_on=event.starts_on,
            state=Match.State.WAITING,
        )
        for node in bracket.nodes
        if node.key not in there
    )


@dataclass(frozen=True, slots=True)
class Known:
    """What a bracket is brought up to date with, read once; `matches` stay as they are written."""

    division: Division
    bracket: Bracket | None
    players: dict[int, int]  # by the numbers of their entries
    withdrawn: frozenset[int | None]
    matches: dict[str, Match]  # of the bracket, by node

    @property
    def has_grown(self) -> bool:
        """Tell whether a late entry has given the bracket other places than were written."""
        if self.bracket is None or not self.matches:
            return False
        return set(self.matches) != {node.key for node in self.bracket.nodes}

    @property
    def most_passes(self) -> int:
        """Bound the passes: each settles at least one match, and a bracket has some 4 per player
        at most.
        """
        return 4 * max(len(field_of(self.division)), len(self.players)) + 2


def known_of(division: Division) -> Known:
    """Read what the bracket of a division is brought up to date with."""
    bracket, matches = bracket_of(division), list[Match]()
    if bracket is not None:
        matches += Match.objects.filter(round__division=division).exclude(node="")
    entries = list(division.entries.values_list("number", "player_id", "state"))
    return Known(
        division,
        bracket,
        {number: player for number, player, _state in entries},
        frozenset(player for _number, player, state in entries if state == Entry.State.WITHDRAWN),
        {one.node: one for one in matches if one.is_of_bracket},
    )


def bracket_follows(known: Known, reach: Reach) -> bool:
    """Let the matches of a bracket follow its results; return whether something has changed."""
    if known.bracket is None or not known.matches:
        return False
    filled, players = _filled(known, known.bracket), known.players
    changed = [
        (match, one)
        for key, one in filled.items()
        if not _is_as(match := known.matches[key], one, players)
    ]
    leaving = [
        match.pk for match, one in changed if _rows(match) not in {NOBODY, _meeting(one, players)}
    ]
    if leaving and len(changed) > 1:
        # A player may move to another match of a round, in which nobody is twice.
        Match.objects.filter(pk__in=leaving).update(first=None, second=None)
    for match, one in changed:
        _match_follows(match, one, players, reach)
    return bool(changed)


def _is_as(match: Match, filled: Filled, players: Mapping[int, int]) -> bool:
    """Tell whether a match stands as the bracket has it."""
    two = _meeting(filled, players)
    is_marked = (match.outcome == Match.Outcome.BYE) == _is_bye(filled)
    is_ready = match.state == Match.State.WAITING and None not in two
    return _rows(match) == two and is_marked and not is_ready


def _is_bye(filled: Filled) -> bool:
    return (filled.is_bye or not filled.is_needed) and filled.is_settled


def _filled(known: Known, bracket: Bracket) -> dict[str, Filled]:
    """Fill a bracket with the results between players who meet by it."""
    players, found = known.players, known.matches
    entrants = entrants_of(known.division)
    winners = winners_of(found.values())
    while True:
        filled = brackets.fill(bracket, entrants, winners)
        # The first that does not fit is certainly stale; later ones depend on it.
        stale = next(
            (
                key
                for key, one in filled.items()
                if key in winners and _meeting(one, players) != _rows(found[key])
            ),
            None,
        )
        if stale is None:
            return filled
        del winners[stale]


def _meeting(filled: Filled, players: Mapping[int, int]) -> tuple[int | None, int | None]:
    """Return the primary keys of the two players in a node."""
    first = None if filled.first is None else players[int(filled.first)]
    second = None if filled.second is None else players[int(filled.second)]
    return first, second


def _rows(match: Match) -> tuple[int | None, int | None]:
    return match.first_id, match.second_id


def _match_follows(match: Match, filled: Filled, players: Mapping[int, int], reach: Reach) -> None:
    """Set a match's players, and its bye, from the bracket."""
    first, second = _meeting(filled, players)
    same, is_bye = _rows(match) == (first, second), _is_bye(filled)
    reach.touch(match)
    if not same and has_result(columns_of(match)):
        log_cleared(match, reach)
    _match_reset(match, is_same=same)
    match.first_id, match.second_id = first, second
    if not same:
        match.known_at = None if first is None or second is None else timezone.now()
    if is_bye:
        _bye(match, filled)
    elif first is not None and second is not None:
        match.state = Match.State.OPEN
    opened, cleared = columns_of(match), None
    if match.state == Match.State.OPEN:
        cleared = returning(match, (first, second))
    if (kept := reach.kept_of(match, (first, second), is_bye=is_bye)) is not None:
        columns_put(match, kept)
    elif cleared is not None:
        kept = cleared.payload["before"]
        is_open = kept["state"] == Match.State.OPEN
        columns_put(match, {**kept, "online": None, "board": None if is_open else kept["board"]})
    match.version += 1
    match.save(update_fields=SETTLED_BY_OTHERS)
    if cleared is not None and has_result(columns_of(match)):
        step_write(match, "returned", {"cleared": cleared.sequence, "before": opened}, reach)


def _match_reset(match: Match, *, is_same: bool) -> None:
    """Take everything from a match that belongs to two who do not meet here."""
    match.score, match.winner, match.outcome, match.reported_by = None, None, "", None
    match.goes_on, match.clock = None, None
    match.first_points = match.second_points = match.first_penalty = match.second_penalty = 0
    match.reason, match.is_rated, match.unrated_reason = "", True, ""
    match.settled_at = None
    if not is_same:
        # A board that is being played belongs to its two.
        match.board = match.online = None
    match.state = Match.State.WAITING


def _bye(match: Match, filled: Filled) -> None:
    match.state, match.outcome = Match.State.SETTLED, Match.Outcome.BYE
    sides = [side for side, pk in enumerate(_rows(match)) if pk is not None]
    match.winner = sides[0] if filled.is_needed and sides else None
    match.settled_at = timezone.now()


def bracket_grows(known: Known) -> None:
    """Move the places of lower brackets after a late entry has taken a bye."""
    division, bracket = known.division, known.bracket
    assert bracket is not None, "it has grown"
    keys = {node.key for node in bracket.nodes}
    gone = [one.pk for key, one in known.matches.items() if key not in keys]
    Match.objects.filter(pk__in=gone).delete()
    rounds = {
        (round.bracket, round.bracket_round or 0): round
        for round in division.rounds.filter(bracket_round__isnull=False).exclude(bracket="group")
    }
    last = division.rounds.aggregate(last=models.Max("number"))["last"] or 0
    some, cup = next(iter(rounds.values())), cup_of(division.event)
    for place, depth in depths(bracket).items():
        if place not in rounds:
            last += 1
            rounds[place] = Round.objects.create(
                division=division,
                number=last,
                bracket=place[0],
                bracket_round=place[1],
                seed=some.seed,
                state=some.state,
                minutes=division.event.round_minutes,
                released_at=some.released_at,
                deadline=None if cup is None else cup.planned(depth),
            )
    _matches_write(division, bracket, {place: one.pk for place, one in rounds.items()})
