"""Template tags about the club that a page belongs to: its colour, and the way to its settings."""

from typing import Any, Final

from django import template
from django.urls import reverse

from games.clubs.colours import accent_name
from games.models import Club
from games.permissions import Capability, capabilities

register = template.Library()

_PAGES: Final = (
    (Capability.MANAGE_CLUB, "club_settings"),
    (Capability.MANAGE_SEASONS, "seasons"),
)


@register.simple_tag(takes_context=True)
def club_colours(context: Any) -> str:
    """Return the address of the style sheet with the club's colour, blank for the usual one."""
    club = _club(context)
    return reverse("accent", args=[accent_name(club.accent)]) if club and club.accent else ""


@register.simple_tag(takes_context=True)
def running_the_club(context: Any) -> str:
    """Return the address of the first page with which its reader may run the club, if any."""
    club, user = _club(context), context.get("user")
    if club is None or user is None or not user.is_authenticated:
        return ""
    may = capabilities(user, club) if club.allowed is None else club.allowed
    return next((reverse(page, args=[club.slug]) for what, page in _PAGES if what in may), "")


def _club(context: Any) -> Club | None:
    """Return the club of a page: its own variable, the page's, or that of the page's session."""
    page = context.get("page")
    found = (
        context.get("club"),
        getattr(page, "club", None),
        getattr(getattr(page, "session", None), "club", None),
    )
    return next((one for one in found if isinstance(one, Club)), None)
