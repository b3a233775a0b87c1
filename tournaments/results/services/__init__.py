"""Every write to matches: score, clock, table, and what a result moves."""
