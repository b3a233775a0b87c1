"""Registers the project with Django: its commands, translations and background work."""

import os
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from chouette.translations import compile_messages


class ChouetteConfig(AppConfig):
    """The project itself; the first app, so that its translations precede all others."""

    name = "chouette"

    def ready(self) -> None:
        """Compile the translations, set the Celery app, connect the live stream, collect again."""
        from chouette import reports
        from chouette.celery import app
        from chouette.garbage import most_is_loaded
        from chouette.live import wiring

        for folder in settings.LOCALE_PATHS:
            compile_messages(Path(folder))
        reports.start(os.environ)
        app.set_default()
        wiring.listen()
        most_is_loaded()
