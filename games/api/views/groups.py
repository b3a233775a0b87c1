"""Saved groups of a club: players who are seated together by one tap."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.creations import CREATED, created
from games.api.serializers import GroupChangeSerializer, NewGroupSerializer
from games.api.shapes import GroupSerializer
from games.api.views.base import Json, Making, Private, asker, checked, nothing_sent
from games.api.views.sessions import players_named
from games.clubs.services.groups import (
    Group,
    group_change,
    group_delete,
    group_save,
    groups_of,
)
from games.errors import NotFound
from games.models import ApiToken, User
from games.permissions import Capability, require

SLUG = OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)


class Groups(Making):
    """The saved groups of a club."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.START_SESSION

    @extend_schema(responses=GroupSerializer(many=True), parameters=[SLUG])
    def get(self, request: Request, slug: str) -> Response:
        """List a club's groups: for those who may set up sessions."""
        club = self.club(request)
        require(self.reader, self.needs, club)
        return Response(list(map(_shown, groups_of(club))))

    @extend_schema(
        request=NewGroupSerializer,
        responses=created(GroupSerializer),
        parameters=[SLUG, CREATED],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Save players as a group; one of the same name is replaced."""
        club = self.club(request)

        def make(by: User, name: str, players: list[str]) -> Group:
            return group_save(club=club, by=by, name=name, players=players_named(club, players))

        def show(public_id: str) -> Json:
            club.refresh_from_db(fields=["groups"])
            for group in groups_of(club):
                if group.public_id == public_id:
                    return _shown(group)
            raise NotFound

        return self.made(request, NewGroupSerializer, make, show)


class GroupDetail(Private):
    """One saved group."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.START_SESSION

    @extend_schema(request=GroupChangeSerializer, responses=GroupSerializer, parameters=[SLUG])
    def patch(self, request: Request, slug: str, public_id: str) -> Response:
        """Give a group another name, other players, or both."""
        club = self.club(request)
        data: dict[str, Any] = checked(GroupChangeSerializer, request)
        if "players" in data:
            data["players"] = players_named(club, data["players"])
        group = group_change(club=club, by=asker(request), public_id=public_id, **data)
        return Response(_shown(group))

    @extend_schema(request=None, responses={204: None}, parameters=[SLUG])
    def delete(self, request: Request, slug: str, public_id: str) -> Response:
        """Delete a group; its players stay in the club."""
        club = self.club(request)
        nothing_sent(request)
        group_delete(club=club, by=asker(request), public_id=public_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _shown(group: Group) -> Json:
    return dict(GroupSerializer(group).data)
