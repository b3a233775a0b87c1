"""Forms for a club, its members and its house rules."""
