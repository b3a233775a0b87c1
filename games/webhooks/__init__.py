"""Webhooks: where a club's events are sent, how they are signed, when they are retried."""
