"""What events tell the others, after commit."""

from django.dispatch import Signal

# Argument: club_id. Matches have been settled, or settled ones changed: ratings have to follow.
matches_changed = Signal()
