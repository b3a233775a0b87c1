"""Deletes expired data: `manage.py delete_old_traces`."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.services.accounts import links_delete_expired
from games.record.log.origins import origins_delete
from games.table.services.passes import passes_delete_old
from games.web.limits import limits_delete_old


class Command(BaseCommand):
    """Deletes addresses and devices of senders after 30 days, and expired links."""

    help = "Delete addresses and devices older than 30 days, and links that have expired."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete, and print how many."""
        now = timezone.now()
        numbers = {"origins": origins_delete(now=now), "links": links_delete_expired(now=now)}
        passes_delete_old(now=now)
        limits_delete_old(now=now)
        self.stdout.write(_("%(origins)s origins and %(links)s links deleted.") % numbers)
