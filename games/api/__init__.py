"""The API: sessions, actions and score sheets under /api/v1/."""
