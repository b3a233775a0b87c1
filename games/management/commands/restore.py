"""Replaces this installation with a backup: `manage.py restore FILE`."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.errors import ServiceError
from games.files.services.backups import needs_tables, restore
from games.files.services.in_use import alone_in
from games.management.progress import SaidProgress


class Command(BaseCommand):
    """Restores a backup whole, or changes nothing."""

    help = "Restore a backup into an empty installation; every log is folded again and compared."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="what `backup` has written")
        parser.add_argument(
            "--replace", action="store_true", help="replace an installation that is in use"
        )

    def handle(
        self, *args: Any, file: Path, replace: bool, verbosity: int = 1, **options: Any
    ) -> None:
        """Restore it, and print the result."""
        progress = SaidProgress(self.stderr, _("sessions"), verbosity)
        try:
            with alone_in(settings.DATA):
                if needs_tables(file):
                    call_command("migrate", interactive=False, verbosity=0)
                restored = restore(path=file, replace=replace, progress=progress)
        except (OSError, ServiceError) as error:
            raise CommandError(str(error)) from error
        for sentence in restored.damaged:
            self.stdout.write(sentence)
        sessions = ngettext(
            "%(count)s session of %(moment)s restored, all as their log says.",
            "%(count)s sessions of %(moment)s restored, all as their log says.",
            restored.sessions,
        )
        if restored.damaged:
            sessions = ngettext(
                "%(count)s session of %(moment)s restored; %(damaged)s with a damaged log, which "
                "is closed to writing.",
                "%(count)s sessions of %(moment)s restored; %(damaged)s with a damaged log, "
                "closed to writing.",
                restored.sessions,
            )
        moment = f"{restored.made_at:%Y-%m-%d %H:%M} UTC"
        self.stdout.write(
            sessions
            % {"count": restored.sessions, "moment": moment, "damaged": len(restored.damaged)}
        )
        if restored.before is not None:
            self.stdout.write(
                _("What was here before lies in %(file)s.") % {"file": restored.before}
            )
