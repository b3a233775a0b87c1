"""What lists around boards ask for."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from games.boards.selectors.boards import blocked_with
from games.models import BoardInvitation, Club, Player, User


def players_to_challenge(club: Club, user: User) -> list[Player]:
    """Return the club's players with an account whom a user may challenge by name."""
    return list(
        club.players.filter(is_active=True, merged_into=None, user__is_active=True)
        .exclude(user=user)
        .exclude(user__in=blocked_with(user))
        .order_by("name_key", "pk")
    )


def named_for(user: User) -> QuerySet[BoardInvitation, int]:
    """Return the boards to which a user is challenged by name, by primary key."""
    return BoardInvitation.objects.filter(
        player__user=user, used_at=None, withdrawn_at=None, expires_at__gt=timezone.now()
    ).values_list("board", flat=True)


def blocked_by(user: User) -> QuerySet[User]:
    """Return whom a user has blocked."""
    return User.objects.filter(blocked_by__by=user).order_by("name", "pk")
