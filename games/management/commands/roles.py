"""Prints the table of permissions: `manage.py roles`."""

from typing import Any

from django.core.management.base import BaseCommand

from games.clubs.presenters.roles import role_matrix_as_markdown


class Command(BaseCommand):
    """Prints the table of `docs/roles.md`."""

    help = "Print the table of permissions in docs/roles.md."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(role_matrix_as_markdown(), ending="")
