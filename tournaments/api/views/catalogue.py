"""Data independent of clubs: formats with their parameters, and tie-breaks."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.views.base import Private
from tournaments.api.shapes import FormatSerializer, TieBreakSerializer
from tournaments.api.states import Json
from tournaments.formats import FORMATS
from tournaments.formats.match_play import MATCH_FORMATS
from tournaments.formats.parameters import ParameterField, Parameters
from tournaments.models import Division
from tournaments.standings.tiebreaks import TIE_BREAKS


class Formats(Private):
    """The formats of divisions."""

    @extend_schema(responses=FormatSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the formats with their parameters, in the reader's language."""
        matches = [
            {
                "name": name,
                "title": str(Division.Format(name).label),
                "help": "",
                "is_chouette": False,
                "parameters": _parameters(one.fields, one.parse({})),
            }
            for name, one in MATCH_FORMATS.items()
        ]
        chouettes = [
            {
                "name": name,
                "title": _(one.title),
                "help": _(one.help),
                "is_chouette": True,
                "parameters": _parameters(one.fields, one.parse({})),
            }
            for name, one in FORMATS.items()
        ]
        return Response(matches + chouettes)


class TieBreaks(Private):
    """The tie-breaks of match play."""

    @extend_schema(responses=TieBreakSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the tie-breaks, in the reader's language."""
        found = [
            {"name": one.name, "title": _(one.title), "help": _(one.help)}
            for one in TIE_BREAKS.values()
        ]
        return Response(found)


def _parameters(fields: Iterable[ParameterField], defaults: Parameters) -> list[Json]:
    kept = defaults.to_json()
    return [
        {
            "name": one.name,
            "title": _(one.title),
            "help": _(one.help),
            "takes": one.kind,
            "least": one.least,
            "most": one.most,
            "values": [{"value": name, "title": _(text)} for name, text in one.values.items()],
            "default": kept[one.name],
        }
        for one in fields
    ]
