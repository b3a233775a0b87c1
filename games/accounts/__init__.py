"""Accounts: who signs in, how, and on which devices."""
