"""Restores a backup elsewhere and compares figures: a backup that nobody has tried is no backup.

Another process restores it, into a data folder and a database made for the drill.
"""

import io
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import uuid
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from games.errors import Refused
from games.files.services.backups import PAGES, ROWS, backup_read, working_folder

KINDS: Final = ("actions", "games", "points")
# Plain SQL, because the schema of the backup may be older than this program's models.
QUERIES: Final = {
    "clubs": "SELECT id, name FROM games_club",
    "sessions": "SELECT id, club_id, version FROM games_session",
    "actions": "SELECT session_id, count(*) FROM games_action GROUP BY session_id",
    "games": "SELECT session_id, count(*) FROM games_game GROUP BY session_id",
    "points": "SELECT g.session_id, sum(s.points) FROM games_gamescore s "
    "JOIN games_game g ON g.id = s.game_id WHERE s.points > 0 GROUP BY g.session_id",
    "payments": "SELECT id, public_id FROM games_payment",
    "amounts": "SELECT id, CAST(amount * 1000 AS BIGINT) FROM games_payment",
}
NOT_HANDED_ON: Final = (
    "DATABASE_URL",
    "REDIS_URL",
    "CHOUETTE_BACKUP_COPY",
    "CHOUETTE_BACKUP_S3",
    "CHOUETTE_ERRORS_DSN",
    "CHOUETTE_METRICS",
)


