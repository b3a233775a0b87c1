"""Template tags about the local network: whether phones reach the program, and who lets them."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django import template

from games.accounts.services.network import is_here, may_switch
from games.models import User
from games.web.network import door, is_loopback

register = template.Library()


@register.simple_tag(takes_context=True)
def may_let_phones_in(context: Any) -> bool:
    """Tell whether the reader of a page has the switch."""
    request = context.get("request")
    return request is not None and may_switch(request.user, here=is_here(request))


@register.simple_tag
def is_served_by_up() -> bool:
    """Tell whether the program runs on a computer of the club, not on a server."""
    return door() is not None


@register.inclusion_tag("components/network.html", takes_context=True)
def network_notice(context: Any, links: Iterable[tuple[Any, str]] = ()) -> dict[str, Any]:
    """Say on a page for phones that none reaches it, with the switch; or where they do.

    `links` are names and addresses that the page shows only once.
    """
    request, found = context["request"], door()
    user = request.user
    return {
        "csrf_token": context.get("csrf_token"),
        "door": found,
        "host": request.get_host(),
        "is_alone": is_loopback(request) and not (found is not None and found.origin),
        "is_demo": isinstance(user, User) and user.is_demo,
        "links": [(name, urlsplit(link).path) for name, link in links],
        "may_switch": may_let_phones_in(context),
        "next": request.get_full_path(),
    }
