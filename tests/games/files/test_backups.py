"""A backup made while the program runs is restored to byte-identical exports."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from tests.kept import Commands
from tests.servers import ROOT, prepared


class Installation:
    """A data folder of its own, and commands run against it."""

    def __init__(self, data: Path) -> None:
        self.data = data
        kept = {"DATABASE_URL", "REDIS_URL"}
        environment = {name: value for name, value in os.environ.items() if name not in kept}
        self.environment = {**environment, "CHOUETTE_DATA": str(data), "PYTHONUTF8": "1"}
        self.commands = Commands(self.environment)

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str) -> str:
        done = self.commands.run(*arguments)
        assert done.status == 0, done.errors
        return done.said

    def refused(self, *arguments: str) -> str:
        done = self.commands.run(*arguments)
        assert done.status == 1, done.errors
        return done.errors

    def ask(self, code: str) -> str:
        return self.run("shell", "-v0", "-c", code).strip()


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """An installation with the demo club and a logo; no board is played on, as none would be
    after a restore: its dice stay where it was begun.
    """
    installation = Installation(prepared(tmp_path_factory.mktemp("there")))
    installation.run("demo")
    installation.ask(
        "from games.boards.services.boards import board_stop; from games.models import Board; "
        "board_stop(board=Board.objects.get(status='playing'), reason='A backup')"
    )
    (installation.data / "media" / "logos").mkdir(parents=True)
    (installation.data / "media" / "logos" / "x.png").write_bytes(b"picture")
    return installation


@pytest.fixture(scope="module")
def copy(there: Installation, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of it."""
    path = tmp_path_factory.mktemp("copies") / "backup.zip"
    there.run("backup", str(path))
    return path


@pytest.fixture
def empty(tmp_path: Path) -> Installation:
    """Somebody else's computer."""
    return Installation(tmp_path / "empty")


@pytest.fixture
def begun(tmp_path: Path) -> Installation:
    """Somebody else's computer, on which nobody has done anything yet but start the program."""
    return Installation(prepared(tmp_path / "begun"))


FILES = """
import json
from games.sessions.exports.session_rows import sheet_rows
from games.sessions.exports.session_json import session_as_json
from games.models import Session
from games.permissions import Reader
from games.sessions.selectors.sheets import sheet_of_all
from games.sessions.services.csn import csn_export
reader = Reader.system()
for session in Session.objects.order_by("public_id"):
    sheet = sheet_of_all(session, reader)
    print(csn_export(session=session, reader=reader))
    print(sheet_rows(sheet))
    print(json.dumps(session_as_json(sheet, reader)))
"""
"""Prints every session's files: score notation, CSV, JSON."""


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--rows",)])
def test_a_backup_restored_into_an_empty_installation_gives_the_same_exports(
    there: Installation, empty: Installation, tmp_path: Path, options: tuple[str, ...]
) -> None:
    copy = tmp_path / "backup.zip"
    there.run("backup", str(copy), *options)
    assert "15 sessions" in empty.run("restore", str(copy))
    for installation, name in ((there, "a.json"), (empty, "b.json")):
        installation.run("club_export", "chouette-demo-club", str(tmp_path / name))
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    assert (empty.data / "media" / "logos" / "x.png").read_bytes() == b"picture"
    assert not (empty.data / "backups").is_dir() or not list((empty.data / "backups").iterdir())
    files = there.ask(FILES)
    assert files.count('"settle_up"') == 12  # none for evenings by totals
    assert empty.ask(FILES) == files


@pytest.mark.slow
def test_an_installation_in_use_is_replaced_only_when_told_to(
    begun: Installation, copy: Path
) -> None:
    begun.ask("from games.models import User; User.objects.create_user('x@example.org', name='X')")
    assert "in use" in begun.refused("restore", str(copy))
    assert begun.ask("from games.models import User; print(User.objects.get().name)") == "X"
    assert "What was here before lies in" in begun.run("restore", str(copy), "--replace")
    assert begun.ask("from games.models import Club; print(Club.objects.get().name)") == (
        "Chouette Demo Club"
    )


