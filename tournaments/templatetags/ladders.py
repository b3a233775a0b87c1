"""Template tags about figures that follow from the games."""

from typing import Any

from django import template

from games.models import Club
from tournaments.ladders.presenters.waiting import waiting_words
from tournaments.ladders.selectors.waiting import waiting_of

register = template.Library()


@register.inclusion_tag("tournaments/ladders/waiting.html")
def being_worked_out(club: Club) -> dict[str, Any]:
    """Say, above figures, that some are not up to date yet; nothing where all are.

    The line asks by itself, and the figures, `#figures`, are shown anew once they are.
    """
    return {"club": club, "words": waiting_words(waiting_of(club))}
