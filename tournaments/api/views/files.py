"""Standings; exports of an event, and imports of entries and results."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.views.base import Private
from games.ledger.delimited import write_rows
from games.permissions import Capability, require
from tournaments.api.exporting import ExportedEventSerializer, event_export
from tournaments.api.reading import division_read, event_read
from tournaments.api.serializers import EntryFileSerializer, ResultFileSerializer
from tournaments.api.shapes import FileReadSerializer
from tournaments.api.standing_shapes import DivisionStandingsSerializer, standings_state
from tournaments.api.states import Json
from tournaments.api.views.base import Written, answered, version_of, writes
from tournaments.events.selectors.events import board_read
from tournaments.events.services.entry_files import (
    ENTRIES,
    RESULTS,
    FileRead,
    entries_file,
    results_file,
)
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


class ImportEntries(Written):
    """Entries from a file."""

    @writes(EntryFileSerializer, FileReadSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Enter the players of a table, all or none; new ones are added to the club."""
        event = self.event(request, public_id)
        data, replayed = self.directed(request, EntryFileSerializer, ENTRIES)
        found = entries_file(event=event, data=data.pop("text").encode(), **data)
        return answered(_read(found), replayed=replayed, version=version_of(event))


class ImportResults(Written):
    """Results from a file."""

    @writes(ResultFileSerializer, FileReadSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Enter the results of a table, all or none."""
        event = self.event(request, public_id)
        data, replayed = self.directed(request, ResultFileSerializer, RESULTS)
        found = results_file(event=event, data=data.pop("text").encode(), **data)
        return answered(_read(found), replayed=replayed, version=version_of(event))


def _read(found: FileRead) -> Json:
    return {
        "is_written": found.is_written,
        "lines": [{"line": one.number, "text": one.text} for one in found.lines],
        "problems": [
            {"line": one.number, "code": one.code, "text": one.text} for one in found.problems
        ],
        "notes": list(found.notes),
    }
