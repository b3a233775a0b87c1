"""Which messages webhooks get, and when each is sent."""
