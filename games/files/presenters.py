"""What the pages about files show: uploads, downloads, the preview of a table, analyses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.assistant.findings import Findings
from games.boards.presenters.afterwards import board_names, game_ended, is_doubled, seat_names
from games.boards.presenters.analysis import AnalysisPage, analysis_page
from games.boards.presenters.endings import outcome_text
from games.boards.presenters.judged import decision_url, judged_in, places_of
from games.boards.presenters.replay import Link, ReplayPage
from games.boards.services.sitters import BoardReader
from games.errors import Refused
from games.files.importing.cells import has_open_order
from games.files.importing.columns import DATE, LABELS
from games.files.importing.names import Known, Person, resolved
from games.files.importing.players import PlayerRow
from games.files.importing.results import GameRow, Results
from games.files.importing.tables import WORKBOOK, Spreadsheet
from games.files.selectors import evenings_here, jobs_of, sessions_to_choose
from games.files.services.analyses import match_judged
from games.files.services.imports import KINDS, ReadTable, problem_sentence, table_read
from games.files.services.job_files import JobFiles
from games.files.services.jobs import TASKS
from games.ledger.figures import signed_text
from games.models import Board, Club, Job, Session
from games.permissions import Somebody, capabilities
from games.rules.backgammon import GameRecord
from games.rules.online import BACKGAMMON, Outcome

ROWS_ON_A_PAGE: Final = 100
PROBLEMS_SHOWN: Final = 30
MOST_QUESTIONS: Final = 500
EXAMPLES: Final = 2
EXAMPLE_LENGTH: Final = 24


@dataclass(frozen=True, slots=True)
class FilesPage:
    """What can be sent and fetched here, and the latest jobs."""

    club: Club
    kinds: frozenset[str]
    jobs: list[Job]
    sessions: list[Session]


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


@dataclass(frozen=True, slots=True)
class JobPage:
    """The page of a job; `table` is set while it waits for its user and the file is usable."""

    job: Job
    club: Club | None
    table: TablePreview | None = None
    trouble: str = ""
    can_fetch: bool = False
    percent: int = 0
    lines: list[Mapping[str, object]] = field(default_factory=list)


def files_page(club: Club, user: Somebody) -> FilesPage:
    may = capabilities(user, club)
    kinds = frozenset(kind.value for kind, task in TASKS.items() if task.capability in may)
    sessions = sessions_to_choose(club) if Job.Kind.SCORES_OUT in kinds else []
    return FilesPage(club, kinds, list(jobs_of(club, user)), list(sessions))


def job_page(job: Job, page: str = "") -> JobPage:
    """The page of a job, with one page of its preview."""
    if job.state == Job.State.DRAFT:
        try:
            return JobPage(job, job.club, table=_table(job, table_read(job=job), page))
        except Refused as error:
            return JobPage(job, job.club, trouble=str(error))
    percent = min(100, 100 * job.done // job.total) if job.total else 0
    can_fetch = job.state == Job.State.DONE and job.kind in FETCHED
    return JobPage(job, job.club, can_fetch=can_fetch, percent=percent, lines=job.lines)


def analysis_shown(
    job: Job, board: Board | None, reader: BoardReader | None
) -> AnalysisPage | None:
    """Return what an analysis found; None as long as there is nothing."""
    if job.state != Job.State.DONE:
        return None
    found = _found(job)
    if found is None:
        return None
    is_kept = board is not None or JobFiles.of(job).match.exists()
    replay = job.public_id if is_kept else ""
    return analysis_page(found, _names_in(found, board, reader), replay)


def _found(job: Job) -> Findings | None:
    try:
        return Findings.read(JobFiles.of(job).result.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None


def _names_in(found: Findings, board: Board | None, reader: BoardReader | None) -> Sequence[str]:
    """Return the names of all accounts, as their reader knows them."""
    if board is None or reader is None:
        return found.players
    if len(found.sides) > 2:
        return [name for _seat, name in sorted(seat_names(reader).items())]
    return board_names(board, reader)  # of two seats one may be empty, in a chouette none


@dataclass(frozen=True, slots=True)
class AnalysisGame:
    """A game of an analysis, replayed with what was decided in it."""

    page: ReplayPage
    is_old: bool
    """The analysis does not say what else could have been played."""
    table: str


def analysis_game(
    job: Job,
    board: Board | None,
    reader: BoardReader | None,
    number: int,
    *,
    at: int = 0,
    decision: int | None = None,
    tried: int | None = None,
) -> AnalysisGame | None:
    """Return a game of an analysis by its number from 1; None if there is none."""
    found = _found(job) if job.state == Job.State.DONE else None
    record = match_judged(job) if found is not None else None
    if found is None or record is None or number not in record.numbers:
        return None
    game = record.games[record.numbers.index(number)]
    names = _names_in(found, board, reader)
    sides = record.players
    if board is not None and reader is not None:
        sides = board_names(board, reader)
    addresses = {one: reverse("analysis_game", args=[job.public_id, one]) for one in record.numbers}
    wrong = sorted(place for one, place in places_of(found).items() if one.is_wrong)
    before = [decision_url(job.public_id, *place) for place in wrong if place[0] < number]
    after = [decision_url(job.public_id, *place) for place in wrong if place[0] > number]
    page = ReplayPage(
        title=analysis_page(found, names).title,
        result=_result(game, sides) if board is None else game_ended(board, number, sides),
        record=game,
        has_cube=record.length != 1 or is_doubled(game),
        names=sides,
        url=addresses[number],
        at=at,
        games=[
            Link(_("Game %(number)s") % {"number": one}, url, one == number)
            for one, url in addresses.items()
        ]
        if len(addresses) > 1
        else (),
        judged=judged_in(found, number, names),
        decision=decision,
        tried=tried,
        far=(before[-1] if before else "", after[0] if after else ""),
    )
    return AnalysisGame(page, not found.has_candidates, found.table)


def _result(game: GameRecord, names: tuple[str, str]) -> str:
    """Return how a game from a file has ended."""
    if not game.is_finished:
        return ""
    return outcome_text(BACKGAMMON.name, Outcome(game.how, game.winner, game.points), names)


FETCHED: Final = (Job.Kind.SCORES_OUT, Job.Kind.CLUB_OUT)


def _table(job: Job, reading: ReadTable, asked: str) -> TablePreview:
    kinds = [(kind, _(LABELS[kind])) for kind in KINDS[job.kind]]
    sheet = reading.sheet
    columns = [
        Column(f"column-{index}", sheet.label(index), _example(sheet, index), kind, kinds)
        for index, kind in enumerate(reading.columns)
    ]
    preview = _rows(reading)
    pages = max(1, -(-len(preview) // ROWS_ON_A_PAGE))
    number = min(int(asked), pages) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1
    start = (max(number, 1) - 1) * ROWS_ON_A_PAGE
    problems = [problem_sentence(one) for one in reading.problems[:PROBLEMS_SHOWN]]
    dates = list(sheet.values(reading.columns.index(DATE))) if DATE in reading.columns else []
    questions = _questions(reading.people)
    trouble = reading.trouble
    if len(questions) > MOST_QUESTIONS:
        trouble = _("Too many names resemble others: divide the file.")
    return TablePreview(
        columns=columns,
        order=reading.order,
        asks_order=has_open_order(dates),
        questions=questions[:MOST_QUESTIONS],
        rows=preview[start : start + ROWS_ON_A_PAGE],
        page=max(number, 1),
        pages=pages,
        problems=problems,
        more_problems=len(reading.problems) - len(problems),
        trouble=trouble,
        button="" if trouble else _button(reading),
        facts=_facts(reading),
        notes=reading.notes,
        heading=_heading(job, reading),
        known=_known(job, reading),
    )


def _known(job: Job, reading: ReadTable) -> list[str]:
    if job.club is None or reading.results is None:
        return []
    told = _("The evening of %(date)s is here already, with the same players and totals.")
    return [
        told % {"date": date_format(one.date, "SHORT_DATE_FORMAT")}
        for one in evenings_here(job.club, reading.results.evenings)[:PROBLEMS_SHOWN]
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


def _button(reading: ReadTable) -> str:
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
    if reading.results is not None:
        names = _names(reading.results)
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


def _names(results: Results) -> dict[str, str]:
    keys = resolved(results.people)
    names: dict[str, str] = {}
    for person in results.people:
        names |= {known.key: known.name for known in person.like}
    for person in results.people:
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
