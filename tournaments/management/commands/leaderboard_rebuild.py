"""Rebuilds leaderboards from the games: `manage.py leaderboard_rebuild [CLUB ...]`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.models import Club
from tournaments.ladders.services.rebuild import leaderboard_rebuild


class Command(BaseCommand):
    """Rebuilds the leaderboards of all clubs or the named ones."""

    help = "Rebuild the leaderboards from the games, of all clubs or of those named."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("clubs", nargs="*", metavar="CLUB")

    def handle(self, *, clubs: list[str], **options: Any) -> None:
        found = Club.objects.order_by("slug")
        if clubs:
            found = found.filter(slug__in=clubs)
            unknown = sorted(set(clubs) - set(found.values_list("slug", flat=True)))
            if unknown:
                raise CommandError(_("Unknown club: %(names)s") % {"names": ", ".join(unknown)})
        for club in found:
            rows = leaderboard_rebuild(club_id=club.pk)
            self.stdout.write(_("%(club)s: %(rows)s rows") % {"club": club.slug, "rows": rows})
