"""Renders the part of the table page that every tap changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.template import engines
from django.template.backends.utils import csrf_input
from django.utils import translation
from django.utils.safestring import SafeString

from games.fast.jinja import spoken
from games.table.presenters.page import TablePage
from games.web.figures import decimal_sign

SWAP: Final = "table/swap.html"
"""The table and the title above it, for a page that is loaded already."""


PANE: Final = "table/pane.html"
"""What a pane puts in the place of another: the thumb zone, and the seats or the sheet there."""


def panes_html(pages: Sequence[TablePage]) -> str:
    """Render panes for a phone that keeps them; where the seats are those of the first, once."""
    return "".join(
        table_html(
            PANE,
            page,
            has_line=page is pages[0] or bool(page.pane.sheet) or bool(pages[0].pane.answers),
        )
        for page in pages
    )


def table_html(
    template: str, page: TablePage, request: HttpRequest | None = None, *, has_line: bool = True
) -> str:
    """Render a part of the table page in the active language.

    Broadcast parts have no token in their forms: each reader's page adds its own.
    """
    token = SafeString("") if request is None or page.broadcast else csrf_input(request)
    context = {
        "page": page,
        "pane": page.pane,
        "has_line": has_line,
        "csrf": token,
        "hidden": token + page.hidden,
        "messages": get_messages(request) if request is not None else (),
        "point": decimal_sign(),
        **spoken(translation.get_language() or ""),
    }
    html: str = engines["jinja"].get_template(template).render(context)
    return html
