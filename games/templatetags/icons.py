"""The template tag for icons: one set for all pages, drawn into the page itself."""

from __future__ import annotations

from functools import cache

from django import template
from django.utils.safestring import SafeString, mark_safe
from lucide.templatetags.lucide import lucide

register = template.Library()


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """Return an icon of Lucide's as SVG; its size and colour are those of the text around it.

    It says nothing to screen readers: the word beside it does.
    """
    drawn = lucide(name, size=None, aria_hidden="true", focusable="false", **{"class": "icon"})
    return mark_safe(drawn)  # noqa: S308 - a drawing of the library, by a name of ours  # nosec
