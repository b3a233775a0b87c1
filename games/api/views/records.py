"""Games from other programs, such as Dame and chess: read, and not kept."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import TextField
from games.api.views.base import Json, Private, checked
from games.boards.presenters.squares.games import GAMES
from games.boards.presenters.squares.reading import KILOBYTE, LARGEST, games_told
from games.permissions import Capability


class GameTextSerializer(serializers.Serializer[Json]):
    """A text of another program."""

    type = serializers.ChoiceField(sorted(GAMES), help_text="Dame as PDN, chess as PGN.")
    text = TextField(max_length=LARGEST * KILOBYTE, help_text="One game or several.")


class GameReadSerializer(serializers.Serializer[Json]):
    """A game as it was read."""

    white = serializers.CharField(help_text="Who had White; blank if the text does not say it.")
    black = serializers.CharField(help_text="Who had Black.")
    result = serializers.CharField(help_text="1-0, 0-1, 1/2-1/2 or *.")
    ended = serializers.CharField(help_text="How it has ended, as a sentence.")
    start = serializers.CharField(help_text="The position at the start, as FEN.")
    moves = serializers.ListField(
        child=serializers.CharField(), help_text="At Dame x22 is the removal of a piece."
    )
    position = serializers.CharField(help_text="The position at the end, as FEN.")


class GamesReadSerializer(serializers.Serializer[Json]):
    """All games of a text."""

    games = GameReadSerializer(many=True)


class Records(Private):
    """Games in a text."""

    needs = Capability.START_MATCH

    @extend_schema(
        request=GameTextSerializer,
        responses=GamesReadSerializer,
        parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Hold games against the rules, and show them; nothing is kept.

        What cannot be read is refused with its line and the reason.
        """
        self.club(request)
        given = checked(GameTextSerializer, request)
        found = {"games": games_told(given["type"], given["text"])}
        return Response(GamesReadSerializer(found).data)
