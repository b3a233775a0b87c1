"""Events that end in a final: the first of each table go on until one table is left."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.formats.base import Draw
from tournaments.formats.played import Figure, Finish, Place, TableResult, met_in
from tournaments.formats.situation import Situation
from tournaments.pairing.chance import Chance
from tournaments.pairing.remarks import Remark
from tournaments.pairing.tables import FEWEST, draw_tables

Rank = tuple[int, ...]
"""What ranks players at a table: higher is better."""
Ranks = Callable[[TableResult], Mapping[str, Rank]]


@dataclass(frozen=True, slots=True)
class Stage:
    """Who goes on from the last round played, and why."""

    round: int
    tables: tuple[TableResult, ...]
    qualified: tuple[str, ...]
    remarks: tuple[Remark, ...] = ()

    @property
    def was_final(self) -> bool:
        return len(self.tables) == 1


def last_round(results: Sequence[TableResult]) -> tuple[TableResult, ...]:
    last = max((result.round for result in results), default=0)
    tables = [result for result in results if result.round == last]
    return tuple(sorted(tables, key=lambda result: result.table))


def players_by_table(results: Sequence[TableResult]) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return the players that count for each table (round, number): in a round, only at their last
    one.
    """
    at: dict[tuple[int, str], tuple[int, int]] = {}
    for has_left in (True, False):
        for result in sorted(results, key=lambda result: (result.round, result.table)):
            for player in result.players:
                if (player in result.left) is has_left:
                    at[result.round, player] = (result.round, result.table)
    return {
        (result.round, result.table): tuple(
            player
            for player in result.players
            if at[result.round, player] == (result.round, result.table)
        )
        for result in results
    }


def stage_of(
    results: Sequence[TableResult],
    ranks: Ranks,
    *,
    per_table: int,
    seed: str,
    present: Container[str] | None = None,
    with_chips: bool = False,
) -> Stage:
    """Return who goes on: the first `per_table` of each table of the last round.

    Too few are filled up with the best of the others: by place at their tables, then by rank. Ties
    are broken by the seed. Players not `present` are skipped, and so are tables that everybody left
    and, `with_chips`, tables whose chips all moved elsewhere.
    """
    counted = players_by_table(results)
    tables = tuple(
        result
        for result in last_round(results)
        if any(
            not with_chips or ranks(result)[player][0] > 0
            for player in counted[result.round, result.table]
        )
    )
    if not tables:
        return Stage(0, (), ())
    number = tables[0].round
    chance = Chance(seed)
    if len(tables) == 1:
        return _final(tables[0], ranks(tables[0]))
    firsts: list[str] = []
    others: list[tuple[int, Rank, str]] = []
    tied: list[str] = []
    # Everyone gets their own lot, so that a withdrawal does not change the order of the others.
    for table in tables:
        ranked = ranks(table)
        lots = {player: chance.number("stage", number, player) for player in table.players}
        staying = [
            player
            for player in counted[number, table.table]
            if present is None or player in present
        ]
        order = sorted(staying, key=lambda player: (ranked[player], lots[player]), reverse=True)
        tied += _tied(order, ranked, per_table)
        firsts += order[:per_table]
        others += [
            (place, tuple(-value for value in (*ranked[player], lots[player])), player)
            for place, player in enumerate(order[per_table:], start=per_table)
        ]
    missing = max(0, FEWEST - len(firsts))
    fill = [player for _, _, player in sorted(others)[:missing]]
    remarks = [Remark("goes_on", tuple(firsts))]
    if tied:
        remarks.append(Remark("tied_drawn", tuple(tied)))
    if fill:
        remarks.append(Remark("filled_up", tuple(fill)))
    return Stage(number, tables, (*firsts, *fill), tuple(remarks))


def _final(table: TableResult, ranked: Mapping[str, Rank]) -> Stage:
    best = max(ranked.values(), default=())
    winners = tuple(player for player in table.players if ranked[player] == best)
    return Stage(table.round, (table,), winners, (Remark("final_over"),))


def _tied(order: Sequence[str], ranked: Mapping[str, Rank], cut: int) -> list[str]:
    """Return those tied with the last who goes on, if one of them stays behind."""
    if cut >= len(order) or ranked[order[cut - 1]] != ranked[order[cut]]:
        return []
    return [player for player in order if ranked[player] == ranked[order[cut]]]


def stage_name(tables: int) -> str:
    """Return the name of a round with this many tables: `final`, `semi_final` or `round`.

    The semi-final is the round whose winners make one table.
    """
    if tables == 1:
        return "final"
    return "semi_final" if tables <= 4 else "round"


