"""Prints the table of permissions: `manage.py roles`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.clubs.presenters.roles import deeds_as_markdown, role_matrix_as_markdown


class Command(BaseCommand):
    """Prints the tables of `docs/roles.md`."""

    help = "Print the tables in docs/roles.md: who may do what, or who speaks for whom."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--speaking", action="store_true", help="who speaks for whom at a board"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        made = deeds_as_markdown() if options["speaking"] else role_matrix_as_markdown()
        self.stdout.write(made, ending="")
