"""What was played on a board: as files for other programs, and what an analysis has found."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.board_shapes import BetSerializer, BoardAnalysisSerializer, Json
from games.api.views.base import NothingSerializer, nothing_sent
from games.api.views.boards import OfBoard
from games.boards.faces.backgammon.records import member_match
from games.boards.faces.games import FACES
from games.boards.selectors.analyses import analysis_asked
from games.boards.selectors.boards import names_at, seats_of, steps_of
from games.boards.services.sitters import BoardReader
from games.errors import NotFound
from games.files.services.analyses import board_analyse
from games.files.services.jobs import job_look
from games.models import Board, Job
from games.rules.backgammon import MatchRecord
from games.rules.backgammon.mat.writer import write_mat
from games.rules.online import BACKGAMMON
from games.rules.online.transcript import match_record


class BoardMat(OfBoard):
    """A match as text."""

    query = ("seat", "bought")

    @extend_schema(
        responses={(200, "text/plain"): OpenApiTypes.STR},
        parameters=[
            OpenApiParameter("seat", int, description="Of a chouette: this member's own bet."),
            OpenApiParameter("bought", bool, description="As who bought that cube played it."),
        ],
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Download what was played as match text, which other programs read."""
        board = self.board(request)
        if board.type != BACKGAMMON.name:
            raise NotFound
        if request.query_params:
            bet = BetSerializer(data=request.query_params)
            bet.is_valid(raise_exception=True)
            asked = bet.validated_data
            return as_file(
                write_mat(self.bet(board, asked)), f"{board.public_id}.{asked['seat']}.mat"
            )
        text = write_mat(match_record(steps_of(board), self.players(board)))
        return as_file(text, f"{board.public_id}.mat")

    def bet(self, board: Board, asked: Json) -> MatchRecord:
        """Return the bet that was asked for.

        Raises:
            NotFound: there is none, or its game still runs.
        """
        found = names_at(seats_of(board), self.reader, sees_names=self.side is not None)
        names = {seat: one.name for seat, one in found.items()}
        own = member_match(board, names, asked["seat"], is_bought=asked["bought"])
        if own is None:
            raise NotFound
        return own


class BoardAnalysis(OfBoard):
    """What was found about a board that is over."""

    @extend_schema(responses=BoardAnalysisSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show what everybody's plays and cubes have cost, and how far the analysis is: for those
        who play there, once somebody has asked for it.
        """
        board = self.board(request)
        self.sitter(request)
        job = analysis_asked(board)
        found = self.found(board, job)
        if board.is_open or (job is None and not found["seats"]):
            raise NotFound
        return Response(found)

    @extend_schema(
        request=NothingSerializer,
        responses={
            200: OpenApiResponse(BoardAnalysisSerializer, "It is done already."),
            202: OpenApiResponse(BoardAnalysisSerializer, "The worker makes it: look again."),
        },
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Have a board that is over analysed; asked again, it is the same analysis."""
        board = self.board(request)
        reader = BoardReader(self.reader, self.sitter(request), seats_of(board))
        nothing_sent(request)
        job = board_analyse(board=board, reader=reader)
        code = status.HTTP_200_OK if job.is_finished else status.HTTP_202_ACCEPTED
        return Response(self.found(board, job), status=code)

    def found(self, board: Board, job: Job | None) -> Json:
        """Return what is known of a board, and how far an analysis of it is."""
        found = {
            "job": None if job is None else job_look(job=job),
            "seats": [seat for seat in seats_of(board) if seat.figures is not None],
            "luck": board.luck or [],
        }
        return dict(BoardAnalysisSerializer(found).data)


class BoardText(OfBoard):
    """A game without a cube as text, under an address for each kind of text."""

    kind = ""

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Download a game as its programs write it: Dame as PDN, chess as PGN."""
        board = self.board(request)
        text = FACES[board.type].record(board, self.players(board), self.kind)
        if text is None:
            raise NotFound
        return as_file(text, f"{board.public_id}.{self.kind}")


def as_file(text: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
