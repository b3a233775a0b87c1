"""Organizers' decisions, as on the club's pages: with the same preview, and the reason is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.creations import created_once
from games.api.etags import version_as_sent
from games.api.keys import IF_MATCH, key_header
from games.api.serializers import (
    GameMoveSerializer,
    MergeSerializer,
    ReasonSerializer,
    SeasonMoveSerializer,
    SessionReasonSerializer,
)
from games.api.shapes import DecidedSerializer
from games.api.views.base import Json, Private, asker, checked, put_version
from games.api.views.sessions import season_named
from games.clubs.selectors.clubs import player_seen
from games.decisions.kinds.deciding import TRIAL, Decision
from games.decisions.kinds.players import (
    PlayerAnonymise,
    PlayerMerge,
    PlayerSeparate,
)
from games.decisions.kinds.sessions import (
    GameMove,
    GameVoid,
    SessionReinstate,
    SessionSeason,
)
from games.decisions.services.game_moving import evenings_beside
from games.errors import Refused
from games.models import ApiToken, Game, Player, Session
from games.permissions import Capability, require
from games.record.log.origins import sender_of

ONCE = key_header(
    "New for everything new. The same request with the same key is decided once: its answer comes "
    "again, with 200 instead of 201."
)

View = Callable[..., Response]


def decides(shape: type[serializers.Serializer[Json]], *headers: Any) -> Callable[[View], View]:
    """Describe a decision for the schema: 201 when it is made, 200 for a trial or a repetition."""
    described: Callable[[View], View] = extend_schema(
        request=shape,
        responses={
            200: OpenApiResponse(DecidedSerializer, "A dry run; or decided before, with this key."),
            201: DecidedSerializer,
        },
        parameters=[ONCE, *headers],
    )
    return described


class Deciding(Private):
    """Shared by all decisions: `kind` says what is decided."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.USE_ADMIN
    kind: ClassVar[type[Decision]]

    def decided(
        self,
        request: Request,
        data: Json,
        fresh: Callable[[], Any],
        made: Callable[[], Any],
    ) -> Response:
        """Try the decision about the row that `fresh` reads, or make it; `made` reads what is shown
        for it.

        Raises:
            ServiceError: the decision is refused; nothing was written.
        """
        kind, by = self.kind(), asker(request)
        if data.pop("dry_run"):
            tried = {**data, "reason": TRIAL}
            effect = kind.effect([fresh()], by, tried, lambda: [fresh()])
            return Response(_shown(made(), effect=asdict(effect)))

        def make() -> Any:
            kind.apply(fresh(), by, data, sender_of(request))
            return made()

        return created_once(request, make, lambda _id: _shown(made(), is_written=True))


class AboutSession(Deciding):
    """A decision about a session, or a game of it."""

    def content(self, request: Request, shape: type[SessionReasonSerializer]) -> Json:
        """Return the content, with the version from the body or the header.

        Raises:
            Refused: it is missing, or given twice with different values.
        """
        data = checked(shape, request)
        put_version(data, request, is_needed=not data["dry_run"])
        return data

    def about(
        self, request: Request, session: Session, data: Json, number: int | None = None
    ) -> Response:
        """Decide about a session, or the game with the number."""

        def again() -> Session:
            return Session.objects.select_related("club", "season").get(pk=session.pk)

        def game() -> Game:
            games = Game.objects.select_related("session__club")
            return get_object_or_404(games, session=session.pk, number=number)

        with version_as_sent(request):
            return self.decided(request, data, again if number is None else game, again)


class GameDecision(AboutSession):
    """A game that counts no more, or again."""

    kind = GameVoid

    @decides(SessionReasonSerializer, IF_MATCH)
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Declare a game void, so that it counts for nothing, or let it count again."""
        session = self.session(request)
        data = self.content(request, SessionReasonSerializer)
        return self.about(request, session, data, number)


class GameMoved(AboutSession):
    """A game that belongs to another evening."""

    kind = GameMove

    @decides(GameMoveSerializer, IF_MATCH)
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Enter a game at the end of another evening of the club; it is void where it stood."""
        session = self.session(request)
        data = self.content(request, GameMoveSerializer)
        into = evenings_beside(session).filter(public_id=data["into"]).first()
        if into is None:
            raise Refused("evening_same")
        return self.about(request, session, {**data, "into": into}, number)


class SessionReinstated(AboutSession):
    """A void session that counts again."""

    kind = SessionReinstate

    @decides(SessionReasonSerializer, IF_MATCH)
    def post(self, request: Request, public_id: str) -> Response:
        """Let a void session count again; one that had ended is ended again."""
        session = self.session(request)
        return self.about(request, session, self.content(request, SessionReasonSerializer))


class SessionSeasonMoved(AboutSession):
    """A session that belongs to another season."""

    kind = SessionSeason

    @decides(SeasonMoveSerializer, IF_MATCH)
    def post(self, request: Request, public_id: str) -> Response:
        """Move a session to another season of the club, or to none."""
        session = self.session(request)
        data = self.content(request, SeasonMoveSerializer)
        season = season_named(session.club, data["season"])
        return self.about(request, session, {**data, "season": season})


class PlayerMerged(Deciding):
    """A player who is the same person as another."""

    kind = PlayerMerge

    @decides(MergeSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Let all that a player has played, and will play, count for another player of the club."""
        player, reader = player_seen(public_id, request.user)
        require(reader, self.needs, player.club)
        data = checked(MergeSerializer, request)
        into = player.club.players.filter(public_id=data["into"]).first()
        if into is None:
            raise Refused("merge_clubs")

        def again() -> Player:
            return Player.objects.select_related("club").get(pk=player.pk)

        return self.decided(request, {**data, "into": into}, again, again)


class PlayerDecided(Deciding):
    """A decision about a player that asks for nothing but the reason."""

    def about(self, request: Request, public_id: str) -> Response:
        """Decide about the player of this very identifier, merged into another or not."""
        found, reader = player_seen(public_id, request.user)
        require(reader, self.needs, found.club)

        def again() -> Player:
            return Player.objects.select_related("club", "merged_into").get(public_id=public_id)

        return self.decided(request, checked(ReasonSerializer, request), again, again)


class PlayerSeparated(PlayerDecided):
    """A player who is not the same person as another after all."""

    kind = PlayerSeparate

    @decides(ReasonSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Take a merge back: what the log says of this player is theirs again."""
        return self.about(request, public_id)


class PlayerAnonymised(PlayerDecided):
    """A player whose name goes."""

    kind = PlayerAnonymise

    @decides(ReasonSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Replace a player's name by a meaningless one, for good; all sums stay."""
        return self.about(request, public_id)


def _shown(row: Any, *, is_written: bool = False, effect: Json | None = None) -> Json:
    version = getattr(row, "version", None)
    shown = {"is_written": is_written, "version": version, "effect": effect}
    return dict(DecidedSerializer(shown).data)
