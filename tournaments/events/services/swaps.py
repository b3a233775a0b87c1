"""Drafts changed by hand: two change places, and what that breaks is said."""

from collections.abc import Sequence
from typing import Any

from tournaments.errors import Refused
from tournaments.events.services.drawing import entrants_of, forbidden_of
from tournaments.models import Division, Entry, Round
from tournaments.pairing import swiss
from tournaments.record.selectors.results import numbers_of
from tournaments.record.selectors.rounds import remarks_json
from tournaments.results.services.propagation import division_propagate


def players_swap(round: Round, first: Entry, second: Entry) -> None:
    """Let two change places in one round.

    Raises:
        Refused: one of them is not in it.
    """
    two = {first.player_id: second.player_id, second.player_id: first.player_id}
    found = [
        match
        for match in round.matches.order_by("position")
        if match.first_id in two or match.second_id in two
    ]
    there = {pk for match in found for pk in (match.first_id, match.second_id)}
    if not two.keys() <= there:
        raise Refused("swap_unknown")
    round.matches.filter(pk__in=[one.pk for one in found]).update(first=None, second=None)
    for match in found:
        match.first_id = two.get(match.first_id or 0, match.first_id)
        match.second_id = two.get(match.second_id or 0, match.second_id)
        match.save(update_fields=["first", "second"])


def places_swap(division: Division, rounds: Sequence[Round], first: Entry, second: Entry) -> None:
    """Let two change places everywhere in what was drawn as a whole.

    Raises:
        Refused: one of them is not in it.
    """
    swapped = {first.number: second.number, second.number: first.number}
    part = "groups" if rounds[0].bracket == "group" else "knockout"
    order: dict[str, Any] = dict(division.order or {})
    part = part if part in order else "field"
    kept = order[part]
    flat = [number for group in kept for number in group] if part == "groups" else kept
    if not swapped.keys() <= set(flat):
        raise Refused("swap_unknown")
    if part == "groups":
        order[part] = [[swapped.get(one, one) for one in group] for group in kept]
    else:
        order[part] = [swapped.get(one, one) for one in kept]
    division.order = order
    division.save(update_fields=["order"])
    if rounds[0].bracket in {"", "group"}:
        for one in rounds:
            _swap_if_there(one, first, second)
    else:
        division_propagate(division)


def _swap_if_there(round: Round, first: Entry, second: Entry) -> None:
    try:
        players_swap(round, first, second)
    except Refused:
        # One of them has no match in this round of his group: the other takes his place.
        for old, new in ((first, second), (second, first)):
            changed = round.matches.filter(first=old.player_id).update(first=new.player_id)
            changed += round.matches.filter(second=old.player_id).update(second=new.player_id)
            if changed:
                return


def round_judge(division: Division, round: Round) -> None:
    """Say what a draw that was changed by hand breaks; what explained the old one is gone."""
    numbers = numbers_of(division)
    pairs, bye = [], None
    for match in round.matches.order_by("position"):
        two = [str(numbers[pk]) for pk in (match.first_id, match.second_id) if pk is not None]
        if len(two) == 1:
            bye = two[0]
        else:
            pairs.append(swiss.Pair(*two))
    field = entrants_of(division)
    round.remarks = remarks_json(swiss.problems(pairs, bye, field, forbidden_of(division)))
    round.save(update_fields=["remarks"])
