"""Why two players meet, and why a player has the bye."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.costs import Inside
from tournaments.pairing.entrants import DOWN, UP, Entrants
from tournaments.pairing.matching import Edge
from tournaments.pairing.remarks import Remark, about


def pair_remarks(
    field: Entrants, matching: Sequence[Edge], edge: Edge, inside: Inside
) -> list[Remark]:
    """Return why the two of a pair meet, and who floats again."""
    one, other = (field.entrants[place] for place in edge)
    keys = (one.key, other.key)
    if one.score == other.score:
        (first, size), (second, _) = (field.group(place) for place in edge)
        places = {"first_place": first + 1, "second_place": second + 1, "size": size}
        return [Remark(inside, keys, {"score": one.score, **places})]
    code, size = _reason(field, matching, edge[0])
    scores = {"score": one.score, "other_score": other.score, "size": size}
    remarks = [Remark(code, keys, scores)]
    if DOWN in one.floats:
        remarks.append(about("float_again", one.key))
    if UP in other.floats:
        remarks.append(about("float_again", other.key))
    return remarks


def _reason(field: Entrants, matching: Sequence[Edge], place: int) -> tuple[str, int]:
    """Return why a player meets nobody with their own score, and how many such players there are.

    Players who meet someone from a higher score do not count.
    """
    score = field.entrants[place].score
    start, size = field.groups[score]
    members = range(start, start + size)
    banned = field.met | field.barred
    if all((min(place, one), max(place, one)) in banned for one in members if one != place):
        return ("float_no_opponent" if size > 1 else "float_alone"), size
    lifted = sum(one < start and other in members for one, other in matching)
    if (size - lifted) % 2:
        return ("float_joined" if lifted else "float_odd"), size - lifted
    return "float_needed", size


def bye_remarks(field: Entrants, place: int) -> list[Remark]:
    """Return why a player has the bye."""
    entrant = field.entrants[place]
    if entrant.byes:
        return [about("second_bye", entrant.key)]
    lower = any(not one.byes and one.score < entrant.score for one in field.entrants)
    return [about("bye_needed" if lower else "bye", entrant.key)]
