"""Sessions: listing them, setting one up, and its present state."""

from decimal import Decimal
from functools import partial
from typing import Any

from django.db.models import Q, QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.creations import CREATED, created, created_once
from games.api.etags import tagged
from games.api.filters import LogFilter, SessionFilter
from games.api.pagination import ByDay, BySequence
from games.api.serializers import (
    ImportSerializer,
    NewSessionSerializer,
    SessionBoardSerializer,
    SessionChangeSerializer,
)
from games.api.shapes import LogEntrySerializer, SessionDetailSerializer, SessionSerializer
from games.api.states import TableSerializer, seen_by
from games.api.views.base import Json, Listing, Making, Private, asker, checked
from games.api.views.jobs import JobSerializer, job_state
from games.chouetteboards.services.following import session_on_board
from games.clubs.selectors.clubs import club_get, clubs_visible_to
from games.errors import Refused
from games.files.selectors import job_get
from games.files.services.jobs import job_look
from games.files.services.scores import is_long, score_file_keep
from games.models import Action, ApiToken, Club, Player, Season, Session, User
from games.permissions import Capability, Reader, Somebody, require
from games.record.selectors.sessions import session_get, table_of
from games.sessions.services.csn import csn_import
from games.sessions.services.sessions import session_create, session_describe

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="An ETag: 304 if it still fits."
)
ETAG = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200], description="Version and fingerprint."
)


