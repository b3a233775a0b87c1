"""The interface for programs: sessions, actions and score sheets under /api/v1/."""
