"""A finished game without repetition: players once, as numbers after that; what follows from the
rest is left out.

``to_plain`` of a ``GameResult`` names each player some eight times. Here the first element has
everybody in line, then those who joined; all else counts places in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

Plain = Mapping[str, Any]
Packed = list[Any]

_AFTER: Final = {"partner": None, "share": "50"}
"""The usual seating after a game, besides its order and who was sent down."""
_BET: Final = ("stake", "value", "owner", "turned")
_CLOSING: Final = ("kind", "amount", "side")
_FIGURES: Final = ("number", "by_hand", "winner", "level", "ending")
_FACTS: Final = ("start", "automatics", "captain_side", "rule")


def packed(result: Plain) -> Packed | Plain:
    """Return a result without repetition; one of another shape, as damage leaves it, as it is."""
    try:
        short = _packed(result)
        return short if unpacked(short) == result else result
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return result


def unpacked(data: Any) -> Any:
    """Return the result that was packed; what is not packed comes back as it is."""
    if type(data) is not list:
        return data
    (
        names,
        partners,
        figures,
        points,
        transfers,
        net,
        bets,
        extras,
        facts,
        decider,
        order,
        after,
    ) = data
    people = names.split(" ")
    at = 1 + partners
    team = people[at : len(points)]
    line = {"box": people[0], "partner": people[1] if partners else None, "team": team}
    counted = dict(zip(people, points, strict=False))
    next_order = [people[one] for one in order]
    return {
        "line": line,
        **dict(zip(_FIGURES, figures, strict=True)),
        "points": counted,
        "transfers": _direct(line, counted)
        if transfers is None
        else [[people[by], people[to], amount] for by, to, amount in transfers],
        "net": points[0] if net is None else net,
        "bets": _bets_unpacked(bets, people, team),
        "extras": extras,
        **dict(zip(_FACTS, facts, strict=True)),
        "decider": people[decider],
        "order": next_order,
        "after": _after_unpacked(after, people, next_order),
    }


def _packed(result: Plain) -> Packed:
    line, points, order = result["line"], result["points"], result["order"]
    partner = line["partner"]
    places: dict[str, int] = {}
    for one in (line["box"], *([partner] if partner else []), *line["team"], *order):
        places.setdefault(one, len(places))
    seated = len(points)

    def place(name: str) -> int:
        return places.setdefault(name, len(places))

    transfers: Any = result["transfers"]
    if transfers == _direct(line, points):
        transfers = None
    else:
        transfers = [[place(by), place(to), amount] for by, to, amount in transfers]
    names = list(places)
    packed_points = [points[name] for name in names[:seated]]
    net = None if result["net"] == packed_points[0] else result["net"]
    bets = _bets_packed(result["bets"], line["team"], place)
    after = _after_packed(result["after"], order, place)
    return [
        " ".join(places),
        1 if partner else 0,
        [result[name] for name in _FIGURES],
        packed_points,
        transfers,
        net,
        bets,
        result["extras"],
        [result[name] for name in _FACTS],
        place(result["decider"]),
        [place(one) for one in order],
        after,
    ]


def _direct(line: Plain, points: Plain) -> list[list[Any]]:
    """Return who pays whom where every member settles with the box alone."""
    box = line["box"]
    won = ((one, points[one]) for one in line["team"])
    return [[box, one, size] if size > 0 else [one, box, -size] for one, size in won if size]


def _bets_packed(
    bets: Sequence[Plain], team: Sequence[str], place: Callable[[str], int]
) -> list[Any]:
    """Return bets column by column; a column that is the same for all has its value once."""
    members = [bet["member"] for bet in bets]
    holders = [bet["holder"] for bet in bets]
    columns: list[Any] = [
        None if members == team else [place(one) for one in members],
        None if holders == members else [place(one) for one in holders],
    ]
    columns += [_column([bet[name] for bet in bets]) for name in _BET]
    closed = [bet["closed"] or {} for bet in bets]
    return columns + [_column([one.get(name) for one in closed]) for name in _CLOSING]


def _bets_unpacked(
    columns: Sequence[Any], people: Sequence[str], team: Sequence[str]
) -> list[dict[str, Any]]:
    members = team if columns[0] is None else [people[one] for one in columns[0]]
    holders = members if columns[1] is None else [people[one] for one in columns[1]]
    count = len(members)
    rest = [one if type(one) is list else [one] * count for one in columns[2:]]
    bets = []
    for member, holder, stake, value, owner, turned, kind, amount, side in zip(
        members, holders, *rest, strict=True
    ):
        closed = None if kind is None else {"kind": kind, "amount": amount, "side": side}
        bets.append(
            {
                "member": member,
                "holder": holder,
                "stake": stake,
                "value": value,
                "owner": owner,
                "turned": turned,
                "closed": closed,
            }
        )
    return bets


def _column(values: list[Any]) -> Any:
    return values[0] if values and all(one == values[0] for one in values) else values


def _after_packed(after: Plain, order: Sequence[str], place: Callable[[str], int]) -> list[Any]:
    """Return the seating after a game: who was sent down, and where it is unusual, the rest."""
    down = [place(one) for one in after["sent_down"]]
    usual = {**_AFTER, "order": order, "sent_down": after["sent_down"]}
    if after == usual:
        return down
    partner = after["partner"]
    return [
        down,
        [place(one) for one in after["order"]],
        None if partner is None else place(partner),
        after["share"],
    ]


def _after_unpacked(
    after: list[Any], people: Sequence[str], order: Sequence[str]
) -> dict[str, Any]:
    if not after or type(after[0]) is not list:
        return {**_AFTER, "order": list(order), "sent_down": [people[one] for one in after]}
    down, places, partner, share = after
    return {
        "order": [people[one] for one in places],
        "partner": None if partner is None else people[partner],
        "share": share,
        "sent_down": [people[one] for one in down],
    }
