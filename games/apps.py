"""Registers the games app with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """The table, the record and the people at it."""

    name = "games"
    verbose_name = _("Clubs and evenings")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Speak the reader's language, connect receivers, and add boards to archives."""
        from games import receivers  # noqa: F401  (connects by being imported)
        from games.files.services.archive_boards import BOARDS
        from games.files.services.archive_parts import part_register
        from games.language import plug
        from games.web.speech import Speech

        plug(Speech())
        part_register(BOARDS)
