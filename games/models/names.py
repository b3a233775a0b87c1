"""The form of a name that lists are sorted and searched by: without capitals, and indexed."""

import unicodedata
from typing import TYPE_CHECKING, Any

from django.db import connections, models
from django.db.models import Q

if TYPE_CHECKING:  # only the stubs know that it takes two types
    TextField = models.CharField[str, str]
else:
    TextField = models.CharField

LONGEST_KEY = 240
"""Folding makes some letters longer: a name of 60 characters fits in any case."""


def folded(name: str) -> str:
    """Return a name without capitals and in one form of writing, as a search compares it."""
    return unicodedata.normalize("NFC", name.casefold())


if TYPE_CHECKING:  # only the stubs know that it takes types
    Text = models.CharField[str, str]
else:
    Text = models.CharField


class NameKey(Text):
    """Follows the row's `name`: computed whenever the row is written, in bulk or alone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs |= {"max_length": LONGEST_KEY, "editable": False, "db_index": True}
        super().__init__(*args, **kwargs)

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Return what is written: never what somebody has set by hand."""
        key = folded(str(vars(model_instance)["name"]))[:LONGEST_KEY]
        setattr(model_instance, self.attname, key)
        return key


def begins_with(field: str, text: str, using: str = "default") -> Q:
    """Return the condition that a folded column begins with a text, so that its index serves it.

    SQLite compares letter by letter and uses an index for a range; PostgreSQL sorts by the rules
    of a language and uses its index of patterns.
    """
    start = folded(text)
    if not start:
        return Q()
    if connections[using].vendor != "sqlite":
        return Q(**{f"{field}__startswith": start})
    return Q(**{f"{field}__gte": start, f"{field}__lt": start + chr(0x10FFFF)})
