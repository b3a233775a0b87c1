"""Texts of pages, looked up once in each language.

What a tap shows takes fifty of them, and each lookup of Django's goes through several catalogues.
An edited catalogue is seen after a restart.
"""

from typing import Final

from django.utils import translation

_found: Final[dict[tuple[str | None, str], str]] = {}


def gettext(text: str) -> str:
    """Return a text of the program in the active language."""
    key = translation.get_language(), text
    found = _found.get(key)
    if found is None:
        found = _found[key] = translation.gettext(text)
    return found
