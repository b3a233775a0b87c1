"""Prints who may do what: `manage.py roles`."""

from typing import Any

from django.core.management.base import BaseCommand

from games.clubs.presenters.roles import role_matrix_as_markdown


class Command(BaseCommand):
    """The table of `docs/roles.md`."""

    help = "Print who may do what, as the table in docs/roles.md."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it."""
        self.stdout.write(role_matrix_as_markdown(), ending="")
