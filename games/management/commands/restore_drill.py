"""Tests whether a backup can be restored: `manage.py restore_drill [FILE]`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils.translation import gettext as _

from games.errors import Refused
from games.files.services.backup_drills import Drill, restore_drill
from games.files.services.kept_backups import last_backup


class Command(BaseCommand):
    """Restores a backup beside the running installation; the exit status is 1 if it fails."""

    help = "Restore a backup into a separate database, compare figures, and delete it again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE",
            type=Path,
            nargs="?",
            help="what `backup` has written; the last daily backup if not given",
        )

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        """Restore it elsewhere, and print the comparison."""
        path = file or last_backup()
        if path is None:
            raise CommandError(_("No backup has been made by itself yet: name a file."))
        self.stdout.write(str(path))
        try:
            drill = restore_drill(path=path)
        except (OSError, Refused, DatabaseError) as error:
            raise CommandError(str(error)) from error
        self._say(drill)
        if drill.differences:
            raise CommandError("\n".join(drill.differences))
        self.stdout.write(_("This backup can be restored, and nothing is missing in it."))

    def _say(self, drill: Drill) -> None:
        again = drill.restored.totals()
        for kind, count in drill.in_backup.totals().items():
            divisor = {"points": 100, "amounts": 1000}.get(kind, 1)
            self._line(kind, count / divisor, again[kind] / divisor)
        points = drill.restored.points_of_clubs()
        for club, count in sorted(drill.in_backup.points_of_clubs().items()):
            self._line(club, count / 100, points.get(club, 0) / 100)
        self.stdout.write(
            _("Unchanged in the running database since, and compared with it: %(count)s sessions.")
            % {"count": drill.unchanged}
        )

    def _line(self, what: str, before: float, after: float) -> None:
        line = _("%(what)s: %(before)s in the file, %(after)s restored")
        shown = {"what": what, "before": f"{before:.12g}", "after": f"{after:.12g}"}
        self.stdout.write(line % shown)
