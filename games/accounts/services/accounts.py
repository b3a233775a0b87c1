"""Accounts: signing up, sign-in links, invitations into a club."""

import datetime
from collections.abc import Sequence

from axes.models import AccessAttempt
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.accounts.services.link_tokens import token_hash, token_new
from games.accounts.services.role_log import role_changed
from games.errors import NotAllowed, Refused
from games.models import Club, Invitation, Membership, Player, SignInLink, User
from games.names.identity import spelled
from games.permissions import GRANTS, Capability, require, roles

INVITATION_LASTS = datetime.timedelta(days=14)
SIGN_IN_LINK_LASTS = datetime.timedelta(hours=1)
ATTEMPTS_KEPT = datetime.timedelta(days=30)
"""As long as the record keeps the address that an action came from."""

# From the least powerful role to the most; an invitation never takes a role away.
_RANKS = [role.value for role in reversed(Membership.Role)]


@transaction.atomic
def user_create(
    *, email: str, name: str, password: str | None = None, language: str = "", is_demo: bool = False
) -> User:
    """Create an account; without a password the user signs in by a link.

    Raises:
        Refused: the address is taken or invalid, or the name is missing or too long.
    """
    user = User(
        email=User.clean_email(email), name=spelled(name), language=language, is_demo=is_demo
    )
    user.set_password(password)
    try:
        user.full_clean()
    except ValidationError as error:
        raise refusal(error) from error
    user.save(force_insert=True)
    return user


@transaction.atomic
def user_rename(*, user: User, name: str, language: str, time_zone: str | None = None) -> User:
    """Change a user's name and language, and the time zone if one is given.

    Raises:
        Refused: the name is missing or too long, or there is no such time zone.
    """
    user.name, user.language = spelled(name), language
    user.time_zone = user.time_zone if time_zone is None else time_zone.strip()
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        raise refusal(error) from error
    user.save(update_fields=["name", "language", "time_zone"])
    return user


@transaction.atomic
def sign_in_link_create(
    *, user: User, lasts: datetime.timedelta = SIGN_IN_LINK_LASTS, is_elsewhere: bool = False
) -> str:
    """Return the secret of a link that signs this user in once, within the hour.

    `is_elsewhere`: another process serves, which may have demo accounts enabled; it asks when the
    link is used.

    Raises:
        Refused: it is a demo account, and these are disabled.
    """
    if not is_elsewhere:
        check_demo(user)
    token = token_new()
    SignInLink.objects.create(
        user=user, token_hash=token_hash(token), expires_at=timezone.now() + lasts
    )
    return token


@transaction.atomic
def sign_in_link_redeem(*, token: str) -> User:
    """Use up a link and return the user it signs in.

    Raises:
        Refused: it is unknown, used or expired, or its user may not sign in.
    """
    now = timezone.now()
    fresh = SignInLink.objects.filter(
        token_hash=token_hash(token), used_at__isnull=True, expires_at__gt=now
    )
    link = fresh.select_related("user").first()
    # The update decides: if two requests use the link at once, one finds it used.
    if link is None or not link.user.is_active or not fresh.update(used_at=now):
        raise Refused("link_invalid")
    check_demo(link.user)
    return link.user


@transaction.atomic
def invitation_create(
    *,
    club: Club,
    by: User,
    player: Player | None = None,
    role: str = Membership.Role.PLAYER,
    lasts: datetime.timedelta = INVITATION_LASTS,
) -> tuple[Invitation, str]:
    """Return an invitation and its secret: into the club, to a role, and to claim a player.

    Raises:
        NotAllowed: the user may not invite, or not to that role.
        Refused: the player is of another club, or claimed already.
    """
    require(by, Capability.INVITE, club)
    require_grant(by, club, role)
    if player is not None:
        player = Player.objects.get(pk=player.pk)
        if player.club_id != club.pk:
            raise Refused("player_elsewhere")
        if player.user_id is not None:
            raise Refused("player_claimed", name=player.name)
    token = token_new()
    invitation = Invitation.objects.create(
        club=club,
        token_hash=token_hash(token),
        player=player,
        role=role,
        created_by=by,
        expires_at=timezone.now() + lasts,
    )
    return invitation, token


@transaction.atomic
def invitations_create(
    *, club: Club, by: User, players: Sequence[Player]
) -> list[tuple[Invitation, str]]:
    """Return an invitation and its secret for each of several players, all of them or none.

    Raises:
        NotAllowed, Refused: see `invitation_create`.
    """
    return [invitation_create(club=club, by=by, player=one) for one in players]


