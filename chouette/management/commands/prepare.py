"""Prepares a server before its processes start: `python3 manage.py prepare`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from chouette import preparation
from chouette.management.commands.up import newer_database
from chouette.updating import PAUSE


class Command(BaseCommand):
    """Does what `up` does before serving: updates the database and collects the static files."""

    help = "Bring the database up to date and collect the static files, without serving anything."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "what",
            nargs="?",
            choices=("all", "database", "files"),
            default="all",
            help="the database, the static files, or all",
        )

    def handle(self, *args: Any, what: str, **options: Any) -> None:
        """Prepare the chosen part; repeating it changes nothing."""
        if what != "database":
            preparation.collect_static_files()
        if what != "files":
            try:
                preparation.migrate(pause=PAUSE)
            except preparation.NewerDatabaseError as error:
                raise CommandError(newer_database(error)) from None
