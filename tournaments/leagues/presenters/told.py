"""What a director's page says after a tap."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clubs.selectors.privacy import person_seen
from games.permissions import Reader
from tournaments.leagues.services.nudging import Nudged
from tournaments.models import Match

MOST_NAMED: Final = 12
"""Of more people whom no message reaches only the number is said."""


def nudged_said(nudged: Nudged, reader: Reader) -> str:
    """Say how many were reminded, and whom no message reaches."""
    count = len(nudged.reached)
    said = ngettext(
        "%(count)s player is reminded by mail or on their devices.",
        "%(count)s players are reminded by mail or on their devices.",
        count,
    ) % {"count": count}
    if not count:
        said = _("Nobody is reminded by mail or on a device.")
    if not nudged.others:
        return said
    number = len(nudged.others)
    left = ngettext(
        "%(count)s has no account or wants no messages, and reads it only at their matches",
        "%(count)s have no account or want no messages, and read it only at their matches",
        number,
    ) % {"count": number}
    if number > MOST_NAMED:
        return f"{said} {left}."
    names = ", ".join(person_seen(one, reader).name for one in nudged.others)
    return f"{said} {left}: {names}."


def absence_said(match: Match, how: str, reader: Reader) -> str:
    """Say what was decided on who did not come, and where it is undone."""
    two = [person_seen(one.current, reader).name for one in (match.first, match.second) if one]
    if how != "walkover" or match.winner is None:
        said = {"names": " – ".join(two)}
        if how == "date":
            return _("%(names)s find a new date. Who did not come has a strike.") % said
        return _("%(names)s find a new date. It is nobody’s strike.") % said
    return format_html(
        _("{name} has won by a walkover. It is undone on the page of {match}."),
        name=two[match.winner],
        match=format_html(
            '<a href="{}">{}</a>', reverse("match", args=[match.public_id]), " – ".join(two)
        ),
    )
