"""Who sits at which table: draws, late arrivals, splits and merges, each with an explanation.

Source: `docs/tournament-formats.md`, "Chouettes". Players are opaque texts. The same input and seed
give the same tables, whatever the order of the entrants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from tournaments.pairing.chance import Chance
from tournaments.pairing.remarks import Remark
from tournaments.pairing.seating import Search
from tournaments.pairing.table_remarks import TablesError

Met = Mapping[frozenset[str], int]
"""How often each two players have shared a table."""

MOST: Final = 7
"""The largest table, however few boards there are."""
FEWEST: Final = 3
"""The smallest table at the start."""
WAYS: Final = ("random", "level", "standing")
"""What decides who sits together."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player to be seated.

    `level`: higher is stronger (players of equal level are mixed freely, so bands are levels too).
    `standing`: their place, 1 for the first. `sat_out`: how many rounds they have waited.
    """

    player: str
    level: int = 0
    standing: int = 0
    sat_out: int = 0


@dataclass(frozen=True, slots=True)
class TableDraw:
    """The tables by number from 1, who waits, and why."""

    tables: tuple[tuple[str, ...], ...]
    sitting_out: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()


def sizes_for(
    number: int, *, minimum: int = FEWEST, limit: int = 5, available: int | None = None
) -> tuple[int, ...]:
    """Return balanced sizes, largest first, of as few tables as the limit allows.

    Players beyond the sum sit out. If `available` limits the number of tables, they grow to `MOST`.

    >>> sizes_for(10), sizes_for(11), sizes_for(5, limit=4)
    ((5, 5), (4, 4, 3), (4,))
    """
    if number < minimum:
        return ()
    count = min(-(-number // limit), number // minimum)
    if available is not None and count > available:
        count, limit = available, MOST
    seated = min(number, count * limit)
    return tuple(seated // count + (index < seated % count) for index in range(count))


def draw_tables(
    entrants: Sequence[Seat],
    *,
    seed: str,
    round_number: int,
    sizes: Sequence[int] | None = None,
    by: str = "random",
    met: Met | None = None,
    minimum: int = FEWEST,
    limit: int = 5,
    available: int | None = None,
) -> TableDraw:
    """Draw the tables of a round; everyone sits at a table or waits.

    Of all draws that `by` allows, one with the least sum of squared repetitions is chosen: exactly
    up to twelve players, else by a search with a fixed number of steps. `sizes` is the director's
    choice; `available` the number of tables with boards.

    Raises:
        TablesError: a player is named twice, sizes or limits do not fit, or `by` is unknown.
    """
    _check(entrants, sizes, by, minimum, limit)
    chance = Chance(seed)
    remarks = [Remark(f"drawn_{by}", params={"round": round_number})]
    wanted = (
        tuple(sizes)
        if sizes is not None
        else sizes_for(len(entrants), minimum=minimum, limit=limit, available=available)
    )
    remarks += _why_sizes(len(entrants), wanted, sizes, minimum, limit, available)
    by_name = sorted(entrants, key=lambda seat: seat.player)
    order = chance.shuffled(by_name, "tables", round_number)
    waiting = len(order) - sum(wanted)
    by_waiting = sorted(order, key=lambda seat: seat.sat_out)
    out = tuple(seat.player for seat in by_waiting[:waiting])
    if out and wanted:
        remarks.append(Remark("sits_out", out))
    seated = [seat for seat in order if seat.player not in out]
    tables, why = _seated(seated, wanted, by, met or {}, chance, round_number)
    return TableDraw(tables, out, (*remarks, *why))


def _seated(
    seats: Sequence[Seat], sizes: Sequence[int], by: str, met: Met, chance: Chance, number: int
) -> tuple[tuple[tuple[str, ...], ...], list[Remark]]:
    value = {seat.player: _value(seat, by) for seat in seats}
    players = sorted(value, key=lambda player: value[player])
    search = Search(players, value, sizes, met)
    found = search.best(lambda attempt: chance.shuffled(players, "search", number, attempt))
    # Within a table the order reveals nothing about level or standing.
    tables = tuple(
        tuple(chance.shuffled(sorted(table), "order", number, index))
        for index, table in enumerate(found.tables, start=1)
    )
    remarks = met_again(tables, met)
    if remarks:
        if len(set(value.values())) > 1:
            remarks.append(Remark("repeats_kept"))
        if found.exact:
            remarks.append(Remark("repeats_least"))
        else:
            remarks.append(Remark("repeats_searched", params={"steps": found.steps}))
    return tables, remarks


def _value(seat: Seat, by: str) -> int:
    return {"random": 0, "level": -seat.level, "standing": seat.standing}[by]


def met_again(tables: Sequence[Sequence[str]], met: Met) -> list[Remark]:
    """Return a remark for every two at one table who have met before."""
    return [
        Remark("met_before", pair, {"table": number, "times": met[frozenset(pair)]})
        for number, table in enumerate(tables, start=1)
        for pair in combinations(sorted(table), 2)
        if met.get(frozenset(pair))
    ]


def met_at(tables: Iterable[Sequence[str]]) -> Counter[frozenset[str]]:
    """Count for each two players how many of these tables they shared."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(set(table), 2))


