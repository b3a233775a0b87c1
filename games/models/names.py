"""Folded names, indexed, by which lists are sorted and searched."""

from typing import TYPE_CHECKING, Any

from django.db import connections, models
from django.db.models import Q

from games.names.identity import folded, letters, read_as_umlauts

if TYPE_CHECKING:  # only the stubs declare two type parameters
    TextField = models.CharField[str, str]
else:
    TextField = models.CharField

LONGEST_KEY = 240
"""Folding makes some letters longer: a name of 60 characters always fits."""


def plain(name: str) -> str:
    """Return a name without capitals and accents, as people type it in a hurry."""
    return letters(name)


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

    A text for a column of keys is taken as names are: Elodie finds Élodie, and Juergen Jürgen.
    """
    if not field.endswith("name_key"):
        return _starts(field, folded(text), using)
    start, name = plain(text), field.removesuffix("_key")
    found = _starts(field, start, using)
    for read, marks in read_as_umlauts(start):
        is_marked = Q()
        for mark in sorted(marks):
            is_marked |= Q(**{f"{name}__contains": mark})
        found |= _starts(field, read, using) & is_marked
    return found


def _starts(field: str, start: str, using: str) -> Q:
    """Return the condition that a column begins with a text as it is.

    SQLite compares by code point and uses the index for a range; PostgreSQL sorts by a language's
    rules and uses its pattern index.
    """
    if not start:
        return Q()
    if connections[using].vendor != "sqlite":
        return Q(**{f"{field}__startswith": start})
    return Q(**{f"{field}__gte": start, f"{field}__lt": start + chr(0x10FFFF)})
