"""Signals of events, sent after commit."""

from django.dispatch import Signal

# Argument: club_id. Matches were settled, or settled ones changed: ratings must follow.
matches_changed = Signal()

# Arguments: event_id, seconds. A rehearsal enters a result by itself in so many seconds.
rehearsal_plays = Signal()
