"""Prints the link to *Welcome*, where the founder comes in: `manage.py welcome_link`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts.services.founding import founding_link_create
from games.errors import ServiceError
from games.management.links import address_add, link


class Command(BaseCommand):
    """Begins an installation on a server, as `up` does on a laptop."""

    help = "Print the link with which the founder of a new installation comes in."

    def add_arguments(self, parser: CommandParser) -> None:
        address_add(parser)

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        try:
            token = founding_link_create()
        except ServiceError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(link(address, "welcome", token))
