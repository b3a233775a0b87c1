"""The templates rendered by Jinja: the part of the table page that every tap changes.

They are rendered after each tap for every kind of reader, and Jinja needs a quarter of the time of
Django's templates. All other pages use Django's; `docs/developing.md` describes the differences.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from django.urls import reverse
from django.utils import translation
from jinja2 import Environment, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from games.ledger.figures import sign_class, signed_text


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


@cache
def spoken(language: str) -> dict[str, Any]:
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

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext}


def _own_text(text: str) -> Markup:
    """Mark a text as safe: it is the program's or a translator's; values in it are escaped."""
    return Markup(text)  # noqa: S704  # nosec B704 - never what somebody typed


def _url(name: str, *arguments: object) -> str:
    return reverse(name, args=arguments)


@pass_context
def _signed(context: Context, hundredths: int) -> str:
    """Write 150 as +1.5; the decimal separator is looked up once per page."""
    return signed_text(hundredths, point=context["point"])
