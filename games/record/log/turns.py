"""The turn of writers, by the name that the interface for programs knows."""

from games.eventlog.turns import one_at_a_time as one_at_a_time
