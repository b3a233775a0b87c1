"""Boards: listing them, setting one up, sitting down, and playing."""

from contextlib import suppress
from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.board_shapes import (
    BoardActSerializer,
    BoardDetailSerializer,
    BoardSerializer,
    BoardStepSerializer,
    NewBoardSerializer,
    RematchSerializer,
)
from games.api.creations import CREATED, created, created_once
from games.api.etags import PreconditionFailed, expected_version, tagged
from games.api.filters import BoardFilter, BoardLogFilter
from games.api.keys import IF_MATCH, key_header
from games.api.pagination import BySequence, LatestFirst
from games.api.views.base import (
    Json,
    Listing,
    NothingSerializer,
    Private,
    asker,
    checked,
    nothing_sent,
    put_key,
    put_version,
)
from games.api.views.sessions import ETAG, IF_NONE_MATCH
from games.boards.actors import seat_of
from games.boards.errors import BoardConflict, BoardNotAllowed, BoardRefused, RulesRefused
from games.boards.selectors.boards import (
    board_find,
    boards_visible_to,
    names_at,
    seats_of,
    state_of,
    steps_before_turn,
)
from games.boards.selectors.lists import players_to_challenge
from games.boards.services.acting import SEED_ACTS, board_act
from games.boards.services.boards import Terms, board_withdraw
from games.boards.services.invitation_mails import invitation_mail
from games.boards.services.rematches import rematch, rematch_refuse, rematch_withdraw
from games.boards.services.setting_up import (
    SetUp,
    Wanted,
    board_set_up,
    challenge_decline,
    challenge_take,
)
from games.boards.services.sitters import Sitter
from games.chouetteboards.presenters.evening import EveningSeen, evening_of, is_behind, state_seen
from games.clubs.selectors.clubs import club_get
from games.errors import NotFound, Refused
from games.models import Board, BoardStep, Club, User
from games.permissions import Capability, Limited, Reader, require
from games.rules.coded import CodedError
from games.rules.online import game_type
from games.web.address import absolute

HEADERS = [key_header("Instead of `key`."), IF_MATCH]


class OfBoard(Private):
    """Shared by everything about one board."""

    side: int | None = None

    def board(self, request: Request) -> Board:
        """Return the board of the address, and keep who asks and their seat.

        Raises:
            NotFound: it does not exist, or they may not see it.
        """
        board = board_find(self.kwargs["public_id"])
        self.reader = Reader.of(request.user, board.club, board.session)
        self.side = side_of(request, board)
        if self.side is None and not self.reader.may(Capability.VIEW_CLUB):
            raise NotFound
        self.permit(request, board.club)
        return board

    def players(self, board: Board) -> tuple[str, str]:
        """Return White's and Black's names as the reader knows them."""
        names = names_at(seats_of(board), self.reader, sees_names=self.side is not None)
        sides = [names[side].name if side in names else "" for side in (0, 1)]
        return sides[0] or "White", sides[1] or "Black"

    def sitter(self, request: Request) -> Sitter:
        """Return who asks, at their seat; checked before the content is.

        Raises:
            BoardNotAllowed: they do not play here.
        """
        if self.side is None:
            raise BoardNotAllowed("no_seat")
        return Sitter(self.side, asker(request))


