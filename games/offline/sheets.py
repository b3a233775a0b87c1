"""The score of an evening on a device: each game, the totals, who pays whom, and the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from games.language import decimal_sign, ngettext, pgettext
from games.language import gettext as _
from games.ledger.money import amount, balances, written
from games.ledger.settle_up import settle_up
from games.names.identity import sort_key
from games.offline.position import Position
from games.offline.reading import part_of
from games.rule_texts import Names
from games.rules.chouette import Action, GameResult, StartGame
from games.rules.chouette.notation import Stake, write
from games.web.figures import signed, unsigned

NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a game brought a player, with their role and its mark, and their total after it."""

    points: int
    running: str
    role: str = ""
    mark: str = ""
    is_box: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One finished game."""

    number: int
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A player and their total; `place` in the ranking counts equals alike."""

    name: str
    total: int
    has_left: bool
    place: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The page of the score; `payments` are sentences, `worth` what a point is worth."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    ranking: tuple[Column, ...]
    payments: tuple[str, ...]
    worth: str
    running: int
    is_open: bool
    in_a_club: bool
    """Whether debts of earlier evenings may be open, which a device does not know."""

    @property
    def captain(self) -> str:
        """The mark of a captain."""
        return pgettext("mark of the captain", "C")

    @property
    def is_wide(self) -> bool:
        return len(self.columns) > 4 or any(len(signed(one.total)) > 5 for one in self.columns)


def results_of(position: Position) -> Iterator[GameResult]:
    """Yield the results of the games that were finished here."""
    played = position.base.start.played
    for table in position.tables:
        if table.played > played and table.last is not None:
            played = table.played
            yield table.last


def sheet_of(position: Position) -> Sheet:
    """Return the score as it stands; games before the device took over are one sum."""
    table, names = position.table, Names({**position.names})
    people = [one for one in table.players if table.totals[one] or one in table.company]
    running = dict(zip(position.base.start.players, position.base.start.amounts, strict=True))
    rows = []
    for result in results_of(position):
        cells: list[Cell | None] = []
        for player in people:
            points = result.points.get(player)
            if points is None:
                cells.append(None)
                continue
            running[player] = running.get(player, 0) + points
            cells.append(_cell(result, player, points, running[player]))
        rows.append(Row(result.number, tuple(cells)))
    columns = tuple(
        Column(
            names[person],
            table.totals[person],
            person not in table.present,
            1 + sum(table.totals[other] > table.totals[person] for other in people),
        )
        for person in people
    )
    return Sheet(
        title=position.base.day,
        columns=columns,
        rows=tuple(rows),
        ranking=tuple(sorted(columns, key=lambda one: (one.place, sort_key(one.name)))),
        payments=tuple(payments_of(position, names)),
        worth=_worth(position),
        running=table.game.number if table.game else 0,
        is_open=position.is_open,
        in_a_club=not position.base.alone,
    )


def _cell(result: GameResult, player: str, points: int, running: int) -> Cell:
    total = unsigned(running)
    if player == result.box:
        return Cell(points, total, _("box"), is_box=True)
    if player == result.captain:
        return Cell(points, total, _("captain"), pgettext("mark of the captain", "C"))
    if player == result.partner:
        return Cell(points, total, _("partner"), pgettext("mark of the partner", "P"))
    return Cell(points, total)


def payments_of(position: Position, names: Names) -> Iterator[str]:
    """Yield who pays whom what, with the fewest payments that make everybody even."""
    totals = position.table.totals
    stake = position.base.stake
    owed = balances(totals, Decimal(stake[0]), stake[1]) if stake else totals
    for payment in settle_up(owed):
        yield _("%(debtor)s pays %(creditor)s %(amount)s.") % {
            "debtor": names[payment.debtor],
            "creditor": names[payment.creditor],
            "amount": _money(payment.amount, stake[1]) if stake else _points(payment.amount),
        }


def _worth(position: Position) -> str:
    stake = position.base.stake
    if stake is None:
        return _("In points: nobody said what a point is worth.")
    size = written(Decimal(stake[0]), stake[1]).replace(".", decimal_sign())
    return _("One point is %(amount)s.") % {"amount": f"{size}{NO_BREAK}{stake[1]}"}


def _money(coins: int, currency: str) -> str:
    text = written(amount(coins, currency), currency).replace(".", decimal_sign())
    return f"{text}{NO_BREAK}{currency}"


def _points(hundredths: int) -> str:
    words = ngettext("%(count)s point", "%(count)s points", 1 if hundredths == 100 else 2)
    return words % {"count": unsigned(hundredths)}


def sheet_html(position: Position, language: str = "en") -> str:
    """Return the score as the page shows it."""
    return part_of("offline/sheet.html", language, sheet=sheet_of(position))


def sheet_text(position: Position) -> str:
    """Return the ranking and the payments as a message to everybody."""
    sheet = sheet_of(position)
    lines = [sheet.title, ""]
    lines += [f"{one.place}. {one.name} {signed(one.total)}" for one in sheet.ranking]
    if sheet.payments:
        lines += ["", *sheet.payments]
    return "\n".join(lines)


def notation(position: Position) -> str:
    """Return the evening as a ``.csn`` file; a game in progress is left out, and it says so."""
    base = position.base
    stake = Stake(Decimal(base.stake[0]), base.stake[1]) if base.stake else None
    return write(
        base.start,
        list(actions_written(position)),
        tags=[("Event", base.day), ("Date", base.date.replace("-", "."))],
        stake=stake,
        names=position.names,
        comment=_("The game in progress is left out."),
    )


def actions_written(position: Position) -> Iterator[Action]:
    """Yield the actions that stand, as files have them: a line as played, by hand if it differs."""
    for step in position.done:
        for action in step.actions:
            yield replace(action, by_hand=True) if isinstance(action, StartGame) else action
