"""Who may do what: one table of roles and capabilities, asked by every service and page."""

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
"""Who can be named as the sender of an action."""


@dataclass(frozen=True, slots=True)
class Limited:
    """Somebody by a token that is good for one club only: in all others they are nobody."""

    user: User
    club_id: int
    is_authenticated: ClassVar[bool] = True
    is_anonymous: ClassVar[bool] = False

    @property
    def pk(self) -> int:
        """The number of the account."""
        return self.user.pk

    @property
    def is_active(self) -> bool:
        """Whether the account may sign in."""
        return self.user.is_active


Somebody = Actor | Limited | AnonymousUser


class Role(StrEnum):
    """What somebody is to a club or a session; one person may be several of these."""

    OWNER = "owner"
    ORGANIZER = "organizer"
    DIRECTOR = "director"
    SCORER = "scorer"
    PLAYER = "player"
    """Any member of the club."""
    SEATED = "seated"
    """He sits, or sat, in this very session, and has an account."""
    TABLE_SCORER = "table_scorer"
    """The phone or tablet that the scorer let in to keep the score."""
    TABLE_PLAYER = "table_player"
    """A phone that was let in for one player at the table."""
    TABLE_ONLOOKER = "table_onlooker"
    """A phone or a screen that was let in to watch."""
    GUEST = "guest"
    """Anybody at all, where the club is public."""
    STRANGER = "stranger"
    """Anybody at all, where the club is for members only."""


class Capability(StrEnum):
    """What can be allowed."""

    VIEW_CLUB = "view_club"
    SEE_NAMES = "see_names"
    """Of players who are not shown to everybody."""
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
    """Run events: enter, draw, release, put results right."""
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
"""The whole of it. Whoever is not named may not."""

GRANTS: Final[Mapping[str, frozenset[str]]] = {
    Membership.Role.OWNER: frozenset(Membership.Role.values),
    Membership.Role.ORGANIZER: frozenset(Membership.Role.values) - {Membership.Role.OWNER},
}
"""Which roles each role may give, change and take away: nobody makes himself more than he is."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks, where, and what they may see there; pages, files and streams are made for one.

    A view makes it when it lets somebody in, and hands it to whatever reads names or money. It is
    good for one club, and for one session where it was made for one: elsewhere nothing personal
    comes out, just as with `NOBODY`, which is what everything takes that is given no reader.
    """

    actor: Somebody | None = None
    club_id: int | None = None
    session_id: int | None = None
    roles: frozenset[Role] = frozenset()
    player: str = ""
    """Whose seat is theirs in the session: the id by which the log names it, or none."""
    let_in: frozenset[Capability] = frozenset()
    """What something else than a role opens: an event's pass, the code that hangs at a table."""
    is_system: bool = False

    @classmethod
    def of(cls, actor: Somebody, club: Club, session: Session | None = None) -> Reader:
        """Return somebody as a reader of a club, or of one of its sessions; two queries at most."""
        found, player = standing(actor, club, session)
        return cls(actor, club.pk, session.pk if session is not None else None, found, player)

    @classmethod
    def system(cls) -> Reader:
        """Return the program itself, which sees all: for commands, backups, tasks and webhooks."""
        return cls(is_system=True)

    def also(self, *let_in: Capability) -> Reader:
        """Return the same reader, who may see more than their roles say."""
        return replace(self, let_in=self.let_in | frozenset(let_in))

    @property
    def allowed(self) -> frozenset[Capability]:
        """All they may do where they are."""
        return allowed_to(self.roles) | self.let_in if self.let_in else allowed_to(self.roles)

    def may(self, capability: Capability) -> bool:
        """Tell whether they may do something where they are."""
        return capability in self.allowed

    def may_in(self, capability: Capability, club_id: int, session_id: int | None = None) -> bool:
        """Tell whether they may do something in a club, or in one of its sessions."""
        here = self.club_id == club_id and self.session_id in (None, session_id)
        return here and self.may(capability)

    def is_at(self, club_id: int, session_id: int | None) -> bool:
        """Tell whether they are a reader of just this place."""
        return self.club_id == club_id and self.session_id == session_id

    def sees_names_of(self, club_id: int) -> bool:
        """Tell whether they may read the names of players who are not shown to everybody."""
        return self.is_system or (self.club_id == club_id and self.may(Capability.SEE_NAMES))

    def sees_money_of(self, place: Club | Session) -> bool:
        """Tell whether they may read stakes, currency and debts; a seat opens those of its session.

        Who organizes the club sees those of all its sessions.
        """
        if self.is_system:
            return True
        if isinstance(place, Session):
            here = self.club_id == place.club_id and self.session_id in (None, place.pk)
            return here and self.may(Capability.VIEW_MONEY)
        return self.club_id == place.pk and bool(self.roles & _DECIDES)

    @property
    def user(self) -> User | None:
        """The account that looks, if one does."""
        if isinstance(self.actor, Limited):
            return self.actor.user
        return self.actor if isinstance(self.actor, User) else None