class Sessions(Making, Listing):
    """The sessions the reader may see."""

    serializer_class = SessionSerializer
    pagination_class = ByDay
    filterset_class = SessionFilter
    queryset = Session.objects.none()

    @extend_schema(responses=SessionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List sessions of the user's clubs, of public ones, and those with a seat of theirs; the
        latest first.
        """
        return self.paged(request, sessions_visible_to(request.user))

    @extend_schema(
        request=NewSessionSerializer,
        responses=created(SessionDetailSerializer),
        parameters=[CREATED],
    )
    def post(self, request: Request) -> Response:
        """Set up a session; its order is rolled, or set, by the first action."""
        club = _club_named(request)
        if club is not None:  # a missing club is refused with the rest of the form
            require(request.user, Capability.START_SESSION, club)

        def make(
            by: User, club: str, players: list[str], money: Json | None, **data: Any
        ) -> Session:
            there = club_get(club, request.user)
            return session_create(
                club=there,
                by=by,
                players=players_named(there, players),
                stake_amount=stake_sent(money)[0],
                currency=stake_sent(money)[1],
                **data,
            )

        return self.made(
            request,
            NewSessionSerializer,
            make,
            lambda found: shown(_session(found, request), request),
        )


class SessionDetail(Private):
    """One session."""

    needs = Capability.START_SESSION

    @extend_schema(
        responses={200: SessionDetailSerializer, 304: None}, parameters=[IF_NONE_MATCH, ETAG]
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Show a session with its seats and the current table."""
        session = self.session(request)
        return tagged(request, shown(session, request, self.reader), session.version)

    @extend_schema(request=SessionChangeSerializer, responses=SessionDetailSerializer)
    def patch(self, request: Request, public_id: str) -> Response:
        """Change a session's title, date, place, season, and what a point is worth."""
        session = self.session(request)
        data = checked(SessionChangeSerializer, request)
        described = {
            name: data.get(name, getattr(session, name)) for name in ("title", "place", "played_on")
        }
        described["season"] = session.season
        if "season" in data:
            described["season"] = season_named(session.club, data["season"])
        if "money" in data:
            described["worth"] = stake_sent(data["money"])
        session = session_describe(session=session, by=asker(request), **described)
        return Response(shown(session, request, self.reader))


class SessionBoard(Private):
    """Where a session is played."""

    needs = Capability.SCORE

    @extend_schema(request=SessionBoardSerializer, responses=SessionDetailSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Say whether the games are played on the board, and with which clock, from the next on."""
        session = self.session(request)
        session_on_board(
            session=session, by=asker(request), **checked(SessionBoardSerializer, request)
        )
        return Response(shown(session, request, self.reader))


class SessionTable(Private):
    """The table of a session."""

    @extend_schema(responses={200: TableSerializer, 304: None}, parameters=[IF_NONE_MATCH, ETAG])
    def get(self, request: Request, public_id: str) -> Response:
        """Show the current table: the line, the cubes, who must act."""
        session = self.session(request)
        table = table_of(session)
        shown = TableSerializer(table, context=seen_by(self.reader, session, table))
        return tagged(request, shown.data, session.version)


class Log(Listing):
    """The log of a session."""

    serializer_class = LogEntrySerializer
    pagination_class = BySequence
    filterset_class = LogFilter
    queryset = Action.objects.none()

    def read(self, request: Request) -> Response:
        """Answer with a page of the log."""
        session = self.session(request)
        rows = session.log.select_related("sender", "sent_by")
        return self.paged(request, rows, capabilities=self.reader.allowed, names=self.names)


class SessionImport(Private):
    """Sessions from files."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.IMPORT_SESSION

    @extend_schema(
        request=ImportSerializer,
        responses=created(SessionDetailSerializer)
        | {202: OpenApiResponse(JobSerializer, "The worker reads it: look at the job.")},
        parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH), CREATED],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make a session from a score file; new players are added to the club.

        The worker reads a long one.
        """
        club = self.club(request)
        given = checked(ImportSerializer, request)
        if is_long(data := given["text"].encode("utf-8", "surrogatepass")):
            later = partial(score_file_keep, club=club, by=asker(request), data=data)
            return created_once(
                request,
                lambda: later(end=given["end"]),
                lambda found: job_state(job_look(job=job_get(found, asker(request)))),
                new=status.HTTP_202_ACCEPTED,
            )
        return created_once(
            request,
            lambda: csn_import(club=club, by=asker(request), **given),
            lambda found: shown(_session(found, request), request),
        )


def sessions_visible_to(user: Somebody) -> QuerySet[Session]:
    """Return sessions of the user's clubs, of public ones, and those with a seat of theirs."""
    visible = Q(club__in=clubs_visible_to(user))
    if isinstance(user, User):  # a token for one club opens no session elsewhere
        visible |= Q(pk__in=Session.objects.filter(seats__player__user=user).values("pk"))
    return Session.objects.filter(visible).select_related("club", "season")


def shown(session: Session, request: Request, reader: Reader | None = None) -> Json:
    """Return a session as the reader may see it; `reader` is looked up if missing."""
    reader = reader or Reader.of(request.user, session.club, session)
    context: dict[str, Any] = {"request": request, "reader": reader}
    return dict(SessionDetailSerializer(session, context=context).data)


def stake_sent(money: Json | None) -> tuple[Decimal | None, str]:
    """Return what a point is worth, and its currency."""
    return (Decimal(money["amount"]), money["currency"]) if money else (None, "")


def _session(public_id: str, request: Request) -> Session:
    return session_get(public_id, request.user)


def _club_named(request: Request) -> Club | None:
    data = request.data
    named = data.get("club") if isinstance(data, dict) else None
    return club_get(named, request.user) if isinstance(named, str) else None


def players_named(club: Club, ids: list[str]) -> list[Player]:
    """Return players of the club, in this order.

    Raises:
        Refused: one is not of the club.
    """
    found = {player.public_id: player for player in club.players.filter(public_id__in=ids)}
    if len(found) < len(set(ids)):
        raise Refused("player_elsewhere")
    return [found[public_id] for public_id in ids]


def season_named(club: Club, public_id: str | None) -> Season | None:
    """Return a season of the club; None stands for none.

    Raises:
        Refused: it is not one of the club.
    """
    if public_id is None:
        return None
    season = club.seasons.filter(public_id=public_id).first()
    if season is None:
        raise Refused("season_elsewhere")
    return season
