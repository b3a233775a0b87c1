"""Django's session engine, which also stores each session's user and device."""

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
    """Copies what identifies a signed-in user's session into columns."""

    may_fail = False
    """Whether a failed save may be ignored when the disk is full."""

    @classmethod
    def get_model_class(cls) -> type[SignIn]:
        return SignIn

    def _get_session_from_db(self) -> SignIn | None:
        """Read the session: the first query of every signed-in request."""
        row = _by_key.first(self.session_key or "")
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return None
        return row

    def save(self, must_create: bool = False) -> None:
        """Write the session."""
        try:
            super().save(must_create)
        except UpdateError as error:
            # Django also raises this if the sign-in was ended meanwhile.
            if not (self.may_fail and isinstance(error.__context__, OperationalError)):
                raise

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """Fill the columns from the session; a guest's session leaves them empty."""
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
    """Return a recognisable name of a device, "Firefox · Android"; blank if unknown.

    More of the user agent is not stored: it would be a fingerprint.
    """
    found = (
        next((name for word, name in words if word in user_agent), "")
        for words in (_BROWSERS, _SYSTEMS)
    )
    return " · ".join(name for name in found if name)
