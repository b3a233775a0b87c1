"""What the reader's language gives to a page: its texts, and how numbers are written.

The server plugs Django's translation in when it starts (`games/apps.py`); without a server, a
catalogue is plugged in instead (`games.offline`). What is spoken without either is English.
"""

from __future__ import annotations

from typing import Protocol


class Speaks(Protocol):
    """Translates texts into the language that is active when it is asked."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...

    def pgettext(self, context: str, message: str, /) -> str: ...

    def decimal_sign(self) -> str:
        """Return the decimal separator."""
        ...


class _English:
    """The texts as the program has them."""

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return singular if number == 1 else plural

    def pgettext(self, context: str, message: str, /) -> str:
        return message

    def decimal_sign(self) -> str:
        return "."


class _Plug:
    """What is spoken now."""

    speaks: Speaks = _English()


def plug(speaks: Speaks) -> None:
    """Have all texts translated by this from now on."""
    _Plug.speaks = speaks


def spoken_now() -> Speaks:
    """Return what is plugged in, for who puts it back."""
    return _Plug.speaks


def gettext(message: str) -> str:
    return _Plug.speaks.gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    return _Plug.speaks.ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    return _Plug.speaks.pgettext(context, message)


def gettext_noop(message: str) -> str:
    """Mark a text that is translated where it is shown."""
    return message


def decimal_sign() -> str:
    """Return the decimal separator of the reader's language."""
    return _Plug.speaks.decimal_sign()
