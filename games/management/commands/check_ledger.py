"""Folds every session and every board again and compares: `manage.py check_ledger`."""

from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.services.checking import BoardReport, board_repair, boards_check
from games.decisions.services.refolding import session_repair
from games.errors import Refused, ServiceError
from games.files.services.backups import database_check
from games.management.progress import SaidProgress
from games.models import Board, Session
from games.record.log.checking import Report, session_damage_note, sessions_check


class Command(BaseCommand):
    """Reports differences per session and board; the exit status is 1 if there are any."""

    help = "Fold every log again and compare snapshot, seats, games, points, transfers and sums."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "names",
            nargs="*",
            metavar="NAME",
            help="identifiers of sessions and boards; all of them if none",
        )
        parser.add_argument(
            "--repair",
            action="store_true",
            help="rebuild what differs from the log; the log itself never changes",
        )

    def handle(
        self, *args: Any, names: list[str], repair: bool, verbosity: int = 1, **options: Any
    ) -> None:
        """Check sessions and boards, and print the findings."""
        try:
            database_check()
            self._check(names, repair, verbosity)
        except (Refused, DatabaseError) as error:
            raise CommandError(str(error)) from error

    def _check(self, names: list[str], repair: bool, verbosity: int) -> None:
        rows: list[QuerySet[Any]] = [Session.objects.order_by("pk"), Board.objects.order_by("pk")]
        if names:
            rows = [of.filter(public_id__in=names) for of in rows]
            unknown = set(names).difference(
                *(of.values_list("public_id", flat=True) for of in rows)
            )
            if unknown:
                raise CommandError(
                    _("No such session or board: %(names)s") % {"names": ", ".join(sorted(unknown))}
                )
        # Keys first: a repair during the query could return a row twice, or not at all.
        sessions, boards = (list(of.values_list("pk", flat=True)) for of in rows)
        wrong = 0
        progress = SaidProgress(self.stderr, _("sessions"), verbosity)
        progress.expect(len(sessions))
        for report in sessions_check(sessions):
            wrong += not self._is_well(report, repair)
            progress.step()
        progress = SaidProgress(self.stderr, _("boards"), verbosity)
        progress.expect(len(boards))
        for found in boards_check(boards):
            wrong += not self._is_board_well(found, repair)
            progress.step()
        self._sum_up(len(sessions), len(boards), wrong)

    def _sum_up(self, sessions: int, boards: int, wrong: int) -> None:
        said = [ngettext("%(count)s session checked", "%(count)s sessions checked", sessions)]
        said[0] %= {"count": sessions}
        if boards:
            words = ngettext("%(count)s board checked", "%(count)s boards checked", boards)
            said.append(words % {"count": boards})
        checked = ", ".join(said)
        if wrong:
            raise CommandError(
                _("%(checked)s, %(wrong)s differ from their log.")
                % {"checked": checked, "wrong": wrong}
            )
        self.stdout.write(_("%(checked)s, all as their log says.") % {"checked": checked})

    def _print(self, name: str, report: Report | BoardReport) -> None:
        for line in report.differences:
            self.stdout.write(f"{name}: {line}")
        for line in report.remarks:
            self.stdout.write(f"{name}: ({line})")

    def _is_well(self, report: Report, repair: bool) -> bool:
        self._print(report.session, report)
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
        return self._is_rewritten(report.session, lambda: session_repair(session=session))

    def _is_board_well(self, report: BoardReport, repair: bool) -> bool:
        self._print(report.board, report)
        if not report.differences or not repair:
            return not report.differences
        board = Board.objects.get(pk=report.key)
        return self._is_rewritten(report.board, lambda: board_repair(board=board))

    def _is_rewritten(self, name: str, repair: Callable[[], object]) -> bool:
        try:
            repair()
        except ServiceError as error:
            self.stdout.write(f"{name}: {error}")
            return False
        self.stdout.write(f"{name}: {_('written anew from its log')}")
        return True
