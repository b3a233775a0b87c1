"""Where those who play an evening see and hear each other: an address elsewhere, never embedded."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from django.db import transaction

from games.boards.errors import BoardRefused
from games.models import Session
from games.models.locks import rows_locked
from games.permissions import Actor, Capability, Reader, require
from games.record.log.writing import require_open
from games.signals import table_beat

LONGEST: Final = 300


@transaction.atomic
def meeting_set(*, session: Session, by: Actor | Reader, address: str) -> None:
    """Write a meeting's address down for those who play; blank for none.

    Raises:
        NotAllowed: they do not keep the score here.
        Conflict: the session has ended.
        BoardRefused: it is no address that a browser opens safely.
    """
    require(by, Capability.SCORE, session.club, session)
    address = address.strip()
    if address and not _is_address(address):
        raise BoardRefused("meeting_address", most=LONGEST)
    locked = rows_locked(Session.objects).get(pk=session.pk)
    require_open(locked)
    locked.meeting = session.meeting = address
    locked.save(update_fields=["meeting"])
    table_beat(locked)


def _is_address(text: str) -> bool:
    """Tell whether a text is an address of the web: a link must not run anything here."""
    if len(text) > LONGEST or any(one.isspace() or not one.isprintable() for one in text):
        return False
    try:
        parts = urlsplit(text)
        return parts.scheme == "https" and bool(parts.hostname)
    except ValueError:
        return False
