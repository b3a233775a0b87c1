"""Template tags about boards: an account's, and those of a phone without one."""

from typing import Any

from django import template
from django.http import HttpRequest
from django.template import Context

from games.boards.actors import seats_of_device
from games.boards.presenters.lists import BoardCard, boards_now_cards, held_cards
from games.models import Club, User

register = template.Library()


@register.simple_tag(takes_context=True)
def device_boards(context: Context) -> list[BoardCard]:
    """Return the boards of this phone's guest seats; without a query where it holds none."""
    request: HttpRequest = context["request"]
    return held_cards(seats_of_device(request))


@register.inclusion_tag("boards/now.html", takes_context=True)
def my_boards(context: Context, club: Club | None = None) -> dict[str, Any]:
    """Show the reader's boards, those that wait for them first; other clubs' are named."""
    user = context["request"].user
    cards = boards_now_cards(user) if isinstance(user, User) else []
    return {"cards": cards, "club": club, "csrf_token": context.get("csrf_token")}
