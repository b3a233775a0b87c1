"""Scripts of a page: fetched all at once, where a browser would find one import after the other."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

_IMPORT: Final = re.compile(r'^import\b[^";]*"\./([\w-]+\.js)"', re.MULTILINE)


@register.simple_tag
def modules_of(*names: str) -> SafeString:
    """Write links by which a browser fetches what scripts such as "js/board.js" import."""
    return _links([settings.STATIC_URL + one for one in _imported(names)])


@register.simple_tag
def modules_ahead(*names: str) -> SafeString:
    """Write links by which a browser fetches scripts of the next page, and what they import."""
    return format_html("{}{}", _links([static(one) for one in names]), modules_of(*names))


def _links(addresses: list[str]) -> SafeString:
    return format_html_join(
        "", '<link rel="modulepreload" href="{}">', ((one,) for one in addresses)
    )


@cache
def _imported(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return what scripts import, and what that imports; their names as they stand there."""
    found: dict[str, None] = {}

    def follow(name: str) -> None:
        for one in _imports(name):
            if one not in found:
                found[one] = None
                follow(one)

    for name in names:
        follow(name)
    return tuple(one for one in found if one not in names)


def _imports(name: str) -> Iterator[str]:
    path = finders.find(name)
    if path:
        folder = name.rpartition("/")[0]
        for one in _IMPORT.findall(Path(path).read_text(encoding="utf-8")):
            yield f"{folder}/{one}"
