"""Every write to an evening as a whole."""