class Boards(Listing):
    """The boards the reader may see."""

    serializer_class = BoardSerializer
    pagination_class = LatestFirst
    filterset_class = BoardFilter
    queryset = Board.objects.none()

    @extend_schema(responses=BoardSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List boards of the user's clubs, of public ones, and those they play on; the latest
        first.
        """

        @cache
        def reader(club: Club) -> Reader:
            return Reader.of(request.user, club)

        return self.paged(request, boards_visible_to(request.user), readers=reader)

    @extend_schema(
        request=NewBoardSerializer, responses=created(BoardDetailSerializer), parameters=[CREATED]
    )
    def post(self, request: Request) -> Response:
        """Set a board up, and sit down at it; a player who is challenged is told by mail."""
        named = request.data.get("club") if isinstance(request.data, dict) else None
        if isinstance(named, str):  # a missing club is refused with the rest of the form
            require(request.user, Capability.START_MATCH, club_get(named, request.user))
        data = checked(NewBoardSerializer, request)
        club = club_get(data["club"], request.user)
        terms = Terms(
            type=data["type"],
            length=data["length"],
            options=_begun_with(data["type"], data.get(data["type"], {})),
            pace=data["pace"],
            days=data["days"],
            bank=data["bank"],
            seconds=data["seconds"],
            minutes=data["minutes"],
            is_rated=data["is_rated"],
            games=data["games"],
        )
        wanted = wanted_of(club, asker(request), data)
        made: list[SetUp] = []

        def make() -> Board:
            by, seat = asker(request), data["seat"]
            made.append(board_set_up(club=club, by=by, terms=terms, wanted=wanted, seat=seat))
            return made[-1].board

        answer = created_once(request, make, lambda found: shown(board_find(found), request))
        for one in made:
            challenge_told(request, one)
        return answer


class BoardDetail(OfBoard):
    """One board."""

    @extend_schema(
        responses={200: BoardDetailSerializer, 304: None}, parameters=[IF_NONE_MATCH, ETAG]
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Show a board: who sits there, the position, whose turn it is."""
        board = self.board(request)
        return tagged(request, shown(board, request, self.reader), board.version)


class BoardLog(OfBoard, Listing):
    """The log of a board."""

    serializer_class = BoardStepSerializer
    pagination_class = BySequence
    filterset_class = BoardLogFilter
    queryset = BoardStep.objects.none()

    @extend_schema(responses=BoardStepSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """List the steps from the beginning; the server's seed is in none of them."""
        board = self.board(request)
        plays = self.side is not None
        names = names_at(seats_of(board), self.reader, sees_names=plays)
        players = {one.player for one in names.values()} - {""}
        is_late = board.session is not None and is_behind(
            evening_seen(board, self.side, self.reader)
        )
        steps = steps_before_turn(board) if is_late else board.log.all()
        sees_names = plays or self.reader.sees_names_of(board.club_id)
        return self.paged(request, steps, board=board, shown=players, sees_names=sees_names)


class BoardActs(OfBoard):
    """Playing."""

    @extend_schema(
        request=BoardActSerializer,
        responses={200: BoardDetailSerializer, 201: BoardDetailSerializer},
        parameters=HEADERS,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Do one thing on one's seat: a roll, a play, a double, an answer, a seed."""
        board = self.board(request)
        sitter = self.sitter(request)
        data = checked(BoardActSerializer, request)
        put_version(data, request, is_needed=data["do"] not in SEED_ACTS)
        put_key(data, request)
        try:
            written = board_act(board=board, sitter=sitter, **data)
        except BoardConflict as error:
            if error.code == "board_stale" and expected_version(request) is not None:
                raise PreconditionFailed(board_find(public_id).version) from error
            raise
        code = status.HTTP_200_OK if written.replayed else status.HTTP_201_CREATED
        return Response(shown(board_find(public_id), request, self.reader), status=code)


class BoardJoin(OfBoard):
    """Sitting down."""

    needs = Capability.START_MATCH

    @extend_schema(request=NothingSerializer, responses=BoardDetailSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Sit down at a board that is open to the whole club, or to which one is challenged."""
        board = self.board(request)
        nothing_sent(request)
        challenge_take(board=board, by=asker(request))
        return Response(shown(board_find(public_id), request, self.reader))


class BoardDecline(OfBoard):
    """Saying no."""

    needs = Capability.START_MATCH

    @extend_schema(request=NothingSerializer, responses=BoardDetailSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Say no to a challenge by name; the board goes on waiting for somebody else."""
        board = self.board(request)
        nothing_sent(request)
        challenge_decline(board=board, by=asker(request))
        return Response(shown(board_find(public_id), request, self.reader))


class BoardWithdraw(OfBoard):
    """Taking a board back."""

    @extend_schema(request=NothingSerializer, responses=BoardDetailSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Take a board back at which nobody has sat down."""
        board = self.board(request)
        sitter = self.sitter(request)
        nothing_sent(request)
        board_withdraw(board=board, by=sitter)
        return Response(shown(board_find(public_id), request, self.reader))


class BoardRematch(OfBoard):
    """Playing again."""

    @extend_schema(request=RematchSerializer, responses=BoardDetailSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Ask for a rematch or agree to one, say no, or take back what was asked."""
        board = self.board(request)
        sitter = self.sitter(request)
        match checked(RematchSerializer, request)["do"]:
            case "refuse":
                rematch_refuse(board=board, by=sitter)
            case "withdraw":
                rematch_withdraw(board=board, by=sitter)
            case _:
                rematch(board=board, by=sitter)
        return Response(shown(board_find(public_id), request, self.reader))


def wanted_of(club: Club, by: User, data: Json) -> Wanted:
    """Return whom a new board is for.

    Raises:
        Refused: nobody of the club whom they can challenge is called so.
        BoardRefused: it is meant for one player and for all.
    """
    named = data["player"]
    if not named:
        return Wanted("club" if data.get("is_challenge", True) else "nobody")
    if data.get("is_challenge"):
        raise BoardRefused("challenge_two")
    for player in players_to_challenge(club, by):
        if named in (player.public_id, player.name):
            return Wanted("player", player.public_id)
    raise Refused("player_elsewhere")


def challenge_told(request: Request, made: SetUp) -> None:
    """Have a challenge mailed; where no more mails go today, it stands in the list of games."""
    if made.invitation is None:
        return
    link = absolute(request, reverse("board", args=[made.board.public_id]))
    with suppress(BoardRefused):
        invitation_mail(
            invitation=made.invitation,
            link=link,
            language=get_language() or "en",
            client=request.META["REMOTE_ADDR"],
        )


def _begun_with(game: str, data: Json) -> Any:
    """Return the options of a game.

    Raises:
        RulesRefused: a game cannot begin with them.
    """
    try:
        return game_type(game).options(data)
    except CodedError as error:
        raise RulesRefused(error) from error


def side_of(request: Request, board: Board) -> int | None:
    """Return the seat of who asks; a token for another club opens none."""
    somebody: object = request.user
    if isinstance(somebody, Limited):
        return (
            seat_of(somebody.user, seats_of(board)) if somebody.club_id == board.club_id else None
        )
    return seat_of(somebody, seats_of(board)) if isinstance(somebody, User) else None


def evening_seen(board: Board, side: int | None, reader: Reader) -> EveningSeen:
    """Return the board of a chouette with its session, as a reader sees both."""
    return evening_of(board, side, reader, scores=reader.may(Capability.SCORE))


def shown(board: Board, request: Request, reader: Reader | None = None) -> Json:
    """Return a board as the reader may see it; `reader` is looked up if missing."""
    reader = reader or Reader.of(request.user, board.club, board.session)
    side = side_of(request, board)
    state = state_of(board)
    if board.session is not None:
        state = state_seen(evening_seen(board, side, reader))
    context: dict[str, Any] = {
        "request": request,
        "reader": reader,
        "side": side,
        "sees_names": side is not None,
        "state": state,
    }
    return dict(BoardDetailSerializer(board, context=context).data)
