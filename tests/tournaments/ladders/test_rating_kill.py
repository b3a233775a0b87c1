"""A worker that is killed half-way leaves the old figures in place."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT, prepared

PREPARE = """
import datetime, django
django.setup()
from tests import evenings
from tournaments.ladders.services.skills import ratings_refresh
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
from tournaments.ladders.services import skills
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

PREPARE_MATCHES = """
import django
django.setup()
from tests import evenings
from tests.tournaments.ladders.match_results import match
from tournaments.ladders.services.match_ratings import match_ratings_refresh
club = evenings.club()
match(club, "Ann", "Bob", day=1)
match_ratings_refresh(club_id=club.pk)
match(club, "Bob", "Ann", day=0)
"""

KILLED_MATCHES = """
import os, signal, django
django.setup()
from django.db import connection
from games.models import Club
from tournaments.ladders.services import match_ratings
from tournaments.models import MatchRating
write = match_ratings._list_write
def killed(*arguments):
    write(*arguments)
    assert connection.in_atomic_block
    assert MatchRating.objects.filter(matches=2).exists()
    os.kill(os.getpid(), signal.SIGKILL)
match_ratings._list_write = killed
match_ratings.match_ratings_refresh(club_id=Club.objects.get().pk)
"""

AGAIN_MATCHES = """
import django
django.setup()
from games.models import Club
from tournaments.ladders.services.match_ratings import match_ratings_refresh
match_ratings_refresh(club_id=Club.objects.get().pk)
"""

AGAIN = """
import django
django.setup()
from games.models import Club
from tournaments.ladders.services.skills import ratings_refresh
ratings_refresh(club_id=Club.objects.get().pk)
"""


TOLD = """
from tournaments.ratings import skill
skill.TOLD_FROM = 0
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
        [sys.executable, "-c", TOLD + text], env=environment, cwd=ROOT, check=False, timeout=120
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
    assert run(PREPARE, prepared(tmp_path)) == 0
    before = figures(tmp_path)
    assert {games for _player, games, _skill in before} == {1}
    assert run(KILLED, tmp_path) == -signal.SIGKILL
    assert figures(tmp_path) == before
    assert run(AGAIN, tmp_path) == 0
    assert {games for _player, games, _skill in figures(tmp_path)} == {2}


def match_figures(folder: Path) -> tuple[list[tuple[int, int, float]], int]:
    with sqlite3.connect(folder / "chouette.sqlite3") as database:
        listed = database.execute(
            "SELECT player_id, matches, rating FROM tournaments_matchrating ORDER BY row"
        ).fetchall()
        return listed, len(
            database.execute("SELECT id FROM tournaments_matchratingpoint").fetchall()
        )


@pytest.mark.slow
def test_a_worker_killed_while_it_rates_matches_leaves_the_old_figures_too(
    tmp_path: Path,
) -> None:
    assert run(PREPARE_MATCHES, prepared(tmp_path)) == 0
    before = match_figures(tmp_path)
    assert [matches for _player, matches, _rating in before[0]] == [1, 1]
    assert run(KILLED_MATCHES, tmp_path) == -signal.SIGKILL
    assert match_figures(tmp_path) == before
    assert run(AGAIN_MATCHES, tmp_path) == 0
    after = match_figures(tmp_path)
    assert [matches for _player, matches, _rating in after[0]] == [2, 2]
    assert after[1] == 4
