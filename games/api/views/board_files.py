"""What was played on a board: as files for other programs, and what an analysis has found."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.board_shapes import BetSerializer, BoardAnalysisSerializer, Json
from games.api.views.boards import OfBoard
from games.boards.presenters.afterwards import member_match
from games.boards.presenters.squares.replay import record_text
from games.boards.selectors.boards import names_at, seats_of, steps_of
from games.errors import NotFound
from games.models import Board
from games.rules.backgammon import MatchRecord
from games.rules.backgammon.mat.writer import write_mat
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
        if board.type != Board.Type.BACKGAMMON:
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
        """Show what everybody's plays and cubes have cost: for those who play there, once somebody
        has had the board analysed on its page.
        """
        board = self.board(request)
        self.sitter(request)
        seats = [seat for seat in seats_of(board) if seat.figures is not None]
        if board.is_open or not seats:
            raise NotFound
        found = {"seats": seats, "luck": board.luck or []}
        return Response(BoardAnalysisSerializer(found).data)


class BoardPdn(OfBoard):
    """A game of Dame as text."""

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Download a game of Dame in Portable Draughts Notation."""
        board = self.board(request)
        if board.type != Board.Type.DAME:
            raise NotFound
        return as_file(record_text(board, self.players(board)), f"{board.public_id}.pdn")


class BoardPgn(OfBoard):
    """A game of chess as text."""

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Download a game of chess in Portable Game Notation."""
        board = self.board(request)
        if board.type != Board.Type.CHESS:
            raise NotFound
        return as_file(record_text(board, self.players(board)), f"{board.public_id}.pgn")


def as_file(text: str, name: str) -> HttpResponse:
    """Answer with a text as a file."""
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
