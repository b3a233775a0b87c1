"""Why a match was decided: reasons that the program has words for are kept in English, as codes,
and said in the language of who reads them; what somebody typed stays as they typed it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from django.conf import settings
from django.utils.translation import gettext, gettext_noop, override

GONE: Final = gettext_noop("withdrawn")
DID_NOT_COME: Final = gettext_noop("Did not come")
REFUSED: Final = gettext_noop("Refused")
NOT_IN_TIME: Final = gettext_noop("Not played in time")
NOT_BY_DEADLINE: Final = gettext_noop("Not played by the deadline")
LEFT_LADDER: Final = gettext_noop("Left the ladder")
NOT_CONFIRMED: Final = gettext_noop("Not confirmed in time")
OFFERED: Final = (
    gettext_noop("did not come"),
    gettext_noop("had to leave"),
    gettext_noop("time was over"),
)
"""What a director's form offers or fills in, in their language."""
BY_PROGRAM: Final = (
    GONE,
    DID_NOT_COME,
    REFUSED,
    NOT_IN_TIME,
    NOT_BY_DEADLINE,
    NOT_CONFIRMED,
    LEFT_LADDER,
)
"""What the program writes itself."""


def reason_kept(text: str) -> str:
    """Return a reason as it is stored: in English if it is one that the form offers."""
    return _codes(OFFERED).get(text.strip(), text)


def reason_said(reason: str) -> str:
    """Return why a match was decided: in the reader's language, if the program has words for it,
    also where it was stored in the language of who has written it.
    """
    code = _codes((*BY_PROGRAM, *OFFERED)).get(reason)
    return reason if code is None else gettext(code)


@cache
def _codes(reasons: Iterable[str]) -> dict[str, str]:
    """Return reasons by what they are called in every language."""
    found = {one: one for one in reasons}
    for language, _name in settings.LANGUAGES:
        with override(language):
            for one in reasons:
                found.setdefault(gettext(one), one)
    return found
