"""What this app tells the others, after commit: that a session changed, that a table did."""

from functools import partial

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal

from games.models import Session

# Arguments: session_id, public_id, club_id, version, results_changed (whether finished games, or
# whether they count, are different now, so that totals and ratings have to be made anew), kind (of
# the step of the log, blank for other changes).
session_changed = Signal()

# Arguments: session_id, public_id, club_id. Something that is seen at the table has changed: a step
# of the log, or what is said and asked beside it.
table_changed = Signal()

# Argument: delivery_id, of a message to a webhook that somebody wants sent at once.
delivery_waiting = Signal()

# Arguments: player, into. They are about to be merged; who knows that they are two people raises
# `Refused`, and nothing is written.
players_merging = Signal()

# Arguments: player (with the new name), former (names that are to be found nowhere any more). Sent
# inside the transaction: who keeps copies of names changes or deletes them there.
player_anonymised = Signal()

# Arguments: club_id, fields (names of the club's fields that were set).
club_changed = Signal()

# Arguments: email, language, path (see `games.accounts.services.passwords`). It is sent for any
# address, so the sender cannot tell which of them has an account.
password_asked = Signal()


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