@pytest.mark.slow
@pytest.mark.long
def test_half_a_backup_and_a_forged_one_change_nothing(
    there: Installation, begun: Installation, copy: Path, tmp_path: Path
) -> None:
    assert "is there already" in there.refused("backup", str(copy))
    whole = copy.read_bytes()
    half = tmp_path / "half.zip"
    half.write_bytes(whole[: len(whole) // 2])
    assert "This is half a backup, or none at all." in begun.refused("restore", str(half))
    forged = tmp_path / "forged.zip"
    with zipfile.ZipFile(copy) as source, zipfile.ZipFile(forged, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, data + b"x" if name.startswith("media/") else data)
    assert "This backup is damaged." in begun.refused("restore", str(forged))
    newer = tmp_path / "newer.zip"
    with zipfile.ZipFile(copy) as source, zipfile.ZipFile(newer, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == "manifest.json":
                manifest = json.loads(data)
                manifest["migrations"].append("games.9999_future")
                data = json.dumps(manifest).encode()
            target.writestr(name, data)
    assert "newer version" in begun.refused("restore", str(newer))
    assert begun.ask("from games.models import Club; print(Club.objects.count())") == "0"


@pytest.mark.slow
def test_a_record_that_differs_from_its_log_is_not_restored(
    begun: Installation, copy: Path, tmp_path: Path
) -> None:
    damaged = Installation(prepared(tmp_path / "damaged"))
    wrong = tmp_path / "wrong.zip"
    damaged.run("restore", str(copy))
    damaged.ask("from games.models import GameScore; GameScore.objects.update(points=0)")
    damaged.run("backup", str(wrong))
    assert "differs from its log" in begun.refused("restore", str(wrong))
    assert begun.ask("from games.models import Club; print(Club.objects.count())") == "0"


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("options", [(), ("--rows",)])
def test_an_evening_with_a_damaged_log_is_restored_and_closed_to_writing(
    begun: Installation, copy: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    damaged = Installation(prepared(tmp_path / "damaged"))
    with_damage = tmp_path / "damaged.zip"
    damaged.run("restore", str(copy))
    damaged.ask(
        "from django.db import connection; "
        "connection.cursor().execute('DELETE FROM games_action WHERE session_id = 5 "
        "AND sequence = 9')"
    )
    damaged.run("backup", str(with_damage), *options)

    said = begun.run("restore", str(with_damage))

    assert "row 9 of its log" in said
    assert "15 sessions" in said
    assert "1 with a damaged log" in said
    noted = "from games.models import Session; print(*Session.objects.order_by('pk')"
    assert begun.ask(noted + ".values_list('is_damaged', flat=True))").split() == [
        str(place == 4) for place in range(15)
    ]


@pytest.mark.slow
def test_rows_that_refer_to_nothing_are_refused_and_change_nothing(
    there: Installation, begun: Installation, tmp_path: Path
) -> None:
    right, wrong = tmp_path / "right.zip", tmp_path / "wrong.zip"
    there.run("backup", str(right), "--rows")
    with zipfile.ZipFile(right) as source, zipfile.ZipFile(wrong, "w") as target:
        manifest = json.loads(source.read("manifest.json"))
        for name in manifest["files"]:
            content = source.read(name)
            if name.endswith("jsonl"):
                lines = [json.loads(line) for line in content.splitlines()]
                next(one for one in lines if one["model"] == "games.seat")["fields"]["player"] = 999
                content = "".join(json.dumps(one) + "\n" for one in lines).encode()
                manifest["files"][name] = hashlib.sha256(content).hexdigest()
            target.writestr(name, content)
        target.writestr("manifest.json", json.dumps(manifest))

    assert "This backup is damaged" in begun.refused("restore", str(wrong))
    assert begun.ask("from games.models import Club; print(Club.objects.count())") == "0"
    begun.run("restore", str(right))


@pytest.mark.slow
@pytest.mark.long
def test_the_key_is_in_a_backup_only_if_asked_for(there: Installation, tmp_path: Path) -> None:
    names = []
    for options in ((), ("--with-secret",)):
        copy = tmp_path / f"backup{len(options)}.zip"
        there.run("backup", str(copy), *options)
        assert copy.stat().st_mode & 0o777 == 0o600
        with zipfile.ZipFile(copy) as archive:
            names.append("secret_key" in archive.namelist())
    assert names == [False, True]


IMPORT = """
from games.models import Club, Job, User
from games.files.services.jobs import job_create
club = Club.objects.get()
user = club.memberships.get(role="owner").user
rows = "\\n".join(f"Somebody {number}" for number in range(4900))
job = job_create(club=club, by=user, kind="players", pieces=[f"name\\n{rows}\\n".encode()])
Job.objects.filter(pk=job.pk).update(state="queued")
print(job.public_id, job.pk)
"""
LOOK = """
from games.models import Club, Job, Player
from games.files.services.jobs import job_look
job = job_look(job=Job.objects.get(pk={pk}))
print(job.state, Player.objects.filter(name__startswith="Somebody").count())
"""


@pytest.mark.slow
@pytest.mark.long
def test_a_worker_that_is_killed_leaves_nothing_half_written(
    begun: Installation, copy: Path
) -> None:
    begun.run("restore", str(copy))
    public_id, pk = begun.ask(IMPORT).split()
    folder = begun.data / "jobs" / public_id
    worker = begun.start(
        "shell", "-v0", "-c", f"from games.files.services.jobs import job_run; job_run({pk})"
    )
    deadline = time.monotonic() + 60
    while not _done(folder):
        assert worker.poll() is None, worker.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    worker.send_signal(signal.SIGKILL)
    worker.communicate()
    os.utime(folder / "alive", (0, 0))
    assert begun.ask(LOOK.format(pk=pk)) == "failed 0"


def _done(folder: Path) -> bool:
    try:
        done, _total = json.loads((folder / "progress").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return False
    return bool(done)
