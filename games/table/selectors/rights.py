"""Reads permissions at tables for many viewers at once."""

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from django.utils import timezone

from games.fast.queries import Prepared
from games.models import Club, Membership, Pass, Seat, Session, SignIn, User
from games.permissions import Capability, Role, allowed_to, standing

USER = "user:"
HOLDER = "pass:"
HELD: Final = frozenset({Pass.State.GRANTED, Pass.State.WAITING})

_accounts: Final = Prepared(
    lambda users: (
        User.objects.filter(pk__in=users, is_active=True)
        .order_by()
        .values_list("pk", "is_superuser", "password")
    )
)
_sign_ins: Final = Prepared(
    lambda users: (
        SignIn.objects.filter(user__in=users)
        .order_by()
        .values_list("user_id", "session_key", "expire_date")
    )
)
_members: Final = Prepared(
    lambda clubs, users: (
        Membership.objects.filter(club__in=clubs, user__in=users)
        .order_by()
        .values_list("club_id", "user_id", "role")
    )
)
_seats: Final = Prepared(
    # If a user has two players here, the first one's seat counts.
    lambda sessions: (
        Seat.objects.filter(session__in=sessions, player__user__isnull=False)
        .order_by("-position")
        .values_list("session_id", "player__user_id", "logged_as")
    )
)


@dataclass(frozen=True, slots=True)
class Rights:
    """The permissions at a table, and the seat there."""

    allowed: frozenset[Capability]
    signed_in: bool = False
    player: str = ""


@dataclass(frozen=True, slots=True)
class People:
    """What `standings` and `lasts` need to know about all viewers."""

    accounts: dict[int, bool] = field(default_factory=dict)
    """Which accounts may sign in, and which are superusers."""
    sign_ins: frozenset[tuple[int, str]] = frozenset()
    """The current sign-ins, as named by `sign_in_of`."""
    members: dict[tuple[int, int], str] = field(default_factory=dict)
    seats: dict[tuple[int, int], str] = field(default_factory=dict)
    passes: dict[int, Pass] = field(default_factory=dict)


def sign_in_of(session_key: str, user: User) -> str:
    """Return an identifier of a sign-in that changes when it ends or the password does.

    It must stay on the server: it contains the session key.
    """
    return f"{session_key}.{_print(user.password)}"


def people_read(clubs: Collection[int], sessions: Collection[int], who: Collection[str]) -> People:
    """Read what `standings` needs at all of these places, in five queries however many."""
    users = [int(one.removeprefix(USER)) for one in who if one.startswith(USER)]
    holders = [int(one.removeprefix(HOLDER)) for one in who if one.startswith(HOLDER)]
    passes = Pass.objects.in_bulk(holders) if holders else {}
    if not users:
        return People(passes=passes)
    rows = _accounts(users)
    prints = {user: _print(password) for user, _is_above, password in rows}
    now = timezone.now()
    return People(
        accounts={user: is_above for user, is_above, _password in rows},
        sign_ins=frozenset(
            (user, f"{key}.{prints[user]}")
            for user, key, ends in _sign_ins(users)
            if ends > now and user in prints
        ),
        members={(club, user): role for club, user, role in _members(list(clubs), users)},
        seats={(at, user): player for at, user, player in _seats(list(sessions))},
        passes=passes,
    )


def lasts(who: str, sign_in: str, people: People) -> bool:
    """Tell whether a viewer's sign-in or pass is still valid; guests need none."""
    if who.startswith(USER):
        return (int(who.removeprefix(USER)), sign_in) in people.sign_ins
    holder = people.passes.get(int(who.removeprefix(HOLDER))) if who else None
    return not who or (holder is not None and holder.state in HELD)


def standings(
    club: Club, session: Session | None, who: Collection[str], people: People | None = None
) -> dict[str, Rights]:
    """Return the standing of each viewer: "user:5", "pass:9", or "" for a guest.

    The same as `permissions.standing` for many viewers, in a few queries, or none if `people` was
    read already.
    """
    if people is None:
        people = people_read([club.pk], [] if session is None else [session.pk], who)
    return dict(_standings(club, session, who, people))


def _standings(
    club: Club, session: Session | None, who: Collection[str], people: People
) -> Iterator[tuple[str, Rights]]:
    anybody = _anybody(club)
    for one in who:
        if one.startswith(USER):
            roles, player = _user(int(one.removeprefix(USER)), club, session, people)
            yield one, _standing(anybody | roles, True, player)
            continue
        holder = people.passes.get(int(one.removeprefix(HOLDER))) if one else None
        roles, player = (anybody, "") if holder is None else standing(holder, club, session)
        yield one, _standing(roles, False, player)


def _user(
    user: int, club: Club, session: Session | None, people: People
) -> tuple[frozenset[Role], str]:
    """Return a user's roles in addition to a guest's, and their seat; nothing if they may not sign
    in.
    """
    if user not in people.accounts:
        return frozenset(), ""
    seat = None if session is None else people.seats.get((session.pk, user))
    role = people.members.get((club.pk, user))
    return _roles(people.accounts[user], role, seat is not None), seat or ""


@lru_cache(maxsize=4096)
def _print(password: str) -> str:
    return hashlib.sha256(password.encode()).hexdigest()[:16]


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
def _standing(roles: frozenset[Role], signed_in: bool, player: str) -> Rights:
    allowed = allowed_to(roles)
    return Rights(allowed, signed_in, player if Capability.PLAY in allowed else "")
