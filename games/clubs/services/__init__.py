"""Every write to clubs, logos, seasons and what the public may see."""
