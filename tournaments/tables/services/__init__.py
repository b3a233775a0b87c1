"""Every write to an event's chouettes: drafting, seating, playing, moving, counting."""
