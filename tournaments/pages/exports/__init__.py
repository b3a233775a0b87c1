"""Events as files for spreadsheets: entries, results, standings."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.language import decimal_sign
from games.ledger.delimited import Cell
from games.ledger.figures import MINUS
from games.ledger.money import decimals
from games.permissions import Capability
from tournaments.events.selectors.events import Board, DivisionShown
from tournaments.models import Entry, Match
from tournaments.pages.presenters.events_rounds import round_view
from tournaments.pages.presenters.events_standings import final_places, stand_tables
from tournaments.pages.presenters.events_words import round_title
from tournaments.pages.presenters.purse import fees_of

_PARTS: Final[Mapping[str, str]] = {"¼": ".25", "½": ".5", "¾": ".75"}
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")


def entries_rows(board: Board) -> list[Sequence[Cell]]:
    """Return the entries, division by division, by number; for directors with what was paid."""
    fields = board.fields
    money = board.reader.may_in(Capability.DIRECT, board.event.club_id) and any(
        field.division.terms.has_pool or any(one.prize is not None for one in field.entries)
        for field in fields
    )
    head = [
        _("division"),
        _("number"),
        _("name"),
        _("Level"),
        _("rating"),
        _("club"),
        _("country"),
        _("federation number"),
        _("State"),
    ]
    if money:
        head += [_("fees paid"), _("prize"), _("currency")]
    return [
        head,
        *(
            [
                field.division.name,
                entry.number,
                field.people.name(entry),
                entry.level or None,
                *_about(field, entry),
                str(entry.get_state_display()),
                *(_money(field, entry) if money else ()),
            ]
            for field in fields
            for entry in field.entries
        ),
    ]


def _money(field: DivisionShown, entry: Entry) -> tuple[Cell, Cell, Cell]:
    """What somebody has paid in a division, and won."""
    division, currency = field.division, field.division.event.currency
    paid = fees_of(division.terms, [entry])
    prize = None if entry.prize is None else _exact(entry.prize, currency)
    return _exact(paid, currency) if paid else None, prize, currency


def _exact(amount: Decimal, currency: str) -> Decimal:
    """Return an amount with the decimals of its currency, unless it is finer."""
    short = amount.quantize(Decimal(1).scaleb(-decimals(currency)))
    return short if short == amount else amount.normalize()


def _about(field: DivisionShown, entry: Entry) -> tuple[Cell, Cell, Cell, Cell]:
    """What stands beside a name, for whom the name is shown."""
    if field.people.person(entry.player).is_nameless:
        return None, None, None, None
    number = field.people.federation_number(entry)
    return entry.rating, entry.home_club or None, entry.player.country or None, number or None


def results_rows(board: Board) -> list[Sequence[Cell]]:
    """Return every match of a released round, and everybody's results at chouette tables."""
    head: list[Cell] = [
        _("division"),
        _("round"),
        _("table"),
        _("first player"),
        _("second player"),
        _("points of the first"),
        _("points of the second"),
        _("winner"),
        _("how it ended"),
    ]
    return [head, *(row for field in board.fields for row in _results(field))]


def standings_rows(board: Board) -> list[Sequence[Cell]]:
    """Return the standings as one table, with all tie-breaks; of brackets the certain places.

    Whoever shares places 5 to 8 has place 5, so that a spreadsheet can sort by it. The last column
    says who has withdrawn, if anybody has.
    """
    lines: list[tuple[str, str, Cell, str, Mapping[str, Cell]]] = []
    remark = _("note")
    for field in board.fields:
        name = field.division.name
        for table in stand_tables(field):
            titles = [column.title for column in table.columns]
            for line in table.lines:
                figures = dict(zip(titles, map(_plain, line.figures), strict=True))
                if line.note:
                    figures[remark] = line.note
                lines.append(
                    (name, table.group, _plain(line.place.lstrip("=")), line.name, figures)
                )
        for part in final_places(field):
            lines += [(name, part.part, Decimal(one.first), one.name, {}) for one in part.lines]
    columns = list(dict.fromkeys(title for *_rest, figures in lines for title in figures))
    columns.sort(key=lambda title: title == remark)  # the last
    head: list[Cell] = [_("division"), _("bracket"), pgettext("rank", "place"), _("name"), *columns]
    return [
        head,
        *(
            [division, part or None, place, name, *(figures.get(title) for title in columns)]
            for division, part, place, name, figures in lines
        ),
    ]


def _results(field: DivisionShown) -> Iterator[list[Cell]]:
    name = field.division.name
    bracket = None if field.bracket is None else field.bracket[0]
    for round in field.rounds:
        title = round_title(round, bracket)
        for match in field.by_round[round.pk]:
            yield [name, title, *_match(field, match)]
        if field.division.is_chouette:
            for table in round_view(field, round).tables:
                for seat in table.seats:
                    points = _plain(seat.points)
                    yield [name, title, table.number, seat.name, "", points, None, "", ""]


def _match(field: DivisionShown, match: Match) -> list[Cell]:
    names = [
        field.people.name(entry)
        for entry in (
            field.by_player.get(match.first_id or 0),
            field.by_player.get(match.second_id or 0),
        )
    ]
    is_played = match.outcome not in {"", Match.Outcome.BYE}
    winner = names[match.winner] if match.is_settled and match.winner is not None else ""
    return [
        match.board,
        *names,
        *(_half(match) if is_played else (None, None)),
        winner,
        str(match.get_outcome_display()) if match.outcome else "",
    ]


def _half(match: Match) -> tuple[Cell, Cell]:
    """Return the points of both; after a draw half a point each."""
    if match.is_draw:
        return Decimal("0.5"), Decimal("0.5")
    return match.first_points, match.second_points


def _plain(figure: str) -> Cell:
    """Return a figure as a number if possible, with halves and quarters."""
    text = figure.replace(MINUS, "-").replace(decimal_sign(), ".").removeprefix("+")
    for sign, part in _PARTS.items():
        if text.endswith(sign):
            text = f"{text.removesuffix(sign) or 0}{part}"
    return Decimal(text) if _NUMBER.fullmatch(text) else figure
