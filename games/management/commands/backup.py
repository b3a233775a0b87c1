"""Copies the whole installation into one file: `manage.py backup FILE`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.errors import Refused
from games.files.services.backups import backup_write


class Command(BaseCommand):
    """Writes a backup; tables can play on meanwhile."""

    help = "Write database and logos into one file, while the program runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="where to; it must be new")
        parser.add_argument(
            "--with-secret",
            action="store_true",
            help="with the key that signs cookies and links; keep such a file like a password",
        )
        parser.add_argument(
            "--rows",
            action="store_true",
            help="rows instead of a copy of the SQLite file, to restore into PostgreSQL",
        )

    def handle(self, *args: Any, file: Path, with_secret: bool, rows: bool, **options: Any) -> None:
        """Write it, and print its size."""
        try:
            size = backup_write(path=file, with_secret=with_secret, as_rows=rows)
        except FileExistsError as error:
            raise CommandError(_("%(file)s is there already.") % {"file": file}) from error
        except (OSError, Refused) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_("%(file)s: %(size)s kB.") % {"file": file, "size": -(-size // 1024)})
