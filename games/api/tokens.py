"""Access tokens: created and shown once, looked up by hash, revoked for good."""

import datetime
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.services.accounts import check_demo
from games.accounts.services.link_tokens import token_hash, token_new
from games.errors import NotFound, Refused
from games.models import ApiToken, Club, User
from games.models.locks import rows_locked
from games.permissions import Capability, require

# Identifies tokens, also for secret scanners.
MARK: Final = "chouette_"
SHOWN = len(MARK) + 6
LASTS: Final = (30, 90, 365)
"""The lifetimes to choose from, in days."""
MOST_LIVE = 20
LONGEST_NAME = 80


@transaction.atomic
def api_token_create(
    *, user: User, name: str, scopes: Sequence[str], days: int, club: Club | None = None
) -> tuple[ApiToken, str]:
    """Return a token and its secret, which cannot be shown again.

    `club` limits it to one club: others are invisible to it.

    Raises:
        Refused: there is no name, no scope, too many tokens, or it is a disabled demo account.
        NotAllowed: the user may not see that club.
    """
    check_demo(user)
    name = " ".join(name.split())
    if not name:
        raise Refused("text_missing")
    if len(name) > LONGEST_NAME:
        raise Refused("text_too_long", limit=LONGEST_NAME)
    wanted = [scope for scope in ApiToken.Scope.values if scope in scopes]
    if not wanted or set(scopes) - set(wanted):
        raise Refused("scopes_invalid")
    if days not in LASTS:
        raise Refused("expiry_invalid")
    if club is not None:
        require(user, Capability.VIEW_CLUB, club)
    now = timezone.now()
    # The user's row is locked so that two requests at once cannot both take the last place.
    rows_locked(User.objects).get(pk=user.pk)
    if user.api_tokens.filter(revoked_at__isnull=True, expires_at__gt=now).count() >= MOST_LIVE:
        raise Refused("too_many_tokens", limit=MOST_LIVE)
    secret = MARK + token_new()
    token = ApiToken.objects.create(
        user=user,
        name=name,
        prefix=secret[:SHOWN],
        token_hash=token_hash(secret),
        scopes=" ".join(wanted),
        club=club,
        expires_at=now + datetime.timedelta(days=days),
    )
    return token, secret


@transaction.atomic
def api_token_revoke(*, public_id: str, by: User) -> ApiToken:
    """Revoke a token for good; it stays on its owner's list.

    Raises:
        NotFound: the user has no such token.
    """
    token = by.api_tokens.filter(public_id=public_id).first()
    if token is None:
        raise NotFound
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
    return token


def api_token_use(*, secret: str) -> ApiToken:
    """Return the token of a secret, with its user.

    The day of its last use is updated once a day.

    Raises:
        Refused: it is invalid, revoked or expired, or its owner may not sign in.
    """
    tokens = ApiToken.objects.select_related("user", "club")
    token = tokens.filter(token_hash=token_hash(secret)).first()
    if token is None or token.revoked_at is not None or not token.user.is_active:
        raise Refused("token_invalid")
    if token.is_expired:
        raise Refused("token_expired")
    check_demo(token.user)
    today = timezone.now().date()
    if token.last_used_on != today:
        ApiToken.objects.filter(pk=token.pk).update(last_used_on=today)
    return token


def api_tokens_of(user: User) -> QuerySet[ApiToken]:
    """Return a user's tokens, the latest first, revoked ones included."""
    return user.api_tokens.select_related("club")
