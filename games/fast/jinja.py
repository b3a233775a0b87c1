"""The templates rendered by Jinja: the part of the table page that every tap changes.

They are rendered after each tap for every kind of reader, and Jinja needs a quarter of the time of
Django's templates. All other pages use Django's; `docs/developing.md` describes the differences.
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
"""The table and the title above it, for a page that is loaded already."""


def environment(**options: Any) -> Environment:
    """Make the environment for Django's Jinja backend.

    An undefined name is an error, not a blank.
    """
    options |= {
        "autoescape": True,
        "undefined": StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "extensions": ["jinja2.ext.i18n"],
    }
    made = Environment(**options)  # noqa: S701  # nosec B701 - it escapes, see above
    # gettext fills the placeholders and escapes their values.
    made.newstyle_gettext = True  # type: ignore[attr-defined]
    made.globals["url"] = _url
    made.filters.update(signed=_signed, sign_class=sign_class)
    return made


def table_html(template: str, page: TablePage, request: HttpRequest | None = None) -> str:
    """Render a part of the table page in the active language.

    Broadcast parts have no token in their forms: each reader's page adds its own.
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
    """Return the template functions for a language, which must be the active one.

    A page has some seventy constant texts: each is looked up once, and the active language once per
    page.
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
    """Mark a text as safe: it is the program's or a translator's; values in it are escaped."""
    return Markup(text)  # noqa: S704  # nosec B704 - never what somebody typed


def _url(name: str, *arguments: object) -> str:
    return reverse(name, args=arguments)


@pass_context
def _signed(context: Context, hundredths: int) -> str:
    """Write 150 as +1.5; the decimal separator is looked up once per page."""
    return signed_text(hundredths, point=context["point"])
