"""Django's translation, as `games.language` asks for it, and in which language somebody is told."""

from __future__ import annotations

from django.conf import settings
from django.utils import formats, translation


class Speech:
    """Speaks the language that is active in Django."""

    gettext = staticmethod(translation.gettext)
    ngettext = staticmethod(translation.ngettext)
    pgettext = staticmethod(translation.pgettext)

    @staticmethod
    def decimal_sign() -> str:
        return str(formats.get_format("DECIMAL_SEPARATOR"))


def language_of(*chosen: str) -> str:
    """Return the first language that somebody has chosen; if nobody has, the installation's."""
    return next(filter(None, chosen), settings.LANGUAGE_CODE)
