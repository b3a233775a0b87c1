"""Folds every session again and compares: `manage.py check_ledger`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.backoffice.services.refolding import session_repair
from games.errors import Refused, ServiceError
from games.files.services.backups import database_check
from games.management.progress import SaidProgress
from games.models import Session
from games.record.log.checking import Report, session_damage_note, sessions_check


class Command(BaseCommand):
    """Reports differences per session; the exit status is 1 if there are any."""

    help = "Fold every log again and compare snapshot, seats, games, points, transfers and sums."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "sessions", nargs="*", metavar="SESSION", help="identifiers; all sessions if none"
        )
        parser.add_argument(
            "--repair",
            action="store_true",
            help="rebuild what differs from the log; the log itself never changes",
        )

    def handle(
        self, *args: Any, sessions: list[str], repair: bool, verbosity: int = 1, **options: Any
    ) -> None:
        """Check the sessions, and print the findings."""
        progress = SaidProgress(self.stderr, _("sessions"), verbosity)
        try:
            database_check()
            self._check(sessions, repair, progress)
        except (Refused, DatabaseError) as error:
            raise CommandError(str(error)) from error

    def _check(self, sessions: list[str], repair: bool, progress: SaidProgress) -> None:
        rows = Session.objects.order_by("pk")
        if sessions:
            rows = rows.filter(public_id__in=sessions)
            unknown = set(sessions) - set(rows.values_list("public_id", flat=True))
            if unknown:
                raise CommandError(
                    _("No such session: %(names)s") % {"names": ", ".join(sorted(unknown))}
                )
        # Keys first: a repair during the query could return a row twice, or not at all.
        keys = list(rows.values_list("pk", flat=True))
        progress.expect(len(keys))
        wrong = 0
        for report in sessions_check(keys):
            wrong += not self._is_well(report, repair)
            progress.step()
        checked = ngettext("%(count)s session checked", "%(count)s sessions checked", len(keys))
        summary = checked % {"count": len(keys)}
        if wrong:
            raise CommandError(
                _("%(checked)s, %(wrong)s differ from their log.")
                % {"checked": summary, "wrong": wrong}
            )
        self.stdout.write(_("%(checked)s, all as their log says.") % {"checked": summary})

    def _is_well(self, report: Report, repair: bool) -> bool:
        for line in report.differences:
            self.stdout.write(f"{report.session}: {line}")
        for line in report.remarks:
            self.stdout.write(f"{report.session}: ({line})")
        if not report.differences and not report.is_damaged:
            return True
        session = Session.objects.get(pk=report.key)
        damage = session_damage_note(session=session)
        if damage:
            self.stdout.write(f"{report.session}: {damage}")
            self.stdout.write(f"{report.session}: {_('closed to writing: its log is damaged')}")
            return False
        if not report.differences or not repair:
            return not report.differences
        try:
            session_repair(session=session)
        except ServiceError as error:
            self.stdout.write(f"{report.session}: {error}")
            return False
        self.stdout.write(f"{report.session}: {_('written anew from its log')}")
        return True
