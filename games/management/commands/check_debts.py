"""Recalculates the debts of every club and compares: `manage.py check_debts`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Club
from games.sessions.services.debts import debts_check, debts_follow


class Command(BaseCommand):
    """Reports differences per club; the exit status is 1 if there are any."""

    help = "Recalculate all debts from games and payments, and compare them with the stored ones."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "clubs", nargs="*", metavar="CLUB", help="short names in addresses; all clubs if none"
        )
        parser.add_argument("--repair", action="store_true", help="rewrite those that differ")

    def handle(self, *args: Any, clubs: list[str], repair: bool, **options: Any) -> None:
        """Check the clubs one by one, and print the findings."""
        rows = Club.objects.order_by("pk")
        if clubs:
            rows = rows.filter(slug__in=clubs)
            unknown = set(clubs) - set(rows.values_list("slug", flat=True))
            if unknown:
                raise CommandError(
                    _("No such club: %(names)s") % {"names": ", ".join(sorted(unknown))}
                )
        count = wrong = 0
        for club in rows:
            differences = debts_check(club=club)
            for line in differences:
                self.stdout.write(f"{club.slug}: {line}")
            if differences and repair:
                debts_follow(club_id=club.pk)
                differences = debts_check(club=club)
            count += 1
            wrong += bool(differences)
        checked = ngettext("%(count)s club checked", "%(count)s clubs checked", count)
        summary = checked % {"count": count}
        if wrong:
            raise CommandError(
                _("%(checked)s; in %(wrong)s debts are not what games and payments say.")
                % {"checked": summary, "wrong": wrong}
            )
        self.stdout.write(
            _("%(checked)s, all debts as games and payments say.") % {"checked": summary}
        )
