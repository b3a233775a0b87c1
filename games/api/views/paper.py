"""Evenings from paper sheets."""

from collections.abc import Sequence
from dataclasses import asdict

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.creations import CREATED, created_once
from games.api.serializers import PaperSheetSerializer
from games.api.sheet_shapes import PaperSheetReadSerializer
from games.api.views.base import Json, Private, asker, checked
from games.api.views.sessions import stake_sent
from games.decisions.services.effects import tried
from games.decisions.services.quick_entry import sheet_enter
from games.decisions.services.sheet_reading import Problem, Row, SheetWrong
from games.models import ApiToken, Club, Session
from games.permissions import Capability
from games.record.selectors.sessions import session_seen
from games.sessions.exports.session_json import session_as_json
from games.sessions.selectors.sheets import sheet_of_all
from games.sessions.services.sessions import today


class PaperSheets(Private):
    """Paper sheets of a club."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.IMPORT_SESSION

    @extend_schema(
        request=PaperSheetSerializer,
        responses={
            200: OpenApiResponse(
                PaperSheetReadSerializer, "A dry run; or it was entered before, with this key."
            ),
            201: PaperSheetReadSerializer,
        },
        parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH), CREATED],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter an evening from a paper sheet, all of it or nothing; it is ended at once."""
        club = self.club(request)
        data = checked(PaperSheetSerializer, request)
        is_trial = data.pop("dry_run")

        said = _said(club, data)

        def make() -> Session:
            return sheet_enter(club=club, by=asker(request), **said)

        def show(public_id: str) -> Json:
            session, reader = session_seen(public_id, request.user)
            return session_as_json(sheet_of_all(session, reader), reader)

        if not is_trial:
            return created_once(request, make, lambda found: _read(show(found), is_written=True))
        try:
            return Response(_read(tried(lambda: show(make().public_id))))
        except SheetWrong as error:
            return Response(_read(None, problems=error.problems))


def _said(club: Club, data: Json) -> Json:
    """Return the content as the service takes it."""
    return {
        "names": data.pop("players"),
        "rows": [Row(tuple(game["cells"]), game["statements"]) for game in data.pop("games")],
        "stakes": list(map(str, data.pop("stakes"))),
        "worth": stake_sent(data.pop("money")) if "money" in data else None,
        "played_on": data.pop("played_on") or today(club),
        **data,
    }


def _read(
    sheet: Json | None, *, is_written: bool = False, problems: Sequence[Problem] = ()
) -> Json:
    return {"is_written": is_written, "sheet": sheet, "problems": list(map(asdict, problems))}
