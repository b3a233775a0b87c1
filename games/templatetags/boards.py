"""A template tag about the boards on which this phone plays without an account."""

from django import template
from django.http import HttpRequest
from django.template import Context

from games.boards.actors import seats_of_device
from games.boards.presenters.lists import BoardCard, held_cards

register = template.Library()


@register.simple_tag(takes_context=True)
def device_boards(context: Context) -> list[BoardCard]:
    """Return the boards of this phone's guest seats; without a query where it holds none."""
    request: HttpRequest = context["request"]
    return held_cards(seats_of_device(request))
