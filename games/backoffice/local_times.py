"""Times in lists in each club's own time zone: a list may have rows of several clubs."""

import datetime
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.db.models import DateTimeField, Model


class LocalTime(datetime.datetime):
    """A time that templates do not convert to another zone."""

    convert_to_local_time = False


def time_zone_path(club_path: str) -> str:
    """Return the path from a row to its club's time zone; `club_path` leads to the club."""
    return "time_zone" if club_path == "pk" else f"{club_path}__time_zone"


def times_localize(rows: Sequence[Model], club_path: str | None) -> None:
    """Convert the times of rows to the zones of their clubs, in one query; never save such rows."""
    if club_path is None or not rows:
        return
    model = type(rows[0])
    names = [field.attname for field in model._meta.fields if isinstance(field, DateTimeField)]
    if not names:
        return
    found = model._default_manager.filter(pk__in=[row.pk for row in rows]).order_by()
    zones = {
        pk: ZoneInfo(name)
        for pk, name in found.values_list("pk", time_zone_path(club_path))
        if name
    }
    for row in rows:
        zone = zones.get(row.pk)
        for name in names if zone else ():
            value = vars(row).get(name)
            if isinstance(value, datetime.datetime):
                local = value.astimezone(zone)
                setattr(row, name, LocalTime.combine(local.date(), local.timetz()))
