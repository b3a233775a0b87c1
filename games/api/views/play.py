"""Changes of a session: each is written by version and key, once."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.etags import version_as_sent
from games.api.keys import IF_MATCH, key_header
from games.api.serializers import (
    ActionsSerializer,
    AmendSerializer,
    DeclarationSerializer,
    HoldingSerializer,
    OthersSerializer,
    RequestSerializer,
    SpokenSerializer,
    StepsSerializer,
    VoidSerializer,
)
from games.api.shapes import DeclaredSerializer, LogEntrySerializer, RecordedSerializer
from games.api.states import seen_by
from games.api.views.base import Json, Private, asker, checked, put_key, put_version
from games.api.views.sessions import Log
from games.decisions.services.decisions import session_void_decide
from games.models import Session
from games.permissions import Capability, Reader
from games.record.log.origins import sender_of
from games.record.log.writing import Recorded
from games.record.selectors.sessions import table_of
from games.record.services.actions import order_roll, record_action, redo, undo
from games.record.services.amend import game_amend
from games.record.services.asked import Declared
from games.record.services.declarations import (
    declaration_make,
    offers_close,
    offers_open,
    others_answer,
)
from games.record.services.holding import holding_say
from games.rules.chouette import action_from_json
from games.sessions.services.sessions import session_end, session_reopen, session_void

HEADERS = [key_header("Instead of `key`."), IF_MATCH]


View = Callable[[Any, Request, str], Response]


def writes(shape: type[RequestSerializer]) -> Callable[[View], View]:
    """Describe a change of a session for the schema: 201 when new, 200 when repeated."""
    answers = {200: RecordedSerializer, 201: RecordedSerializer}
    described: Callable[[View], View] = extend_schema(
        request=shape, responses=answers, parameters=HEADERS
    )
    return described


class Change(Private):
    """Shared by all changes of a session."""

    def content(self, request: Request, shape: type[RequestSerializer]) -> Json:
        """Return the content, with version and key from the body or the headers.

        Raises:
            Refused: one of them is missing, malformed, or given twice with different values.
        """
        data = checked(shape, request)
        put_version(data, request, is_needed=True)
        put_key(data, request)
        return data

    def answer(self, request: Request, session: Session, write: Any, **content: Any) -> Response:
        """Write, and show what was written.

        Raises:
            PreconditionFailed: If-Match has an outdated version.
        """
        with version_as_sent(request):
            recorded = write(session=session, origin=sender_of(request), **content)
        code = status.HTTP_200_OK if recorded.replayed else status.HTTP_201_CREATED
        return Response(recorded_shown(self.reader, session, recorded), status=code)


def recorded_shown(reader: Reader, session: Session, recorded: Recorded) -> Json:
    """Return what was written as a reader sees it, with the question if it is still open."""
    table = recorded.table if session.version == recorded.version else None
    return dict(RecordedSerializer(recorded, context=seen_by(reader, session, table)).data)


class SessionActions(Change, Log):
    """Playing, and what was played."""

    needs = Capability.PLAY

    @extend_schema(responses=LogEntrySerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """List the rows of the log from the beginning; the next page begins where one stopped."""
        return self.read(request)

    @writes(ActionsSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Write actions as one step. Errors of the rules come back with their code."""
        session = self.session(request)
        data = self.content(request, ActionsSerializer)
        actions = [action_from_json(action) for action in data.pop("actions")]
        sender = asker(request)
        return self.answer(request, session, record_action, actions=actions, sender=sender, **data)


