"""Counts what can be seen to change at a table, and wakes whoever looks at it."""

from functools import partial

from django.db import transaction
from django.db.models import F

from games.models import Session
from games.signals import table_changed


def table_beat(session: Session) -> None:
    """Raise the session's beat, and tell the viewers once the transaction has been committed."""
    Session.objects.filter(pk=session.pk).update(beat=F("beat") + 1)
    table_tell(session)


def table_tell(session: Session) -> None:
    """Tell the viewers of a beat that is being written, once it has been committed."""
    transaction.on_commit(
        partial(
            table_changed.send_robust,
            sender=Session,
            session_id=session.pk,
            public_id=session.public_id,
            club_id=session.club_id,
        )
    )
