"""Template tags about events, for pages that belong to the club."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.models import Club
from tournaments.events.selectors.events import events_now
from tournaments.pages.presenters.events_standings import CrossCell

register = template.Library()
NOBODY: Final = format_html('<span class="visually-hidden">{}</span>', "–")
"""What stands where a player would meet themselves."""


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


@register.simple_tag
def cross_cells(cells: Iterable[CrossCell]) -> SafeString:
    """Show a row of a cross table: a large league prints thousands of cells, too many for `for`."""
    return format_html_join(
        "",
        '<td class="cross__cell cross__cell--{}">{}</td>',
        ((one.kind, NOBODY if one.kind == "self" else one.text) for one in cells),
    )


@register.simple_tag
def figure_cells(figures: Sequence[tuple[str, str]]) -> SafeString:
    """Show the figures of a line of standings, each with the heading of its column."""
    return format_html_join("", '<td data-label="{}">{}</td>', figures)
