"""Imports players and past results from tables: read for a preview, then all written or none."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clubs.presenters.listed import list_notes
from games.clubs.services.clubs import player_create
from games.clubs.services.noting import players_note
from games.errors import Refused
from games.files.importing import cells, columns
from games.files.importing.columns import DATE, NAME, OF_PLAYERS, OF_RESULTS
from games.files.importing.evenings import seated, steps
from games.files.importing.names import Known, Person, resolved
from games.files.importing.players import PlayerRow, read_players
from games.files.importing.problems import MESSAGES, Problem, Unusable
from games.files.importing.results import Evening, Results, read_results
from games.files.importing.tables import (
    Spreadsheet,
    SpreadsheetRow,
    declared,
    decoded,
    read_table,
    without_head,
)
from games.files.importing.totals import OldTotals
from games.files.services.job_files import JobFiles, Progress
from games.files.services.jobs import Commit, JobOutcome, NothingWritten
from games.files.services.old_totals import TOTALS, shape_of, totals_import, totals_of, trouble_of
from games.models import Club, Job, Player, User
from games.models.clubs import validate_player_name
from games.names import heads
from games.names.columns import is_running
from games.names.heads import is_head
from games.names.lists import read_list
from games.record.log.bulk import steps_write
from games.rules.chouette import ChouetteError, HouseRules
from games.sessions.services.debts import debts_lock
from games.sessions.services.sessions import seasons_locked, session_create, session_end
from games.signals import announced_together

KINDS: Final[Mapping[str, Sequence[str]]] = {
    Job.Kind.PLAYERS: OF_PLAYERS,
    Job.Kind.RESULTS: OF_RESULTS,
}
LONGEST_NAME: Final = 60
BATCH: Final = 500
NO_TABLE: Final = Spreadsheet("utf-8", ";", (), ())
"""Stands for a file of several sheets of which the first is no table."""


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A table as understood so far; `trouble` says why it cannot be imported yet."""

    sheet: Spreadsheet
    columns: list[str]
    order: str
    players: list[PlayerRow]
    results: Results | None
    people: list[Person]
    problems: list[Problem]
    trouble: str
    notes: Sequence[str] = ()
    totals: OldTotals | None = None


Guess = Callable[[Spreadsheet, Sequence[str]], list[str]]


def _people_table(data: bytes, heading: str) -> tuple[Spreadsheet, Guess, list[str]]:
    """Return a file of people as a table, how its columns are guessed, and what is to be said.

    `heading` is yes or no where somebody has said whether there is one. A list that is no table is
    one with a column of names.
    """
    sheet = read_table(data, fewest=1)
    name_list = read_list(declared(decoded(data)[0])[0])
    is_one = not name_list.more_heads and len(name_list.kinds) == len(sheet.head)
    if heading == "yes" or (not heading and is_head(sheet.head) and is_one):
        return read_table(data), columns.guessed_people, []
    bare = without_head(sheet)
    if name_list.kinds and is_one and (heading == "no" or not name_list.has_head):
        kinds = [kind if kind in OF_PLAYERS else columns.UNUSED for kind in name_list.kinds]
        return bare, lambda _sheet, _kinds: list(kinds), []
    # Several on a line, a title above the heading, another heading below: one row each.
    kinds = [NAME, columns.FEDERATION_NUMBER, columns.COUNTRY]
    rows = [(one.name, one.federation_number, one.country) for one in name_list.people]
    width = len(kinds) if any(any(row[1:]) for row in rows) else 1
    named = replace(
        bare,
        head=("",) * width,
        rows=tuple(
            SpreadsheetRow(listed.line, row[:width])
            for listed, row in zip(name_list.people, rows, strict=True)
        ),
    )
    said = list(list_notes(name_list, heads.OF_PLAYERS))
    return named, lambda _sheet, _kinds: kinds[:width], said


