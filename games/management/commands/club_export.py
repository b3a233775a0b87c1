"""Writes a club as an archive: `manage.py club_export SLUG FILE`."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.files.services.archive_writing import archive_write
from games.management.progress import SaidProgress
from games.models import Club


class Command(BaseCommand):
    """Writes a club as an archive; the same club always gives the same file."""

    help = "Write a club as one JSON file that another installation can read."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", metavar="SLUG", help="the club's short name")
        parser.add_argument("file", metavar="FILE", help="where to, or - for output")

    def handle(self, *args: Any, club: str, file: str, verbosity: int = 1, **options: Any) -> None:
        found = Club.objects.filter(slug=club).first()
        if found is None:
            raise CommandError(_("There is no club “%(club)s”.") % {"club": club})
        progress = SaidProgress(self.stderr, _("sessions"), verbosity)
        if file == "-":
            archive_write(club=found, file=sys.stdout.buffer, progress=progress)
            return
        path = Path(file)
        part = path.with_name(path.name + ".part")
        try:
            with part.open("wb") as target:
                archive_write(club=found, file=target, progress=progress)
            part.replace(path)
        except OSError as error:
            raise CommandError(str(error)) from error
        finally:
            part.unlink(missing_ok=True)
