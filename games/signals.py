"""Signals of this app, sent after commit unless noted otherwise."""

from functools import partial

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal

from games.models import Session

# Arguments: session_id, public_id, club_id, version, results_changed (whether finished games, or
# whether they count, have changed, so that totals and ratings must be recalculated), kind (of the
# step of the log, blank for other changes).
session_changed = Signal()

# Arguments: session_id, public_id, club_id. Something visible at the table has changed: a step of
# the log, or an answer or question beside it.
table_changed = Signal()

# Argument: delivery_id, of a message to a webhook that should be sent at once.
delivery_waiting = Signal()

# Arguments: player, into. They are about to be merged; a receiver that knows they are two people
# raises `Refused`, and nothing is written.
players_merging = Signal()

# Arguments: player (with the new name), former (names that must disappear everywhere). Sent inside
# the transaction: receivers change or delete their copies of the names.
player_anonymised = Signal()

# Arguments: club_id, fields (names of the club's fields that were set).
club_changed = Signal()

# Arguments: email, language, path (see `games.accounts.services.passwords`). It is sent for any
# address, so that it does not reveal which of them have an account.
password_asked = Signal()


def table_beat(session: Session) -> None:
    """Increment the session's beat, and notify the viewers after the commit."""
    Session.objects.filter(pk=session.pk).update(beat=F("beat") + 1)
    table_tell(session)


def table_tell(session: Session) -> None:
    """Notify the viewers of a beat written in this transaction, after the commit."""
    transaction.on_commit(
        partial(
            table_changed.send_robust,
            sender=Session,
            session_id=session.pk,
            public_id=session.public_id,
            club_id=session.club_id,
        )
    )
