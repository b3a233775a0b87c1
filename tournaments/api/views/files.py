"""Standings; exports of an event, and imports of entries and results."""

from __future__ import annotations

import io
from typing import Any, ClassVar, Final

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.views.base import Private
from games.api.views.jobs import JobSerializer, job_answered
from games.files.services.jobs import job_start
from games.ledger.delimited import write_rows
from games.models import Job
from games.permissions import Capability, require
from tournaments.api.exporting import ExportedEventSerializer, event_export
from tournaments.api.reading import division_read, event_read
from tournaments.api.serializers import EntryFileSerializer, ResultFileSerializer
from tournaments.api.shapes import FileReadSerializer
from tournaments.api.standing_shapes import DivisionStandingsSerializer, standings_state
from tournaments.api.states import Json
from tournaments.api.views.base import Written, answered, version_of, writes
from tournaments.events.selectors.events import board_read
from tournaments.events.services.entry_files import ENTRIES
from tournaments.events.services.file_jobs import READERS, file_keep, takes_long
from tournaments.events.services.filing import FileRead
from tournaments.events.services.result_files import RESULTS
from tournaments.models import Event
from tournaments.pages.exports import entries_rows, results_rows, standings_rows
from tournaments.pages.exports.office import FORMS


class Standings(Private):
    """The standings."""

    @extend_schema(responses=DivisionStandingsSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show the standings of a division with every tie-break, and the places of a bracket."""
        division, reader = division_read(public_id, request.user)
        [field] = board_read(division.event, reader, division.public_id).fields
        return Response(standings_state(field))


class ExportCsv(Private):
    """An event for a spreadsheet."""

    rows: ClassVar[Any]

    @extend_schema(responses={(200, "text/csv"): str})
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Export as comma-separated text; formulas are neutralised."""
        board = board_read(*event_read(public_id, request.user), None)
        text = write_rows(type(self).rows(board))
        return HttpResponse(text, content_type="text/csv; charset=utf-8")


class ExportEntries(ExportCsv):
    """The entries."""

    rows = staticmethod(entries_rows)


class ExportResults(ExportCsv):
    """The results."""

    rows = staticmethod(results_rows)


class ExportStandings(ExportCsv):
    """The standings."""

    rows = staticmethod(standings_rows)


class ExportOffice(Private):
    """The results in the form of a ratings office."""

    signed_in_only = True
    form: ClassVar[str]

    @extend_schema(responses={(200, "text/csv"): str})
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Export with names, federation numbers and ratings: for directors only."""
        event, reader = event_read(public_id, request.user)
        require(reader, Capability.DIRECT, event.club)
        text = write_rows(FORMS[self.form](event))
        return HttpResponse(text, content_type="text/csv; charset=utf-8")


class ExportOfficeMatches(ExportOffice):
    """A line for each match."""

    form = "matches"


class ExportOfficeTable(ExportOffice):
    """A line for each player."""

    form = "table"


class ExportJson(Private):
    """An event for a program."""

    @extend_schema(responses=ExportedEventSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Export a whole event: entries, rounds, matches with their logs, standings, seeds."""
        return Response(event_export(*event_read(public_id, request.user)))


class ImportFile(Written):
    """A table of an event; the worker reads a long one."""

    def read(
        self,
        request: Request,
        event: Event,
        kind: Job.Kind,
        shape: type[EntryFileSerializer | ResultFileSerializer],
    ) -> Response:
        """Answer with what a file says, or with the job of the worker that reads it."""
        data, replayed = self.directed(request, shape, LOGGED[kind])
        text = data.pop("text").encode("utf-8", "surrogatepass")
        if not replayed and takes_long(kind, io.BytesIO(text)):
            job = file_keep(
                event=event, by=data["by"], kind=kind, pieces=[text], name="", key=data["key"]
            )
            if not data["dry_run"]:
                job_start(job=job)
                job.refresh_from_db()
            return job_answered(job)
        found = READERS[kind](event=event, data=text, **data)
        return answered(_read(found), replayed=replayed, version=version_of(event))


LOGGED: Final = {Job.Kind.ENTRIES: ENTRIES, Job.Kind.EVENT_RESULTS: RESULTS}
"""Under what the log of an event keeps a file."""
LATER: Final = {202: OpenApiResponse(JobSerializer, "The worker reads it: look at the job.")}


class ImportEntries(ImportFile):
    """Entries from a file."""

    @writes(EntryFileSerializer, FileReadSerializer, LATER)
    def post(self, request: Request, public_id: str) -> Response:
        """Enter the players of a table, all or none; new ones are added to the club."""
        event = self.event(request, public_id)
        return self.read(request, event, Job.Kind.ENTRIES, EntryFileSerializer)


class ImportResults(ImportFile):
    """Results from a file."""

    @writes(ResultFileSerializer, FileReadSerializer, LATER)
    def post(self, request: Request, public_id: str) -> Response:
        """Enter the results of a table, all or none."""
        event = self.event(request, public_id)
        return self.read(request, event, Job.Kind.EVENT_RESULTS, ResultFileSerializer)


def _read(read: FileRead) -> Json:
    return {
        "is_written": read.is_written,
        "lines": [{"line": one.number, "text": one.text} for one in read.lines],
        "problems": [
            {"line": problem.number, "code": problem.code, "text": problem.text}
            for problem in read.problems
        ],
        "notes": list(read.notes),
    }
