"""Times of the commands that read everything: backup, check_ledger, club_export, restore.

    python -m benchmarks.ledger_scale --evenings 1000
    DATABASE_URL=postgres://... python -m benchmarks.ledger_scale --evenings 1000 --clubs 1

One evening of 25 games is played by the rules and copied as often as asked for, log and all, into
as many clubs as asked for. Each command runs in its own process; the time for a million games is
extrapolated linearly. On PostgreSQL the database named must be empty, and a second one is made
beside it to restore into. `--rows` restores rows on SQLite as well.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
GAMES = 25
MILLION = 1_000_000
OTHER = "other"
AT_ONCE = 200
GAME = "game\nall double\nbox takes all\nteam wins gammon\n"


def build(clubs: int, evenings: int) -> str:
    """Fill the database; return the short name of the first club."""
    import django

    django.setup()
    from django.core.management import call_command

    from games.clubs.services.clubs import club_create
    from games.models import Club, User
    from games.sessions.services.csn import csn_import

    call_command("migrate", verbosity=0, skip_checks=True)
    olga = User.objects.create_user("olga@example.org", name="Olga")
    text = '[Players "Ann, Bob, Cid, Dee, Eve"]\norder Ann, Bob, Cid, Dee, Eve\n' + GAME * GAMES
    for number in range(clubs):
        club = club_create(by=olga, name=f"Club {number + 1}")
        first = csn_import(club=club, by=olga, text=text)
        for start in range(1, evenings // clubs, AT_ONCE):
            copy(first, min(AT_ONCE, evenings // clubs - start))
    return str(Club.objects.order_by("pk")[0].slug)


def copy(session: Any, times: int) -> None:
    """Write this many copies of a session, with all its rows."""
    from games.models import Action, Game, GameScore, Seat, Session, Transfer
    from games.models.ids import public_id

    rows = [Session.objects.get(pk=session.pk) for _ in range(times)]
    for row in rows:
        row.pk, row.public_id = None, public_id()
    Session.objects.bulk_create(rows)
    for model in (Seat, Action):
        own = list(model.objects.filter(session=session))
        copies = [copied(one, session=row) for row in rows for one in own]
        model._base_manager.bulk_create(copies, batch_size=5_000)
    games = list(Game.objects.filter(session=session))
    made = {(row.pk, one.number): copied(one, session=row) for row in rows for one in games}
    Game.objects.bulk_create(made.values(), batch_size=5_000)
    for hung in (GameScore, Transfer):
        own = list(hung.objects.filter(game__session=session).select_related("game"))
        copies = [copied(one, game=made[row.pk, one.game.number]) for row in rows for one in own]
        hung.objects.bulk_create(copies, batch_size=5_000)


def copied(row: Any, **other: Any) -> Any:
    """Return a new row like another, but for the fields named."""
    values = {one.attname: getattr(row, one.attname) for one in row._meta.concrete_fields}
    values.pop(row._meta.pk.attname)
    for name in other:
        values.pop(name, None)
        values.pop(f"{name}_id", None)
    return type(row)(**values, **other)


def second() -> str:
    """Return the address of the database beside the one that is named."""
    url = urlsplit(os.environ["DATABASE_URL"])
    return url._replace(path=f"{url.path}_{OTHER}").geturl()


def remade() -> None:
    """Make that database, empty."""
    import psycopg

    name = urlsplit(second()).path.lstrip("/")
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as database:
        database.execute(f'DROP DATABASE IF EXISTS "{name}"')
        database.execute(f'CREATE DATABASE "{name}"')


def processor() -> float:
    """Return the seconds of a processor that all ended processes have taken."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


def timed(name: str, games: int, folder: Path, *arguments: str, thing: str = "games") -> None:
    """Run a command on a data folder, and print its time."""
    begun, used = time.perf_counter(), processor()
    environment = {**os.environ, "CHOUETTE_DATA": str(folder), "CHOUETTE_BACKUPS": "off"}
    if "DATABASE_URL" in os.environ and folder.name == OTHER:
        environment["DATABASE_URL"] = second()
    command = [sys.executable, str(ROOT / "manage.py"), name, *arguments]
    done = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    took, used = time.perf_counter() - begun, processor() - used
    if done.returncode:
        sys.exit(f"{name}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    million = took * MILLION / games
    print(
        f"{name:13} {took:7.1f} s  {games / took:8.0f} {thing}/s  {million / 60:5.1f} min a million"
        f"  CPU {used:6.1f} s {used * MILLION / games / 60:5.1f} min a million",
        flush=True,
    )


def main() -> None:
    """Build, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--evenings", type=int, default=1_000)
    parser.add_argument("--clubs", type=int, default=10)
    parser.add_argument("--rows", action="store_true")
    asked = parser.parse_args()
    rows = ["--rows"] if asked.rows else []
    with tempfile.TemporaryDirectory() as name:
        data, other = Path(name) / "data", Path(name) / OTHER
        for folder in (data, other):
            folder.mkdir()
        os.environ |= {"CHOUETTE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "chouette.settings"}
        slug = build(asked.clubs, asked.evenings)
        games = asked.evenings // asked.clubs * asked.clubs * GAMES
        print(f"{games} games in {asked.clubs} clubs", flush=True)
        timed("check_debts", games, data, "--repair")
        timed("check_ledger", games, data)
        timed("backup", games, data, str(data / "copy.zip"), *rows)
        timed("club_export", games // asked.clubs, data, slug, str(data / "club.json"))
        if "DATABASE_URL" in os.environ:
            remade()
        timed("restore", games, other, str(data / "copy.zip"))


if __name__ == "__main__":
    main()
