"""Makes a club from an archive: `manage.py club_import FILE --by EMAIL`."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.errors import ServiceError
from games.files.archive.problems import BadArchive
from games.files.services.archive_making import archive_club_create, archive_sentence
from games.files.services.archive_reading import archive_read
from games.files.services.job_files import Progress
from games.models import User


class Command(BaseCommand):
    """Imports the whole archive, or nothing."""

    help = "Make a club from an archive; the account given with --by owns it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the archive, or - for input")
        parser.add_argument("--by", required=True, metavar="EMAIL", help="who will own the club")

    def handle(self, *args: Any, file: str, by: str, **options: Any) -> None:
        """Import it, and print the club's short name."""
        user = User.objects.filter(email=User.clean_email(by)).first()
        if user is None:
            raise CommandError(_("There is no such account: say whose with --by EMAIL."))
        try:
            data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            archive = archive_read(data=data, progress=Progress())
            club = archive_club_create(archive=archive, by=user, progress=Progress())
        except BadArchive as error:
            raise CommandError(archive_sentence(error)) from error
        except (OSError, ServiceError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(club.slug)
