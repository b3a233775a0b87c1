"""Template tags about events, for pages that belong to the club."""

from typing import Any

from django import template

from games.models import Club
from tournaments.events.selectors.events import events_now

register = template.Library()


@register.inclusion_tag("tournaments/pages/events/cards.html")
def events_of(club: Club) -> dict[str, Any]:
    """Show the club's events that run and those to come; nothing if there are none."""
    return {"club": club, "cards": events_now(club)}
