"""Template tags about the club of a page: its colour, its doors, the link to its settings."""

from typing import Any, Final

from django import template
from django.urls import reverse

from games.clubs.colours import accent_name
from games.clubs.presenters.doors import doors, tabs
from games.models import Club
from games.permissions import Capability, Reader, capabilities
from games.web.kept_pages import CLUB_SHOWN, LAST_CLUB
from games.web.waiting import boards_waiting

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


@register.simple_tag(takes_context=True)
def own_club(context: Any) -> Club | None:
    """Return the club whose doors stand on a member's own pages, too: the one they used last."""
    user, request = context.get("user"), context.get("request")
    if user is None or not user.is_authenticated:
        return None
    clubs = list(Club.objects.filter(memberships__user=user).order_by("name", "pk"))
    last = None if request is None else request.COOKIES.get(LAST_CLUB)
    return next((one for one in clubs if one.public_id == last), clubs[0] if clubs else None)


@register.inclusion_tag("clubs/doors.html", takes_context=True)
def club_doors(context: Any) -> dict[str, Any]:
    """Show the five doors of the page's club, but to guests of one that is not public."""
    club, user = _club(context), context.get("user")
    is_known = user is not None and user.is_authenticated
    is_shown = club is not None and (is_known or club.visibility == Club.Visibility.PUBLIC)
    if club is not None and is_known and (request := context.get("request")) is not None:
        request.META[CLUB_SHOWN] = club.public_id  # for `LastClubMiddleware`
    return {
        "doors": doors(club, _page_of(context)) if club is not None and is_shown else [],
        "waits": len(boards_waiting(user)),
    }


@register.inclusion_tag("clubs/tabs_behind.html", takes_context=True)
def club_tabs(context: Any) -> dict[str, Any]:
    """Show the tabs behind the door of the page."""
    club, user = _club(context), context.get("user")
    is_known = user is not None and user.is_authenticated
    to_run_it = running_the_club(context)
    found = tabs(club, _page_of(context), is_known=is_known, to_run_it=to_run_it) if club else []
    return {"tabs": found}


def _page_of(context: Any) -> str:
    """Return the name of the page's address."""
    match = getattr(context.get("request"), "resolver_match", None)
    return str(getattr(match, "url_name", None) or "")


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