def invitation_find(*, token: str) -> Invitation:
    """Return the invitation for a secret, so that its reader sees what they accept.

    Raises:
        Refused: it is unknown, used or expired.
    """
    invitation = _open_invitations(token).select_related("club", "player", "created_by").first()
    if invitation is None:
        raise Refused("link_invalid")
    return invitation


@transaction.atomic
def sign_up(*, token: str, email: str, name: str, password: str, language: str = "") -> User:
    """Make an account and accept an invitation with it: both, or neither.

    Raises:
        Refused: as `user_create` and `invitation_accept`.
    """
    invitation_find(token=token)
    user = user_create(email=email, name=name, password=password, language=language)
    invitation_accept(token=token, user=user)
    return user


@transaction.atomic
def invitation_revoke(*, invitation: Invitation, by: User) -> None:
    """Withdraw an invitation.

    Raises:
        NotAllowed: the user may not invite, or not to that role.
        Refused: it was used or withdrawn already.
    """
    require(by, Capability.INVITE, invitation.club)
    require_grant(by, invitation.club, invitation.role)
    open_ones = Invitation.objects.filter(
        pk=invitation.pk, used_at__isnull=True, revoked_at__isnull=True
    )
    if not open_ones.update(revoked_at=timezone.now()):
        raise Refused("invitation_closed")


def invitations_withdraw(*, club: Club, user: User, role: str = "") -> int:
    """Withdraw a user's open invitations that their present role could not give."""
    beyond = Invitation.objects.filter(club=club, created_by=user, used_at__isnull=True)
    beyond = beyond.filter(revoked_at__isnull=True).exclude(role__in=GRANTS.get(role, ()))
    return beyond.update(revoked_at=timezone.now())


@transaction.atomic
def invitation_accept(*, token: str, user: User) -> Membership:
    """Accept an invitation: the user becomes a member and gets the player.

    Raises:
        Refused: it is unknown, used or expired; the player was claimed meanwhile; or the user is
            another player of this club already.
    """
    invitation = invitation_find(token=token)
    if not _open_invitations(token).update(used_at=timezone.now(), used_by=user):
        raise Refused("link_invalid")
    if invitation.player is not None:
        _claim(invitation.player, user)
    membership, is_new = Membership.objects.get_or_create(
        user=user, club=invitation.club, defaults={"role": invitation.role}
    )
    before = "" if is_new else membership.role
    if not is_new and _RANKS.index(membership.role) < _RANKS.index(invitation.role):
        membership.role = invitation.role
        membership.save(update_fields=["role"])
    role_changed(
        club=invitation.club,
        user=user,
        by=invitation.created_by or user,
        before=before,
        after=membership.role,
    )
    return membership


@transaction.atomic
def links_delete_expired(*, now: datetime.datetime) -> int:
    """Delete used and expired links and invitations, and return how many."""
    links, _ = SignInLink.objects.filter(expires_at__lt=now).delete()
    invitations, _ = Invitation.objects.filter(expires_at__lt=now, used_at__isnull=True).delete()
    return links + invitations


def sign_ins_delete_old(*, now: datetime.datetime) -> None:
    """Delete sign-ins that have expired, and failed ones with the addresses they came from."""
    call_command("clearsessions")
    AccessAttempt.objects.filter(attempt_time__lt=now - ATTEMPTS_KEPT).delete()


def check_demo(user: User) -> None:
    """Refuse demo accounts where they are disabled.

    Raises:
        Refused: it is a demo account, and these are disabled.
    """
    if user.is_demo and not settings.DEMO_ACCOUNTS:
        raise Refused("demo_off")


def require_grant(by: User, club: Club, role: str) -> None:
    """Check that a user may give this role, or take it away.

    Raises:
        NotAllowed: the role is more than they may give.
    """
    if not any(role in GRANTS.get(own, ()) for own in roles(by, club)):
        raise NotAllowed


def refusal(error: ValidationError) -> Refused:
    """Return the first validation error as an error of ours."""
    field, messages = next(iter(error.message_dict.items()))
    if field == "__all__":
        return Refused("invalid", reason=" ".join(messages))
    return Refused("field_invalid", field=field, reason=" ".join(messages))


def _open_invitations(token: str) -> QuerySet[Invitation]:
    return Invitation.objects.filter(
        token_hash=token_hash(token),
        used_at__isnull=True,
        revoked_at__isnull=True,
        expires_at__gt=timezone.now(),
    )


def _claim(player: Player, user: User) -> None:
    own = Player.objects.filter(club_id=player.club_id, user=user).exclude(pk=player.pk).first()
    if own is not None:
        raise Refused("user_has_player", name=own.name)
    free = Player.objects.filter(Q(user__isnull=True) | Q(user=user), pk=player.pk)
    if not free.update(user=user):
        raise Refused("player_claimed", name=player.name)
