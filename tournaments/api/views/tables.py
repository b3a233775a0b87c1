"""Chouette tables: their next game and their end; late arrivals, departures, splits."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import RequestSerializer
from games.api.shapes import RecordedSerializer
from games.api.views.base import asker
from games.api.views.play import recorded_shown
from games.models import ApiToken
from games.permissions import Capability, Reader, require
from games.record.log.origins import sender_of
from games.record.log.writing import Recorded
from tournaments.api.reading import people_of, with_seats
from tournaments.api.serializers import KeyedSerializer, MoveSerializer, ProposedSerializer
from tournaments.api.shapes import (
    TablesWrittenSerializer,
)
from tournaments.api.states import (
    Json,
    proposal_state,
    table_detail,
)
from tournaments.api.table_shapes import ProposalSerializer, TableDetailSerializer
from tournaments.api.views.base import Change, Written, proposes, view_of, writes
from tournaments.api.views.draws import tables_answer
from tournaments.errors import EventRefused
from tournaments.events import verbs
from tournaments.models import Entry, EventTable, Round
from tournaments.tables.services.proposals import split_proposal
from tournaments.tables.services.tables import (
    table_finish,
    table_move,
    table_start_game,
    tables_split,
)


class TableDetail(Written):
    """One chouette table."""

    @extend_schema(responses=TableDetailSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show a table, and what comes next by its format."""
        table = self.table(request, public_id)
        return Response(_shown(table, self.reader))


class TableStartGame(Written):
    """The next game of a table."""

    scope = ApiToken.Scope.SCORE
    needs = None  # scorers may do it, too: see `table`
    needs_version = True

    def table(self, request: Request, public_id: str) -> EventTable:
        """Return the table of the address, for its scorers.

        Raises:
            NotAllowed: the user is not one.
        """
        found = super().table(request, public_id)
        club = found.round.division.event.club
        require(asker(request), Capability.SCORE, club, found.session)
        return found

    @writes(RequestSerializer, RecordedSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Start a table's next game by its format; the version is the session's."""
        table = self.table(request, public_id)
        data = self.content(request, RequestSerializer)
        recorded = table_start_game(
            table=table, by=asker(request), origin=sender_of(request), **data
        )
        return self.recorded(request, table, recorded)

    def recorded(self, request: Request, table: EventTable, recorded: Recorded) -> Response:
        """Answer with what was written in the session."""
        session = table.session
        assert session is not None, "something was written in it"
        reader = Reader.of(request.user, session.club, session)
        code = status.HTTP_200_OK if recorded.replayed else status.HTTP_201_CREATED
        return Response(recorded_shown(reader, session, recorded), status=code)


class TableFinish(TableStartGame):
    """The end of a table."""

    @writes(RequestSerializer, RecordedSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """End a table for its round; the version is the session's."""
        table = self.table(request, public_id)
        data = self.content(request, RequestSerializer)
        recorded = table_finish(table=table, by=asker(request), origin=sender_of(request), **data)
        return self.recorded(request, table, recorded)


class TableSplit(Written):
    """Splitting a table that has grown too large."""

    signed_in_only = True

    @proposes(ProposalSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Propose how to split a table that is beyond its limit; nobody moves."""
        table = self.table(request, public_id)
        require(asker(request), Capability.DIRECT, table.round.division.event.club)
        people = people_of(table.round.division, self.reader)
        return Response(proposal_state(split_proposal(table), people))

    @writes(ProposedSerializer, TablesWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Split a table as it was proposed; results at it stay."""
        table = self.table(request, public_id)
        data, replayed = self.accepted(request, "table_split", table=table.public_id)
        if not replayed:
            tables_split(table=table, **data)
        return tables_answer(table.round, self.reader, replayed=replayed)


class EntryMove(Written):
    """Moving one player by hand."""

    @writes(MoveSerializer, TablesWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Move a player to another table of the round; results stay where they were won."""
        entry = self.entry(request, public_id)
        data = self.asked(request, MoveSerializer)
        wanted = data.pop("table")
        tables = EventTable.objects.filter(round__division=entry.division, public_id=wanted)
        to = tables.select_related("round__division__event__club", "session").first()
        if to is None:
            raise EventRefused("table_unknown")
        said = {"entry": entry.public_id, "to": to.public_id}
        replayed = self.once(data, "table_move", **said)
        if not replayed:
            table_move(entry=entry, to=to, **data)
        return tables_answer(to.round, self.reader, replayed=replayed)


class SeatChange(Change):
    """Who comes to a table, or goes."""

    shape = KeyedSerializer
    answer = TablesWrittenSerializer

    def done(self, about: Entry, data: Json, *, replayed: bool) -> Response:
        """Show the tables of the round in play."""
        if not replayed:
            self.verb.deed(entry=about, **data)
        return tables_answer(_latest(about), self.reader, replayed=replayed)


EntryJoin = view_of(SeatChange, verbs.JOIN)
EntryLeave = view_of(SeatChange, verbs.LEAVE)


def _shown(table: EventTable, reader: Reader) -> Json:
    """Return a table with its seats, and what comes next there."""
    found = with_seats(EventTable.objects.filter(pk=table.pk)).get()
    found.round = table.round
    return table_detail(found, people_of(table.round.division, reader))


def _latest(entry: Entry) -> Round:
    """Return the round in play that includes an entry."""
    division = entry.division
    rounds = division.rounds.filter(state=Round.State.RELEASED).order_by("-number")
    found = rounds[0]
    found.division = division
    return found
