"""Makes sessions from score files: `manage.py csn_import FILE --club SLUG`."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.errors import ServiceError
from games.models import Club, Membership, User
from games.rules.chouette import NotationError
from games.sessions.services.csn import csn_import


class Command(BaseCommand):
    """Imports files, each whole or not at all; the exit status is 1 if any failed."""

    help = "Import sessions in score notation; players are matched by name, new ones are added."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a .csn file, or - for input")
        parser.add_argument("--club", required=True, metavar="SLUG", help="the club's short name")
        parser.add_argument("--by", metavar="EMAIL", help="in whose name; an owner's if not given")
        parser.add_argument(
            "--running", action="store_true", help="leave the sessions running instead of ended"
        )

    def handle(
        self,
        *args: Any,
        files: list[str],
        club: str,
        by: str | None,
        running: bool,
        **options: Any,
    ) -> None:
        found = Club.objects.filter(slug=club).first()
        if found is None:
            raise CommandError(_("There is no club “%(club)s”.") % {"club": club})
        user = self.user(found, by)
        failed = False
        for file in files:
            try:
                session = csn_import(club=found, by=user, text=self.read(file), end=not running)
            except NotationError as error:
                failed = True
                self.stderr.write(f"{file}:{error.line}: {error}")
            except (OSError, ServiceError) as error:
                failed = True
                self.stderr.write(f"{file}: {error}")
            else:
                self.stdout.write(f"{file}: {session.public_id}")
        if failed:
            sys.exit(1)

    def user(self, club: Club, email: str | None) -> User:
        if email is not None:
            user = User.objects.filter(email=User.clean_email(email)).first()
        else:
            owners = club.memberships.filter(role=Membership.Role.OWNER).select_related("user")
            first = owners.order_by("pk").first()
            user = first.user if first else None
        if user is None:
            raise CommandError(_("There is no such account: say whose with --by EMAIL."))
        return user

    def read(self, file: str) -> bytes:
        """Return a file's bytes: the notation reports encoding errors itself."""
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
