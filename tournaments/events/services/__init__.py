"""Every write to events, entries and draws."""
