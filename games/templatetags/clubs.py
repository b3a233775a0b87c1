"""Template tags about the club of a page: its colour, and the link to its settings."""

from typing import Any, Final

from django import template
from django.urls import reverse

from games.clubs.colours import accent_name
from games.models import Club
from games.permissions import Capability, Reader, capabilities

register = template.Library()

_PAGES: Final = (
    (Capability.MANAGE_CLUB, "club_settings"),
    (Capability.MANAGE_SEASONS, "seasons"),
)


@register.simple_tag(takes_context=True)
def club_colours(context: Any) -> str:
    """Return the URL of the style sheet with the club's colour; blank for the default."""
    club = _club(context)
    return reverse("accent", args=[accent_name(club.accent)]) if club and club.accent else ""


@register.simple_tag(takes_context=True)
def running_the_club(context: Any) -> str:
    """Return the URL of the first management page that the reader may open, if any."""
    club, user = _club(context), context.get("user")
    if club is None or user is None or not user.is_authenticated:
        return ""
    reader = _reader(context)
    is_known = reader is not None and reader.actor == user and reader.club_id == club.pk
    may = reader.allowed if reader is not None and is_known else capabilities(user, club)
    return next((reverse(page, args=[club.slug]) for what, page in _PAGES if what in may), "")


def _reader(context: Any) -> Reader | None:
    """Return the reader of a page, if it has one."""
    found = context.get("reader", getattr(context.get("page"), "reader", None))
    return found if isinstance(found, Reader) else None


def _club(context: Any) -> Club | None:
    """Return the club of a page: from its own variable, the page, or the page's session."""
    page = context.get("page")
    found = (
        context.get("club"),
        getattr(page, "club", None),
        getattr(getattr(page, "session", None), "club", None),
    )
    return next((one for one in found if isinstance(one, Club)), None)
