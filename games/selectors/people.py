"""Reads clubs and players: whose a user may see, and who can be seated."""

from django.db.models import Q, QuerySet

from games.errors import NotFound
from games.models import Club, Membership, Player, User
from games.permissions import Capability, Somebody, permitted


def clubs_of(user: Somebody) -> QuerySet[Club]:
    """Return the clubs a user is a member of; a superuser sees all."""
    if not isinstance(user, User):
        return Club.objects.none()
    if user.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(memberships__user=user)


def clubs_visible_to(user: Somebody) -> QuerySet[Club]:
    """Return the clubs whose pages a user may read: his own and the public ones."""
    visible = Q(visibility=Club.Visibility.PUBLIC)
    return Club.objects.filter(visible | Q(pk__in=clubs_of(user).values("pk")))


def club_get(slug: str, user: Somebody) -> Club:
    """Return a club.

    Raises:
        NotFound: there is none, or he may not see it; a stranger cannot tell which.
    """
    club = Club.objects.filter(slug=slug).first()
    if club is None or not permitted(user, Capability.VIEW_CLUB, club):
        raise NotFound
    return club


def players_of(club: Club) -> QuerySet[Player]:
    """Return all players of a club by name, those who no longer come included."""
    return club.players.select_related("user").order_by("name", "pk")


def seatable_players(club: Club) -> QuerySet[Player]:
    """Return the players one chooses from when a session is set up."""
    return club.players.filter(is_active=True).order_by("name", "pk")


def player_get(public_id: str, user: Somebody) -> Player:
    """Return a player with his club.

    Raises:
        NotFound: there is none, or he may not be seen.
    """
    player = Player.objects.filter(public_id=public_id).select_related("club").first()
    if player is None or not permitted(user, Capability.VIEW_CLUB, player.club):
        raise NotFound
    return player


def members_of(club: Club) -> QuerySet[Membership]:
    """Return the members of a club with their accounts."""
    return club.memberships.select_related("user").order_by("user__name", "user__pk")
