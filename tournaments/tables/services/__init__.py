"""Every write to an event's chouettes: planned, seated, played, moved, counted."""
