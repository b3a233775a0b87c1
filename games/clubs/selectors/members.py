"""Reads the members of a club, its invitations and changes of roles."""

import datetime
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.clubs.selectors.clubs import members_of, seatable_players
from games.errors import NotFound
from games.models import Club, Invitation, Membership, Player, RoleChange, User
from games.names.identity import sort_key
from games.permissions import GRANTS, roles

CHANGES_SHOWN = 50
CLOSED_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Member:
    """A member as organizers see them; `player` is blank if they have claimed none."""

    number: int
    name: str
    email: str
    role: str
    role_name: str
    player: str
    since: datetime.datetime
    is_reader: bool
    may_change: bool


def members_list(club: Club, reader: User) -> list[Member]:
    """Return a club's members, the most powerful roles first, in three queries."""
    grants = grants_of(club, reader)
    players = dict(Player.objects.filter(club=club, user__isnull=False).values_list("user", "name"))
    order = list(Membership.Role.values)
    members = [
        Member(
            number=membership.pk,
            name=membership.user.name,
            email=membership.user.email,
            role=membership.role,
            role_name=membership.get_role_display(),
            player=players.get(membership.user_id, ""),
            since=membership.created_at,
            is_reader=membership.user_id == reader.pk,
            may_change=membership.role in grants,
        )
        for membership in sorted(members_of(club), key=lambda one: sort_key(one.user.name))
    ]
    return sorted(members, key=lambda one: order.index(one.role))


def member_get(club: Club, number: int) -> Membership:
    """Return a membership of this club.

    Raises:
        NotFound: it does not exist.
    """
    found = members_of(club).filter(pk=number).first()
    if found is None:
        raise NotFound
    return found


def grants_of(club: Club, user: User) -> frozenset[str]:
    """Return the roles that a user may give in a club, in one query."""
    return frozenset(role for own in roles(user, club) for role in GRANTS.get(own, ()))


def roles_to_give(club: Club, user: User) -> list[tuple[str, str]]:
    """Return the roles that a user may give with their names, the least first."""
    grants = grants_of(club, user)
    pairs = [(role.value, str(role.label)) for role in reversed(Membership.Role)]
    return [(role, label) for role, label in pairs if role in grants]


def role_changes(club: Club) -> list[RoleChange]:
    """Return the latest changes of roles with the people in them, in one query."""
    found = RoleChange.objects.filter(club=club).select_related("user", "changed_by")
    return list(found[:CHANGES_SHOWN])


def unclaimed_players(club: Club) -> list[Player]:
    return list(seatable_players(club).filter(user__isnull=True))


def players_uninvited(club: Club) -> list[Player]:
    """Return the players whom nobody is, and for whom no invitation is open."""
    invited = _invitations(club).filter(_is_open(timezone.now()), player__isnull=False)
    known = set(invited.values_list("player", flat=True))
    return [one for one in unclaimed_players(club) if one.pk not in known]


def invitations_open(club: Club) -> list[Invitation]:
    """Return the open invitations, those that expire first at the top."""
    found = _invitations(club).filter(_is_open(timezone.now()))
    return list(found.order_by("expires_at", "pk"))


def invitations_closed(club: Club) -> list[Invitation]:
    """Return the latest invitations that were accepted, withdrawn or have expired."""
    return list(_invitations(club).exclude(_is_open(timezone.now()))[:CLOSED_SHOWN])


def invitation_get(club: Club, number: int) -> Invitation:
    """Return an invitation of this club.

    Raises:
        NotFound: it does not exist.
    """
    found = _invitations(club).filter(pk=number).first()
    if found is None:
        raise NotFound
    return found


def _invitations(club: Club) -> QuerySet[Invitation]:
    return club.invitations.select_related("club", "player", "created_by", "used_by")


def _is_open(now: datetime.datetime) -> Q:
    return Q(used_at__isnull=True, revoked_at__isnull=True, expires_at__gt=now)


def may_delete(club: Club, user: User) -> bool:
    """Tell whether somebody may delete a club: its owner that of a rehearsal, the founder of this
    installation the demo.
    """
    if club.is_demo:
        return user.is_superuser
    own = Membership.objects.filter(club=club, user=user, role=Membership.Role.OWNER)
    return club.is_rehearsal and own.exists()
