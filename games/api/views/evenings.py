"""Evenings by totals: everybody's points, and no game."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.creations import CREATED, created, created_once
from games.api.serializers import EveningSerializer
from games.api.sheet_shapes import SheetSerializer
from games.api.views.base import Json, Private, asker, checked
from games.api.views.sessions import players_named
from games.errors import Refused
from games.models import ApiToken, Session
from games.models.ids import is_public_id
from games.permissions import Capability
from games.record.selectors.sessions import session_seen
from games.sessions.exports.session_json import session_as_json
from games.sessions.selectors.sheets import sheet_of_all
from games.sessions.services.totals import evening_enter


class Evenings(Private):
    """Evenings by totals of a club."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.IMPORT_SESSION

    @extend_schema(
        request=EveningSerializer,
        responses=created(SheetSerializer),
        parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH), CREATED],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter an evening of which only everybody's points are known; it is over at once."""
        club = self.club(request)
        data = checked(EveningSerializer, request)

        def make() -> Session:
            said = data["totals"]
            if not all(map(is_public_id, said)):
                raise Refused("player_elsewhere")
            players = players_named(club, list(said))
            return evening_enter(
                club=club,
                by=asker(request),
                totals={player: said[player.public_id] for player in players},
                played_on=data["played_on"] or club.today,
                title=data["title"],
                place=data["place"],
                is_settled=data["settled"],
                as_it_is=data["as_it_is"],
            )

        def show(public_id: str) -> Json:
            session, reader = session_seen(public_id, request.user)
            return session_as_json(sheet_of_all(session, reader), reader)

        return created_once(request, make, show)
