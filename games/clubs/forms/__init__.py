"""What organizers type about a club, its members and its house rules."""