@dataclass
class Figures:
    """Counts for each session (actions, games, points won) and the payments."""

    clubs: dict[int, str] = field(default_factory=dict)
    sessions: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The club and the version of each session."""
    counted: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    """Per session, the number of actions and games, and the hundredths of a point won."""
    payments: dict[int, str] = field(default_factory=dict)
    amounts: dict[int, int] = field(default_factory=dict)

    def of(self, session: int) -> tuple[int, ...]:
        return tuple(self.counted[kind].get(session, 0) for kind in KINDS)

    def totals(self) -> dict[str, int]:
        """Return the sums over all sessions."""
        sums = {kind: sum(self.counted[kind].values()) for kind in KINDS}
        return {
            "sessions": len(self.sessions),
            **sums,
            "payments": len(self.payments),
            "amounts": sum(self.amounts.values()),
        }

    def points_of_clubs(self) -> dict[str, int]:
        """Return the hundredths of a point won in each club, by its name and primary key."""
        found = {f"{name} ({key})": 0 for key, name in self.clubs.items()}
        for session, (club, _version) in self.sessions.items():
            found[f"{self.clubs.get(club)} ({club})"] += self.counted["points"].get(session, 0)
        return found


@dataclass(frozen=True)
class Drill:
    """The result of a drill."""

    in_backup: Figures
    restored: Figures
    unchanged: int
    """How many sessions are unchanged in the running database."""
    differences: list[str]


def restore_drill(*, path: Path) -> Drill:
    """Restore a backup into a temporary database, compare, and delete that database.

    Raises:
        Refused: the file is not a backup, or cannot be restored.
        OSError: it cannot be opened, or the disk is full.
        DatabaseError: the temporary database cannot be made.
    """
    backup = backup_read(path=path)
    with tempfile.TemporaryDirectory(dir=working_folder(), prefix="drill-") as name:
        folder = Path(name)
        in_backup = _of_file(path, folder)
        with _place(folder, has_pages=backup.has_pages) as (variables, restored_figures):
            _restore(path, variables)
            restored = restored_figures()
    with connection.cursor() as cursor:
        running = _of_cursor(cursor)
    unchanged = _unchanged(in_backup, running)
    return Drill(
        in_backup,
        restored,
        len(unchanged),
        [*_lost(in_backup, restored), *_moved(in_backup, running, unchanged)],
    )


def _lost(before: Figures, after: Figures) -> list[str]:
    """Return the figures in which the restored database differs from the file."""
    lost = []
    for kind, count in before.totals().items():
        if after.totals()[kind] != count:
            lost.append(f"{kind}: {count} != {after.totals()[kind]}")
    points, again = before.points_of_clubs(), after.points_of_clubs()
    lost += [
        f"{club}: {points.get(club)} != {again.get(club)}"
        for club in sorted(points.keys() | again.keys())
        if points.get(club) != again.get(club)
    ]
    return lost or ([] if before == after else [_("the sums are the same, single rows are not")])


def _unchanged(backup: Figures, running: Figures) -> set[int]:
    return {key for key, found in backup.sessions.items() if running.sessions.get(key) == found}


def _moved(backup: Figures, running: Figures, unchanged: set[int]) -> list[str]:
    """Return what differs in the running database, though nobody has changed it since the
    backup.
    """
    found = [
        f"session {key}: {backup.of(key)} != {running.of(key)}"
        for key in sorted(unchanged)
        if backup.of(key) != running.of(key)
    ]
    # Payments never change.
    return found + [
        f"payment {public_id}: {backup.amounts[key]} != {running.amounts[key]}"
        for key, public_id in backup.payments.items()
        if running.payments.get(key) == public_id and running.amounts[key] != backup.amounts[key]
    ]


def _of_cursor(cursor: Any) -> Figures:
    figures = Figures()
    rows: dict[str, list[Any]] = {}
    for kind, query in QUERIES.items():
        cursor.execute(query)
        rows[kind] = cursor.fetchall()
    figures.clubs = dict(rows["clubs"])
    figures.sessions = {key: (club, version) for key, club, version in rows["sessions"]}
    for kind in KINDS:
        figures.counted[kind] = {key: int(count) for key, count in rows[kind]}
    figures.payments = dict(rows["payments"])
    figures.amounts = {key: int(amount) for key, amount in rows["amounts"]}
    return figures


def _of_pages(path: Path) -> Figures:
    with closing(sqlite3.connect(path)) as database:
        return _of_cursor(database.cursor())


def _of_file(path: Path, folder: Path) -> Figures:
    """Count what is in the file, without migrations and without the code that restores it."""
    with zipfile.ZipFile(path) as archive:
        if PAGES in archive.namelist():
            return _of_pages(Path(archive.extract(PAGES, folder)))
        with archive.open(ROWS) as lines:
            return _of_rows(io.TextIOWrapper(lines, encoding="utf-8"))


def _of_rows(lines: Iterator[str] | io.TextIOWrapper) -> Figures:
    figures = Figures()
    actions: Counter[int] = Counter()
    games: dict[int, int] = {}
    points: Counter[int] = Counter()
    for line in lines:
        row = json.loads(line)
        key, fields = row["pk"], row["fields"]
        match row["model"]:
            case "games.club":
                figures.clubs[key] = fields["name"]
            case "games.session":
                figures.sessions[key] = (fields["club"], fields["version"])
            case "games.action":
                actions[fields["session"]] += 1
            case "games.game":
                games[key] = fields["session"]
            case "games.gamescore":
                points[fields["game"]] += max(fields["points"], 0)
            case "games.payment":
                figures.payments[key] = fields["public_id"]
                figures.amounts[key] = round(float(fields["amount"]) * 1000)
    won: Counter[int] = Counter()
    for game, count in points.items():
        won[games[game]] += count
    figures.counted |= {
        "actions": dict(actions),
        "games": dict(Counter(games.values())),
        "points": {session: count for session, count in won.items() if count},
    }
    return figures


@contextmanager
def _place(folder: Path, *, has_pages: bool) -> Iterator[tuple[dict[str, str], Any]]:
    """Make a temporary database; yield the environment that leads a process to it, and its
    counter.
    """
    data = folder / "data"
    variables = {"CHOUETTE_DATA": str(data), "CHOUETTE_BACKUPS": "off"}
    if has_pages or connection.vendor != "postgresql":
        yield variables, lambda: _of_pages(data / "chouette.sqlite3")
        return
    name = f"chouette_drill_{uuid.uuid4().hex[:12]}"
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()

    def figures() -> Figures:
        with psycopg.connect(url) as database:
            return _of_cursor(database.cursor())

    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    try:
        yield variables | {"DATABASE_URL": url}, figures
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _restore(path: Path, variables: dict[str, str]) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in NOT_HANDED_ON}
    done = subprocess.run(
        [sys.executable, "-m", "django", "restore", str(path.absolute())],
        cwd=settings.ROOT,
        env={**kept, "DJANGO_SETTINGS_MODULE": "chouette.settings", **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["?"]
        raise Refused("invalid", reason=said[-1])
