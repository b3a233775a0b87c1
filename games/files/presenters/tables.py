"""The preview of a table before its import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.files.importing.cells import has_open_order
from games.files.importing.columns import DATE, LABELS
from games.files.importing.names import Known, Person, resolved
from games.files.importing.players import PlayerRow
from games.files.importing.results import GameRow
from games.files.importing.tables import WORKBOOK, Spreadsheet
from games.files.importing.totals import OldTotals, TotalsEvening
from games.files.selectors import evenings_here
from games.files.services.drafts import Preview
from games.files.services.imports import KINDS, NO_TABLE, ReadTable, problem_sentence, table_read
from games.files.services.old_totals import (
    GAMES,
    TOTALS,
    as_they_are,
    is_settled,
    new_evenings,
)
from games.language import decimal_sign
from games.ledger.figures import signed_text
from games.models import Job
from games.sessions.selectors.totals import plays_for_whole_points

ROWS_ON_A_PAGE: Final = 100
PROBLEMS_SHOWN: Final = 30
MOST_QUESTIONS: Final = 500
EXAMPLES: Final = 2
EXAMPLE_LENGTH: Final = 24


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file, a few of its cells, and the meanings it may have."""

    name: str
    label: str
    example: str
    chosen: str
    choices: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A name that resembles others: is it the same person, or somebody new?"""

    name: str
    text: str
    chosen: str
    choices: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row of the file as understood, and its problems."""

    number: int
    title: str
    text: str
    problems: list[str]


@dataclass(frozen=True, slots=True)
class TotalsChoices:
    """What is asked of evenings by totals, and what has been answered."""

    zeros: str
    asks_zeros: bool
    settled: bool
    as_they_are: bool
    odd: list[str]
    """Evenings whose points do not sum to zero, a sentence each."""
    parts: str = ""
    """Says that a table has decimals though the club's points have none; else blank."""


