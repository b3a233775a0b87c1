"""Whose rows the admin shows: organizers see their own clubs, superusers all."""

from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.models import Club, User
from games.permissions import TABLE, Capability

Row = TypeVar("Row", bound=Model)
ROLES = [role.value for role in TABLE[Capability.USE_ADMIN]]


def clubs_managed_by(user: Any) -> QuerySet[Club]:
    """Return the clubs that a user organizes; a superuser organizes all."""
    if not isinstance(user, User) or not user.is_active:
        return Club.objects.none()
    if user.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(memberships__user=user, memberships__role__in=ROLES)


def own_clubs(request: HttpRequest) -> list[int]:
    """Return the keys of the clubs the user organizes; one query per request."""
    known = vars(request)
    if "organized_clubs" not in known:
        known["organized_clubs"] = list(
            clubs_managed_by(request.user).order_by("pk").values_list("pk", flat=True)
        )
    found: list[int] = known["organized_clubs"]
    return found


def is_superuser(request: HttpRequest) -> bool:
    """Tell whether the user sees everything."""
    user = request.user
    return isinstance(user, User) and user.is_active and user.is_superuser


def may_enter(request: HttpRequest) -> bool:
    """Tell whether the user may enter: superusers, and organizers of a club."""
    if is_superuser(request):
        return True
    user = request.user
    return isinstance(user, User) and user.is_active and bool(own_clubs(request))


def of_own_clubs(rows: QuerySet[Row], request: HttpRequest, path: str) -> QuerySet[Row]:
    """Keep the rows that belong to the user's clubs; `path` leads from a row to its club.

    The keys are literals in the query, so that with one club an index that begins with the club is
    used.
    """
    if is_superuser(request):
        return rows
    clubs = own_clubs(request)
    if len(clubs) == 1:
        return rows.filter(**{path: clubs[0]})
    return rows.filter(**{f"{path}__in": clubs})
