"""Registers the games app with Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The table, the record and the people at it."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import receivers  # noqa: F401  (connects by being imported)
