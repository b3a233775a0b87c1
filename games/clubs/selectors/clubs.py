"""Reads clubs and players: those a user may see, and those who can be seated."""

from typing import Final

from django.core.validators import slug_re
from django.db.models import Q, QuerySet

from games.clubs.selectors.privacy import is_left_out
from games.errors import NotFound
from games.fast.queries import Prepared
from games.models import Club, Membership, Player, User
from games.models.ids import is_public_id
from games.permissions import Capability, Limited, Reader, Somebody

_by_slug: Final = Prepared(lambda slug: Club.objects.filter(slug=slug).order_by())


def clubs_of(user: Somebody) -> QuerySet[Club]:
    """Return the clubs a user is a member of; a superuser sees all."""
    if isinstance(user, Limited):
        return clubs_of(user.user).filter(pk=user.club_id)
    if not isinstance(user, User):
        return Club.objects.none()
    return Club.objects.all() if user.is_superuser else Club.objects.filter(memberships__user=user)


def clubs_visible_to(user: Somebody) -> QuerySet[Club]:
    """Return the clubs whose pages a user may read: their own and the public ones."""
    visible = Q(visibility=Club.Visibility.PUBLIC) | Q(pk__in=clubs_of(user).values("pk"))
    if isinstance(user, Limited):
        visible &= Q(pk=user.club_id)
    return Club.objects.filter(visible)


def club_get(slug: str, user: Somebody) -> Club:
    """Return a club.

    Raises:
        NotFound: it does not exist, or the user may not see it; a stranger cannot tell which.
    """
    return club_seen(slug, user)[0]


def club_seen(slug: str, user: Somebody) -> tuple[Club, Reader]:
    """Return a club, and the user as its reader.

    Raises:
        NotFound: it does not exist, or the user may not see it; a stranger cannot tell which.
    """
    club = club_find(slug)
    reader = Reader.of(user, club)
    if not reader.may(Capability.VIEW_CLUB):
        raise NotFound
    return club, reader


def club_find(slug: str) -> Club:
    """Return a club without checking who may see it.

    Raises:
        NotFound: it does not exist.
    """
    club = _by_slug.first(slug) if slug_re.fullmatch(slug) else None
    if club is None:
        raise NotFound
    return club


def club_made(public_id: str) -> Club:
    """Return a club by its identifier, for who has just founded it."""
    return Club.objects.get(public_id=public_id)


def seatable_players(club: Club) -> QuerySet[Player]:
    """Return the players to choose from when a session is set up."""
    return club.players.filter(is_active=True).order_by("name_key", "pk")


def player_seen(public_id: str, user: Somebody) -> tuple[Player, Reader]:
    """Return a player with their club, and the user as its reader.

    Raises:
        NotFound: the player does not exist, or the user may not see them.
    """
    if not is_public_id(public_id):
        raise NotFound
    players = Player.objects.select_related("club", "merged_into__club")
    player = players.filter(public_id=public_id).first()
    if player is None:
        raise NotFound
    found = player.current
    reader = Reader.of(user, found.club)
    if not reader.may(Capability.VIEW_CLUB) or is_left_out(found, reader):
        raise NotFound
    return found, reader


def members_of(club: Club) -> QuerySet[Membership]:
    """Return the members of a club with their accounts."""
    return club.memberships.select_related("user").order_by("user__name", "user__pk")
