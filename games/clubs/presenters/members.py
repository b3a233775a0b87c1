"""Changes of roles in words, for the page of a club's members."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import RoleChange


@dataclass(frozen=True, slots=True)
class Change:
    """A change as a sentence, and when it was."""

    sentence: str
    at: datetime.datetime


def changes_in_words(changes: list[RoleChange]) -> list[Change]:
    """Return changes of roles as sentences: "Olga made Ann scorer; before: player."."""
    return [Change(_sentence(one), one.changed_at) for one in changes]


def _sentence(change: RoleChange) -> str:
    words = {
        "who": str(change.user or _("Somebody")),
        "by": str(change.changed_by or _("Somebody")),
        "before": change.get_role_before_display(),
        "after": change.get_role_after_display(),
    }
    alone = change.user_id == change.changed_by_id
    if not change.role_after:
        if alone:
            return _("%(who)s, %(before)s, left.") % words
        return _("%(by)s removed %(who)s, %(before)s.") % words
    if not change.role_before:
        if alone:
            return _("%(who)s came as %(after)s.") % words
        return _("%(who)s came as %(after)s, invited by %(by)s.") % words
    return _("%(by)s made %(who)s %(after)s; before: %(before)s.") % words
