"""Permissions: one table of roles and capabilities, checked by every service and page."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar, Final

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.errors import NotAllowed
from games.fast.queries import Prepared
from games.models import Club, Membership, Pass, Seat, Session, User

Actor = User | Pass
"""Possible senders of an action."""


@dataclass(frozen=True, slots=True)
class Limited:
    """A user with a token for one club: in all others they are a stranger."""

    user: User
    club_id: int
    is_authenticated: ClassVar[bool] = True
    is_anonymous: ClassVar[bool] = False

    @property
    def pk(self) -> int:
        """The primary key of the account."""
        return self.user.pk

    @property
    def is_active(self) -> bool:
        return self.user.is_active


Somebody = Actor | Limited | AnonymousUser


class Role(StrEnum):
    """What a person is to a club or a session; a person may have several roles."""

    OWNER = "owner"
    ORGANIZER = "organizer"
    DIRECTOR = "director"
    SCORER = "scorer"
    PLAYER = "player"
    """Any member of the club."""
    SEATED = "seated"
    """A user with a seat in this session, present or past."""
    TABLE_SCORER = "table_scorer"
    """A phone or tablet that the scorer admitted to keep the score."""
    TABLE_PLAYER = "table_player"
    """A phone admitted for one player at the table."""
    TABLE_ONLOOKER = "table_onlooker"
    """A phone or a screen admitted to watch."""
    GUEST = "guest"
    """Anybody, if the club is public."""
    STRANGER = "stranger"
    """Anybody, if the club is for members only."""


class Capability(StrEnum):
    """The actions that can be allowed."""

    VIEW_CLUB = "view_club"
    SEE_NAMES = "see_names"
    """Of players hidden from the public."""
    VIEW_MONEY = "view_money"
    START_SESSION = "start_session"
    SCORE = "score"
    PLAY = "play"
    ADMIT = "admit"
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
    DIRECT = "direct"
    """Run events: enter, draw, release, correct results."""
    START_MATCH = "start_match"
    USE_ADMIN = "use_admin"


_DECIDES = frozenset({Role.OWNER, Role.ORGANIZER})
_DIRECTS = _DECIDES | {Role.DIRECTOR}
_SCORES = _DIRECTS | {Role.SCORER}
_KEEPS_SCORE = _SCORES | {Role.TABLE_SCORER}
_PLAYS = _KEEPS_SCORE | {Role.SEATED, Role.TABLE_PLAYER}
_WATCHES = _PLAYS | {Role.PLAYER, Role.GUEST, Role.TABLE_ONLOOKER}

TABLE: Final[Mapping[Capability, frozenset[Role]]] = {
    Capability.VIEW_CLUB: _WATCHES,
    Capability.SEE_NAMES: _PLAYS | {Role.PLAYER},
    Capability.VIEW_MONEY: _DECIDES | {Role.SEATED, Role.TABLE_PLAYER},
    Capability.START_SESSION: _SCORES,
    Capability.SCORE: _KEEPS_SCORE,
    Capability.PLAY: _PLAYS,
    Capability.ADMIT: _KEEPS_SCORE,
    Capability.AMEND: _KEEPS_SCORE,
    Capability.END_SESSION: _KEEPS_SCORE,
    Capability.REOPEN_SESSION: _SCORES,
    Capability.VOID_SESSION: _DIRECTS,
    Capability.IMPORT_SESSION: _SCORES,
    Capability.NOTE: _SCORES | {Role.SEATED},
    Capability.RESOLVE: _DIRECTS,
    Capability.SETTLE: _DECIDES | {Role.SEATED},
    Capability.ADD_PLAYER: _KEEPS_SCORE,
    Capability.MANAGE_PLAYERS: _DIRECTS,
    Capability.MANAGE_SEASONS: _DIRECTS,
    Capability.INVITE: _DECIDES,
    Capability.MANAGE_ROLES: _DECIDES,
    Capability.MANAGE_CLUB: _DECIDES,
    Capability.DIRECT: _DIRECTS,
    Capability.START_MATCH: _SCORES | {Role.PLAYER},
    Capability.USE_ADMIN: _DECIDES,
}
"""The whole table. Roles not listed may not."""

GRANTS: Final[Mapping[str, frozenset[str]]] = {
    Membership.Role.OWNER: frozenset(Membership.Role.values),
    Membership.Role.ORGANIZER: frozenset(Membership.Role.values) - {Membership.Role.OWNER},
}
"""The roles that each role may give, change and take away: nobody can promote themselves."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who is reading, where, and with which permissions; pages, files and streams are made for one.

    A view makes it at the permission check and passes it to all code that reads names or money. It
    is valid for one club, and for one session if it was made for one: elsewhere it reveals nothing
    personal, like `NOBODY`, the default of all that take a reader.
    """

    actor: Somebody | None = None
    club_id: int | None = None
    session_id: int | None = None
    roles: frozenset[Role] = frozenset()
    player: str = ""
    """Their seat in the session: the log's id, or blank."""
    let_in: frozenset[Capability] = frozenset()
    """Capabilities from elsewhere than a role: an event's pass, the code at a table."""
    is_system: bool = False

    @classmethod
    def of(cls, actor: Somebody, club: Club, session: Session | None = None) -> Reader:
        """Return the reader for a club, or one of its sessions; two queries at most."""
        found, player = standing(actor, club, session)
        return cls(actor, club.pk, session.pk if session is not None else None, found, player)

    @classmethod
    def system(cls) -> Reader:
        """Return the program itself, which sees everything: for commands, backups, tasks and
        webhooks.
        """
        return cls(is_system=True)

    def also(self, *let_in: Capability) -> Reader:
        """Return the same reader with additional capabilities."""
        return replace(self, let_in=self.let_in | frozenset(let_in))

    @property
    def allowed(self) -> frozenset[Capability]:
        return allowed_to(self.roles) | self.let_in if self.let_in else allowed_to(self.roles)

    def may(self, capability: Capability) -> bool:
        return capability in self.allowed

    @property
    def is_let_in(self) -> bool:
        """Whether a pass or a code shows them what the club's other pages do not."""
        view = Capability.VIEW_CLUB
        return view in self.let_in and view not in allowed_to(self.roles)

    def may_in(self, capability: Capability, club_id: int, session_id: int | None = None) -> bool:
        """Tell whether they have a capability in a club, or in one of its sessions."""
        here = self.club_id == club_id and self.session_id in (None, session_id)
        return here and self.may(capability)

    def is_at(self, club_id: int, session_id: int | None) -> bool:
        """Tell whether they are a reader of exactly this place."""
        return self.club_id == club_id and self.session_id == session_id

    def sees_names_of(self, club_id: int) -> bool:
        """Tell whether they may read the names of players hidden from the public."""
        return self.is_system or (self.club_id == club_id and self.may(Capability.SEE_NAMES))

    def sees_money_of(self, place: Club | Session) -> bool:
        """Tell whether they may read stakes, currency and debts; a seat allows it for its session.

        Organizers of the club see those of all its sessions.
        """
        if self.is_system:
            return True
        if isinstance(place, Session):
            here = self.club_id == place.club_id and self.session_id in (None, place.pk)
            return here and self.may(Capability.VIEW_MONEY)
        return self.club_id == place.pk and bool(self.roles & _DECIDES)

    @property
    def user(self) -> User | None:
        """The account that reads, if any."""
        if isinstance(self.actor, Limited):
            return self.actor.user
        return self.actor if isinstance(self.actor, User) else None


