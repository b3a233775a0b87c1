"""Prints a session as score notation: `manage.py csn_export SESSION`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.errors import ServiceError
from games.models import Session
from games.permissions import Reader
from games.sessions.services.csn import csn_export


class Command(BaseCommand):
    """Writes the text to standard output."""

    help = "Print a session in score notation; a game in progress is left out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("session", metavar="SESSION", help="the session's identifier")
        parser.add_argument(
            "--private", action="store_true", help="with stakes and what a point is worth"
        )

    def handle(self, *args: Any, session: str, private: bool, **options: Any) -> None:
        found = Session.objects.filter(public_id=session).first()
        if found is None:
            raise CommandError(_("No such session: %(names)s") % {"names": session})
        try:
            text = csn_export(session=found, reader=Reader.system(), with_money=private)
        except ServiceError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(text, ending="")
