"""Tells which steps of a database this program knows."""

from collections.abc import Iterable

from django.db.migrations.loader import MigrationLoader


def unknown_migrations(loader: MigrationLoader, applied: Iterable[tuple[str, str]]) -> list[str]:
    """Return the applied migrations, as `app.name`, that this program does not have.

    One that replaces all before it goes when a later one does that. It is known by its name, as
    long as the last of those that it replaced is there.
    """
    known = loader.disk_migrations or {}
    return sorted(
        f"{app}.{name}"
        for app, name in applied
        if app in loader.migrated_apps
        and (app, name) not in known
        and (app, name.removeprefix("0001_squashed_")) not in known
    )
