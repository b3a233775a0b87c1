"""Data independent of clubs: presets, options, codes; and the current user."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problems import codes
from games.api.shapes import CodeSerializer, MeSerializer, OptionSerializer, PresetSerializer
from games.api.views.base import Json, Private, asker
from games.models import ApiToken
from games.rule_texts import option_title, preset_help, preset_title, value_words
from games.rules.chouette import OPTIONS, PRESETS


class Presets(Private):
    """The published house rules."""

    @extend_schema(responses=PresetSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the presets with their help texts, in the reader's language."""
        shown = [
            {
                "name": name,
                "title": preset_title(name),
                "help": preset_help(name),
                "rules": rules.text(),
                "options": rules.to_json(),
            }
            for name, rules in PRESETS.items()
        ]
        return Response(shown)


class Options(Private):
    """The options of the house rules."""

    @extend_schema(responses=OptionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the options with their values and help texts, in the reader's language."""
        shown = [
            {
                "name": option.name,
                "title": option_title(option),
                "help": _(option.help),
                "kind": option.kind,
                "default": option.default,
                "values": [
                    {"value": value, "title": value_words(option, value)} for value in option.values
                ],
            }
            for option in OPTIONS
        ]
        return Response(shown)


class Codes(Private):
    """The codes of refusals."""

    @extend_schema(responses=CodeSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List every code of refusals. Within this version their meanings never change."""
        found = [{"code": code, "sentence": text} for code, text in sorted(codes().items())]
        return Response(found)


class Me(Private):
    """The current user."""

    signed_in_only = True

    @extend_schema(responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Show the user of the request, and what their token allows."""
        user, token = asker(request), request.auth
        shown: Json = {"name": user.name, "email": user.email}
        shown |= {"scopes": None, "expires_at": None, "club": None}
        if isinstance(token, ApiToken):
            shown["scopes"] = token.scopes.split()
            shown["expires_at"] = token.expires_at
            shown["club"] = token.club and token.club.slug
        return Response(MeSerializer(shown).data)
