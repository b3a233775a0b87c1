"""Dates matches of events by when they were played; forfeits count for no rating.

Until now each had the first day of its event. Ratings follow by themselves: a match whose day is
not the one it was rated with is rated again, and with it all that came later. Groups beyond the
26th get letters.
"""

import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone

CHUNK = 500
OPEN = {"open", "waiting"}


def matches_date(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each match of an event the day on which its result came in."""
    Match = apps.get_model("tournaments", "Match")
    played = Match.objects.filter(
        round__isnull=False, state__in=["reported", "disputed", "settled"]
    )
    found = played.exclude(outcome="bye").select_related("club", "round__division__event")
    changed: list[Any] = []
    for match in found.order_by("pk").iterator(chunk_size=CHUNK):
        zone = ZoneInfo(match.club.time_zone)
        event = match.round.division.event
        moment = _came_in(match)
        if moment is None:
            continue
        day = timezone.localdate(moment, zone)
        if event.starts_on < timezone.localdate(event.created_at, zone) == day:
            day = event.starts_on
        if day != match.played_on:
            match.played_on = day
            changed.append(match)
        if len(changed) >= CHUNK:
            Match.objects.bulk_update(changed, ["played_on"])
            changed.clear()
    Match.objects.bulk_update(changed, ["played_on"])


def _came_in(match: Any) -> datetime.datetime | None:
    """Return when the result that counts came in, which a correction does not change."""
    moment: datetime.datetime | None = match.settled_at
    after = match.state
    for step in match.log.order_by("-sequence"):
        if step.kind == "cleared":
            break  # what came before was others' match
        if step.kind == "withdrawn":
            return step.created_at
        before = step.payload.get("before")
        if before is None:
            continue
        if before["state"] in OPEN and after not in OPEN and step.kind != "undo":
            return step.created_at
        after = before["state"]
    return moment


def forfeits_unrate(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take forfeits out of the ratings where a director had put them in."""
    Match = apps.get_model("tournaments", "Match")
    rated = Match.objects.filter(outcome="forfeit", is_rated=True)
    rated.update(is_rated=False, unrated_reason="forfeit")


def groups_name(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give the groups after Z two letters; they were named by what follows Z in ASCII."""
    Match = apps.get_model("tournaments", "Match")
    for place in range(26, 32):
        wrong, right = f"group-{chr(ord('A') + place)}", f"group-A{chr(ord('A') + place - 26)}"
        Match.objects.filter(node=wrong).update(node=right)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_dispute")]

    operations = [
        migrations.RunPython(matches_date, migrations.RunPython.noop),
        migrations.RunPython(forfeits_unrate, migrations.RunPython.noop),
        migrations.RunPython(groups_name, migrations.RunPython.noop),
    ]
