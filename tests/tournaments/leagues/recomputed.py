"""A league's season worked out anew from its export alone, by code that shares nothing with it.

The export is the JSON of the season's event, with the league's rules. What the program says of
points, order and moves is held against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

Json = Mapping[str, Any]


def meetings(division: Json) -> list[tuple[int, int, Json]]:
    """The released matches of two, by their numbers."""
    return _met(division, is_deciding=False)


def _met(division: Json, *, is_deciding: bool) -> list[tuple[int, int, Json]]:
    found = []
    for played in division["rounds"]:
        for match in played["matches"] if (played["bracket"] == "playoff") == is_deciding else ():
            two = match["sides"]
            if two[0] is not None and two[1] is not None:
                found.append((two[0]["number"], two[1]["number"], match))
    return found


def decided(division: Json, level: Sequence[int]) -> list[list[int]]:
    """Those who are level, split by the play-offs among them: won minus lost, then anew. Who has
    withdrawn before they played one is left out, and stands behind.
    """
    left = {one["number"] for one in division["entries"] if one["state"] == "withdrawn"}
    balance: dict[int, int] = {}
    for one, other, match in _met(division, is_deciding=True):
        if match["state"] == "settled" and match["winner"] is not None and {one, other} <= {*level}:
            balance[one] = balance.get(one, 0) + (1 if match["winner"] == 0 else -1)
            balance[other] = balance.get(other, 0) + (1 if match["winner"] == 1 else -1)
    parts = {of: [one for one in level if balance.get(one) == of] for of in balance.values()}
    behind = [one for one in level if one not in balance]
    if not balance or not {*behind} <= left or (len(parts) == 1 and not behind):
        return [list(level)]
    ahead = [part for of in sorted(parts, reverse=True) for part in decided(division, parts[of])]
    return [*ahead, *([behind] if behind else [])]


def gone(division: Json, twice: bool) -> set[int]:
    """Who has withdrawn with fewer than half of their matches played: those do not count. What
    others have taken over is theirs no more, and they owe nothing to who came later.
    """
    numbers = [one["number"] for one in division["entries"]]
    usual = (len(numbers) - 1) * (2 if twice else 1)
    owed = Counter(number for one, other, _match in meetings(division) for number in (one, other))
    found = set()
    for entry in division["entries"]:
        played = sum(
            entry["number"] in (one, other)
            and match["state"] == "settled"
            and match["outcome"] == "played"
            for one, other, match in meetings(division)
        )
        if entry["state"] == "withdrawn" and 2 * played < owed.get(entry["number"], usual):
            found.add(entry["number"])
    return found


def points(
    division: Json, *, win: int = 3, loss: int = 1, twice: bool = False
) -> dict[int, Fraction]:
    """Everybody's points: for wins, for losses at the board, none for a walkover that one lost."""
    out = gone(division, twice)
    total = {one["number"]: Fraction(0) for one in division["entries"]}
    for one, other, match in meetings(division):
        if match["state"] != "settled" or {one, other} & out:
            continue
        if match["outcome"] == "unfinished":
            total[one] += Fraction(win + loss, 2)
            total[other] += Fraction(win + loss, 2)
            continue
        if match["winner"] is None:
            continue  # nobody came
        winner, loser = (one, other) if match["winner"] == 0 else (other, one)
        total[winner] += win
        total[loser] += loss if match["outcome"] == "played" else 0
    return total


def wins(division: Json, twice: bool = False) -> dict[int, int]:
    out = gone(division, twice)
    total = {one["number"]: 0 for one in division["entries"]}
    for one, other, match in meetings(division):
        if match["state"] == "settled" and match["winner"] is not None and not {one, other} & out:
            total[(one, other)[match["winner"]]] += 1
    return total


def scores(division: Json, twice: bool = False) -> dict[int, Fraction]:
    """Everybody's wins as a rule by wins counts them: byes are wins, halves are halves."""
    out, won = gone(division, twice), wins(division, twice)
    total = {number: Fraction(count) for number, count in won.items()}
    for one, other, match in meetings(division):
        if match["state"] == "settled" and match["outcome"] == "unfinished":
            for number in () if {one, other} & out else (one, other):
                total[number] += Fraction(1, 2)
    for played in division["rounds"]:
        for match in played["matches"]:
            if match["outcome"] == "bye":
                [number] = [side["number"] for side in match["sides"] if side is not None]
                total[number] += 1
    return total


