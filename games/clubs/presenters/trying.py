"""The page on which anybody plays a chouette: without account, club, server or network."""

from __future__ import annotations

import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import get_language_info

from games.clubs.presenters.house_rules import preset_cards
from games.web.runtime import speech

LANGUAGES: Final = ("en", "de")
MOST: Final = 11
"""So many can begin; more may join later."""

SHOWN: Final = 4
"""So many empty fields are there at once; the next appears as the last is filled."""


def try_page(
    language: str, parts: dict[str, Any], addresses: dict[str, str], *, size: int, **places: Any
) -> dict[str, Any]:
    """Return the values of the page's template.

    `parts` says where the interpreter lies, `size` how many bytes are fetched, `addresses` where
    the page is in each language, `places` where the worker and the server's own pages are.
    """
    return {
        "parts": parts,
        "speech": speech(language),
        "size": size,
        "presets": preset_cards(),
        "numbers": range(1, SHOWN + 1),
        "most": MOST,
        "months": "|".join(
            date_format(datetime.date(2000, month, 1), "DATE_FORMAT") for month in range(1, 13)
        ),
        "spoken": [
            (code, get_language_info(code)["name_local"].capitalize(), addresses[code])
            for code in LANGUAGES
        ],
        **places,
    }


def places_here() -> dict[str, Any]:
    """Return where a server has what the page needs."""
    return {
        "worker": reverse("offline_worker"),
        "addresses": {code: f"{reverse('try')}?in={code}" for code in LANGUAGES},
        "home": reverse("home"),
        "send": reverse("try_send"),
    }
