"""A template tag about the installation's backups, for those who run a club in it."""

import datetime
from typing import Any, Final

from django import template
from django.conf import settings
from django.utils import timezone

from games.files.services.kept_backups import last_backup_at

register = template.Library()

TOO_OLD: Final = datetime.timedelta(days=2)


@register.inclusion_tag("components/last_backup.html")
def last_backup() -> dict[str, Any]:
    """Show when the last good backup was made, with a warning after two days or without any."""
    made_at = last_backup_at()
    return {
        "made_at": made_at,
        "is_wanted": settings.BACKUPS_BY_THEMSELVES,
        "is_too_old": made_at is None or timezone.now() - made_at > TOO_OLD,
    }
