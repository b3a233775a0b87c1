"""Template tags about events, for pages that belong to the club."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Club
from tournaments.events.selectors.events import events_now

register = template.Library()


@register.inclusion_tag("tournaments/pages/events/cards.html")
def events_of(club: Club) -> dict[str, Any]:
    """Show the club's running and coming events, if any."""
    return {"club": club, "cards": events_now(club)}


@register.simple_tag
def wrong(faults: Mapping[str, str], name: str) -> SafeString:
    """Mark an input whose field has a fault, and name the sentence that says which."""
    if name not in faults:
        return SafeString("")
    return format_html(' aria-invalid="true" aria-errormessage="fault-{}"', name)


@register.simple_tag
def fault(faults: Mapping[str, str], name: str) -> SafeString:
    """Say below an input what is wrong with it."""
    if name not in faults:
        return SafeString("")
    return format_html('<p class="field__error" id="fault-{}">{}</p>', name, faults[name])