NOBODY: Final = Reader()
"""The default reader, to whom nothing personal is shown."""
Asker = Somebody | Reader


def acting(reader: Actor | Reader) -> Actor:
    """Return who acts.

    Raises:
        NotAllowed: it is a guest.
    """
    found = (reader.user or reader.actor) if isinstance(reader, Reader) else reader
    if not isinstance(found, Actor):
        raise NotAllowed
    return found


def roles(user: Asker, club: Club, session: Session | None = None) -> frozenset[Role]:
    """Return a user's roles in a club, and in a session if one is given.

    With a token for another club they have none, not even guest.
    """
    return standing(user, club, session)[0]


def standing(
    user: Asker, club: Club, session: Session | None = None
) -> tuple[frozenset[Role], str]:
    """Return `roles`, and the user's seat: the log's id, or blank.

    A reader of this very place has them already.
    """
    if isinstance(user, Reader):
        if user.is_at(club.pk, None if session is None else session.pk):
            return user.roles, user.player
        return (frozenset(), "") if user.actor is None else _standing(user.actor, club, session)
    return _standing(user, club, session)


_roles_of: Final = Prepared(
    lambda user, club: (
        Membership.objects.filter(user=user, club=club).order_by().values_list("role")
    )
)
_seat_of: Final = Prepared(
    lambda session, user: (
        Seat.objects.filter(session=session, player__user=user)
        .order_by("position")
        .values_list("logged_as")
    )
)


