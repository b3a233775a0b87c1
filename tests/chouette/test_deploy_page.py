"""The commands of docs/deploy.md, "Without Docker", as they stand there, to the first tap."""

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks.loopback import people
from benchmarks.phones import Scorer, next_form
from tests.faults.tables import database, wait_for
from tests.servers import ROOT, free_port

pytestmark = pytest.mark.slow

PAGE = ROOT / "docs" / "deploy.md"
INSTALLING = ("python3 -m venv", ".venv/bin/pip install")


def commands() -> list[str]:
    """The lines to be typed, in order."""
    text = PAGE.read_text(encoding="utf-8")
    part = text.partition("## Without Docker\n")[2].partition("\n## ")[0]
    return re.findall(r"^ {8}(\S.*)$", part, re.MULTILINE)


def copied(to: Path) -> Path:
    """A copy of the program as a clone has it, and of what is installed."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout
    for name in names.decode().split("\0"):
        if name and (ROOT / name).is_file() and not name.startswith("tests/"):
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    (to / ".venv").symlink_to(sys.prefix)
    return to


def test_its_commands_lead_to_the_first_tap_through_two_processes(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    data.mkdir()
    clone = copied(tmp_path / "clone")
    typed = commands()
    assert [line for line in typed if line.startswith(INSTALLING)] == typed[:2]
    bare = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CHOUETTE_", "DJANGO_", "PYTHON")) and not name.endswith("_URL")
    }
    with database("postgresql", migrated=False) as servers, ExitStack() as stack:
        given = {"CHOUETTE_DATA": str(data), "CHOUETTE_ALLOWED_HOSTS": "127.0.0.1", **servers}
        environment = dict(bare)
        kept: list[subprocess.Popen[bytes]] = []
        welcome = ""

        def end() -> None:
            for process in kept:
                process.terminate()
            for process in kept:
                process.wait(60)

        stack.callback(end)
        for line in typed[2:]:
            if line.startswith("export "):
                name, _, value = line.removeprefix("export ").partition("=")
                environment[name] = given.get(name, value)
                continue
            here = line.replace("/var/lib/chouette", str(data)).replace("8000", str(port))
            if "-m django" in line:
                done = subprocess.run(
                    here.split(),
                    cwd=clone,
                    env=environment,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                assert done.returncode == 0, done.stdout + done.stderr
                welcome = done.stdout.strip().removeprefix("https://chouette.example.org/")
                continue
            log = stack.enter_context((data / f"{len(kept)}.log").open("wb"))
            kept.append(
                subprocess.Popen(here.split(), cwd=clone, env=environment, stdout=log, stderr=log)
            )
        assert len(kept) == 3

        def logs() -> str:
            return "\n".join(file.read_text() for file in sorted(data.glob("*.log")))

        def is_ready(seconds: float) -> bool:
            deadline = time.monotonic() + seconds
            while time.monotonic() < deadline:
                try:
                    parts = "database,migrations,broker,worker"
                    address = f"http://127.0.0.1:{port}/readyz?of={parts}"
                    with urllib.request.urlopen(address, timeout=60):
                        return True
                except OSError:
                    time.sleep(0.5)
            return False

        assert is_ready(120), logs()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/{welcome}", timeout=60) as first:
            assert 'name="password"' in first.read().decode()
        table = people({**environment, "PYTHONPATH": str(ROOT)})["tables"][0]

        async def tapped() -> None:
            for number in range(4):  # each on a connection of its own: either process may answer
                scorer = Scorer(port, table["scorers"][0], table["id"])
                await scorer.look()
                answer = await scorer.send(await next_form(scorer, number))
                assert answer.status == 200, answer.text
                await scorer.close()

        wait_for(tapped())
        sheet = urllib.request.urlopen(f"http://127.0.0.1:{port}/sign-in/", timeout=60)
        styles = re.findall(r'href="(/static/css/[^"]+)"', sheet.read().decode())
        assert styles
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{styles[0]}", timeout=60) as style:
            assert style.status == 200
        assert all(process.poll() is None for process in kept), logs()
        assert "Traceback" not in logs(), logs()