@dataclass(frozen=True, slots=True)
class TablePreview:
    """The preview of a table before its import."""

    columns: list[Column]
    order: str
    asks_order: bool
    questions: list[NameQuestion]
    rows: list[PreviewRow]
    page: int
    pages: int
    problems: list[str]
    more_problems: int
    trouble: str
    button: str
    facts: str
    notes: Sequence[str]
    heading: str
    """Whether the first row of a table of people is one: yes or no; blank for other tables."""
    known: list[str]
    """Evenings that are here already, a sentence each."""
    totals: TotalsChoices | None = None
    """What is asked of evenings by totals; None for other tables."""
    shape: str = ""
    """What a row of a table of results is; blank for a table of people."""

    @classmethod
    def of(cls, kept: Preview, asked: str) -> TablePreview:
        """Return one page of a preview that was kept; the first for a page that is none."""
        rows = kept["rows"]
        pages = max(1, -(-len(rows) // ROWS_ON_A_PAGE))
        is_number = asked.isascii() and asked.isdigit() and len(asked) < 6
        number = max(1, min(int(asked), pages)) if is_number else 1
        shown = rows[(number - 1) * ROWS_ON_A_PAGE : number * ROWS_ON_A_PAGE]
        return cls(
            **{
                **kept,
                "columns": [Column(**one) for one in kept["columns"]],
                "questions": [NameQuestion(**one) for one in kept["questions"]],
                "totals": TotalsChoices(**kept["totals"]) if kept["totals"] else None,
                "rows": [PreviewRow(**one) for one in shown],
                "page": number,
                "pages": pages,
            }
        )


def table_preview(job: Job) -> Preview:
    """Read the draft of a table, and return its whole preview for `TablePreview.of`.

    Raises:
        Refused: the file cannot be used at all.
    """
    reading = table_read(job=job)
    kinds = [(kind, _(LABELS[kind])) for kind in KINDS[job.kind]]
    sheet = reading.sheet
    columns = [
        Column(f"column-{index}", sheet.label(index), _example(sheet, index), kind, kinds)
        for index, kind in enumerate(reading.columns)
    ]
    problems = [problem_sentence(one) for one in reading.problems[:PROBLEMS_SHOWN]]
    dates = list(sheet.values(reading.columns.index(DATE))) if DATE in reading.columns else []
    questions = _questions(reading.people)
    trouble = reading.trouble
    if len(questions) > MOST_QUESTIONS:
        trouble = _("Too many names resemble others: divide the file.")
    preview = TablePreview(
        columns=columns,
        order=reading.order,
        asks_order=reading.totals.asks_order if reading.totals else has_open_order(dates),
        questions=questions[:MOST_QUESTIONS],
        rows=_rows(reading),
        page=1,
        pages=1,
        problems=problems,
        more_problems=len(reading.problems) - len(problems),
        trouble=trouble,
        button="" if trouble and not _is_asked(reading) else _button(job, reading),
        facts=_facts(reading),
        notes=reading.notes,
        heading=_heading(job, reading),
        known=_known(job, reading),
        totals=_choices(job, reading.totals) if reading.totals else None,
        shape=_shape(job, reading),
    )
    return asdict(preview)


def _shape(job: Job, reading: ReadTable) -> str:
    if job.kind != Job.Kind.RESULTS:
        return ""
    return GAMES if reading.totals is None else TOTALS


def _choices(job: Job, totals: OldTotals) -> TotalsChoices:
    told = _("%(date)s: the points sum to %(sum)s")
    odd = [
        told
        % {"date": date_format(evening.date, "SHORT_DATE_FORMAT"), "sum": signed_text(evening.sum)}
        for evening in totals.odd[:PROBLEMS_SHOWN]
    ]
    return TotalsChoices(
        totals.zeros,
        totals.has_zeros,
        is_settled(job),
        as_they_are(job),
        odd,
        _parts(job, totals),
    )


def _parts(job: Job, totals: OldTotals) -> str:
    """Say that some totals have decimals where all points of the club are whole."""
    found = [
        (person, points)
        for evening in totals.evenings
        for person, points in evening.totals.items()
        if points % 100
    ]
    if not found or job.club is None or not plays_for_whole_points(job.club):
        return ""
    person, points = found[0]
    keys = resolved(totals.people)
    names = {keys[one.key]: one.name for one in totals.people}
    told = ngettext(
        "%(count)s total is no whole points: %(name)s’s %(points)s. All points of the club are "
        "whole so far. If this is an amount of money, divide it by the stake first.",
        "%(count)s totals are no whole points, such as %(name)s’s %(points)s. All points of the "
        "club are whole so far. If these are amounts of money, divide them by the stake first.",
        len(found),
    )
    shown = signed_text(points, point=decimal_sign())
    return told % {"count": len(found), "name": names.get(person, person), "points": shown}


def _new(job: Job, reading: ReadTable) -> list[TotalsEvening]:
    if reading.totals is None or job.club is None:
        return []
    return new_evenings(job.club, reading.totals)


def _known(job: Job, reading: ReadTable) -> list[str]:
    if reading.totals is not None:
        left = _("The evening of %(date)s is here already, and is left out.")
        new = {id(one) for one in _new(job, reading)}
        there = [one for one in reading.totals.evenings if id(one) not in new]
        return [
            left % {"date": date_format(evening.date, "SHORT_DATE_FORMAT")}
            for evening in there[:PROBLEMS_SHOWN]
        ]
    if job.club is None or reading.results is None:
        return []
    told = _("The evening of %(date)s is here already, with the same players and totals.")
    return [
        told % {"date": date_format(evening.date, "SHORT_DATE_FORMAT")}
        for evening in evenings_here(job.club, reading.results.evenings)[:PROBLEMS_SHOWN]
    ]


def _example(sheet: Spreadsheet, index: int) -> str:
    return ", ".join(value[:EXAMPLE_LENGTH] for value in islice(sheet.values(index), EXAMPLES))


def _heading(job: Job, reading: ReadTable) -> str:
    if job.kind != Job.Kind.PLAYERS:
        return ""
    return "yes" if any(reading.sheet.head) else "no"


def _facts(reading: ReadTable) -> str:
    sheet = reading.sheet
    delimiters = {";": _("semicolons"), ",": _("commas"), "\t": _("tabs")}
    rows = ngettext("%(count)s row", "%(count)s rows", len(sheet.rows)) % {"count": len(sheet.rows)}
    if reading.totals is not None and (sheet is NO_TABLE or sheet.encoding == WORKBOOK):
        count = len(reading.totals.evenings)
        said = ngettext(
            "%(count)s evening, from all sheets of the file",
            "%(count)s evenings, from all sheets of the file",
            count,
        )
        return said % {"count": count}
    if sheet.encoding == WORKBOOK:
        return _("%(rows)s, from the first sheet of a spreadsheet") % {"rows": rows}
    return _("%(rows)s, divided by %(delimiter)s, written in %(encoding)s") % {
        "rows": rows,
        "delimiter": delimiters[sheet.delimiter],
        "encoding": _ENCODINGS[sheet.encoding],
    }


_ENCODINGS: Final = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1252": "Windows-1252",
}


def _is_asked(reading: ReadTable) -> bool:
    """Tell whether one tick on the page is all that is missing."""
    return reading.totals is not None and not reading.problems and bool(reading.totals.evenings)


def _button(job: Job, reading: ReadTable) -> str:
    if reading.totals is not None:
        evenings = len(_new(job, reading))
        text = ngettext("Enter %(count)s evening", "Enter %(count)s evenings", evenings)
        return text % {"count": evenings} if evenings else ""
    if reading.results is not None:
        games = len(reading.results.rows)
        return ngettext("Import %(count)s game", "Import %(count)s games", games) % {"count": games}
    keys = resolved(reading.people)
    new = sum(keys[person.key] == person.key for person in reading.people)
    return ngettext("Add %(count)s player", "Add %(count)s players", new) % {"count": new}


def _questions(people: Sequence[Person]) -> list[NameQuestion]:
    return [
        NameQuestion(
            name=f"person-{person.key}",
            text=person.name,
            chosen=person.choice,
            choices=[
                *(
                    (known.key, _("the same as %(name)s") % {"name": known.name})
                    for known in person.like
                ),
                ("", _("somebody new")),
            ],
        )
        for person in people
        if person.like
    ]


def _same(known: Known) -> tuple[str, str]:
    return known.key, _("the same person as %(name)s") % {"name": known.name}


def _rows(reading: ReadTable) -> list[PreviewRow]:
    if reading.totals is not None:
        called = _names(reading.people)
        return [_totals_row(one, called) for one in reading.totals.evenings]
    if reading.results is not None:
        names = _names(reading.results.people)
        return [_game(row, names) for row in reading.results.rows]
    keys = resolved(reading.people)
    return [_player(row, keys) for row in reading.players]


def _player(row: PlayerRow, keys: Mapping[str, str]) -> PreviewRow:
    problems = [problem_sentence(problem) for problem in row.problems]
    if row.person is None:
        return PreviewRow(row.number, row.name, "", problems)
    key = keys[row.person.key]
    if key == row.person.key:
        text = _("new") if row.is_active else _("new, no longer plays")
    elif key.isdigit() and len(key) < 6:
        text = _("the same person as in row %(row)s") % {"row": key}
    else:
        text = _("here already")
    return PreviewRow(row.number, row.name, text, problems)


def _totals_row(evening: TotalsEvening, called: Mapping[str, str]) -> PreviewRow:
    date = date_format(evening.date, "SHORT_DATE_FORMAT")
    title = " · ".join(filter(None, (date, evening.title, evening.place)))
    text = ", ".join(
        f"{called[key]} {signed_text(points)}" for key, points in evening.totals.items()
    )
    if evening.sum:
        text += " · " + _("sum %(sum)s") % {"sum": signed_text(evening.sum)}
    return PreviewRow(evening.number, title, text, [])


def _names(people: Sequence[Person]) -> dict[str, str]:
    keys = resolved(people)
    names: dict[str, str] = {}
    for person in people:
        names |= {known.key: known.name for known in person.like}
        if person.here:
            names[person.here.key] = person.here.name
    for person in people:
        names.setdefault(keys[person.key], person.name)
    return names


def _game(row: GameRow, names: Mapping[str, str]) -> PreviewRow:
    problems = [problem_sentence(problem) for problem in row.problems]
    date = date_format(row.date, "SHORT_DATE_FORMAT") if row.date else ""
    title = " · ".join(filter(None, (date, row.title, row.place)))
    roles = (_("box"), _("captain"))
    parts = []
    for index, key in enumerate(row.line):
        role = f" ({roles[index]})" if index < len(roles) else ""
        parts.append(f"{names[key]}{role} {signed_text(row.points[key])}")
    return PreviewRow(row.number, title, ", ".join(parts), problems)