def table_read(*, job: Job) -> ReadTable:
    """Read the table of a job with the choices made so far, without writing anything.

    Raises:
        Refused: the file cannot be used at all.
    """
    assert job.club is not None  # imports of tables have a club
    guess: Guess = columns.guessed
    notes: list[str] = []
    known = [
        Known(*one) for one in job.club.players.order_by("pk").values_list("public_id", "name")
    ]
    try:
        data = JobFiles.of(job).upload.read_bytes()
        if job.kind == Job.Kind.PLAYERS:
            sheet, guess, notes = _people_table(data, job.options.get("heading", ""))
        elif (read := _totals_table(job, data, known)) is not None:
            return read
        else:
            sheet = read_table(data)
    except Unusable as error:
        raise Refused("invalid", reason=sentence(error.code, error.params)) from error
    except FileNotFoundError as error:
        raise Refused("invalid", reason=_("The file is no longer there; send it again.")) from error
    kinds = KINDS[job.kind]
    chosen = job.options.get("columns") or guess(sheet, kinds)
    # Ignore choices that were made for another file.
    if len(chosen) != len(sheet.head) or not set(chosen) <= set(kinds):
        chosen = guess(sheet, kinds)
    order = job.options.get("order") or _guessed_order(sheet, chosen)
    try:
        columns.check(chosen, kinds)
    except Unusable as error:
        trouble = sentence(error.code, error.params)
        return ReadTable(sheet, chosen, order, [], None, [], [], trouble)
    choices = job.options.get("people", {})
    if job.kind == Job.Kind.PLAYERS:
        rows = read_players(sheet, chosen, known, choices, name_problem)
        problems = [problem for row in rows for problem in row.problems]
        people = [row.person for row in rows if row.person]
        trouble = _trouble(problems)
        notes = notes or _told(sheet, chosen, rows)
        return ReadTable(sheet, chosen, order, rows, None, people, problems, trouble, notes)
    try:
        results = read_results(sheet, chosen, order, known, choices, name_problem, job.club.today)
    except Unusable as error:
        raise Refused("invalid", reason=sentence(error.code, error.params)) from error
    trouble = _trouble(results.problems)
    return ReadTable(sheet, chosen, order, [], results, results.people, results.problems, trouble)


def _totals_table(job: Job, data: bytes, known: Sequence[Known]) -> ReadTable | None:
    """Read a table of results whose rows are evenings by totals; None where they are games."""
    try:
        sheet = read_table(data)
    except Unusable:
        sheet = None
    if shape_of(job, data, sheet, OF_RESULTS) != TOTALS:
        return None
    totals, hidden = totals_of(job, data, known, name_problem)
    notes = []
    if totals.left_out:
        names = {"names": ", ".join(totals.left_out)}
        notes.append(_("Columns that are left out: %(names)s.") % names)
    if hidden:
        names = {"names": ", ".join(hidden)}
        notes.append(_("Hidden sheets that are left out: %(names)s.") % names)
    trouble = _trouble(totals.problems) or trouble_of(job, totals)
    return ReadTable(
        sheet or NO_TABLE, [], totals.order, [], None, totals.people, totals.problems, trouble,
        notes, totals,
    )  # fmt: skip


def _told(sheet: Spreadsheet, chosen: Sequence[str], rows: Sequence[PlayerRow]) -> list[str]:
    """Say how many rows were read, and which columns are left out."""
    read = sum(not row.problems for row in rows)
    text = ngettext(
        "%(read)s of %(count)s row read.", "%(read)s of %(count)s rows read.", len(rows)
    )
    left_out = [
        sheet.label(place)
        for place, kind in enumerate(chosen)
        if not kind and not is_running(list(sheet.values(place)))
    ]
    told = [text % {"read": read, "count": len(rows)}]
    if left_out:
        names = {"names": ", ".join(left_out)}
        told.append(_("Columns that are left out: %(names)s.") % names)
    return told


def players_import(job: Job, files: JobFiles, progress: Progress) -> Commit:
    """Add the players of a table to the club."""
    club, reading = _confirmed(job)

    def commit() -> JobOutcome:
        keys = resolved(reading.people)
        rows = reading.players
        new = [row for row in rows if row.person and keys[row.person.key] == row.person.key]
        progress.expect(len(new))
        taken = set(club.players.values_list("name", flat=True))
        for row in new:
            if row.name in taken:
                raise NothingWritten(_at(row.number, "", _("this name has been taken since")))
        for start in range(0, len(new), BATCH):
            rows_now = new[start : start + BATCH]
            # The names were checked as `player_create` does; saving one by one would block every
            # table for longer.
            Player.objects.bulk_create(
                Player(club=club, name=row.name, is_active=row.is_active, **row.notes)
                for row in rows_now
            )
            progress.step(len(rows_now))
        _noted(club, job.by, rows, keys)
        return JobOutcome(_players_told(len(new), len(rows) - len(new)))

    return commit


def _noted(club: Club, by: User, rows: Sequence[PlayerRow], keys: Mapping[str, str]) -> None:
    """Note federation numbers and countries of those who were here already."""
    said = {
        keys[row.person.key]: row.notes
        for row in rows
        if row.person and row.notes and keys[row.person.key] != row.person.key
    }
    there = club.players.filter(public_id__in=said)
    players_note(club=club, by=by, notes={one: said[one.public_id] for one in there})


def _players_told(added: int, there: int) -> str:
    text = ngettext("%(count)s player added.", "%(count)s players added.", added)
    text %= {"count": added}
    if there:
        known = ngettext("%(count)s was here already.", "%(count)s were here already.", there)
        text += " " + known % {"count": there}
    return text


