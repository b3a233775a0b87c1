"""What this app tells the others, after commit: that a session changed."""

from django.dispatch import Signal

# Arguments: session_id, public_id, club_id, version, results_changed (whether finished games, or
# whether they count, are different now, so that totals and ratings have to be made anew).
session_changed = Signal()
