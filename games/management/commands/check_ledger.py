"""Folds every session again and compares: `manage.py check_ledger`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.errors import Refused
from games.files.services.backups import database_check
from games.models import Session
from games.record.log.checking import session_check


class Command(BaseCommand):
    """Reports differences per session; the exit status is 1 if there are any."""

    help = "Fold every log again and compare snapshot, seats, games, points, transfers and sums."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the sessions to check, none for all."""
        parser.add_argument(
            "sessions", nargs="*", metavar="SESSION", help="identifiers; all sessions if none"
        )

    def handle(self, *args: Any, sessions: list[str], **options: Any) -> None:
        """Check them one after the other, and say what was found."""
        try:
            database_check()
            self._check(sessions)
        except (Refused, DatabaseError) as error:
            raise CommandError(str(error)) from error

    def _check(self, sessions: list[str]) -> None:
        rows = Session.objects.order_by("pk")
        if sessions:
            rows = rows.filter(public_id__in=sessions)
            unknown = set(sessions) - set(rows.values_list("public_id", flat=True))
            if unknown:
                raise CommandError(
                    _("No such session: %(names)s") % {"names": ", ".join(sorted(unknown))}
                )
        count = wrong = 0
        for session in rows.iterator():
            report = session_check(session=session)
            count += 1
            wrong += bool(report.differences)
            for line in report.differences:
                self.stdout.write(f"{report.session}: {line}")
            for line in report.remarks:
                self.stdout.write(f"{report.session}: ({line})")
        checked = ngettext("%(count)s session checked", "%(count)s sessions checked", count)
        summary = checked % {"count": count}
        if wrong:
            raise CommandError(
                _("%(checked)s, %(wrong)s differ from their log.")
                % {"checked": summary, "wrong": wrong}
            )
        self.stdout.write(_("%(checked)s, all as their log says.") % {"checked": summary})