class SessionRoll(Change):
    """Rolling for the order."""

    needs = Capability.SCORE

    @writes(RequestSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Let the program roll for the order, roll-offs included."""
        session = self.session(request)
        data = self.content(request, RequestSerializer)
        return self.answer(request, session, order_roll, sender=asker(request), **data)


class SessionUndo(Change):
    """Undoing."""

    needs = Capability.PLAY

    @writes(StepsSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Undo the last steps; they stay in the log."""
        session = self.session(request)
        data = self.content(request, StepsSerializer)
        return self.answer(request, session, undo, sender=asker(request), **data)


class SessionRedo(Change):
    """Redoing."""

    needs = Capability.PLAY

    @writes(StepsSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Redo the steps undone last."""
        session = self.session(request)
        data = self.content(request, StepsSerializer)
        return self.answer(request, session, redo, sender=asker(request), **data)


class SessionAmend(Change):
    """Correcting."""

    needs = Capability.AMEND

    @writes(AmendSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Replace the actions of a finished game; all later games follow, their lines stay."""
        session = self.session(request)
        data = self.content(request, AmendSerializer)
        actions = [action_from_json(action) for action in data.pop("actions")]
        sender = asker(request)
        return self.answer(request, session, game_amend, actions=actions, sender=sender, **data)


class SessionEnd(Change):
    """Ending."""

    needs = Capability.END_SESSION

    @writes(RequestSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """End the evening, and settle up."""
        session = self.session(request)
        data = self.content(request, RequestSerializer)
        return self.answer(request, session, session_end, by=asker(request), **data)


class SessionReopen(Change):
    """Playing on."""

    needs = Capability.REOPEN_SESSION

    @writes(RequestSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Reopen an ended or void session."""
        session = self.session(request)
        data = self.content(request, RequestSerializer)
        return self.answer(request, session, session_reopen, by=asker(request), **data)


class SessionVoid(Change):
    """Voiding."""

    needs = Capability.VOID_SESSION

    @writes(VoidSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Declare a session void; nothing is deleted."""
        session = self.session(request)
        data = self.content(request, VoidSerializer)
        write = session_void_decide if "reason" in data else session_void
        return self.answer(request, session, write, by=asker(request), **data)


def says(shape: type[SpokenSerializer]) -> Callable[[View], View]:
    """Describe an answer to a question: 201 when new, 200 when repeated."""
    answers = {200: DeclaredSerializer, 201: DeclaredSerializer}
    described: Callable[[View], View] = extend_schema(
        request=shape, responses=answers, parameters=[key_header("Instead of `key`.")]
    )
    return described


class Spoken(Private):
    """Shared by all answers to a question, which have its number instead of a version."""

    needs = Capability.PLAY

    def answer(
        self, request: Request, shape: type[SpokenSerializer], say: Callable[..., Declared]
    ) -> Response:
        """Store the answer, and show the result.

        Raises:
            Refused: the key is missing, malformed, or given twice with different values.
        """
        session = self.session(request)
        data = checked(shape, request)
        put_key(data, request)
        declared = say(session=session, sender=asker(request), origin=sender_of(request), **data)
        session.refresh_from_db()
        table = table_of(session)
        shown = DeclaredSerializer(
            {
                "question": declared.question,
                "is_settled": declared.is_settled,
                "version": session.version,
                "replayed": declared.replayed,
                "table": table,
            },
            context=seen_by(self.reader, session, table),
        )
        code = status.HTTP_200_OK if declared.replayed else status.HTTP_201_CREATED
        return Response(shown.data, status=code)


class SessionDeclarations(Spoken):
    """Answering for oneself."""

    @says(DeclarationSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Answer for a cube; others see it when all have answered."""
        return self.answer(request, DeclarationSerializer, declaration_make)


class SessionOthers(Spoken):
    """Answering for all who have said nothing."""

    needs = Capability.SCORE

    @says(OthersSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Give the same answer for all who have said nothing, as who keeps the score."""
        return self.answer(request, OthersSerializer, others_answer)


class SessionHolding(Spoken):
    """Holding for oneself until one says otherwise."""

    @says(HoldingSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Hold in every round of doubles of this game, or take that back; nobody else is told."""
        return self.answer(request, HoldingSerializer, holding_say)


class SessionOffers(Spoken):
    """Asking the team."""

    @says(SpokenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Ask the team who doubles: for the captain and scorers."""
        return self.answer(request, SpokenSerializer, offers_open)


class SessionOffersClose(Spoken):
    """Ending the team's round."""

    @says(SpokenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """End the round of offers: silent members hold."""
        return self.answer(request, SpokenSerializer, offers_close)
