"""A template tag about what waits for the reader of a page."""

from typing import Any

from django import template

from games.models import Board
from games.web import waiting

register = template.Library()


@register.simple_tag(takes_context=True)
def boards_waiting(context: Any) -> int:
    """Return how many boards wait for the reader, besides the one that the page shows."""
    found = waiting.boards_waiting(getattr(context.get("request"), "user", None))
    shown = context.get("board")
    return len(found - {shown.pk} if isinstance(shown, Board) else found)
