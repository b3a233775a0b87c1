"""Django's session engine, keeping with each session whose it is and on which device."""

from __future__ import annotations

import datetime
from typing import Any, Final

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import OperationalError
from django.utils import timezone

from games.fast.queries import Prepared
from games.models import SignIn

DEVICE: Final = "device"
SEEN: Final = "seen"


_by_key: Final = Prepared(lambda key: SignIn.objects.filter(session_key=key).order_by())


class SessionStore(DatabaseStore):
    """What lies in the session of somebody signed in is written into columns as well."""

    may_fail = False
    """Whether what has changed may be lost where there is no room for it."""

    @classmethod
    def get_model_class(cls) -> type[SignIn]:
        """Return the table of our own."""
        return SignIn

    def _get_session_from_db(self) -> SignIn | None:
        """Read it: what every request of somebody signed in begins with."""
        row = _by_key.first(self.session_key or "")
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return None
        return row

    def save(self, must_create: bool = False) -> None:
        """Write it."""
        try:
            super().save(must_create)
        except UpdateError as error:
            # Django raises this as well when the sign-in was ended meanwhile.
            if not (self.may_fail and isinstance(error.__context__, OperationalError)):
                raise

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """Fill the columns from the session; a guest's session has none of them."""
        row: Any = super().create_model_instance(data)
        user, seen = data.get(SESSION_KEY), data.get(SEEN)
        row.user_id = int(user) if user else None
        row.device = data.get(DEVICE, "") if user else ""
        row.seen_at = datetime.datetime.fromisoformat(seen) if user and seen else None
        return row


_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """Return what one recognises a device by, "Firefox · Android"; blank where nothing is known.

    More of what browsers say about themselves is not kept: it would tell people apart.
    """
    found = (
        next((name for word, name in words if word in user_agent), "")
        for words in (_BROWSERS, _SYSTEMS)
    )
    return " · ".join(name for name in found if name)
