"""The messages for webhooks, and when each is sent."""
