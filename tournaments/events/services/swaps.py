"""Edits drafts by hand: two entries change places, and remarks say what that breaks."""

from collections.abc import Sequence
from typing import Any

from tournaments.errors import EventRefused
from tournaments.models import Division, Entry, Round
from tournaments.pairing.remarks import BREACHES
from tournaments.record.selectors.rounds import remarks_json, waiting_draw
from tournaments.record.selectors.situations import format_of, situation_of
from tournaments.results.services.propagation import division_propagate
from tournaments.tables.services.tables import tables_judge


def players_swap(round: Round, first: Entry, second: Entry) -> None:
    """Let two entries change places in one round.

    Raises:
        Refused: one of them is not in it.
    """
    two = {first.player_id: second.player_id, second.player_id: first.player_id}
    matches = [
        match
        for match in round.matches.order_by("position")
        if match.first_id in two or match.second_id in two
    ]
    there = {pk for match in matches for pk in (match.first_id, match.second_id)}
    if not two.keys() <= there:
        raise EventRefused("swap_unknown")
    round.matches.filter(pk__in=[one.pk for one in matches]).update(first=None, second=None)
    for match in matches:
        match.first_id = two.get(match.first_id or 0, match.first_id)
        match.second_id = two.get(match.second_id or 0, match.second_id)
        match.save(update_fields=["first", "second"])


def places_swap(division: Division, rounds: Sequence[Round], first: Entry, second: Entry) -> None:
    """Let two entries change places in all rounds drawn as a whole.

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
        raise EventRefused("swap_unknown")
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
    except EventRefused:
        # One of them has no match in this round of their group: the other takes their place.
        for old, new in ((first, second), (second, first)):
            changed = round.matches.filter(first=old.player_id).update(first=new.player_id)
            changed += round.matches.filter(second=old.player_id).update(second=new.player_id)
            if changed:
                return


def draft_judge(division: Division, *, is_anew: bool = False) -> None:
    """Update the remarks on what a draw breaks, after an edit by hand or a change of entries.

    Explanations of the draw stay, unless it `is_anew` by hand. The first round has the remarks for
    all rounds drawn together. A confirmed draw that now breaks something new becomes a draft again:
    its director checks it once more before anybody plays.
    """
    rounds = waiting_draw(division)
    if not rounds:
        return
    if division.is_chouette:
        found = remarks_json(tables_judge(rounds[0]))
    else:
        found = remarks_json(format_of(division).judge(situation_of(division)))
    accepted = [row for one in rounds for row in one.remarks if row["code"] in BREACHES]
    is_broken = any(row["code"] in BREACHES and row not in accepted for row in found)
    for round in rounds:
        kept = [] if is_anew else [row for row in round.remarks if row["code"] not in BREACHES]
        remarks = kept + (found if round.pk == rounds[0].pk else [])
        state = Round.State.DRAFT if is_broken else round.state
        if (remarks, state) != (round.remarks, round.state):
            round.remarks, round.state = remarks, state
            round.save(update_fields=["remarks", "state"])
