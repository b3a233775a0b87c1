"""Django's translation, as `games.language` asks for it."""

from __future__ import annotations

from django.utils import formats, translation


class Speech:
    """Speaks the language that is active in Django."""

    gettext = staticmethod(translation.gettext)
    ngettext = staticmethod(translation.ngettext)
    pgettext = staticmethod(translation.pgettext)

    @staticmethod
    def decimal_sign() -> str:
        return str(formats.get_format("DECIMAL_SEPARATOR"))
