"""The bank format of the Florida chouette challenge: sessions with rising cubes until few are left.

Source: `docs/tournament-formats.md`, "Chouettes": 50 points each, random tables every session of 40
to 75 minutes, starting cube 1 to 64 by session, out at 0, entering again through session 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from games.rules.coded import gettext_noop
from tournaments.formats.banks import Book, book_of, coverers, pay_from_bank
from tournaments.formats.base import Draw
from tournaments.formats.chouette import ChouetteFormat
from tournaments.formats.parameters import ParameterField, Parameters
from tournaments.formats.played import (
    POINT,
    Eligibility,
    Figure,
    Finish,
    Payment,
    Place,
    PlayedGame,
    Standings,
    TableResult,
    met_in,
)
from tournaments.formats.situation import Situation
from tournaments.formats.stages import running
from tournaments.pairing.remarks import Remark
from tournaments.pairing.tables import FEWEST, draw_tables


@dataclass(frozen=True, slots=True)
class BankParameters(Parameters):
    """`bank` in points, `clock` in minutes; `cubes` has one starting cube for each session."""

    bank: int = 50
    clock: int = 60
    cubes: tuple[int, ...] = (1, 2, 4, 8, 16, 32, 64)
    re_entry_through: int = 4
    table_limit: int = 5

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "bank",
            "number",
            gettext_noop("Bank"),
            gettext_noop("Everyone begins with so many points; players with none left are out."),
            least=1,
            most=10_000,
        ),
        ParameterField(
            "clock",
            "number",
            gettext_noop("Minutes of a session"),
            gettext_noop("40 to 75 are usual; new tables are drawn for every session."),
            least=10,
            most=240,
        ),
        ParameterField(
            "cubes",
            "cubes",
            gettext_noop("Starting cubes"),
            gettext_noop("One for each session; the event ends after the last."),
            least=1,
            most=1024,
        ),
        ParameterField(
            "re_entry_through",
            "number",
            gettext_noop("Entering again through session"),
            gettext_noop("Players who are out may buy a new bank up to this session; 0 for never."),
            least=0,
            most=32,
        ),
        ParameterField(
            "table_limit",
            "number",
            gettext_noop("Players at a table"),
            gettext_noop("No more than so many sit at one table."),
            least=5,
            most=7,
        ),
    )

    def cube(self, round_number: int) -> int:
        """Return the starting cube of a session."""
        return self.cubes[min(max(1, round_number), len(self.cubes)) - 1]


class Bank(ChouetteFormat[BankParameters]):
    """Florida's format."""

    code = "bank"
    title = gettext_noop("Bank")
    name_for_programs = gettext_noop("Bank (Florida)")
    help = gettext_noop("Everyone has a bank; the starting cube doubles each session; out at 0.")
    parameters = BankParameters
    has_bank = True
    has_reentries = True
    splits_tables = True

    def draw(self, now: Situation, attempt: int) -> Draw:
        """Return random tables of the players with a positive balance; newcomers have a full
        bank.
        """
        params, number, able = now.params, now.next_round, self.drawn_from(now)
        alive = [seat for seat in now.seats if seat.player in able]
        too_few = len(alive) < FEWEST and number > params.re_entry_through
        if number > len(params.cubes) or too_few:
            return Draw()
        drawn = draw_tables(
            alive,
            seed=now.seed_of(number, attempt),
            round_number=number,
            met=met_in(now.tables),
            limit=params.table_limit,
            available=now.boards,
        )
        return Draw(tables=drawn)

    def drawn_from(self, now: Situation) -> tuple[str, ...]:
        """Return those who have something left; newcomers have a full bank."""
        balance, full = self.balances(now), now.params.bank * POINT
        return tuple(player for player in now.sitters if balance.get(player, full) > 0)

    def rules(
        self,
        params: BankParameters,
        round_number: int,
        table: TableResult,
        *,
        minutes: int = 0,
    ) -> dict[str, str]:
        """Return the starting cube of the session; the cube has no limit except the bank."""
        return {"starting_cube": str(params.cube(round_number)), "cube_limit": "none"}

    def start_balance(self, params: BankParameters) -> int | None:
        return params.bank * POINT

    def balances(self, now: Situation) -> dict[str, int]:
        """Return the banks, which carry over from session to session."""
        return _book(now).balance

    def pay(self, balance: Mapping[str, int], game: PlayedGame, params: BankParameters) -> Payment:
        """Limit a game's payments to the banks.

        Raises:
            FormatError: a player has no balance, or a negative one.
        """
        return pay_from_bank(balance, game)

    def eligible(
        self,
        params: BankParameters,
        balance: Mapping[str, int],
        table: TableResult,
        *,
        minutes: int = 0,
    ) -> Eligibility:
        """Return who can cover the starting cube against everyone."""
        return coverers(balance, table.players, params.cube(table.round))

    def re_entry_refused(self, now: Situation, player: str) -> Remark | None:
        """Return why a player may not buy a new bank, which is for the next session, or None."""
        last: int = now.params.re_entry_through
        if self.balances(now).get(player, 1) > 0:
            return Remark("not_out", (player,))
        if now.released + 1 > last:
            return Remark("re_entry_late", (player,), {"round": last})
        return None

    def minutes(self, params: BankParameters, round_number: int) -> int | None:
        """Return the length of a session."""
        return params.clock

    def is_table_over(
        self, params: BankParameters, table: TableResult, *, minutes: int = 0
    ) -> bool:
        """Return whether the session's clock has run out; the game in progress still counts."""
        return table.is_over or minutes >= params.clock

    def places(self, now: Situation) -> Standings:
        """Return places by bank; among players who are out, later elimination ranks higher."""
        return Standings("bank", lines_by_bank(_book(now)))

    def finish(self, now: Situation) -> Finish:
        """Return the richest after the last session, or once too few for a table are left."""
        params, last = now.params, max((one.round for one in now.tables), default=0)
        latest = [one for one in now.tables if one.round == last]
        unfinished = running(latest, lambda table: table.is_over)
        if not latest or unfinished:
            return Finish(is_over=False, remarks=unfinished)
        book = _book(now)
        alive = book.alive()
        few = Remark("few_left", alive, {"number": len(alive), "minimum": FEWEST})
        if last < len(params.cubes) and len(alive) >= FEWEST:
            return Finish(is_over=False, stage="round", qualified=alive)
        if last < min(len(params.cubes), params.re_entry_through):
            # A player may still buy a new bank.
            return Finish(is_over=False, stage="round", qualified=alive, remarks=(few,))
        over = Remark("rounds_over", params={"number": last})
        remark = over if last >= len(params.cubes) else few
        lines = lines_by_bank(book)
        winners = tuple(line.player for line in lines if line.place == 1)
        return Finish(is_over=True, winners=winners, remarks=(remark,))


def _book(now: Situation) -> Book:
    return book_of(now.tables, now.params.bank * POINT, now.bought)


def lines_by_bank(book: Book) -> tuple[Place, ...]:
    """Return places by bank; equals share one."""
    ordered = sorted(book.balance, key=lambda player: (*(-n for n in book.rank(player)), player))
    ranks = [book.rank(player) for player in ordered]
    return tuple(
        Place(
            player,
            ranks.index(book.rank(player)) + 1,
            (
                Figure("chips", book.balance[player]),
                Figure("entries", book.entries[player], "count"),
            ),
        )
        for player in ordered
    )


FORMAT = Bank()
