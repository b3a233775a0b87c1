"""Renders the part of the table page that every tap changes."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.template import engines
from django.template.backends.utils import csrf_input
from django.utils import translation
from markupsafe import Markup

from games.table.presenters.page import TablePage
from games.table.presenters.parts import PANE, context_of


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
    token = None
    if request is not None and not page.broadcast:
        token = Markup(csrf_input(request))  # noqa: S704  # nosec B704 - Django has made it
    context = context_of(
        page,
        translation.get_language() or "",
        csrf=token,
        messages=get_messages(request) if request is not None else (),
        has_line=has_line,
    )
    html: str = engines["jinja"].get_template(template).render(context)
    return html
