"""Who may sign in and stay signed in: every enabled account."""

from typing import Final

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser

from games.fast.queries import Prepared
from games.models import User

_by_pk: Final = Prepared(lambda pk: User.objects.filter(pk=pk).order_by())


class AccountBackend(ModelBackend):
    """E-mail and password; disabled demo accounts are refused, even with a session."""

    def get_user(self, user_id: int) -> User | None:
        """Return the user of a session, if the account is enabled."""
        user = _by_pk.first(user_id)
        return user if self.user_can_authenticate(user) else None

    def user_can_authenticate(self, user: User | AnonymousUser | None) -> bool:
        """Tell whether an account is enabled; checked at sign-in and on every request."""
        if isinstance(user, User) and user.is_demo and not settings.DEMO_ACCOUNTS:
            return False
        return super().user_can_authenticate(user)
