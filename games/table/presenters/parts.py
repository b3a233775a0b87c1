"""What the templates of the table are given, on the server as on a device without one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from markupsafe import Markup

from games.fast.jinja import spoken
from games.language import decimal_sign
from games.table.presenters.page import TablePage

SWAP: Final = "table/swap.html"
"""The table and the title above it, for a page that is loaded already."""


PANE: Final = "table/pane.html"
"""What a pane puts in the place of another: the thumb zone, and the seats or the sheet there."""


def context_of(
    page: TablePage,
    language: str,
    *,
    csrf: Markup | None = None,
    messages: Iterable[Any] = (),
    has_line: bool = True,
) -> dict[str, Any]:
    """Return the names of a template of the table; `language` is the code of the active one."""
    token = csrf or Markup("")
    return {
        "page": page,
        "pane": page.pane,
        "has_line": has_line,
        "csrf": token,
        "hidden": token + page.hidden,
        "messages": messages,
        "point": decimal_sign(),
        **spoken(language),
    }