def results_import(job: Job, files: JobFiles, progress: Progress) -> Commit:
    """Make sessions from the rows of a table, marked as entered afterwards."""
    club, reading = _confirmed(job)
    if (totals := reading.totals) is not None:
        return lambda: _totals(job, club, reading.people, totals, progress)
    results = reading.results
    assert results is not None  # the file is a table of results

    def commit() -> JobOutcome:
        players = _players(club, job.by, reading.people)
        # Results on paper rarely say who was whose partner, so partners are not required.
        rules = replace(HouseRules.parse(club.default_rules), partner_required_from=None).text()
        progress.expect(len(results.rows))
        with announced_together():
            for evening in results.evenings:
                _evening(club, job.by, evening, players, rules)
                progress.step(len(evening.games))
        games, sessions = len(results.rows), len(results.evenings)
        entered = ngettext("%(count)s game entered.", "%(count)s games entered.", games)
        made = ngettext("%(count)s evening was made.", "%(count)s evenings were made.", sessions)
        return JobOutcome(f"{entered % {'count': games}} {made % {'count': sessions}}")

    return commit


def _totals(
    job: Job, club: Club, people: Sequence[Person], totals: OldTotals, progress: Progress
) -> JobOutcome:
    return totals_import(job, totals, _players(club, job.by, people), progress)


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """Return a problem as a sentence in the reader's language."""
    told = {name: _(value) if name == "kind" else value for name, value in params.items()}
    return _(MESSAGES[code]) % told


def problem_sentence(problem: Problem) -> str:
    """Return a problem with its row and column."""
    return _at(problem.row, problem.column, sentence(problem.code, problem.params))


def name_problem(name: str) -> str:
    """Return why a player may not have this name; blank if they may."""
    try:
        validate_player_name(name)
    except ValidationError as error:
        return " ".join(error.messages)
    if len(name) > LONGEST_NAME:
        return _("At most %(limit)s characters.") % {"limit": LONGEST_NAME}
    return ""


def _at(row: int, column: str, reason: str) -> str:
    if column:
        return _("Row %(row)s, column “%(column)s”: %(reason)s.") % {
            "row": row,
            "column": column,
            "reason": reason.rstrip("."),
        }
    return _("Row %(row)s: %(reason)s.") % {"row": row, "reason": reason.rstrip(".")}


def _guessed_order(sheet: Spreadsheet, chosen: Sequence[str]) -> str:
    if DATE not in chosen:
        return cells.DAY_FIRST
    return cells.guessed_order(list(sheet.values(chosen.index(DATE))))


def _trouble(problems: Sequence[Problem]) -> str:
    if not problems:
        return ""
    found = ngettext(
        "%(count)s cell or row cannot be imported. Nothing is written before all can be.",
        "%(count)s cells or rows cannot be imported. Nothing is written before all can be.",
        len(problems),
    )
    return found % {"count": len(problems)}


def _confirmed(job: Job) -> tuple[Club, ReadTable]:
    """Read the table again: players may have been added or renamed since the preview."""
    assert job.club is not None  # imports of tables have a club
    reading = table_read(job=job)
    if reading.problems:
        raise NothingWritten(problem_sentence(reading.problems[0]))
    if reading.trouble:
        raise NothingWritten(reading.trouble)
    return job.club, reading


def _players(club: Club, by: User, people: Sequence[Person]) -> dict[str, Player]:
    """Return the players by key: existing ones, and new ones, which are added to the club."""
    keys = resolved(people)
    players = club.players.select_related("merged_into")
    there = {player.public_id: player.current for player in players}
    for person in people:
        key = keys[person.key]
        if key not in there:
            # Whoever is somebody new here was said to be, or resembles nobody.
            there[key] = player_create(club=club, by=by, name=person.name, is_namesake=True)
    return {key: there[key] for key in keys.values()}


def _evening(
    club: Club, by: User, evening: Evening, players: Mapping[str, Player], rules: str
) -> None:
    debts_lock(club.pk)
    # All at once, before any row of an evening: one evening after the other is written.
    seasons_locked(*club.seasons.filter(closed_at__isnull=True).values_list("pk", flat=True))
    session = session_create(
        club=club,
        by=by,
        players=[players[person] for person in seated(evening)],
        rules=rules,
        title=evening.title,
        place=evening.place,
        played_on=evening.date,
        entered_afterwards=True,
    )
    ids = {person: players[person].public_id for person in evening.people}
    try:
        steps_write(session=session, steps=steps(evening, ids), sender=by, at=timezone.now())
    except ChouetteError as error:
        raise NothingWritten(_at(evening.games[0].number, "", str(error))) from error
    session_end(session=session, by=by, version=session.version, key="import")
