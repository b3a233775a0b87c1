"""Banks: what a game really pays when a player is all-in, and the balances of a table or event.

Source: `docs/tournament-formats.md`, "Chouettes": out at 0; an all-in player cannot win more than
is at risk; a box that cannot pay everybody pays the captain first and then in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.errors import FormatError
from tournaments.formats.played import (
    POINT,
    Eligibility,
    Payment,
    PlayedGame,
    TableResult,
    Transfer,
    checked_transfers,
)
from tournaments.pairing.remarks import Remark


def pay_from_bank(balance: Mapping[str, int], game: PlayedGame) -> Payment:
    """Pay a game's transfers as far as the balances allow, in hundredths.

    Nobody loses more than they have, and nobody wins more than they had when the game began: that
    is what was at risk. The box receives before it pays, and pays the captain first and then by
    order; points received in the same game can be used to pay. A partner gets their part of what
    the box really won or lost, and of a loss also what the box alone could not pay.

    Raises:
        FormatError: a player has no balance or a negative one, or a transfer is invalid.
    """
    due = _in_order(game)
    for player in dict.fromkeys(one for by, to, _ in due for one in (by, to)):
        if player not in balance:
            raise FormatError("balance_missing", player=player)
        if balance[player] < 0:
            raise FormatError("balance_negative", player=player)
    cash = dict(balance)
    # Without a partner this share is zero, as nobody pays themselves.
    partner = game.partner or game.box
    shares = {(game.box, partner), (partner, game.box)}
    share = sum(amount for by, to, amount in due if (by, to) == (partner, game.box))
    helping = min(share, cash[partner]) if share else 0
    others = [transfer for transfer in due if transfer[:2] not in shares]
    if helping:
        cash[partner] -= helping
        cash[game.box] += helping
    paid = _settled(others, cash, dict(balance))
    if game.partner is not None and game.box in cash:
        won = cash[game.box] - helping - balance[game.box]
        part = _part_of_partner(game, due, won, helping, cash[game.box])
        cash[partner] += helping + part
        cash[game.box] -= helping + part
        if part:
            paid[(game.box, partner) if part > 0 else (partner, game.box)] = abs(part)
    return _payment(balance, due, paid, cash, shares)


def _settled(
    due: Sequence[Transfer], cash: dict[str, int], winnable: dict[str, int]
) -> Counter[tuple[str, str]]:
    """Pay in this order as long as anything can be paid; reduces `cash` and `winnable`."""
    paid: Counter[tuple[str, str]] = Counter()
    moved = True
    while moved:
        # A player who could not pay may be able to after being paid.
        moved = False
        for payer, receiver, amount in due:
            part = min(amount - paid[payer, receiver], cash[payer], winnable[receiver])
            if part:
                cash[payer] -= part
                cash[receiver] += part
                winnable[receiver] -= part
                paid[payer, receiver] += part
                moved = True
    return paid


def _part_of_partner(
    game: PlayedGame, due: Sequence[Transfer], won: int, helping: int, cash: int
) -> int:
    """Return a partner's real part of `won` (negative: of a loss), in hundredths.

    It is in proportion to what was due; an indivisible remainder goes to the box. `helping` is the
    most the partner can bear of a loss, and the box has `cash` left for it.
    """
    promised = net = 0
    for payer, receiver, amount in due:
        if game.box not in (payer, receiver):
            continue
        signed = amount if receiver == game.box else -amount
        if game.partner in (payer, receiver):
            promised -= signed
        else:
            net += signed
    if promised * net <= 0:
        return 0
    part = abs(promised) * max(0, won if net > 0 else -won) // abs(net)
    if net > 0:
        return min(part, promised, cash)
    return -min(helping, max(part, helping - cash))


def _in_order(game: PlayedGame) -> list[Transfer]:
    """Return transfers among the team first, then to the box, then from the box; each by order.

    Two transfers between the same players are merged.
    """
    rank = {player: index for index, player in enumerate(dict.fromkeys(game.order))}
    together: Counter[tuple[str, str]] = Counter()
    for payer, receiver, amount in checked_transfers(game):
        together[payer, receiver] += amount
    last = len(rank)

    def place(pair: tuple[str, str]) -> tuple[int, int, int]:
        payer, receiver = pair
        stage = 2 if payer == game.box else 1 if receiver == game.box else 0
        captain_first = -1 if game.captain in pair else 0
        other = receiver if payer == game.box else payer
        return stage, captain_first, rank.get(other, last)

    return [(*pair, together[pair]) for pair in sorted(together, key=place)]


def _payment(
    balance: Mapping[str, int],
    due: Sequence[Transfer],
    paid: Mapping[tuple[str, str], int],
    cash: Mapping[str, int],
    shares: Container[tuple[str, str]],
) -> Payment:
    really = tuple((by, to, paid[by, to]) for by, to, _ in due if paid[by, to])
    unpaid = tuple(
        (by, to, amount - paid[by, to]) for by, to, amount in due if amount > paid[by, to]
    )
    short = tuple(dict.fromkeys(by for by, _, _ in unpaid if cash[by] == 0))
    capped = [to for by, to, _ in unpaid if by not in short and (by, to) not in shares]
    all_in = tuple(dict.fromkeys([*short, *capped]))
    out = tuple(player for player in cash if cash[player] == 0 and balance[player] > 0)
    remarks = []
    if all_in:
        remarks.append(Remark("all_in", all_in))
    if short:
        remarks.append(Remark("paid_in_order", short))
    if out:
        remarks.append(Remark("out", out))
    return Payment(really, unpaid, cash, all_in, out, tuple(remarks))


@dataclass(slots=True)
class Book:
    """The banks after some games.

    `entries`: how often each player bought in. `outs`: when each was last left with nothing (round,
    game and balance before it). `eliminations`: how often each was eliminated.
    """

    start: int
    balance: dict[str, int] = field(default_factory=dict)
    entries: Counter[str] = field(default_factory=Counter)
    outs: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    eliminations: int = 0

    def enter(self, player: str) -> None:
        """Let a player buy in, for the first time or again."""
        self.balance[player] = self.balance.get(player, 0) + self.start
        self.entries[player] += 1
        self.outs.pop(player, None)

    def add(self, game: PlayedGame, round_number: int = 1) -> None:
        """Record a game and its payments; a player who sits down with nothing has bought in
        again.
        """
        for player in game.order:
            if not self.balance.get(player, 0):
                self.enter(player)
        before = dict(self.balance)
        for payer, receiver, amount in game.really_paid:
            self.balance[payer] = self.balance.get(payer, 0) - amount
            self.balance[receiver] = self.balance.get(receiver, 0) + amount
        for player in game.order:
            if self.balance[player] <= 0:
                self.outs[player] = (round_number, game.number, before[player])
                self.eliminations += 1

    def rank(self, player: str) -> tuple[int, ...]:
        """Return what ranks two players: the bank, else the later elimination, and the larger
        balance before it.
        """
        return self.balance.get(player, 0), *self.outs.get(player, (0, 0, 0))

    def alive(self) -> tuple[str, ...]:
        """Return the players with a positive balance."""
        return tuple(player for player, amount in self.balance.items() if amount > 0)


def book_of(
    results: Iterable[TableResult], start: int, entries: Mapping[str, int] | None = None
) -> Book:
    """Return the banks after these results, each player starting with `start` hundredths.

    `entries` adds players who have bought in, for the first time or again, and not played since.
    """
    book = Book(start)
    in_order = sorted(results, key=lambda result: (result.round, result.table))
    for result in in_order:
        for player in result.players:
            if player not in book.balance:
                book.enter(player)
        for game in result.games:
            book.add(game, result.round)
    for player, wanted in (entries or {}).items():
        while book.entries[player] < wanted:
            book.enter(player)
    return book


def coverers(balance: Mapping[str, int], players: Sequence[str], starting_cube: int) -> Eligibility:
    """Return who can cover the starting cube against every opponent: only they are box or captain.

    If fewer than two can, the two richest may, as otherwise nobody could go on.
    """
    playing = [player for player in players if balance.get(player, 0) > 0]
    needed = starting_cube * POINT * max(0, len(playing) - 1)
    able = tuple(player for player in playing if balance[player] >= needed)
    remarks = []
    if len(able) < 2 <= len(playing):
        richest = sorted(playing, key=lambda player: -balance[player])[:2]
        able = tuple(player for player in playing if player in richest)
        remarks.append(Remark("nobody_covers", able))
    elif len(able) < len(playing):
        unable = tuple(player for player in playing if player not in able)
        remarks.append(Remark("cannot_cover", unable))
    return Eligibility(able, able, {}, tuple(remarks))
