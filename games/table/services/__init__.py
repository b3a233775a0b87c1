"""Every write to phones and to who speaks for whom."""
