"""A template tag about leagues, for pages that belong to the club."""

from typing import Any

from django import template

from games.models import Club
from tournaments.leagues.presenters.mine import leagues_mine

register = template.Library()


@register.inclusion_tag("tournaments/leagues/mine.html", takes_context=True)
def my_leagues(context: Any, club: Club) -> dict[str, Any]:
    """Show the leagues of a club in which the reader has a match to play, if any."""
    return {"lines": leagues_mine(club, context["request"].user)}
