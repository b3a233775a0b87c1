"""Folded names, indexed, by which lists are sorted and searched."""

import unicodedata
from typing import TYPE_CHECKING, Any

from django.db import connections, models
from django.db.models import Q

from games.names.identity import letters, one_sign

if TYPE_CHECKING:  # only the stubs declare two type parameters
    TextField = models.CharField[str, str]
else:
    TextField = models.CharField

LONGEST_KEY = 240
"""Folding makes some letters longer: a name of 60 characters always fits."""


def folded(name: str) -> str:
    """Return a name in lower case and one Unicode form, for comparison in searches.

    A search for O'Brien finds O’Brien.
    """
    return unicodedata.normalize("NFC", one_sign(name).casefold())


def plain(name: str) -> str:
    """Return a name without capitals and accents, as people type it in a hurry."""
    return letters(name)


def sort_key(name: str) -> tuple[str, str]:
    """Return what a list that people read is sorted by: Élodie stands among the other E."""
    return plain(name), folded(name)


if TYPE_CHECKING:  # only the stubs declare type parameters
    Text = models.CharField[str, str]
else:
    Text = models.CharField


def key_of(name: str) -> str:
    """Return what a list of names is sorted by in the database, and searched by its beginning.

    Accents are left out, or Ömer would stand behind Zoë.
    """
    return (plain(name) or folded(name))[:LONGEST_KEY]


class NameKey(Text):
    """Follows the row's `name`: computed on every save, single or bulk."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs |= {"max_length": LONGEST_KEY, "editable": False, "db_index": True}
        super().__init__(*args, **kwargs)

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Return the key of the name; a value set by hand is ignored."""
        key = key_of(str(vars(model_instance)["name"]))
        setattr(model_instance, self.attname, key)
        return key


def begins_with(field: str, text: str, using: str = "default") -> Q:
    """Return the condition that a column begins with a text, in a form its index supports.

    A text for a column of keys is taken as names are: Elodie finds Élodie. SQLite compares by code
    point and uses the index for a range; PostgreSQL sorts by a language's rules and uses its
    pattern index.
    """
    start = plain(text) if field.endswith("name_key") else folded(text)
    if not start:
        return Q()
    if connections[using].vendor != "sqlite":
        return Q(**{f"{field}__startswith": start})
    return Q(**{f"{field}__gte": start, f"{field}__lt": start + chr(0x10FFFF)})
