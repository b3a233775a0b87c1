"""What this app tells the others, after commit: that a session changed."""

from django.dispatch import Signal

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

# Arguments: club_id, fields (names of the club's fields that were set).
club_changed = Signal()

# Arguments: email, language, path (see `games.services.passwords`). Sent for any address, so that
# whoever asks cannot tell which of them has an account.
password_asked = Signal()
