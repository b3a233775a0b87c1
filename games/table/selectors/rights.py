"""Reads who may look at a table, for all who do at once."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.fast.queries import Prepared
from games.models import Club, Membership, Pass, Seat, Session, User
from games.permissions import Capability, Role, allowed_to, standing

USER = "user:"
HOLDER = "pass:"

_accounts: Final = Prepared(
    lambda users: (
        User.objects.filter(pk__in=users, is_active=True)
        .order_by()
        .values_list("pk", "is_superuser")
    )
)
_members: Final = Prepared(
    lambda club, users: (
        Membership.objects.filter(club=club, user__in=users)
        .order_by()
        .values_list("user_id", "role")
    )
)
_seats: Final = Prepared(
    # Should somebody sit here as two players, the last one of these is his first.
    lambda session: (
        Seat.objects.filter(session=session, player__user__isnull=False)
        .order_by("-position")
        .values_list("player__user_id", "logged_as")
    )
)


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody may do at a table, and whose seat he has there."""

    allowed: frozenset[Capability]
    signed_in: bool = False
    player: str = ""


def standings(club: Club, session: Session | None, people: Collection[str]) -> dict[str, Standing]:
    """Return the standing of each of `people`: "user:5", "pass:9", or "" for a guest.

    It says what `permissions.standing` says of one, in four queries however many they are.
    """
    anybody = _anybody(club)
    found = {one: _standing(anybody, one.startswith(USER), "") for one in people}
    users = [int(one.removeprefix(USER)) for one in people if one.startswith(USER)]
    if users:
        for user, roles, player in _users(users, club, session):
            found[f"{USER}{user}"] = _standing(anybody | roles, True, player)
    passes = [int(one.removeprefix(HOLDER)) for one in people if one.startswith(HOLDER)]
    if passes:
        for holder in Pass.objects.filter(pk__in=passes, club=club):
            roles, player = standing(holder, club, session)
            found[f"{HOLDER}{holder.pk}"] = _standing(roles, False, player)
    return found


def _users(
    users: list[int], club: Club, session: Session | None
) -> Iterator[tuple[int, frozenset[Role], str]]:
    """What each of these is besides anybody, and his seat; who may not sign in is left out."""
    role_of = dict(_members(club.pk, users))
    seat_of = dict(_seats(session.pk)) if session is not None else {}
    for user, is_above in _accounts(users):
        seat = seat_of.get(user)
        yield user, _roles(is_above, role_of.get(user), seat is not None), seat or ""


@lru_cache(maxsize=64)
def _roles(is_above: bool, role: str | None, is_seated: bool) -> frozenset[Role]:
    found = {Role.OWNER} if is_above else set()
    if role is not None:
        found |= {Role.PLAYER, Role(role)}
    if is_seated:
        found.add(Role.SEATED)
    return frozenset(found)


def _anybody(club: Club) -> frozenset[Role]:
    return frozenset({Role.GUEST if club.visibility == Club.Visibility.PUBLIC else Role.STRANGER})


@lru_cache(maxsize=512)
def _standing(roles: frozenset[Role], signed_in: bool, player: str) -> Standing:
    allowed = allowed_to(roles)
    return Standing(allowed, signed_in, player if Capability.PLAY in allowed else "")
