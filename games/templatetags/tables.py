"""A template tag for what Jinja renders of the table page."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from games.table.presenters.html import table_html
from games.table.presenters.page import TablePage

register = template.Library()


@register.simple_tag(takes_context=True)
def table_part(context: Any, name: str, page: TablePage | None = None) -> str:
    """Return a part of the table page: "table", or the "title" above it."""
    html = table_html(f"table/{name}.html", page or context["page"], context.get("request"))
    return SafeString(html)  # nosec B703 - the templates escape their values
