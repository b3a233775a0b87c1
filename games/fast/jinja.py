"""The templates that Jinja renders: the part of the table page that every tap changes.

It is rendered after each tap for every kind of reader, and Jinja needs a quarter of the time that
Django's templates need. All other pages are Django's; `docs/developing.md` tells how they differ.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.template import engines
from django.template.backends.utils import csrf_input
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from jinja2 import Environment, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from games.ledger.figures import signed_text
from games.templatetags.figures import decimal_sign, sign_class

if TYPE_CHECKING:
    from games.table.presenters.page import TablePage

SWAP: Final = "table/swap.html"
"""The table and the title above it, for a page that is there already."""


def environment(**options: Any) -> Environment:
    """Make the environment that Django's Jinja backend asks for.

    A name that is not there is an error: a slip must not become a blank.
    """
    options |= {
        "autoescape": True,
        "undefined": StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "extensions": ["jinja2.ext.i18n"],
    }
    made = Environment(**options)  # noqa: S701  # nosec B701 - it escapes, see above
    # Placeholders are filled by gettext itself, which escapes what it puts in.
    made.newstyle_gettext = True  # type: ignore[attr-defined]
    made.globals["url"] = _url
    made.filters.update(signed=_signed, sign_class=sign_class)
    return made


def table_html(template: str, page: TablePage, request: HttpRequest | None = None) -> str:
    """Render a part of the table page in the active language.

    What is broadcast has no token in its forms: each reader's page adds its own.
    """
    token = SafeString("") if request is None or page.broadcast else csrf_input(request)
    context = {
        "page": page,
        "pane": page.pane,
        "csrf": token,
        "hidden": token + page.hidden,
        "messages": get_messages(request) if request is not None else (),
        **_spoken(translation.get_language() or ""),
    }
    html: str = engines["jinja"].get_template(template).render(context)
    return html


@cache
def _spoken(language: str) -> dict[str, Any]:
    """Return how templates speak a language, which is the active one.

    A page says some seventy texts that are always the same: they are looked up once, and which
    language is active is asked once for each page.
    """

    @cache
    def whole(text: str) -> Markup:
        return _own_text(translation.gettext(text)) % ()

    form = cache(lambda text: _own_text(translation.gettext(text)))

    def gettext(text: str, **values: object) -> Markup:
        return form(text) % values if values else whole(text)

    def ngettext(one: str, many: str, number: int, **values: object) -> Markup:
        return _own_text(translation.ngettext(one, many, number)) % values

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext, "point": decimal_sign()}


def _own_text(text: str) -> Markup:
    """Take a text as it is: it is the program's or a translator's; what fills it is escaped."""
    return Markup(text)  # noqa: S704  # nosec B704 - never what somebody typed


def _url(name: str, *arguments: object) -> str:
    return reverse(name, args=arguments)


@pass_context
def _signed(context: Context, hundredths: int) -> str:
    """Write 150 as +1.5; the decimal sign is asked for once for each page."""
    return signed_text(hundredths, point=context["point"])
