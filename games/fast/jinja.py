"""The templates rendered by Jinja: the part of the table page that every tap changes.

They are rendered after each tap for every kind of reader, and Jinja needs a quarter of the time of
Django's templates. All other pages use Django's; `docs/developing.md` describes the differences.
Nothing here needs Django: `engine` gives it to Django, `games.offline` to a device that has no
server.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.ext import Extension
from jinja2.runtime import Context
from markupsafe import Markup

from games import language
from games.ledger.figures import sign_class, signed_text

Address = Callable[..., str]
"""Gives the address of a page by its name and arguments."""


_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Unindented(Extension):
    """Leaves out the indentation of templates, which is for who reads them: pages are sent often.

    None of them has an element or a text in which it would be seen.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _INDENTATION.sub("", source)


def environment(address: Address, **options: Any) -> Environment:
    """Make the environment of the templates; `address` is their `url`.

    An undefined name is an error, not a blank.
    """
    options |= {
        "autoescape": True,
        "undefined": StrictUndefined,
        "trim_blocks": True,
        "extensions": ["jinja2.ext.i18n", Unindented],
    }
    made = Environment(**options)  # noqa: S701  # nosec B701 - it escapes, see above
    # gettext fills the placeholders and escapes their values.
    made.newstyle_gettext = True  # type: ignore[attr-defined]
    made.globals["url"] = address
    made.filters.update(signed=_signed, sign_class=sign_class)
    return made


@cache
def spoken(code: str) -> dict[str, Any]:
    """Return the template functions for a language, which must be the active one.

    A page has some seventy constant texts: each is looked up once, and the active language once per
    page.
    """

    @cache
    def whole(text: str) -> Markup:
        return _own_text(language.gettext(text)) % ()

    form = cache(lambda text: _own_text(language.gettext(text)))

    def gettext(text: str, **values: object) -> Markup:
        return form(text) % values if values else whole(text)

    def ngettext(one: str, many: str, number: int, **values: object) -> Markup:
        return _own_text(language.ngettext(one, many, number)) % values

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext}


def environment_of_files(folders: Sequence[Path]) -> Environment:
    """Make an environment for files, without Django; each page is given its own `url`."""
    return environment(_nowhere, loader=FileSystemLoader(folders), auto_reload=False)


def _nowhere(name: str, *_arguments: object) -> str:
    return f"#{name}"


def _own_text(text: str) -> Markup:
    """Mark a text as safe: it is the program's or a translator's; values in it are escaped."""
    return Markup(text)  # noqa: S704  # nosec B704 - never what somebody typed


@pass_context
def _signed(context: Context, hundredths: int) -> str:
    """Write 150 as +1.5; the decimal separator is looked up once per page."""
    return signed_text(hundredths, point=context["point"])
