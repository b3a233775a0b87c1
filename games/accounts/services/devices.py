"""Ends sign-ins, on one device or on all, with what is sent there and the tokens of programs."""

from django.db import transaction
from django.utils import timezone

from games.accounts.selectors import device_id
from games.errors import NotFound
from games.models import SignIn, User


@transaction.atomic
def sign_out_there(*, user: User, device: str) -> None:
    """End one of a user's sign-ins; its next request finds nobody signed in.

    Messages to browsers and systems of that name end, too: which of them it was is not stored.

    Raises:
        NotFound: it is another user's, or has ended already.
    """
    for row in SignIn.objects.filter(user=user):
        if device_id(row.session_key) == device:
            row.delete()
            pushes_end(user=user, device=row.device)
            return
    raise NotFound


@transaction.atomic
def sign_out_everywhere(*, user: User, but: str | None = None, with_tokens: bool = False) -> int:
    """End a user's sign-ins except for one session key, and their unused links; return how many.

    Messages go on to devices of the name that stays signed in. An unused link would sign an
    intruder in again. The user chooses whether their programs keep their tokens.
    """
    now = timezone.now()
    user.sign_in_links.filter(used_at__isnull=True).update(used_at=now)
    if with_tokens:
        user.api_tokens.filter(revoked_at__isnull=True).update(revoked_at=now)
    stays = SignIn.objects.filter(user=user, session_key=but or "").values("device")
    user.push_subscriptions.exclude(device__in=stays).delete()
    ended, _ = SignIn.objects.filter(user=user).exclude(session_key=but or "").delete()
    return ended


def pushes_end(*, user: User, device: str) -> None:
    """Send no more to a user's browsers of this name, as its owner recognises them."""
    user.push_subscriptions.filter(device=device).delete()
