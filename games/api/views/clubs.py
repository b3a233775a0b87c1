"""Clubs, their players and seasons, and the debts in them."""

from functools import partial

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.creations import CREATED, created
from games.api.filters import ClubFilter, DebtFilter, PaymentFilter, PlayerFilter
from games.api.money_shapes import DebtSerializer, PaymentMadeSerializer
from games.api.pagination import ByName, ByStart
from games.api.serializers import NewPlayerSerializer, NewSeasonSerializer, PlayerChangeSerializer
from games.api.shapes import (
    ClubDetailSerializer,
    ClubSerializer,
    PlayerSerializer,
    SeasonSerializer,
)
from games.api.views.base import Json, Listing, Making, Private, asker, checked
from games.clubs.selectors.clubs import clubs_visible_to, player_seen
from games.clubs.services.clubs import (
    player_create,
    player_rename,
    player_set_active,
    season_create,
)
from games.models import ApiToken, Club, Debt, Membership, Payment, Player, Season
from games.permissions import Capability, Reader, require
from games.sessions.selectors.settling import debts_seen, payments_seen


class Clubs(Listing):
    """The clubs the reader may see."""

    serializer_class = ClubSerializer
    pagination_class = ByName
    filterset_class = ClubFilter
    queryset = Club.objects.none()

    @extend_schema(responses=ClubSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the user's clubs and the public ones, by name."""
        return self.paged(request, with_role(clubs_visible_to(request.user), request))


class ClubDetail(Private):
    """One club."""

    @extend_schema(responses=ClubDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Show a club, with the reader's permissions there."""
        found = self.club(request)
        club = with_role(Club.objects.filter(pk=found.pk), request).get()
        return Response(ClubDetailSerializer(club, context={"reader": self.reader}).data)


class Players(Making, Listing):
    """A club's players."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.ADD_PLAYER
    serializer_class = PlayerSerializer
    pagination_class = ByName
    filterset_class = PlayerFilter
    queryset = Player.objects.none()

    @extend_schema(responses=PlayerSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List a club's players by name, inactive ones included."""
        club = self.club(request)
        players = club.players.select_related("club")
        if not self.reader.sees_names_of(club.pk):
            # Sorting and searching by name would reveal more than initials.
            players = players.filter(shown=Player.Shown.FULL)
        return self.paged(request, players, reader=self.reader)

    @extend_schema(
        request=NewPlayerSerializer, responses=created(PlayerSerializer), parameters=[CREATED]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add a player, who needs no account."""
        make = partial(player_create, club=self.club(request))

        def show(public_id: str) -> Json:
            return _player(*player_seen(public_id, request.user))

        return self.made(request, NewPlayerSerializer, make, show)


class PlayerDetail(Private):
    """One player."""

    scope = ApiToken.Scope.ORGANIZE

    @extend_schema(responses=PlayerSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show a player."""
        return Response(_player(*player_seen(public_id, request.user)))

    @extend_schema(request=PlayerChangeSerializer, responses=PlayerSerializer)
    def patch(self, request: Request, public_id: str) -> Response:
        """Rename a player, or change whether they are active."""
        player, reader = player_seen(public_id, request.user)
        if player.user_id != asker(request).pk:  # players may change their own name
            require(reader, Capability.MANAGE_PLAYERS, player.club)
        data = checked(PlayerChangeSerializer, request)
        with transaction.atomic():
            if "is_active" in data:
                shown = data["is_active"]
                player = player_set_active(player=player, by=asker(request), is_active=shown)
            if "name" in data:
                player = player_rename(player=player, by=asker(request), name=data["name"])
        return Response(_player(player, reader))


class Seasons(Making, Listing):
    """A club's seasons."""

    scope = ApiToken.Scope.ORGANIZE
    needs = Capability.MANAGE_SEASONS
    serializer_class = SeasonSerializer
    pagination_class = ByStart
    queryset = Season.objects.none()

    @extend_schema(responses=SeasonSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List a club's seasons, the latest first."""
        return self.paged(request, self.club(request).seasons.all())

    @extend_schema(
        request=NewSeasonSerializer, responses=created(SeasonSerializer), parameters=[CREATED]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add a season. New sessions on one of its days belong to it."""
        club = self.club(request)

        def show(public_id: str) -> Json:
            return SeasonSerializer(club.seasons.get(public_id=public_id)).data

        return self.made(request, NewSeasonSerializer, partial(season_create, club=club), show)


class ClubDebts(Listing):
    """The debts in a club."""

    signed_in_only = True
    serializer_class = DebtSerializer
    filterset_class = DebtFilter
    queryset = Debt.objects.none()

    @extend_schema(responses=DebtSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List debts, open and carried over: all for organizers, a player's own for players."""
        club = self.club(request)
        debts = Debt.objects.filter(debts_seen(club, self.reader))
        related = debts.select_related("session", "debtor", "creditor", "carried_to")
        return self.paged(request, related)


def _player(player: Player, reader: Reader) -> Json:
    return dict(PlayerSerializer(player, context={"reader": reader}).data)


class ClubPayments(Listing):
    """The payments in a club."""

    signed_in_only = True
    serializer_class = PaymentMadeSerializer
    filterset_class = PaymentFilter
    queryset = Payment.objects.none()

    @extend_schema(responses=PaymentMadeSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List payments, withdrawn ones included: all for organizers, a player's own for
        players.
        """
        club = self.club(request)
        made = Payment.objects.filter(payments_seen(club, self.reader), takes_back__isnull=True)
        related = made.select_related("session", "payer", "payee", "taken_back")
        return self.paged(request, related)


def with_role(clubs: QuerySet[Club], request: Request) -> QuerySet[Club]:
    """Add the user's role to each club, in the same query."""
    own = Membership.objects.filter(club=OuterRef("pk"), user=request.user.pk)
    return clubs.annotate(own_role=Subquery(own.values("role")[:1]))
