"""Sessions for programs: list, look, set up, play, undo; each view parses, calls, renders."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.permissions import (
    AllowAny,
    BasePermission,
    IsAuthenticated,
    IsAuthenticatedOrReadOnly,
)
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problems
from games.api.serializers import (
    ActionsSerializer,
    NewSessionSerializer,
    RecordedSerializer,
    RequestSerializer,
    SessionDetailSerializer,
    SessionQuerySerializer,
    SessionSerializer,
    StepsSerializer,
)
from games.api.states import result_state, table_state
from games.errors import Refused
from games.exports.session_json import session_as_json
from games.models import Player, Session, User
from games.permissions import Capability
from games.rules.chouette import action_from_json
from games.selectors.people import club_get, clubs_visible_to
from games.selectors.sessions import may, names_of, session_get
from games.selectors.settling import settlement
from games.selectors.sheets import sheet_get
from games.services.record import record_action, redo, undo
from games.services.sessions import session_create, session_end
from games.services.writing import Recorded, Sender

JSON = "application/json"


FILTERS = {
    "club": "club__slug",
    "season": "season__public_id",
    "player": "seats__player__public_id",
    "status": "status",
    "played_from": "played_on__gte",
    "played_until": "played_on__lte",
}


class Sessions(generics.ListCreateAPIView[Session]):
    """The sessions one may see, and setting one up."""

    serializer_class = SessionSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)

    def get_queryset(self) -> QuerySet[Session]:
        """Return sessions of one's clubs, of public ones, and those one sits in."""
        user = self.request.user
        visible = Q(club__in=clubs_visible_to(user))
        if isinstance(user, User):
            visible |= Q(pk__in=Session.objects.filter(seats__player__user=user).values("pk"))
        found = Session.objects.filter(visible).select_related("club", "season")
        query = SessionQuerySerializer(data=self.request.query_params)
        query.is_valid(raise_exception=True)
        wanted = {FILTERS[name]: value for name, value in query.validated_data.items()}
        return found.filter(**wanted).order_by("-played_on", "-pk")

    @extend_schema(
        parameters=[SessionQuerySerializer],
        responses={200: SessionSerializer(many=True), **problems(400, 404)},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List sessions, the latest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        request=NewSessionSerializer,
        responses={201: SessionDetailSerializer, **problems(400, 403, 404)},
    )
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Set up a session; its order is rolled, or set, by the first action."""
        given = NewSessionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        data = dict(given.validated_data)
        club = club_get(data.pop("club"), request.user)
        ids = data.pop("players")
        found = {p.public_id: p for p in Player.objects.filter(club=club, public_id__in=ids)}
        if len(found) < len(set(ids)):
            raise Refused("player_elsewhere")
        session = session_create(
            club=club,
            by=sender_of(request),
            players=[found[public_id] for public_id in ids],
            **data,
        )
        shown = SessionDetailSerializer(session, context=self.get_serializer_context())
        return Response(shown.data, status=status.HTTP_201_CREATED)


class SessionView(APIView):
    """What all views of one session share."""

    permission_classes: Sequence[type[BasePermission]] = (AllowAny,)
    names: dict[str, str]

    def session(self, request: Request, public_id: str) -> Session:
        """Return the session, and keep its players' names for what may be refused."""
        session = session_get(public_id, request.user)
        self.names = names_of(session)
        return session


class SessionDetail(SessionView):
    """One session."""

    @extend_schema(responses={200: SessionDetailSerializer, **problems(404)})
    def get(self, request: Request, public_id: str) -> Response:
        """Show a session with its seats, and the table as it stands."""
        session = self.session(request, public_id)
        return Response(SessionDetailSerializer(session, context={"request": request}).data)


class SessionSheet(SessionView):
    """The score sheet."""

    @extend_schema(
        responses={(200, JSON): {"type": "object"}, **problems(400, 404)},
        parameters=[OpenApiParameter("page", int, description="Long sessions have several.")],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Show a line for each game with everybody's points; money to those it concerns."""
        session = self.session(request, public_id)
        with_money = Capability.VIEW_MONEY in may(session, request.user)
        sheet = sheet_get(session, page=page_of(request))
        return Response(session_as_json(sheet, settlement(session) if with_money else None))


class Change(SessionView):
    """What all changes of a session share."""

    permission_classes = (IsAuthenticated,)

    def answer(self, request: Request, session: Session, recorded: Recorded) -> Response:
        """Show what was written: 201 when it is new, 200 when it was there."""
        with_stakes = Capability.VIEW_MONEY in may(session, request.user)
        data = {
            "version": recorded.version,
            "replayed": recorded.replayed,
            "table": table_state(recorded.table, with_stakes=with_stakes),
            "results": [result_state(result) for result in recorded.results],
        }
        code = status.HTTP_200_OK if recorded.replayed else status.HTTP_201_CREATED
        return Response(RecordedSerializer(data).data, status=code)


View = Callable[[Any, Request, str], Response]


def writes(request: type[RequestSerializer]) -> Callable[[View], View]:
    """Describe a change of a session for the schema."""
    answers: dict[Any, Any] = {200: RecordedSerializer, 201: RecordedSerializer}
    answers |= problems(400, 403, 404, 409)
    decorator: Callable[[View], View] = extend_schema(request=request, responses=answers)
    return decorator


class SessionActions(Change):
    """Playing."""

    @writes(ActionsSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Write actions as one step. Errors of the rules come back with their code."""
        session = self.session(request, public_id)
        data = checked(ActionsSerializer, request)
        recorded = record_action(
            session=session,
            actions=[action_from_json(action) for action in data["actions"]],
            version=data["version"],
            key=data["key"],
            sender=sender_of(request),
            origin=origin_of(request),
        )
        return self.answer(request, session, recorded)


class SessionUndo(Change):
    """Undoing."""

    @writes(StepsSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Undo the last steps."""
        session = self.session(request, public_id)
        data = checked(StepsSerializer, request)
        recorded = undo(
            session=session, sender=sender_of(request), origin=origin_of(request), **data
        )
        return self.answer(request, session, recorded)


class SessionRedo(Change):
    """Redoing."""

    @writes(StepsSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Redo the steps undone last."""
        session = self.session(request, public_id)
        data = checked(StepsSerializer, request)
        recorded = redo(
            session=session, sender=sender_of(request), origin=origin_of(request), **data
        )
        return self.answer(request, session, recorded)


class SessionEnd(Change):
    """Ending."""

    @writes(RequestSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """End the evening."""
        session = self.session(request, public_id)
        data = checked(RequestSerializer, request)
        recorded = session_end(
            session=session, by=sender_of(request), origin=origin_of(request), **data
        )
        return self.answer(request, session, recorded)


def checked(serializer: type[RequestSerializer], request: Request) -> dict[str, Any]:
    """Return the request's content, or refuse its shape."""
    given = serializer(data=request.data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def sender_of(request: Request) -> User:
    """Return who asks; the view has made sure that he is signed in."""
    assert isinstance(request.user, User)
    return request.user


def origin_of(request: Request) -> Sender:
    """Return where the request comes from."""
    return Sender(request.META.get("REMOTE_ADDR") or None, request.headers.get("User-Agent", ""))


def page_of(request: Request) -> int:
    """Return the page asked for; the first where that is no number."""
    text = request.query_params.get("page", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1
