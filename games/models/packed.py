"""Columns that keep finished games without repetition; models and queries see them whole.

What is packed and how, `games.rules.chouette.packing` says. Rows that are not packed, written
before or damaged, are read as they are.
"""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from django.db import models

from games.rules.chouette.packing import packed, unpacked

COMPACT: Final = (",", ":")


if TYPE_CHECKING:
    Column = models.Field[Any, Any]
    Json = models.JSONField[Any, Any]
else:
    Column, Json = models.Field, models.JSONField


class ResultField(Column):
    """The result of a finished game: in Python its plain form, in the database packed text.

    Text, because PostgreSQL keeps numbers in JSON at three times the length.
    """

    def get_internal_type(self) -> str:
        return "TextField"

    def from_db_value(self, value: str | None, *_args: Any) -> Any:
        return value if value is None else result_read(value)

    def value_to_string(self, obj: models.Model) -> Any:
        """Return the plain form for backups, as columns with JSON do."""
        return self.value_from_object(obj)

    def get_prep_value(self, value: Any) -> str | None:
        if value is None:
            return None
        return json.dumps(packed(value), separators=COMPACT, ensure_ascii=False)


class PositionField(Json):
    """A position of a table, whose last game is packed in the database."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return position_read(super().from_db_value(value, expression, connection))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return super().get_db_prep_value(position_kept(value), connection, prepared)


def result_read(text: str) -> Any:
    """Return the result that a row has as text."""
    return unpacked(json.loads(text))


def position_kept(data: Any) -> Any:
    """Return what a row has of a position."""
    return _changed(data, packed)


def position_read(data: Any) -> Any:
    """Return the position that a row has, with its last game as the rules write it."""
    return _changed(data, unpacked)


def _changed(data: Any, change: Callable[[Any], Any]) -> Any:
    """Return a position, and those it remembers, with the last game of each changed."""
    if not isinstance(data, dict):
        return data
    table = data.get("table")
    if isinstance(table, dict) and table.get("last"):
        data = {**data, "table": {**table, "last": change(table["last"])}}
    if isinstance(data.get("earlier"), list):
        data = {**data, "earlier": [_changed(one, change) for one in data["earlier"]]}
    return data
