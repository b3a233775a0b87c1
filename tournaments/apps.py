"""Registers the tournaments app with Django."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Leaderboards and what else is made of many games."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to the games, and plan those at the tables of events."""
        from games.services.starting import planners
        from tournaments import receivers  # noqa: F401
        from tournaments.services.table_planner import TablePlanner

        planners.register(TablePlanner())
