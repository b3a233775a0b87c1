"""What superusers do to accounts: lock them, or make them superusers."""

from django.db import transaction

from games.accounts.services.devices import sign_out_everywhere
from games.errors import NotAllowed
from games.models import User


@transaction.atomic
def user_admit(*, user: User, by: User, is_active: bool, is_superuser: bool) -> User:
    """Set whether an account may sign in, and whether it is a superuser.

    A locked account is signed out everywhere, and its tokens end.

    Raises:
        NotAllowed: `by` is no superuser, or would lock themselves out.
    """
    changed = (user.is_active, user.is_superuser) != (is_active, is_superuser)
    if not by.is_active or not by.is_superuser or (changed and user == by):
        raise NotAllowed
    user.is_active, user.is_superuser = is_active, is_superuser
    user.save(update_fields=["is_active", "is_superuser"])
    if not is_active:
        sign_out_everywhere(user=user, with_tokens=True)
    return user
