"""Makes the virtual environment that Chouette runs in, using only the standard library.

All messages go to standard error, so that `manage.py score` prints nothing but the score.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
# Commands that need the developers' packages, too.
DEVELOPER_COMMANDS = frozenset({"verify", "test"})
# Settings of pip that uv does not see, as `pip config list` prints them.
OWN_INDEX = re.compile(r"(?m)^[^=]*\.(index-url|no-index|proxy)=")

Done = subprocess.CompletedProcess[str]


class BootstrapError(Exception):
    """The environment cannot be made; the text says what to do."""


class Environment:
    """The virtual environment of one checkout, and the stamp that records its contents."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.stamp = self.folder / "chouette-stamp.json"
        self.lock_file = root / ".venv.lock"

    @property
    def python(self) -> Path:
        """The interpreter inside the environment."""
        if os.name == "nt":
            return self.folder / "Scripts" / "python.exe"
        return self.folder / "bin" / "python"

    def is_running(self) -> bool:
        """Tell whether this process runs inside the environment."""
        return Path(sys.prefix).resolve() == self.folder.resolve()

    def lock_path(self, lock: str) -> Path:
        """Return the requirement file of a lock, "base" or "dev"."""
        return self.root / "locks" / f"{lock}.txt"

    def lock_digest(self, lock: str) -> str:
        """Return the digest of a lock's text, independent of line endings."""
        text = self.lock_path(lock).read_text(encoding="utf-8")
        return hashlib.sha256(text.encode()).hexdigest()

    def installed(self) -> dict[str, str]:
        """Return the digests of the completely installed locks, by name."""
        try:
            content = json.loads(self.stamp.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}

    def is_current(self, lock: str) -> bool:
        """Tell whether the environment works and holds exactly what the lock says."""
        return self.python.exists() and self.installed().get(lock) == self.lock_digest(lock)

    def make_current(self, lock: str) -> None:
        """Make the environment if necessary, and install the lock."""
        with exclusive(self.lock_file):
            if self.is_current(lock):  # another process was faster
                return
            say("Preparing Chouette's own Python environment in .venv (once, about a minute).")
            if not self.has_pip():
                create_environment(self.folder)
            # Without a stamp, an interrupted installation is repeated and never taken for complete.
            stamped = self.installed()
            self.stamp.unlink(missing_ok=True)
            self.install(lock)
            stamped[lock] = self.lock_digest(lock)
            if lock == "dev":  # everything in base.txt is in dev.txt too, at the same version
                stamped["base"] = self.lock_digest("base")
            elif stamped.get("dev") != self.lock_digest("dev"):
                stamped.pop("dev", None)
            self.stamp.write_text(json.dumps(stamped), encoding="utf-8")

    def has_pip(self) -> bool:
        """Tell whether there is an environment with a working pip."""
        if not self.python.exists():
            return False
        command = [str(self.python), "-m", "pip", "--version"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def install(self, lock: str) -> None:
        """Install a lock, every file checked against its hash."""
        # uv needs a sixth of pip's processor time, but reads none of pip's settings.
        if not self.has_own_index() and self.install_by_uv(lock):
            return
        if self.pip("install", "--requirement", str(self.lock_path(lock))).returncode != 0:
            raise BootstrapError(
                "The packages could not be installed (see above). "
                "The first start needs the internet; run the same command again once it is there."
            )

    def has_own_index(self) -> bool:
        """Tell whether pip is told to get packages from another place, or through a proxy."""
        return bool(OWN_INDEX.search(self.pip("config", "list", capture=True).stdout))

    def install_by_uv(self, lock: str) -> bool:
        """Install a lock with uv, which pip installs; where either fails, pip is to say why."""
        installer = ["--only-binary", ":all:", "--retries", "1"]
        installer += ["--requirement", str(self.lock_path("installer"))]
        if self.pip("install", *installer, capture=True).returncode != 0:
            return False
        command = [str(self.python), "-m", "uv", "pip", "install", "--quiet", "--no-config"]
        command += ["--system-certs", "--python", str(self.python), "--require-hashes"]
        command += ["--requirement", str(self.lock_path(lock))]
        return run_quietly(command, os.environ, capture=True).returncode == 0

    def pip(self, what: str, *arguments: str, capture: bool = False) -> Done:
        """Run the environment's pip, which prints on standard error, or nothing."""
        command = [str(self.python), "-m", "pip", what]
        if what == "install":
            command += ["--quiet", "--no-input", "--disable-pip-version-check", "--require-hashes"]
        command += arguments
        return run_quietly(command, {**os.environ, "PIP_USER": "0"}, capture=capture)


def run_quietly(command: Sequence[str], environment: Mapping[str, str], *, capture: bool) -> Done:
    """Run a program that asks nobody anything, and prints nothing on standard output."""
    return subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if capture else sys.stderr,
        stderr=subprocess.DEVNULL if capture else None,
        env=environment,
        text=True,
        check=False,
    )


