"""Somebody comes late into a field that was drawn as a whole: he takes the place of a bye."""

from tournaments.errors import Refused
from tournaments.models import Division, Entry, Match
from tournaments.record.selectors.rounds import BRACKETS
from tournaments.results.services.propagation import bracket_of, fed_by, node_of_seed


def late_place(division: Division, entry: Entry) -> None:
    """Give a late entry the place of a bye in a field that was drawn as a whole.

    In a round robin that is the number nobody has; in a bracket the next lower seed, as long as
    whoever had the bye against it has not played his next match.

    Raises:
        Refused: there is no such place.
    """
    order = dict(division.order or {})
    field = list(order.get("field", ()))
    if division.format == "round_robin":
        free = len(field) % 2 == 1
    else:
        # Seeds keep their places as long as the size stays below the same power of two.
        free = division.format in BRACKETS and len(field) & (len(field) - 1) != 0
    if not free:
        raise Refused("field_fixed")
    order["field"] = [*field, entry.number]
    if division.format in BRACKETS and _bye_is_used(division, len(field) + 1):
        raise Refused("field_fixed")
    division.order = order
    division.save(update_fields=["order"])


def _bye_is_used(division: Division, seed: int) -> bool:
    """Tell whether the beneficiary of a seed's bye has played on already."""
    bracket = bracket_of(division, seed)
    following = fed_by(bracket, node_of_seed(bracket, seed).key)
    return (
        Match.objects.filter(
            round__division=division,
            node__in=following,
            state__in=Match.ENTERED,
        )
        .exclude(outcome=Match.Outcome.BYE)
        .exists()
    )
