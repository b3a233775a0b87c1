"""The line on the table page: a seat for everyone, with cube, total and state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from games.language import gettext as _
from games.language import pgettext
from games.record.presenters.actions import closing_words, level_word
from games.record.values import QuestionView
from games.rule_texts import Names
from games.rules.chouette import GameResult, Table
from games.rules.chouette.actions import BOX, TEAM
from games.rules.chouette.questions import OFFERS
from games.rules.chouette.state import Bet, Extra, Game, Line
from games.table.buttons.own_phone import LABELS
from games.web.buttons import Row


@dataclass(frozen=True, slots=True)
class Cube:
    """A cube and its position: ``place`` is box, centre or member."""

    value: int
    place: str
    offered: bool
    long: bool
    label: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One row of the line. A tap on it doubles for the members in ``tap``.

    ``answer``: what the player may answer to the cube offered here. ``given``: the answer that is
    written already, and ``given_kind`` its colour; ``spoke``: an answer is in, but not yet for
    others to see. ``stake``: what they play for, where that is not the same for all; else 0.
    ``change``: what they won or lost in the last game. ``was``: their place in it, if they have
    another one now.
    """

    player: str
    name: str
    role: str
    kind: str
    total: int
    cube: Cube | None = None
    out: str = ""
    cost: int = 0
    advises: bool = False
    tap: tuple[str, ...] = ()
    note: str = ""
    answer: Row | None = None
    given: str = ""
    given_kind: str = ""
    spoke: bool = False
    stake: int = 0
    change: int | None = None
    was: str = ""


@dataclass(frozen=True, slots=True)
class Risk:
    """Everybody's result for one end of the board game, from the present position."""

    label: str
    points: tuple[int, ...]


def seats(table: Table, names: Names, may_record: bool, planned: Line | None = None) -> list[Seat]:
    """Return everyone at the table, top to bottom; between games in the planned line, if any."""
    line = planned if planned is not None and table.game is None else table.line
    if line is None:
        return _staked(
            [
                Seat(player, names[player], "", "waiting", table.totals.get(player, 0))
                for player in table.present
            ],
            table,
        )
    game = table.game
    rows = [_box(table, line, names)]
    if line.partner:
        rows.append(
            Seat(
                line.partner,
                names[line.partner],
                _("Partner"),
                "partner",
                table.totals.get(line.partner, 0),
            )
        )
    rows += [
        _idle(table, player, rank, names) if game is None else _member(table, game, player, names)
        for rank, player in enumerate(line.team)
    ]
    if game is not None and may_record and table.phase == "play":
        able = tuple(one for one, error in table.team_offers().items() if error is None)
        rows = [
            replace(seat, tap=able if table.rules.team_cube else (seat.player,))
            if seat.player in able
            else seat
            for seat in rows
        ]
    return _staked(rows, table)


def _staked(seats: list[Seat], table: Table) -> list[Seat]:
    """Return the seats with what each plays for, unless it is the same for all."""
    if len({table.stake_of(seat.player) for seat in seats}) < 2:
        return seats
    return [replace(seat, stake=table.stake_of(seat.player)) for seat in seats]


def changed(seats: list[Seat], last: GameResult, totals: Totals, names: Names) -> list[Seat]:
    """Return the seats with what the last game brought, and at the end those who have left: after
    it, or earlier with points.
    """
    here = {seat.player for seat in seats}
    early = [one for one, total in totals.items() if total and one not in last.line.order]
    gone = [one for one in (*last.line.order, *early) if one not in here]
    away = [Seat(one, names[one], _("has left"), "left", totals.get(one, 0)) for one in gone]
    found = []
    for seat in [*seats, *away]:
        role = _role_in(last.line, seat.player)
        was = _("before: %(place)s") % {"place": role} if role and role != seat.role else ""
        found.append(replace(seat, change=last.points.get(seat.player), was=was))
    return found


def _role_in(line: Line, player: str) -> str:
    """Return a player's place in a line; blank for those who were not in it."""
    if player not in line.order:
        return ""
    if player == line.box:
        return _("Box")
    if player == line.partner:
        return _("Partner")
    rank = line.team.index(player)
    return pgettext("in the line", "Captain") if rank == 0 else str(rank + 1)