def problems_of_table(division: Json, *, twice: bool = False) -> list[str]:
    """What the exported table says otherwise: points, and the order by points and wins."""
    [table] = division["standings"]["tables"]
    mine, won = points(division, twice=twice), wins(division, twice)
    found = []
    before: tuple[Fraction, int] | None = None
    for line in table["lines"]:
        number = line["number"]
        values = {one["name"]: one["value"] for one in line["tie_breaks"]}
        said = values["league_points"]
        if said != mine[number]:
            found.append(f"{division['name']}: {number} has {mine[number]}, the table says {said}")
        rank = (mine[number], won[number])
        if before is not None and rank > before:
            found.append(f"{division['name']}: {number} stands too low")
        before = rank
    if len(table["lines"]) != len(division["entries"]):
        found.append(f"{division['name']}: not everybody stands in the table")
    return found


def ladder(division: Json) -> list[int]:
    """The numbers of a ladder from the top: by entry at first, then who wins has the higher place.

    Who has withdrawn stands behind all others.
    """
    order = sorted(one["number"] for one in division["entries"])
    for played in sorted(division["rounds"], key=lambda one: int(one["number"])):
        for match in played["matches"]:
            if match["state"] != "settled" or match["winner"] is None or None in match["sides"]:
                continue
            two = [side["number"] for side in match["sides"]]
            winner, loser = two[match["winner"]], two[1 - match["winner"]]
            at, above = order.index(winner), order.index(loser)
            if at > above:
                order[at], order[above] = loser, winner
    out = {one["number"] for one in division["entries"] if one["state"] == "withdrawn"}
    return [one for one in order if one not in out] + [one for one in order if one in out]


def problems_of_ladder(division: Json) -> list[str]:
    """What the exported list of a ladder says otherwise."""
    [table] = division["standings"]["tables"]
    said = [line["number"] for line in table["lines"]]
    mine = ladder(division)
    return [] if said == mine else [f"the ladder is {mine}, the table says {said}"]


def problems_of_moves(
    moves: Sequence[Json],
    following: Sequence[Sequence[str]],
    sizes: Mapping[int, int],
    *,
    least: int,
    most: int,
    up: int = 1,
    down: int = 1,
) -> list[str]:
    """What the moves between two seasons do that the rules do not: `following` has the players."""
    found = []
    everybody = [key for group in following for key in group]
    if len(everybody) != len(set(everybody)):
        found.append("somebody plays in two divisions")
    staying = {one["key"] for one in moves if one["to"] is not None}
    if staying - set(everybody):  # who came late to the next season is there besides
        found.append("not everybody who plays on has a division")
    for number, group in enumerate(following, 1):
        if not least <= len(group) <= most:
            found.append(f"division {number} has {len(group)}")
    # Nobody falls out of a division that the one below has joined.
    joined = [one["was"] for one in moves if one["reason"] == "joined"]
    lowest = min([max(sizes), *(number - 1 for number in joined)])
    for number in sizes:
        able = [
            one["key"]
            for one in sorted(moves, key=lambda one: one["place"] or 0)
            if one["was"] == number and one["reason"] != "withdrawn"
        ]
        rose = _keys(moves, number, ("up", "up_instead"))
        if number > 1 and rose != set(able[:up]):
            found.append(f"division {number}: the first {up} do not go up")
        lost = sizes[number] - len(able)
        fell, due = _keys(moves, number, ("down",)), max(0, down - lost)
        if number < lowest and fell != set(able[len(able) - due :]):
            found.append(f"division {number}: the last {due} do not go down")
    return found


def _keys(moves: Iterable[Json], was: int, reasons: Sequence[str]) -> set[str]:
    return {one["key"] for one in moves if one["was"] == was and one["reason"] in reasons}
