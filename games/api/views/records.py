"""Games from other programs, such as Dame and chess: read, and not kept."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import TextField
from games.api.views.base import Json, Private, checked
from games.boards.faces.games import GAMES
from games.boards.faces.reading import KILOBYTE, LARGEST, games_told
from games.permissions import Capability


class GameTextSerializer(serializers.Serializer[Json]):
    """A text of another program."""

    type = serializers.ChoiceField(sorted(GAMES), help_text="Dame as PDN, chess as PGN.")
    text = TextField(max_length=LARGEST * KILOBYTE, help_text="One game or several.")


class GameReadSerializer(serializers.Serializer[Json]):
    """A game as it was read."""

    number = serializers.IntegerField(help_text="Which game of the text it is, from 1.")
    white = serializers.CharField(help_text="Who had White; blank if the text does not say it.")
    black = serializers.CharField(help_text="Who had Black.")
    result = serializers.CharField(help_text="1-0, 0-1, 1/2-1/2 or *.")
    ended = serializers.CharField(help_text="How it has ended, as a sentence.")
    start = serializers.CharField(help_text="The position at the start, as FEN.")
    moves = serializers.ListField(
        child=serializers.CharField(), help_text="At Dame x22 is the removal of a piece."
    )
    position = serializers.CharField(help_text="The position at the end, as FEN.")


class GameUnreadSerializer(serializers.Serializer[Json]):
    """A game that could not be read."""

    number = serializers.IntegerField(help_text="Which game of the text it is, from 1.")
    line = serializers.IntegerField(allow_null=True, help_text="Where it is wrong, from 1.")
    reason = serializers.CharField(help_text="As a sentence.")


class GamesReadSerializer(serializers.Serializer[Json]):
    """All games of a text."""

    games = GameReadSerializer(many=True)
    unread = GameUnreadSerializer(many=True, help_text="Those that lose the others nothing.")


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

        A game that cannot be read is named with its line and the reason; where none can, the text
        is refused.
        """
        self.club(request)
        given = checked(GameTextSerializer, request)
        games, unread = games_told(given["type"], given["text"])
        return Response(GamesReadSerializer({"games": games, "unread": unread}).data)