def answering(seats: list[Seat], rows: Iterable[Row]) -> list[Seat]:
    """Return the seats with the answers that are due on them."""
    by_player = {row.key: row for row in rows}
    return [replace(seat, answer=by_player.get(seat.player)) for seat in seats]


def spoken(seats: list[Seat], table: Table, view: QuestionView) -> list[Seat]:
    """Return the seats with the answers written so far, and who has given a secret one."""
    round = table.game.round if table.game else None
    given = dict(round.replies) if round is not None and table.phase == "replies" else {}
    question = view.question
    secret: set[str] = set()
    if question is not None and question.kind != OFFERS and question.spoken:
        secret = set(question.asked) - set(question.silent) - set(given)
    return [
        replace(
            seat,
            given=_(LABELS[given[seat.player]]) if seat.player in given else "",
            given_kind=given.get(seat.player, ""),
            spoke=seat.player in secret,
        )
        for seat in seats
    ]


def _box(table: Table, line: Line, names: Names) -> Seat:
    return Seat(line.box, names[line.box], _("Box"), "box", table.totals.get(line.box, 0))


def _idle(table: Table, player: str, rank: int, names: Names) -> Seat:
    role = pgettext("in the line", "Captain") if rank == 0 else str(rank + 1)
    return Seat(player, names[player], role, "member", table.totals.get(player, 0))


def _member(table: Table, game: Game, player: str, names: Names) -> Seat:
    rank = game.team.index(player)
    role = pgettext("in the line", "Captain") if player == game.acting_captain else str(rank + 1)
    bet = game.bet(player)
    total = table.totals[player]
    if bet is None or bet.closed is not None:
        return Seat(
            player,
            names[player],
            role,
            "out",
            total,
            out=closing_words(bet.closed) if bet and bet.closed else "",
            cost=bet.closed.amount if bet and bet.closed else 0,
            note=_side_bets(game, player, names),
        )
    return Seat(
        player,
        names[player],
        role,
        "member",
        total,
        cube=_cube(game, bet, names),
        advises=player in table.may_advise() and player != game.acting_captain,
        note=_side_bets(game, player, names),
    )


def _cube(game: Game, bet: Bet, names: Names) -> Cube:
    where = {
        "box": _("at the box"),
        "centre": _("in the middle"),
        "member": _("at %(name)s") % {"name": names[bet.member]},
    }[bet.owner]
    offered = game.round is not None and bet.member in game.round.waiting
    return Cube(
        value=bet.value,
        place=bet.owner,
        offered=offered,
        long=bet.value > 999,
        label=_("cube %(value)s, %(where)s") % {"value": bet.value, "where": where},
    )


def _side_bets(game: Game, player: str, names: Names) -> str:
    """Return the cubes beside the seat's own: bought by the captain, or extras."""
    notes = [
        _("%(name)s plays this cube") % {"name": names[bet.holder]}
        for bet in game.bets
        if bet.member == player and bet.bought
    ]
    notes += [_extra(extra, names) for extra in game.extras if extra.taker == player and extra.live]
    return " · ".join(notes)


def _extra(extra: Extra, names: Names) -> str:
    return _("extra %(value)s from %(giver)s") % {
        "value": extra.value,
        "giver": names[extra.giver],
    }


Totals = Mapping[str, int]
"""Everybody's points of the session."""

Exposure = Mapping[tuple[str, int], Mapping[str, int]]
"""Everybody's points by winner and level, as returned by `Table.exposure`."""

ENDS = tuple((side, level) for side in (BOX, TEAM) for level in (1, 2, 3))


def risks(table: Table, exposure: Exposure) -> list[Risk]:
    """Return everybody's points for every end of the board game, in the order of the line."""
    if table.game is None:
        return []
    order = table.game.line.order
    return [
        Risk(end_words(side, level), tuple(exposure[side, level][player] for player in order))
        for side, level in ENDS
        if (side, level) in exposure
    ]


def end_words(side: str, level: int) -> str:
    winner = _("Box wins") if side == BOX else _("Team wins")
    return f"{winner}, {level_word(level)}"
