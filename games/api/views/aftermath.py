"""What follows a session: score sheet, notes and disputes, settle-up, files."""

from decimal import Decimal
from functools import partial

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.creations import CREATED, created, created_once
from games.api.filters import NoteFilter
from games.api.money_shapes import PaymentMadeSerializer, SettleUpSerializer
from games.api.pagination import LatestFirst, page_number
from games.api.serializers import LeaverPaidSerializer, NewNoteSerializer, ResolutionSerializer
from games.api.shapes import NoteSerializer
from games.api.sheet_shapes import SheetSerializer
from games.api.views.base import Json, Listing, Making, Private, asker, checked, nothing_sent
from games.api.views.sessions import players_named
from games.errors import Conflict, NotAllowed, NotFound
from games.ledger.delimited import write_rows
from games.models import ApiToken, Note, Payment
from games.models.ids import is_public_id
from games.permissions import Capability, Reader, require
from games.record.selectors.sessions import session_seen
from games.record.services.notes import dispute_resolve, note_add
from games.sessions.exports.session_json import session_as_json
from games.sessions.exports.session_rows import sheet_rows
from games.sessions.selectors.settling import (
    debt_get,
    payment_get,
    settlement,
)
from games.sessions.selectors.sheets import sheet_get, sheet_of_all
from games.sessions.services.csn import csn_export
from games.sessions.services.settling import debt_pay, leaver_pay, payment_take_back

PAGE = OpenApiParameter(
    "page",
    {"type": "integer", "minimum": 1, "maximum": 99999},
    description="Of a long sheet; the last one if left out.",
)


class SessionSheet(Private):
    """The score sheet."""

    query = ("page",)

    @extend_schema(responses=SheetSerializer, parameters=[PAGE])
    def get(self, request: Request, public_id: str) -> Response:
        """Show a line for each game with everybody's points; money to those it concerns."""
        session = self.session(request)
        sheet = sheet_get(session, self.reader, page=page_number(request))
        return Response(session_as_json(sheet, self.reader))


class SessionNotes(Making, Listing):
    """Notes and disputes."""

    needs = Capability.NOTE

    serializer_class = NoteSerializer
    pagination_class = LatestFirst
    filterset_class = NoteFilter
    queryset = Note.objects.none()

    @extend_schema(responses=NoteSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """List notes and disputes, the latest first."""
        session = self.session(request)
        return self.paged(request, session.notes.all(), session=session, reader=self.reader)

    @extend_schema(
        request=NewNoteSerializer, responses=created(NoteSerializer), parameters=[CREATED]
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Write a note on a game, or dispute it. Neither moves any points."""
        make = partial(note_add, session=self.session(request))

        def show(public_id: str) -> Json:
            return _told(*_note(request, public_id))

        return self.made(request, NewNoteSerializer, make, show)


class NoteResolve(Private):
    """The resolution of a dispute."""

    @extend_schema(request=ResolutionSerializer, responses=NoteSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Resolve a dispute, and record how it was decided."""
        note, reader = _note(request, public_id)
        require(reader, Capability.RESOLVE, note.session.club, note.session)
        data = checked(ResolutionSerializer, request)
        note = dispute_resolve(note=note, by=asker(request), **data)
        return Response(_told(note, reader))


class SettleUp(Private):
    """Who pays whom."""

    signed_in_only = True

    @extend_schema(responses=SettleUpSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show the settle-up: final once the session has ended, else a preview."""
        session = self.session(request)
        found = settlement(session, self.reader)
        if found is None:
            raise NotAllowed
        return Response(SettleUpSerializer(found).data)


class SessionPayments(Private):
    """Payments while the session runs."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.SETTLE

    @extend_schema(
        request=LeaverPaidSerializer, responses=created(PaymentMadeSerializer), parameters=[CREATED]
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Record what who left early settled at once: they pay what they owe, or are paid."""
        session = self.session(request)
        data = checked(LeaverPaidSerializer, request)

        def make() -> Payment:
            player, other = players_named(session.club, [data["player"], data["other"]])
            return leaver_pay(
                session=session,
                player=player,
                other=other,
                amount=Decimal(data["amount"]),
                by=asker(request),
            )

        def show(public_id: str) -> Json:
            return dict(PaymentMadeSerializer(payment_get(public_id, request.user)).data)

        return created_once(request, make, show)


class DebtPay(Private):
    """The payment of a debt."""

    scope = ApiToken.Scope.ORGANIZE

    @extend_schema(request=None, responses=PaymentMadeSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Mark a debt as paid; doing it twice does no harm."""
        try:
            debt = debt_get(public_id, request.user)
        except NotFound:
            payment = payment_get(public_id, request.user)
            nothing_sent(request)
        else:
            nothing_sent(request)
            if not debt_pay(debt=debt, by=asker(request)):
                raise Conflict("debt_changed")
            payment = payment_get(public_id, request.user)
        return Response(PaymentMadeSerializer(payment).data)


class DebtUnpay(Private):
    """The withdrawal of a payment."""

    scope = ApiToken.Scope.ORGANIZE

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, public_id: str) -> Response:
        """Withdraw a payment; what it paid is owed again, under another identifier."""
        payment = payment_get(public_id, request.user)
        nothing_sent(request)
        payment_take_back(payment=payment, by=asker(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ExportCsn(Private):
    """A session in the score notation."""

    @extend_schema(responses={(200, "text/plain"): str})
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Export the record as text; stakes and currency only to those they concern."""
        session = self.session(request)
        text = csn_export(session=session, reader=self.reader)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class ExportCsv(Private):
    """A session for a spreadsheet."""

    @extend_schema(responses={(200, "text/csv"): str})
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Export the score sheet as comma-separated text; formulas are neutralised."""
        text = write_rows(sheet_rows(sheet_of_all(self.session(request), self.reader)))
        return HttpResponse(text, content_type="text/csv; charset=utf-8")


class ExportJson(Private):
    """A session for a program."""

    @extend_schema(responses=SheetSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Export the whole score sheet, not only a page of it."""
        session = self.session(request)
        return Response(session_as_json(sheet_of_all(session, self.reader), self.reader))


def _told(note: Note, reader: Reader) -> Json:
    context = {"session": note.session, "reader": reader}
    return dict(NoteSerializer(note, context=context).data)


def _note(request: Request, public_id: str) -> tuple[Note, Reader]:
    if not is_public_id(public_id):
        raise NotFound
    note = Note.objects.filter(public_id=public_id).select_related("session").first()
    if note is None:
        raise NotFound
    note.session, reader = session_seen(note.session.public_id, request.user)
    return note, reader
