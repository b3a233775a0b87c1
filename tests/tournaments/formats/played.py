"""Games and tables for the tests of formats: what is not said does not matter there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tournaments.formats import (
    AnyChouetteFormat,
    Finish,
    Parameters,
    PlayedGame,
    Standings,
    TableResult,
)
from tournaments.formats.situation import RoundKnown, Situation
from tournaments.pairing.tables import Seat, TableDraw


@dataclass(frozen=True, slots=True)
class Drawn(Situation):
    """A situation in which a test says the seed of the next draw itself."""

    drawn_by: str = ""

    def seed_of(self, number: int, attempt: int) -> str:
        return self.drawn_by


def now(
    params: Parameters, results: Sequence[TableResult] = (), *, rounds: int = 0, **known: Any
) -> Drawn:
    """What a format knows of tables, after so many rounds that are out."""
    before = tuple(RoundKnown(number) for number in range(1, rounds + 1))
    return Drawn(params, (), before, tables=tuple(results), **known)


def draw_of(
    form: AnyChouetteFormat,
    entrants: Sequence[Seat],
    results: Sequence[TableResult],
    params: Parameters,
    *,
    seed: str,
    round_number: int,
    event_seed: str | None = None,
    **known: Any,
) -> TableDraw | None:
    """The tables of a round; its seed is the event's, too, if that has no other."""
    known |= {"seats": tuple(entrants), "seed": seed if event_seed is None else event_seed}
    before = now(params, results, rounds=round_number - 1, drawn_by=seed, **known)
    return form.draw(before, 1).tables


def places_of(
    form: AnyChouetteFormat, results: Sequence[TableResult], params: Parameters
) -> Standings:
    return form.places(now(params, results))


def finish_of(
    form: AnyChouetteFormat, results: Sequence[TableResult], params: Parameters, seed: str = ""
) -> Finish:
    return form.finish(now(params, results, seed=seed))


def balances_of(
    form: AnyChouetteFormat,
    results: Sequence[TableResult],
    params: Parameters,
    **known: Any,
) -> dict[str, int]:
    return form.balances(now(params, results, **known))


def seats(names: str | Sequence[str]) -> list[Seat]:
    return [Seat(name) for name in names]


def game(
    order: str,
    points: Mapping[str, int],
    number: int = 1,
    paid: Mapping[str, int] | None = None,
    cube: int = 1,
) -> PlayedGame:
    """A game of whole points; the box (first of the order) settles with each of the others."""
    return PlayedGame(
        number,
        order[0],
        order[1],
        tuple(order),
        transfers_of(order[0], points),
        {player: 100 * amount for player, amount in points.items()},
        cube,
        paid=None if paid is None else transfers_of(order[0], paid),
    )


def transfers_of(box: str, points: Mapping[str, int]) -> tuple[tuple[str, str, int], ...]:
    return transfers_between(box, {player: 100 * amount for player, amount in points.items()})


def transfers_between(box: str, got: Mapping[str, int]) -> tuple[tuple[str, str, int], ...]:
    return tuple(
        (box, player, amount) if amount > 0 else (player, box, -amount)
        for player, amount in got.items()
        if player != box and amount
    )


def won(box: str, others: Mapping[str, int], number: int = 1) -> PlayedGame:
    """A game by what each of the team got (minus: paid); the captain comes first."""
    points = {box: -sum(others.values()), **others}
    return game("".join(points), points, number)


def table(
    games: Sequence[PlayedGame] = (),
    players: str = "",
    round_number: int = 1,
    number: int = 1,
    is_over: bool = True,
) -> TableResult:
    named = players or "".join(dict.fromkeys("".join("".join(one.order) for one in games)))
    return TableResult(round_number, number, tuple(named), tuple(games), is_over)


def point_race(points: Mapping[str, int], round_number: int = 1, number: int = 1) -> TableResult:
    """A finished table of one game with these points."""
    order = "".join(points)
    return table([game(order, points)], order, round_number, number)


@st.composite
def banked_games(draw: st.DrawFn) -> tuple[dict[str, int], PlayedGame]:
    """Balances in hundredths and a game with any transfers among those who play."""
    order = tuple("ABCDEFG"[: draw(st.integers(2, 7))])
    balance = {player: draw(st.integers(1, 2000)) for player in order}
    pairs = [(a, b) for a in order for b in order if a != b]
    if draw(st.booleans()):
        pairs = [pair for pair in pairs if order[0] in pair]
    transfers = tuple(
        (payer, receiver, draw(st.integers(1, 3000)))
        for payer, receiver in draw(st.lists(st.sampled_from(pairs), max_size=8))
    )
    points = dict.fromkeys(order, 0)
    for payer, receiver, amount in transfers:
        points[payer] -= amount
        points[receiver] += amount
    return balance, PlayedGame(1, order[0], order[1], order, transfers, points)


@st.composite
def partnered_games(draw: st.DrawFn) -> tuple[dict[str, int], PlayedGame]:
    """Balances in hundredths and a game of box X, whose result partner P shares."""
    team = "CDEFG"[: draw(st.integers(1, 5))]
    balance = {player: draw(st.integers(1, 2000)) for player in ("X", "P", *team)}
    got = {player: draw(st.integers(-1500, 1500)) for player in team}
    net = -sum(got.values())
    share = int(net * draw(st.integers(0, 100)) / 100)
    points = {"X": net - share, "P": share, **got}
    transfers = transfers_between("X", {**got, "P": share})
    order = ("X", "P", *team)
    return balance, PlayedGame(1, "X", team[0], order, transfers, points, partner="P")
