"""Every write to clubs, logos, seasons and players' privacy."""
