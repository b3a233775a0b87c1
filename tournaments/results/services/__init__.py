"""Every write to matches: score, clock, board, and the effects of a result."""
