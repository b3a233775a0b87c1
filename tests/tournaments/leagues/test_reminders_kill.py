"""A worker is killed while it mails: what it had claimed is told once more, not a third time."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.faults.workers import installed
from tests.servers import ROOT, prepared

pytestmark = pytest.mark.slow

PREPARE = """
import django
django.setup()
from tests.tournaments.leagues.seasons import Running
of = Running("Ann Bob Cid", "Dee Eve Fay")
for name in ("Ann", "Bob", "Cid"):
    of.account(name)
"""
TELL = """
import datetime, os, signal, sys, django
django.setup()
from django.utils import timezone
from tournaments.leagues.services import reminders
at = (timezone.now() + datetime.timedelta(days=1)).replace(hour=11, minute=0)
at += datetime.timedelta(minutes=int(sys.argv[3]))
send, left = reminders.mail_send, [int(sys.argv[1])]
def killed(**values):
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left[0] -= 1
    if sys.argv[2] == "after":
        send(**values)
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return True
    return send(**values)
reminders.mail_send = killed
reminders.reminders_send(now=at)
"""


def run(text: str, folder: Path, *arguments: str) -> int:
    environment = {
        **os.environ,
        "CHOUETTE_DATA": str(folder),
        "DJANGO_SETTINGS_MODULE": "chouette.settings",
        "DATABASE_URL": "",
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-c", text, *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, check=False, timeout=120).returncode


def mailed(folder: Path) -> Counter[str]:
    """To whom the mails of the folder went, and how many."""
    texts = [one.read_text() for one in sorted((folder / "mail").glob("*"))]
    return Counter(
        line.removeprefix("To: ").partition("@")[0]
        for text in texts
        for line in text.splitlines()
        if line.startswith("To: ")
    )


@pytest.mark.parametrize(("when", "twice"), [("before", 0), ("after", 1)])
def test_what_a_killed_worker_has_claimed_is_told_once_more(
    tmp_path: Path, when: str, twice: int
) -> None:
    assert run(PREPARE, prepared(tmp_path)) == 0
    assert run(TELL, tmp_path, "1", when, "0") == -signal.SIGKILL
    assert sum(mailed(tmp_path).values()) == 1
    # Another worker may still be at it: the others are told, and this one is waited for.
    assert run(TELL, tmp_path, "99", "never", "10") == 0
    assert sum(mailed(tmp_path).values()) == (2 if when == "before" else 3)
    assert run(TELL, tmp_path, "99", "never", "20") == 0
    found = mailed(tmp_path)
    assert set(found) == {"ann", "bob", "cid"}
    assert sum(one == 2 for one in found.values()) == twice
    assert max(found.values()) == 1 + twice
    assert run(TELL, tmp_path, "99", "never", "60") == 0
    assert mailed(tmp_path) == found


def test_what_kills_two_workers_kills_no_third(tmp_path: Path) -> None:
    assert run(PREPARE, prepared(tmp_path)) == 0
    assert run(TELL, tmp_path, "2", "before", "0") == -signal.SIGKILL
    assert run(TELL, tmp_path, "0", "before", "20") == -signal.SIGKILL
    assert run(TELL, tmp_path, "0", "before", "40") == 0
    assert sorted(mailed(tmp_path).values()) == [1, 1]


HERE = """
import datetime, django
django.setup()
from django.utils import timezone
from games.models import Club
from tests.tournaments.leagues.seasons import Running
of = Running("Ann Bob Cid", "Dee Eve Fay")
for name in ("Ann", "Bob", "Cid"):
    of.account(name)
# Where it is about noon now: at night nobody is mailed.
Club.objects.update(time_zone=f"Etc/GMT{timezone.now().hour - 12:+d}")
"""
NEWS = """
import sys
from chouette.celery import app
app.conf.beat_schedule["league news"]["schedule"] = 2.0
app.Beat(loglevel="WARNING", schedule=sys.argv[1]).run()
"""


@pytest.mark.long
def test_a_broker_that_is_lost_and_comes_back_loses_and_doubles_no_mail(tmp_path: Path) -> None:
    with installed(tmp_path) as place:
        assert run(HERE, place.data) == 0
        place.worker()
        place.redis_stop()
        place.start(NEWS, str(place.data / "schedule"))
        assert not mailed(place.data)
        place.redis_start()
        everybody = Counter(["ann", "bob", "cid"])
        place.until(lambda: mailed(place.data) == everybody, "not everybody was mailed")
        # What waited in the broker is gone with it, and the next sweep finds nothing to tell.
        place.redis_stop()
        place.redis_start()
        time.sleep(6)
        assert mailed(place.data) == everybody
