"""manage.py makes its own environment: what is installed when, and what it says if it cannot."""

import ast
import importlib.metadata
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from chouette import bootstrap
from chouette.bootstrap import BootstrapError, Environment

ROOT = Path(__file__).resolve().parent.parent
NAME = r"[a-z0-9-]+(?:\[[a-z0-9, -]+\])?"
"""A package's name with its extras, as a regular expression."""


class Recorded(Environment):
    """An environment whose installations are only written down."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.installations: list[str] = []

    def has_pip(self) -> bool:
        return self.python.exists()

    def install(self, lock: str) -> None:
        self.installations.append(lock)


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recorded:
    (tmp_path / "locks").mkdir()
    (tmp_path / "locks" / "base.txt").write_text("django==5.2\n")
    (tmp_path / "locks" / "dev.txt").write_text("django==5.2\npytest==8\n")
    recorded = Recorded(tmp_path)

    def create(folder: Path) -> None:
        recorded.python.parent.mkdir(parents=True)
        recorded.python.touch()

    monkeypatch.setattr(bootstrap, "create_environment", create)
    return recorded


def test_a_clean_clone_is_not_current(environment: Recorded) -> None:
    assert not environment.is_current("base")


def test_it_installs_once(environment: Recorded) -> None:
    environment.make_current("base")
    environment.make_current("base")
    assert environment.installations == ["base"]
    assert environment.is_current("base")
    assert not environment.is_current("dev")


def test_a_changed_lock_is_installed_again(environment: Recorded) -> None:
    environment.make_current("base")
    environment.lock_path("base").write_text("django==5.2.1\n")
    assert not environment.is_current("base")
    environment.make_current("base")
    assert environment.installations == ["base", "base"]


def test_other_line_ends_are_not_another_lock(environment: Recorded) -> None:
    environment.make_current("base")
    environment.lock_path("base").write_bytes(b"django==5.2\r\n")
    assert environment.is_current("base")


def test_the_tools_of_developers_bring_the_program_with_them(environment: Recorded) -> None:
    environment.make_current("dev")
    assert environment.is_current("base")


def test_a_new_base_leaves_tools_that_did_not_change(environment: Recorded) -> None:
    environment.make_current("dev")
    environment.lock_path("base").write_text("django==5.2.1\n")
    environment.make_current("base")
    assert environment.is_current("dev")


def test_an_interrupted_installation_is_repeated(
    environment: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment.make_current("base")
    environment.lock_path("base").write_text("django==5.2.1\n")

    def interrupt(lock: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(environment, "install", interrupt)
        with pytest.raises(KeyboardInterrupt):
            environment.make_current("base")
    environment.lock_path("base").write_text("django==5.2\n")
    assert not environment.is_current("base"), "whatever the old stamp said"


def test_a_stamp_without_an_interpreter_counts_for_nothing(environment: Recorded) -> None:
    environment.make_current("base")
    environment.python.unlink()
    assert not environment.is_current("base")


@pytest.mark.parametrize("content", ["", "[]", "{", "\x00"])
def test_a_damaged_stamp_counts_for_nothing(environment: Recorded, content: str) -> None:
    environment.make_current("base")
    environment.stamp.write_text(content)
    assert not environment.is_current("base")


def test_two_first_starts_take_turns(environment: Recorded) -> None:
    started = threading.Event()

    def slow(lock: str) -> None:
        started.set()
        time.sleep(0.2)
        environment.installations.append(lock)

    environment.install = slow  # type: ignore[method-assign]
    first = threading.Thread(target=environment.make_current, args=("base",))
    first.start()
    started.wait(60)
    environment.make_current("base")
    first.join(60)
    assert environment.installations == ["base"], "the second found everything installed"


@pytest.mark.parametrize(
    ("arguments", "lock"),
    [
        (["manage.py"], "base"),
        (["manage.py", "up", "--lan"], "base"),
        (["manage.py", "score", "verify"], "base"),
        (["manage.py", "verify"], "dev"),
    ],
)
def test_only_commands_for_developers_need_their_tools(arguments: list[str], lock: str) -> None:
    assert bootstrap.lock_for(arguments) == lock


@pytest.mark.parametrize(
    ("configured", "fails", "ran"),
    [
        ("", [], ["installer by pip", "base by uv"]),
        ("global.extra-index-url='file:///more'\n", [], ["installer by pip", "base by uv"]),
        ("", ["base by uv"], ["installer by pip", "base by uv", "base by pip"]),
        ("", ["installer by pip"], ["installer by pip", "base by pip"]),
        (":env:.index-url='https://mirror.example'\n", [], ["base by pip"]),
        ("install.no-index='1'\n", [], ["base by pip"]),
        ("global.cert='/ca'\nglobal.proxy='proxy.example:3128'\n", [], ["base by pip"]),
    ],
)
def test_uv_installs_and_pip_where_uv_cannot(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    configured: str,
    fails: list[str],
    ran: list[str],
) -> None:
    assert installed(tmp_path, monkeypatch, configured, fails) == ran


def test_what_neither_installs_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BootstrapError, match="The first start needs the internet"):
        installed(tmp_path, monkeypatch, "", ["installer by pip", "base by pip"])


def installed(
    root: Path, monkeypatch: pytest.MonkeyPatch, configured: str, fails: list[str]
) -> list[str]:
    """Which locks are installed by what, where pip is configured so and some of it fails."""
    ran = []

    def run(command: list[str], *_: object, **__: object) -> subprocess.CompletedProcess[str]:
        said, status = configured, 0
        if command[2:5] != ["pip", "config", "list"]:
            assert "--require-hashes" in command
            ran.append(f"{Path(command[-1]).stem} by {command[2]}")
            said, status = "", int(ran[-1] in fails)
        return subprocess.CompletedProcess(command, status, said, "")

    monkeypatch.setattr(bootstrap, "run_quietly", run)
    Environment(root).install("base")
    return ran


def test_without_ensurepip_it_names_the_debian_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(BootstrapError) as caught:
        bootstrap.create_environment(tmp_path / "venv")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert f"python3-venv (or python{version}-venv)" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_it_says_goes_to_standard_error(
    environment: Recorded, capsys: pytest.CaptureFixture[str]
) -> None:
    environment.make_current("base")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert ".venv" in printed.err


def test_a_failure_is_one_sentence_and_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(self: Environment, lock: str) -> None:
        raise BootstrapError("The packages could not be installed.")

    monkeypatch.setattr(Environment, "is_current", lambda self, lock: False)
    monkeypatch.setattr(Environment, "make_current", fail)
    assert bootstrap.main(["manage.py", "up"]) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "The packages could not be installed.\n")


def test_the_child_s_exit_status_is_passed_on() -> None:
    command = [sys.executable, "-c", "raise SystemExit(7)"]
    assert bootstrap.run_child(command, os.environ) == 7


def test_ctrl_c_is_left_to_the_child() -> None:
    command = [sys.executable, "-c", "import time; time.sleep(0.6); raise SystemExit(5)"]
    threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
    assert bootstrap.run_child(command, os.environ) == 5


def test_an_old_python_is_told_so() -> None:
    # The check runs before anything that an old Python could not read.
    pretend = "import sys; sys.version_info = (3, 9, 2); import runpy; runpy.run_path('manage.py')"
    done = subprocess.run(
        [sys.executable, "-c", pretend], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Chouette needs Python 3.11 or newer; this is Python 3.9.")


def test_manage_py_can_be_read_by_an_old_python() -> None:
    ast.parse((ROOT / "manage.py").read_text(encoding="utf-8"), feature_version=(3, 4))


def test_the_bootstrap_needs_nothing_but_the_standard_library() -> None:
    program = "import sys; sys.path.insert(0, '.'); import chouette.bootstrap"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("lock", ["base", "dev"])
def test_a_package_that_another_one_asks_for_with_an_extra_is_locked_with_it(lock: str) -> None:
    # pip of Debian 12 takes `coverage[toml]` from the index if only `coverage` is locked.
    pinned = (ROOT / "locks" / f"{lock}.txt").read_text(encoding="utf-8")
    for package in re.findall(r"(?m)^([a-z0-9-]+)(?:\[.+\])?==", pinned):
        for asked, extra in extras_asked_of(package):
            assert re.search(rf"(?m)^{asked}\[.*\b{extra}\b.*\]==", pinned), (package, asked)


def extras_asked_of(package: str) -> list[tuple[str, str]]:
    """Return whom an installed package asks for with which extra, but under its own extras."""
    try:
        requires = importlib.metadata.requires(package) or []
    except importlib.metadata.PackageNotFoundError:  # of another system
        return []
    asked = [Requirement(one) for one in requires]
    here = [one for one in asked if one.marker is None or one.marker.evaluate({"extra": ""})]
    return [(canonicalize_name(one.name), extra) for one in here for extra in one.extras]


@pytest.mark.parametrize("lock", ["base", "dev", "installer", "server"])
def test_every_requirement_is_pinned_and_hashed_and_no_host_is_named(lock: str) -> None:
    text = (ROOT / "locks" / f"{lock}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    requirements = [part for part in re.split(r"\n(?=\S)", text.strip()) if part]
    for requirement in requirements:
        assert re.match(rf"{NAME}==\S+", requirement), requirement
        assert "--hash=sha256:" in requirement, requirement


def test_server_and_tools_contain_the_program_at_the_same_versions() -> None:
    def pins(lock: str) -> set[str]:
        text = (ROOT / "locks" / f"{lock}.txt").read_text(encoding="utf-8")
        return set(re.findall(rf"(?m)^({NAME}==\S+)", text))

    assert pins("base") <= pins("server") <= pins("dev")


def test_the_stamp_is_plain_json(environment: Recorded) -> None:
    environment.make_current("dev")
    assert set(json.loads(environment.stamp.read_text())) == {"base", "dev"}
