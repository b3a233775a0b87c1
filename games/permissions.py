"""Who may do what: one table of roles and capabilities, asked by every service and page."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from django.contrib.auth.models import AnonymousUser

from games.errors import NotAllowed
from games.models import Club, Membership, Session, User

Somebody = User | AnonymousUser


class Role(StrEnum):
    """What somebody is to a club or a session; one person may be several of these."""

    OWNER = "owner"
    ORGANIZER = "organizer"
    DIRECTOR = "director"
    SCORER = "scorer"
    PLAYER = "player"
    """Any member of the club."""
    SEATED = "seated"
    """He sits, or sat, in this very session."""
    GUEST = "guest"
    """Anybody at all, where the club is public."""
    STRANGER = "stranger"
    """Anybody at all, where the club is for members only."""


class Capability(StrEnum):
    """What can be allowed."""

    VIEW_CLUB = "view_club"
    VIEW_MONEY = "view_money"
    START_SESSION = "start_session"
    SCORE = "score"
    AMEND = "amend"
    END_SESSION = "end_session"
    REOPEN_SESSION = "reopen_session"
    VOID_SESSION = "void_session"
    IMPORT_SESSION = "import_session"
    NOTE = "note"
    RESOLVE = "resolve"
    SETTLE = "settle"
    ADD_PLAYER = "add_player"
    MANAGE_PLAYERS = "manage_players"
    MANAGE_SEASONS = "manage_seasons"
    INVITE = "invite"
    MANAGE_ROLES = "manage_roles"
    MANAGE_CLUB = "manage_club"
    USE_ADMIN = "use_admin"


_DECIDES = frozenset({Role.OWNER, Role.ORGANIZER})
_DIRECTS = _DECIDES | {Role.DIRECTOR}
_SCORES = _DIRECTS | {Role.SCORER}
_AT_THE_TABLE = _SCORES | {Role.SEATED}

TABLE: Final[Mapping[Capability, frozenset[Role]]] = {
    Capability.VIEW_CLUB: _AT_THE_TABLE | {Role.PLAYER, Role.GUEST},
    Capability.VIEW_MONEY: _DECIDES | {Role.SEATED},
    Capability.START_SESSION: _SCORES,
    Capability.SCORE: _AT_THE_TABLE,
    Capability.AMEND: _AT_THE_TABLE,
    Capability.END_SESSION: _AT_THE_TABLE,
    Capability.REOPEN_SESSION: _SCORES,
    Capability.VOID_SESSION: _DIRECTS,
    Capability.IMPORT_SESSION: _SCORES,
    Capability.NOTE: _AT_THE_TABLE,
    Capability.RESOLVE: _DIRECTS,
    Capability.SETTLE: _DECIDES | {Role.SEATED},
    Capability.ADD_PLAYER: _SCORES,
    Capability.MANAGE_PLAYERS: _DIRECTS,
    Capability.MANAGE_SEASONS: _DIRECTS,
    Capability.INVITE: _DECIDES,
    Capability.MANAGE_ROLES: _DECIDES,
    Capability.MANAGE_CLUB: _DECIDES,
    Capability.USE_ADMIN: _DECIDES,
}
"""The whole of it. Whoever is not named may not."""

GRANTS: Final[Mapping[str, frozenset[str]]] = {
    Membership.Role.OWNER: frozenset(Membership.Role.values),
    Membership.Role.ORGANIZER: frozenset(Membership.Role.values) - {Membership.Role.OWNER},
}
"""Which roles each role may give, change and take away: nobody makes himself more than he is."""


def roles(user: Somebody, club: Club, session: Session | None = None) -> frozenset[Role]:
    """Return what a user is to a club, and to a session where one is given.

    Who comes with a token for another club is nothing here, not even a guest.
    """
    if isinstance(user, User) and user.only_club_id not in (None, club.pk):
        return frozenset()
    found = {Role.GUEST if club.visibility == Club.Visibility.PUBLIC else Role.STRANGER}
    if not isinstance(user, User) or not user.is_active:
        return frozenset(found)
    if user.is_superuser:
        found.add(Role.OWNER)
    membership = Membership.objects.filter(user=user, club=club).values_list("role", flat=True)
    for role in membership:
        found |= {Role.PLAYER, Role(role)}
    if session is not None and session.seats.filter(player__user=user).exists():
        found.add(Role.SEATED)
    return frozenset(found)


def capabilities(
    user: Somebody, club: Club, session: Session | None = None
) -> frozenset[Capability]:
    """Return all a user may do, in two queries; for pages that show several buttons."""
    found = roles(user, club, session)
    return frozenset(capability for capability, allowed in TABLE.items() if allowed & found)


def permitted(
    user: Somebody, capability: Capability, club: Club, session: Session | None = None
) -> bool:
    """Tell whether a user may do something in a club, or in one of its sessions."""
    return bool(roles(user, club, session) & TABLE[capability])


def require(
    user: Somebody, capability: Capability, club: Club, session: Session | None = None
) -> None:
    """Let who may pass.

    Raises:
        NotAllowed: he may not.
    """
    if not permitted(user, capability, club, session):
        raise NotAllowed
