"""Makes the demo club: `manage.py demo`."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from games.files.services.demo import demo_create


class Command(BaseCommand):
    """Makes a small club to explore; a second call changes nothing."""

    help = "Make the demo club: three months of evenings, events and boards that end today."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it, or say that it exists."""
        club = demo_create()
        self.stdout.write(_("The demo club is there: %(club)s") % {"club": club.name})
