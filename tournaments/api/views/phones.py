"""Phones of an event's players: the check-in code, claims and passes."""

from __future__ import annotations

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.creations import CREATED, created
from games.api.views.base import Making, asker, nothing_sent
from games.errors import NotFound
from games.models import User
from games.models.ids import is_public_id
from games.permissions import Capability, require
from games.web.address import outward
from tournaments.api.reading import event_read, players_named
from tournaments.api.serializers import NewPassSerializer
from tournaments.api.states import Json
from tournaments.api.views.base import Written
from tournaments.events.selectors.phones import claims_of, passes_of
from tournaments.models import EntryPass
from tournaments.pages.actors import token_sealed
from tournaments.record.services.passes import (
    check_in_close,
    check_in_open,
    pass_create,
    pass_grant,
    pass_refuse,
    pass_revoke,
)


class EventCodeSerializer(serializers.Serializer[Json]):
    """The check-in code for phones."""

    code = serializers.CharField()


class PassSerializer(serializers.Serializer[Json]):
    """A phone that acts for a player, or claims to."""

    id = serializers.CharField()
    player = serializers.CharField()
    name = serializers.CharField()
    state = serializers.CharField(help_text=", ".join(EntryPass.State.values))
    device = serializers.CharField(allow_blank=True)


class NewPassLinkSerializer(PassSerializer):
    """A link with which a phone acts for a player."""

    link = serializers.CharField(
        allow_null=True, help_text="Shown once; null when a key asks for it again."
    )


class CodeOpen(Written):
    """Opening check-in."""

    @extend_schema(request=None, responses=EventCodeSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Open check-in and return its code, which stays the same while it is open."""
        event = self.event(request, public_id)
        nothing_sent(request)
        return Response({"code": check_in_open(event=event, by=asker(request))})


class CodeClose(Written):
    """Closing check-in."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, public_id: str) -> Response:
        """Close check-in; admitted phones stay."""
        event = self.event(request, public_id)
        nothing_sent(request)
        check_in_close(event=event, by=asker(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Passes(Making, Written):
    """The phones of an event."""

    signed_in_only = True

    @extend_schema(responses=PassSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """List phones waiting for approval, then admitted ones; for directors."""
        event = self.event(request, public_id)
        require(asker(request), Capability.DIRECT, event.club)
        return Response([_state(one) for one in [*claims_of(event), *passes_of(event)]])

    @extend_schema(
        request=NewPassSerializer, responses=created(NewPassLinkSerializer), parameters=[CREATED]
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Make a link with which a phone acts for a player without a claim."""
        event = self.event(request, public_id)
        links: dict[str, str] = {}

        def make(by: User, player: str) -> EntryPass:
            [named] = players_named(event.club, [player])
            made = pass_create(event=event, player=named, by=by)
            link = reverse("event_pass", args=[token_sealed(made.token)])
            links[made.holder.public_id] = outward(request, link)
            return made.holder

        def show(public_id: str) -> Json:
            holder = event.passes.select_related("player").get(public_id=public_id)
            return _state(holder) | {"link": links.get(public_id)}

        return self.made(request, NewPassSerializer, make, show)


class PassAnswer(Written):
    """A director's answer to a phone."""

    answer: ClassVar[Any]

    @extend_schema(request=None, responses=PassSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Give it; for directors."""
        if not is_public_id(public_id):
            raise NotFound
        holder = EntryPass.objects.select_related("event", "player").filter(public_id=public_id)
        found = holder.first()
        if found is None:
            raise NotFound
        found.event, _reader = event_read(found.event.public_id, request.user)
        require(asker(request), Capability.DIRECT, found.event.club)
        nothing_sent(request)
        type(self).answer(holder=found, by=asker(request))
        return Response(_state(found))


class PassGrant(PassAnswer):
    """Granting a claim."""

    answer = staticmethod(pass_grant)


class PassRefuse(PassAnswer):
    """Refusing a claim."""

    answer = staticmethod(pass_refuse)


class PassRevoke(PassAnswer):
    """Revoking a pass."""

    answer = staticmethod(pass_revoke)


def _state(holder: EntryPass) -> Json:
    return {
        "id": holder.public_id,
        "player": holder.player.current.public_id,
        "name": holder.player.current.name,
        "state": holder.state,
        "device": holder.device,
    }