def _check(
    entrants: Sequence[Seat], sizes: Sequence[int] | None, by: str, minimum: int, limit: int
) -> None:
    _check_once([seat.player for seat in entrants])
    if by not in WAYS:
        raise TablesError("way_unknown")
    if not FEWEST <= minimum <= limit <= MOST or not all(
        FEWEST <= size <= MOST for size in sizes or ()
    ):
        raise TablesError("limits_wrong", fewest=FEWEST, most=MOST)
    if sizes is not None and sum(sizes) > len(entrants):
        raise TablesError("sizes_wrong", number=len(entrants), seats=sum(sizes))


def _check_once(players: Iterable[str]) -> None:
    seen: set[str] = set()
    for player in players:
        if player in seen:
            raise TablesError("player_twice", player=player)
        seen.add(player)


def _why_sizes(
    number: int,
    sizes: Sequence[int],
    by_hand: Sequence[int] | None,
    minimum: int,
    limit: int,
    available: int | None,
) -> list[Remark]:
    written = sizes_text(sizes)
    if by_hand is not None:
        return [Remark("sizes_by_hand", params={"sizes": written})]
    if not sizes:
        return [Remark("too_few", params={"number": number, "minimum": minimum})]
    if available is not None and len(sizes_for(number, minimum=minimum, limit=limit)) > available:
        return [Remark("boards_short", params={"tables": available, "sizes": written})]
    if len(sizes) == 1:
        return [Remark("sizes_one", params={"number": sizes[0]})]
    return [
        Remark(
            "sizes_drawn",
            params={"number": number, "tables": len(sizes), "sizes": written, "limit": limit},
        )
    ]


def sizes_text(sizes: Iterable[int]) -> str:
    return ", ".join(str(size) for size in sizes)


def place_late(
    tables: Sequence[Sequence[str]],
    newcomers: Sequence[str],
    *,
    seed: str,
    round_number: int,
    met: Met | None = None,
    minimum: int = FEWEST,
    limit: int = 5,
) -> TableDraw:
    """Seat late arrivals: smallest table first, then fewest earlier meetings, then by the seed.

    A table beyond its limit is split once it is large enough for two; until then it grows to
    `MOST`. Newcomers without any table make their own. Seated players keep their tables.

    Raises:
        TablesError: a player is named twice.
    """
    _check_once([*(player for table in tables for player in table), *newcomers])
    if not tables:
        seats = [Seat(player) for player in newcomers]
        return draw_tables(
            seats, seed=seed, round_number=round_number, met=met, minimum=minimum, limit=limit
        )
    chance = Chance(seed)
    now = [tuple(table) for table in tables]
    remarks: list[Remark] = []
    waiting: list[str] = []
    for player in chance.shuffled(sorted(newcomers), "late", round_number):
        open_tables = [index for index, table in enumerate(now) if len(table) < MOST]
        if not open_tables:
            waiting.append(player)
            continue
        index, code = _place_for(player, now, open_tables, met or {}, chance, round_number)
        now[index] = (*now[index], player)
        remarks.append(Remark(code, (player,), {"table": index + 1}))
        if len(now[index]) > limit:
            halves = split(
                now[index],
                seed=seed,
                round_number=round_number,
                met=met,
                minimum=minimum,
                limit=limit,
                number=index + 1,
            )
            now[index] = halves.tables[0]
            now += halves.tables[1:]
            remarks += halves.remarks
    if waiting:
        remarks.append(Remark("all_full", tuple(waiting)))
    return TableDraw(tuple(now), tuple(waiting), tuple(remarks))