def _standing(user: Somebody, club: Club, session: Session | None) -> tuple[frozenset[Role], str]:
    if isinstance(user, Limited):
        at_home = user.club_id == club.pk
        return _standing(user.user, club, session) if at_home else (frozenset(), "")
    roles = {Role.GUEST if club.visibility == Club.Visibility.PUBLIC else Role.STRANGER}
    if isinstance(user, Pass):
        return frozenset(roles | _pass_roles(user, club, session)), user.player
    if not isinstance(user, User) or not user.is_active:
        return frozenset(roles), ""
    if user.is_superuser:
        roles.add(Role.OWNER)
    for (role,) in _roles_of(user.pk, club.pk):
        roles |= {Role.PLAYER, Role(role)}
    seat = _seat_of.first(session.pk, user.pk) if session is not None else None
    if seat is not None:
        roles.add(Role.SEATED)
    return frozenset(roles), seat[0] if seat else ""


_PASS_ROLES: Final[Mapping[str, Role]] = {
    Pass.Role.SCORER: Role.TABLE_SCORER,
    Pass.Role.PLAYER: Role.TABLE_PLAYER,
    Pass.Role.ONLOOKER: Role.TABLE_ONLOOKER,
}
READ_AFTERWARDS: Final = datetime.timedelta(hours=12)
"""How long a pass can still read the table of an ended session."""


def _pass_roles(holder: Pass, club: Club, session: Session | None) -> set[Role]:
    """Return a pass's roles: for its own table while the session runs, and to read for some hours
    after.
    """
    if not holder.is_granted or holder.club_id != club.pk:
        return set()
    if holder.session_id is None:
        return {Role.TABLE_ONLOOKER}
    if session is None or holder.session_id != session.pk:
        return set()
    if session.is_open:
        return {_PASS_ROLES[holder.role]}
    over = timezone.now() - session.changed_at > READ_AFTERWARDS
    return set() if over else {Role.TABLE_ONLOOKER}


def capabilities(user: Asker, club: Club, session: Session | None = None) -> frozenset[Capability]:
    """Return all capabilities of a user, in two queries; for pages with several buttons."""
    return allowed_to(roles(user, club, session))


@lru_cache(maxsize=256)
def allowed_to(roles: frozenset[Role]) -> frozenset[Capability]:
    """Return all capabilities of these roles."""
    return frozenset(capability for capability, allowed in TABLE.items() if allowed & roles)


def permitted(
    user: Asker, capability: Capability, club: Club, session: Session | None = None
) -> bool:
    """Tell whether a user has a capability in a club, or in one of its sessions."""
    return bool(roles(user, club, session) & TABLE[capability])


def require(
    user: Asker, capability: Capability, club: Club, session: Session | None = None
) -> None:
    """Check a capability.

    Raises:
        NotAllowed: the user does not have it.
    """
    if not permitted(user, capability, club, session):
        raise NotAllowed
