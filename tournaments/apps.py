"""Registers the tournaments app with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Leaderboards, ratings, tournaments."""

    name = "tournaments"
    verbose_name = _("Matches and ratings")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect receivers, plan games at event tables, lead phones to their boards, add events to
        archives and their files to jobs.
        """
        from games.boards.actors import way_register
        from games.files.services.archive_parts import part_register
        from games.files.services.jobs import task_register
        from games.record.services.plans import planners
        from tournaments import receivers  # noqa: F401
        from tournaments.events.services.archiving import EVENTS, MATCHES
        from tournaments.events.services.file_jobs import TASKS
        from tournaments.leagues.services.archiving import CUPS, LEAGUES
        from tournaments.pages.actors import match_of_board
        from tournaments.tables.services.planner import TablePlanner

        way_register(match_of_board)
        planners.register(TablePlanner())
        for part in (EVENTS, MATCHES, LEAGUES, CUPS):
            part_register(part)
        for kind, task in TASKS.items():
            task_register(kind, task)
