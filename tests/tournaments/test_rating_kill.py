"""A worker that is killed half-way leaves the old figures in place."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

PREPARE = """
import datetime, django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests import evenings
from tournaments.skills import ratings_refresh
club = evenings.club()
evenings.Evening(club, day=evenings.MONDAY).game(Bob=-1).end()
ratings_refresh(club_id=club.pk)
evenings.Evening(club).game(Bob=-8).end()
"""

KILLED = """
import os, signal, django
django.setup()
from django.db import connection
from games.models import Club
from tournaments import skills
from tournaments.models import SkillRating
write = skills._list_write
def killed(*arguments):
    write(*arguments)
    assert connection.in_atomic_block
    assert SkillRating.objects.filter(games=2).exists()
    os.kill(os.getpid(), signal.SIGKILL)
skills._list_write = killed
skills.ratings_refresh(club_id=Club.objects.get().pk)
"""

AGAIN = """
import django
django.setup()
from games.models import Club
from tournaments.skills import ratings_refresh
ratings_refresh(club_id=Club.objects.get().pk)
"""


def run(text: str, folder: Path) -> int:
    environment = {
        **os.environ,
        "CHOUETTE_DATA": str(folder),
        "DJANGO_SETTINGS_MODULE": "chouette.settings",
        "DATABASE_URL": "",
        "PYTHONPATH": str(ROOT),
    }
    # Tasks wait in the folder's queue: no worker runs.
    return subprocess.run(
        [sys.executable, "-c", text], env=environment, cwd=ROOT, check=False, timeout=120
    ).returncode


def figures(folder: Path) -> list[tuple[int, int, float]]:
    with sqlite3.connect(folder / "chouette.sqlite3") as database:
        return database.execute(
            "SELECT player_id, games, skill FROM tournaments_skillrating ORDER BY row"
        ).fetchall()


@pytest.mark.slow
def test_a_worker_killed_half_way_leaves_the_old_figures_and_the_next_one_brings_the_new(
    tmp_path: Path,
) -> None:
    assert run(PREPARE, tmp_path) == 0
    before = figures(tmp_path)
    assert {games for _player, games, _skill in before} == {1}
    assert run(KILLED, tmp_path) == -signal.SIGKILL
    assert figures(tmp_path) == before
    assert run(AGAIN, tmp_path) == 0
    assert {games for _player, games, _skill in figures(tmp_path)} == {2}
