"""A worker that is killed while it mails tells nobody twice, and the next one tells the rest."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT, prepared

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
at = (timezone.now() + datetime.timedelta(days=1)).replace(hour=11)
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


def mailed(folder: Path) -> list[str]:
    """To whom the mails of the folder went."""
    texts = [one.read_text() for one in sorted((folder / "mail").glob("*"))]
    return sorted(
        line.removeprefix("To: ").partition("@")[0]
        for text in texts
        for line in text.splitlines()
        if line.startswith("To: ")
    )


@pytest.mark.slow
@pytest.mark.parametrize(("when", "expected"), [("before", 2), ("after", 3)])
def test_a_worker_killed_in_the_middle_tells_nobody_twice(
    tmp_path: Path, when: str, expected: int
) -> None:
    assert run(PREPARE, prepared(tmp_path)) == 0
    assert run(TELL, tmp_path, "1", when) == -signal.SIGKILL
    assert len(mailed(tmp_path)) == 1
    assert run(TELL, tmp_path, "99", "never") == 0
    found = mailed(tmp_path)
    assert len(found) == expected  # killed before it left, a mail is lost: never sent twice
    assert len(set(found)) == expected
    assert run(TELL, tmp_path, "99", "never") == 0
    assert mailed(tmp_path) == found
