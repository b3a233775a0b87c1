"""Addresses of static files: the server's own, or those of a folder that stands by itself."""

from typing import Any

from django import template
from django.templatetags.static import static

register = template.Library()


@register.simple_tag(takes_context=True)
def asset(context: Any, name: str) -> str:
    """Return the address of a static file; a page that stands alone says where its files lie."""
    folder = context.get("assets")
    return static(name) if folder is None else f"{folder}{name}"