def running(
    tables: Sequence[TableResult], is_over: Callable[[TableResult], bool]
) -> tuple[Remark, ...]:
    """Return a remark about the tables of a round that are still playing."""
    playing = tuple(player for table in tables if not is_over(table) for player in table.players)
    if not playing:
        return ()
    return (Remark("round_running", playing, {"round": tables[0].round}),)


def finish_of(
    stage: Stage,
    next_tables: int,
    unfinished: tuple[Remark, ...],
    prizes: Mapping[str, int],
) -> Finish:
    """Return what follows from a stage; nothing before its round is finished."""
    if not stage.tables or unfinished:
        return Finish(is_over=False, remarks=unfinished)
    if stage.was_final:
        return Finish(is_over=True, winners=stage.qualified, prizes=prizes, remarks=stage.remarks)
    return Finish(
        is_over=False,
        stage=stage_name(next_tables),
        qualified=stage.qualified,
        remarks=stage.remarks,
    )


def draw_stage(
    now: Situation,
    attempt: int,
    ranks: Ranks,
    limits: Callable[[int], tuple[int, int]],
    *,
    per_table: int,
    with_chips: bool = False,
    boards: int | None = None,
) -> Draw:
    """Return random tables of a stage: of all who are there first, then of those who go on; none
    after the final.

    `limits` gives the smallest and largest table for a number of players; for `with_chips` see
    `stage_of`.
    """
    number, seats = now.next_round, list(now.seats)
    why: tuple[Remark, ...] = ()
    if number > 1:
        stage = _stage_before(now, ranks, per_table=per_table, with_chips=with_chips)
        if stage.was_final or not stage.tables:
            return Draw()
        seats = [seat for seat in now.seats if seat.player in stage.qualified]
        why = stage.remarks
    minimum, limit = limits(len(seats))
    drawn = draw_tables(
        seats,
        seed=now.seed_of(number, attempt),
        round_number=number,
        met=met_in(now.tables),
        minimum=minimum,
        limit=limit,
        available=boards,
    )
    return Draw(tables=replace(drawn, remarks=(*why, *drawn.remarks)))


def stage_players(
    now: Situation, ranks: Ranks, *, per_table: int, with_chips: bool = False
) -> tuple[str, ...]:
    """Return whom `draw_stage` draws: all in the first round, then who goes on."""
    if now.next_round == 1:
        return now.sitters
    stage = _stage_before(now, ranks, per_table=per_table, with_chips=with_chips)
    return tuple(player for player in now.sitters if player in stage.qualified)


def _stage_before(now: Situation, ranks: Ranks, *, per_table: int, with_chips: bool) -> Stage:
    """Return the stage before the next round; of equals the event's seed says who goes on."""
    return stage_of(
        [result for result in now.tables if result.round < now.next_round],
        ranks,
        per_table=per_table,
        seed=now.seed,
        present=set(now.sitters),
        with_chips=with_chips,
    )


def lines_of(
    results: Sequence[TableResult],
    ranks: Ranks,
    figures: Callable[[TableResult, str], tuple[Figure, ...]],
    *,
    compares: bool,
) -> tuple[Place, ...]:
    """Return places of the whole event: by round reached, then by place at the table.

    Players equal in both share a place, unless their tables compare: then their rank at the table
    decides.
    """
    counted = players_by_table(results)
    last: dict[str, TableResult] = {}
    for result in sorted(results, key=lambda result: result.round):
        last.update(dict.fromkeys(counted[result.round, result.table], result))
    ranked = {(table.round, table.table): ranks(table) for table in results}
    keyed = []
    for player, table in last.items():
        key = (table.round, table.table)
        own = ranked[key][player]
        # Players who moved on to another table rank ahead here, too.
        place = 1 + sum(other > own for other in ranked[key].values())
        rank = tuple(-value for value in own) if compares else ()
        keyed.append(((-table.round, place, *rank), player, table, place))
    keyed.sort(key=lambda one: (one[0], one[1]))
    lines: list[Place] = []
    for _, group in groupby(keyed, key=lambda one: one[0]):
        shared = len(lines) + 1
        for _, player, table, place in group:
            said = (
                Figure("round", table.round, "count"),
                Figure("table_place", place, "count"),
                *figures(table, player),
            )
            lines.append(Place(player, shared, said, table.table))
    return tuple(lines)


def prizes_of(lines: Sequence[Place], split: Sequence[int]) -> dict[str, int]:
    """Return everyone's prize, in hundredths of a percent of the pot.

    Players who share a place share the prizes of the places; an indivisible remainder stays in the
    pot.
    """
    prizes: dict[str, int] = {}
    for place, group in groupby(lines, key=lambda line: line.place):
        sharing = [line.player for line in group]
        pot = sum(split[place - 1 : place - 1 + len(sharing)])
        if pot:
            prizes |= dict.fromkeys(sharing, 100 * pot // len(sharing))
    return prizes