NOBODY: Final = Reader()
"""No reader: to nobody nothing personal is shown."""
Asker = Somebody | Reader


def acting(reader: Actor | Reader) -> Actor:
    """Return who acts.

    Raises:
        NotAllowed: a guest, who only looks.
    """
    found = (reader.user or reader.actor) if isinstance(reader, Reader) else reader
    if not isinstance(found, Actor):
        raise NotAllowed
    return found


def roles(user: Asker, club: Club, session: Session | None = None) -> frozenset[Role]:
    """Return what a user is to a club, and to a session where one is given.

    Who comes with a token for another club is nothing here, not even a guest.
    """
    return standing(user, club, session)[0]


def standing(
    user: Asker, club: Club, session: Session | None = None
) -> tuple[frozenset[Role], str]:
    """Return `roles`, and whose seat is his: the id by which the log names it, or none.

    A reader of this very place has been asked about already.
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
    found = {Role.GUEST if club.visibility == Club.Visibility.PUBLIC else Role.STRANGER}
    if isinstance(user, Pass):
        return frozenset(found | _pass_roles(user, club, session)), user.player
    if not isinstance(user, User) or not user.is_active:
        return frozenset(found), ""
    if user.is_superuser:
        found.add(Role.OWNER)
    for (role,) in _roles_of(user.pk, club.pk):
        found |= {Role.PLAYER, Role(role)}
    seat = _seat_of.first(session.pk, user.pk) if session is not None else None
    if seat is not None:
        found.add(Role.SEATED)
    return frozenset(found), seat[0] if seat else ""


_PASS_ROLES: Final[Mapping[str, Role]] = {
    Pass.Role.SCORER: Role.TABLE_SCORER,
    Pass.Role.PLAYER: Role.TABLE_PLAYER,
    Pass.Role.ONLOOKER: Role.TABLE_ONLOOKER,
}
READ_AFTERWARDS: Final = datetime.timedelta(hours=12)
"""How long a pass still shows the table of a session that has ended."""


def _pass_roles(holder: Pass, club: Club, session: Session | None) -> set[Role]:
    """What a pass opens: its own table while the session runs, to read some hours longer."""
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
    """Return all a user may do, in two queries; for pages that show several buttons."""
    return allowed_to(roles(user, club, session))


@lru_cache(maxsize=256)
def allowed_to(found: frozenset[Role]) -> frozenset[Capability]:
    """Return all that somebody may do who is this."""
    return frozenset(capability for capability, allowed in TABLE.items() if allowed & found)


def permitted(
    user: Asker, capability: Capability, club: Club, session: Session | None = None
) -> bool:
    """Tell whether a user may do something in a club, or in one of its sessions."""
    return bool(roles(user, club, session) & TABLE[capability])


def require(
    user: Asker, capability: Capability, club: Club, session: Session | None = None
) -> None:
    """Let who may pass.

    Raises:
        NotAllowed: the user may not do this.
    """
    if not permitted(user, capability, club, session):
        raise NotAllowed