def create_environment(folder: Path) -> None:
    """Make an empty virtual environment, or say which Debian package is missing for it."""
    if importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise BootstrapError(
            "The virtual environment cannot be made because this Python has no ensurepip: on "
            f"Debian or Ubuntu install the package python3-venv (or python{version}-venv) with "
            "`apt install python3-venv`, then run the same command again."
        )
    # A subprocess, because a failure inside ensurepip would print to standard output.
    command = [sys.executable, "-m", "venv", "--clear", str(folder)]
    made = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
    if made.returncode != 0:
        raise BootstrapError(f"The virtual environment could not be made in {folder} (see above).")


@contextlib.contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold a lock on a file, so that two first starts do not interfere."""
    with path.open("a+b") as handle:
        if sys.platform == "win32":
            import msvcrt

            acquired = False
            while not acquired:  # LK_LOCK gives up after ten seconds
                with contextlib.suppress(OSError):
                    handle.seek(0)
                    msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
                    acquired = True
            try:
                yield
            finally:
                handle.seek(0)
                msvcrt.locking(handle.fileno(), msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
            yield


def say(text: str) -> None:
    """Print a message for the person at the terminal, not on standard output."""
    print(text, file=sys.stderr, flush=True)


def lock_for(arguments: Sequence[str]) -> str:
    """Return the lock that a command line needs: "dev" for developers' commands, else "base"."""
    command = arguments[1] if len(arguments) > 1 else ""
    return "dev" if command in DEVELOPER_COMMANDS else "base"


def run_again(python: Path, arguments: Sequence[str]) -> int:
    """Run the same command line with another interpreter and return its exit status.

    Where the system can replace a process, it does, so that signals need no forwarding. Windows
    cannot: there the parent waits, and leaves Ctrl-C to the child, which receives it as well.
    """
    command = [str(python), *arguments]
    # Names have letters of every alphabet: use UTF-8, on Windows and in a bare locale too.
    environment = {**os.environ, "PYTHONUTF8": "1"}
    if os.name != "nt":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execve(python, command, environment)
    return run_child(command, environment)


def run_child(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run a child process to its end, leaving Ctrl-C to it, and return its exit status."""

    def leave_to_child(number: int, frame: FrameType | None) -> None:
        """Do nothing: the child receives the signal too and ends by itself."""

    before = signal.signal(signal.SIGINT, leave_to_child)
    try:
        return subprocess.run(command, env=environment, check=False).returncode
    finally:
        signal.signal(signal.SIGINT, before)


def main(arguments: Sequence[str]) -> int:
    """Run a manage.py command inside the environment, after creating or updating it."""
    environment = Environment()
    lock = lock_for(arguments)
    try:
        if not environment.is_current(lock):
            environment.make_current(lock)
    except BootstrapError as error:
        say(str(error))
        return 1
    except PermissionError as error:
        say(f"Chouette cannot write into its own folder: {error}.")
        return 1
    except KeyboardInterrupt:
        say("Stopped. The next start goes on from here.")
        return 130
    if not environment.is_running():
        return run_again(environment.python, arguments)
    return run_command(arguments)


def installed_main() -> int:
    """Run a command of the installed program: `chouette up`. Its installer made the environment."""
    return run_command(sys.argv)


def run_command(arguments: Sequence[str]) -> int:
    """Run the command line in Django, which can only be imported inside the environment."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chouette.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(list(arguments))
    except ImproperlyConfigured as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return 130
    return 0
