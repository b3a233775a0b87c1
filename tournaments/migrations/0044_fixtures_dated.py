"""Dates matches of leagues and cups by when they were played.

A season that was written down after its first day gave that day to whatever was reported on the
same day. Ratings follow by themselves: a match whose day is not the one it was rated with is rated
again, and with it all that came later.
"""

from typing import Any
from zoneinfo import ZoneInfo

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F
from django.utils import timezone

CHUNK = 500
OPEN = {"open", "waiting"}


def fixtures_date(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each match at a date of its own its board's last day, the agreed one, or its report's."""
    Match = apps.get_model("tournaments", "Match")
    played = Match.objects.filter(
        round__division__event__own_dates=True,
        played_on=F("round__division__event__starts_on"),
        state__in=["reported", "disputed", "settled"],
    )
    found = played.exclude(outcome="bye").select_related("club", "online", "fixture")
    changed: list[Any] = []
    for match in found.order_by("pk").iterator(chunk_size=CHUNK):
        came_in = _came_in(match)
        moment = _known(match, came_in) or came_in
        if moment is None:
            continue
        day = timezone.localdate(moment, ZoneInfo(match.club.time_zone))
        if day != match.played_on:
            match.played_on = day
            changed.append(match)
        if len(changed) >= CHUNK:
            Match.objects.bulk_update(changed, ["played_on"])
            changed.clear()
    Match.objects.bulk_update(changed, ["played_on"])


def _known(match: Any, came_in: Any) -> Any:
    board, fixture = match.online, getattr(match, "fixture", None)
    if board is not None and board.status == "ended" and board.ended_at:
        return board.ended_at
    agreed = None if fixture is None else fixture.agreed_at
    if agreed is None or came_in is None or agreed > came_in:
        return None
    return None if match.known_at is not None and agreed < match.known_at else agreed


def _came_in(match: Any) -> Any:
    """Return when the result that counts came in, which a correction does not change."""
    moment = match.settled_at
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


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0043_formats_ask_no_migration")]

    operations = [migrations.RunPython(fixtures_date, migrations.RunPython.noop)]
