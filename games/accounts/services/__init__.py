"""Every write to accounts, passwords, links and devices."""