def _place_for(
    player: str,
    tables: Sequence[Sequence[str]],
    among: Sequence[int],
    met: Met,
    chance: Chance,
    round_number: int,
) -> tuple[int, str]:
    """Return the index of the table a player joins, and the code of the reason."""
    smallest = min(len(tables[index]) for index in among)
    small = [index for index in among if len(tables[index]) == smallest]
    if len(small) == 1:
        return small[0], "late_smallest"
    known = {
        index: sum(met.get(frozenset((player, mate)), 0) ** 2 for mate in tables[index])
        for index in small
    }
    newest = [index for index in small if known[index] == min(known.values())]
    if len(newest) == 1:
        return newest[0], "late_new"
    return chance.shuffled(newest, "late", round_number, player)[0], "late_drawn"


def split(
    table: Sequence[str],
    *,
    seed: str,
    round_number: int,
    met: Met | None = None,
    minimum: int = FEWEST,
    limit: int = 5,
    number: int = 1,
) -> TableDraw:
    """Split table `number`, which is beyond its limit; one too small for two stays whole.

    Raises:
        TablesError: a player is named twice.
    """
    _check_once(table)
    if len(table) <= limit:
        remark = Remark("split_needless", params={"number": len(table)})
        return TableDraw((tuple(table),), (), (remark,))
    count = min(-(-len(table) // limit), len(table) // minimum)
    if count < 2:
        params = {"table": number, "number": len(table), "limit": limit}
        return TableDraw((tuple(table),), (), (Remark("over_limit", params=params),))
    sizes = [len(table) // count + (index < len(table) % count) for index in range(count)]
    seats = [Seat(player) for player in table]
    drawn = draw_tables(seats, seed=seed, round_number=round_number, sizes=sizes, met=met)
    remark = Remark("split", params={"table": number, "limit": limit, "sizes": sizes_text(sizes)})
    # The first remarks about its sizes would repeat what is said already.
    return TableDraw(drawn.tables, (), (remark, *drawn.remarks[2:]))


def merge(
    tables: Sequence[Sequence[str]],
    *,
    seed: str,
    round_number: int,
    met: Met | None = None,
    minimum: int = FEWEST,
    limit: int = 5,
) -> TableDraw:
    """Dissolve the tables that are below `minimum`: together they make one, or they join others.

    Without any other table their players stay together.

    Raises:
        TablesError: a player is named twice.
    """
    _check_once([player for table in tables for player in table])
    kept = [tuple(table) for table in tables if len(table) >= minimum]
    small = [tuple(table) for table in tables if 0 < len(table) < minimum]
    left = tuple(player for table in small for player in table)
    if not left:
        return TableDraw(tuple(kept))
    if len(small) > 1 and minimum <= len(left) <= limit:
        return TableDraw((*kept, left), (), (Remark("merged_together", left),))
    if not kept and len(left) < minimum:
        return TableDraw((left,), (), (Remark("merge_alone", left),))
    placed = place_late(
        kept, left, seed=seed, round_number=round_number, met=met, minimum=minimum, limit=limit
    )
    return TableDraw(placed.tables, placed.sitting_out, (Remark("merged", left), *placed.remarks))
