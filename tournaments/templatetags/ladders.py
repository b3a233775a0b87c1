"""Template tags about figures that follow from the games."""

from typing import Any, Final

from django import template

from games.models import Club
from tournaments.ladders.presenters.leaderboards import leaderboard_page
from tournaments.ladders.presenters.waiting import waiting_words
from tournaments.ladders.selectors.leaderboards import LeaderboardQuery, leaderboard_asked
from tournaments.ladders.selectors.waiting import waiting_of

register = template.Library()
FIRST: Final = 5
"""So many of a leaderboard stand on the club's front page for guests."""


@register.inclusion_tag("tournaments/ladders/waiting.html")
def being_worked_out(club: Club) -> dict[str, Any]:
    """Say, above figures, that some are not up to date yet; nothing where all are.

    The line asks by itself, and the figures, `#figures`, are shown anew once they are.
    """
    return {"club": club, "words": waiting_words(waiting_of(club))}


@register.inclusion_tag("tournaments/ladders/leaderboards/first.html", takes_context=True)
def leaderboard_first(context: Any, club: Club) -> dict[str, Any]:
    """Show the first of a club's leaderboard by points, and the way to all of it."""
    asked = LeaderboardQuery(order="points")
    found = leaderboard_page(leaderboard_asked(club, asked, context["page"].reader))
    return {"club": club, "lines": found.lines[:FIRST]}
