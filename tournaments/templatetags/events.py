"""Template tags about events, for pages that belong to the club."""

from typing import Any

from django import template

from games.models import Club
from tournaments.events.selectors.events import events_now

register = template.Library()


@register.inclusion_tag("tournaments/pages/events/cards.html")
def events_of(club: Club) -> dict[str, Any]:
    """Show the club's running and coming events, if any."""
    return {"club": club, "cards": events_now(club)}
