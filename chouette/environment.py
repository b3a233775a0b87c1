"""Reads the configuration: environment variables and the data folder."""

import contextlib
import hmac
import ipaddress
import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from platformdirs import user_data_path

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

POOL = {
    "min_size": 1,
    "max_size": 12,  # for each thread of chouette.asgi, and for the live stream
    # Seconds to wait for a connection: phones give up after ten, and the thread is blocked
    # meanwhile.
    "timeout": 4,
    # Seconds after which the pool stops retrying by itself, with growing pauses: then each request
    # for a connection makes it try, and succeeds once the server is back.
    "reconnect_timeout": 4,
}
LOST_AFTER = 600
"""Seconds after which Redis gives an unfinished task to another worker."""
SHORTEST_KEY = 32
FEWEST_CHARACTERS = 8
ORDER_OF_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Private keys of this curve are the numbers from 1 below it (SEC 2, 2.4.2)."""
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def flag(environment: Mapping[str, str], name: str, default: bool = False) -> bool:
    """Return a boolean variable; "1", "true", "yes" and "on" mean yes."""
    value = environment.get(name, "").strip().lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}; it can be on or off.")


def words(environment: Mapping[str, str], name: str, default: tuple[str, ...] = ()) -> list[str]:
    """Return a comma-separated variable as a list."""
    listed = [word.strip() for word in environment.get(name, "").split(",")]
    return [word for word in listed if word] or list(default)


def shipped(root: Path) -> Path:
    """Return the folder of templates, styles and translations.

    In a checkout they lie beside the packages, in an installed wheel inside this one: see
    `pyproject.toml`.
    """
    return root if (root / "templates").is_dir() else root / "chouette" / "shipped"


def data_folder(environment: Mapping[str, str], root: Path) -> Path:
    """Return the folder for everything this installation writes, and create it if necessary.

    It lies in the platform's place for a user's data, so that nobody loses a club with an old
    folder of the program. One that lies beside the program from earlier on stays there.
    """
    beside = root / "data"
    usual = beside if beside.is_dir() else user_data_path("chouette", appauthor=False)
    folder = Path(environment.get("CHOUETTE_DATA") or usual).expanduser().absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"The data folder {folder} cannot be made: {error}.") from error
    return folder


@contextlib.contextmanager
def written_into(folder: Path) -> Iterator[None]:
    """Turn errors of writing the data folder into a readable message."""
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data folder {folder} cannot be written: {error.strerror}. Make room or give the "
            "right to write there, or choose another folder with CHOUETTE_DATA."
        ) from error


def secret_key(environment: Mapping[str, str], folder: Path) -> str:
    """Return CHOUETTE_SECRET_KEY, or a key generated once into the data folder."""
    given = environment.get("CHOUETTE_SECRET_KEY")
    if given:
        if len(given) < SHORTEST_KEY or len(set(given)) < FEWEST_CHARACTERS:
            raise ImproperlyConfigured(
                f"CHOUETTE_SECRET_KEY has {len(given)} characters and could be guessed: it signs "
                f"cookies and links. Set one of at least {SHORTEST_KEY} random characters, for "
                "example from: openssl rand -base64 48"
            )
        return given
    return kept_secret(folder / "secret_key", lambda: secrets.token_urlsafe(50))


def vapid_key(secret: str) -> str:
    """Return the private key of web push, which follows from the secret key: 32 bytes in hex.

    Browsers tie a subscription to it (RFC 8292): with another key nobody is told anything until
    they subscribe again. So all containers have the same one, no image has any, and it moves with
    the secret key.
    """
    number = int.from_bytes(hmac.digest(secret.encode(), b"web push", "sha512"))
    return f"{1 + number % (ORDER_OF_P256 - 1):064x}"


def kept_secret(path: Path, make: Callable[[], str]) -> str:
    """Return a secret that is made once, into a file that only its owner may read."""
    folder = path.parent
    with contextlib.suppress(FileExistsError), written_into(folder):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(make())
        except OSError:
            path.unlink()  # an incomplete key is useless
            raise
    # If two processes start first at once, one writes the key, and the other may see an empty file.
    for _attempt in range(40):
        key = path.read_text(encoding="ascii").strip()
        if key:
            return key
        time.sleep(0.05)
    raise ImproperlyConfigured(f"{path} is empty: delete it, and a new key will be made.")


def database(environment: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """Return Django's database settings: PostgreSQL by DATABASE_URL, else SQLite."""
    url = environment.get("DATABASE_URL")
    return postgresql(url) if url else sqlite(folder / "chouette.sqlite3")


def sqlite(path: Path) -> dict[str, Any]:
    """Return the settings of one SQLite file, safe for several writers and against power failures.

    Only its owner may read it; SQLite gives the files beside it the same mode.
    """
    # If the folder cannot be written, the first real write says so.
    with contextlib.suppress(OSError):
        path.touch(mode=0o600)
        for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            if file.exists() and file.stat().st_mode & 0o077:
                file.chmod(0o600)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            # A deferred transaction fails at once when it starts to write while another does; an
            # immediate one waits.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def postgresql(url: str) -> dict[str, Any]:
    """Return the settings for postgres://user:password@host:port/name?option=value."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured("DATABASE_URL must begin with postgres://.")
    name = unquote(parts.path.lstrip("/"))
    if not name:
        raise ImproperlyConfigured("DATABASE_URL names no database.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        # After a restart of the server, the pool's connections are stale.
        "CONN_HEALTH_CHECKS": True,
        # The pool keeps connections open itself, so CONN_MAX_AGE must stay 0.
        "OPTIONS": {"pool": POOL, **dict(parse_qsl(parts.query))},
    }


def broker(environment: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """Return Celery's broker: Redis by REDIS_URL, else files in the data folder."""
    url = environment.get("REDIS_URL")
    if url:
        return {"url": url, "options": {"visibility_timeout": LOST_AFTER}}
    queue = folder / "queue"
    for part in (queue / "messages", queue / "control"):
        with written_into(folder):
            part.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        "url": "filesystem://localhost",
        "options": {
            "data_folder_in": str(queue / "messages"),
            "data_folder_out": str(queue / "messages"),
            "control_folder": str(queue / "control"),
        },
    }


def cache(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return Django's cache: Redis by REDIS_URL, else the memory of the one process."""
    url = environment.get("REDIS_URL")
    if url:
        return {"BACKEND": "chouette.caching.PatientCache", "LOCATION": url}
    return {"BACKEND": "chouette.caching.KeptCache"}


def bucket(environment: Mapping[str, str]) -> dict[str, str] | None:
    """Return the S3 bucket for copies of backups: CHOUETTE_BACKUP_S3=bucket/prefix."""
    name, _, prefix = environment.get("CHOUETTE_BACKUP_S3", "").strip().strip("/").partition("/")
    if not name:
        return None
    endpoint = environment.get("CHOUETTE_BACKUP_S3_ENDPOINT", "").strip()
    if endpoint and urlsplit(endpoint).scheme not in {"http", "https"}:
        raise ImproperlyConfigured("CHOUETTE_BACKUP_S3_ENDPOINT begins with https://.")
    if name.endswith(":"):
        raise ImproperlyConfigured("CHOUETTE_BACKUP_S3 is written like bucket/prefix.")
    if find_spec("boto3") is None:
        raise ImproperlyConfigured(
            "CHOUETTE_BACKUP_S3 is set, and the package boto3 is not installed: "
            "install it with `pip install boto3`, or take the variable away."
        )
    return {"bucket": name, "prefix": prefix, "endpoint": endpoint}


def networks(environment: Mapping[str, str], name: str) -> list[Network]:
    """Return a comma-separated variable of addresses and networks: 10.0.0.5, 172.16.0.0/12."""
    try:
        return [ipaddress.ip_network(word) for word in words(environment, name)]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name}: {error}.") from error


def mail(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return Django's mail settings: a server by CHOUETTE_SMTP_URL, else the terminal.

    smtp:// uses STARTTLS, with or without a password; smtps:// uses TLS from the start;
    smtp+plain:// is for a server on the same computer.
    """
    sender = environment.get("CHOUETTE_MAIL_FROM") or "Chouette <chouette@localhost>"
    url = environment.get("CHOUETTE_SMTP_URL")
    if not url:
        return {"BACKEND": "django.core.mail.backends.console.EmailBackend", "FROM": sender}
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"CHOUETTE_SMTP_URL: {error}.") from error
    ports = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
    if parts.scheme not in ports or not parts.hostname:
        raise ImproperlyConfigured(
            "CHOUETTE_SMTP_URL is written like smtp://user:password@mail.example.org:587."
        )
    return {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "FROM": sender,
        "HOST": parts.hostname,
        "PORT": port or ports[parts.scheme],
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "TLS": parts.scheme == "smtp",
        "SSL": parts.scheme == "smtps",
    }


def metrics(environment: Mapping[str, str]) -> tuple[str, int] | None:
    """Return the address for Prometheus, or None without CHOUETTE_METRICS."""
    given = environment.get("CHOUETTE_METRICS", "").strip()
    if not given:
        return None
    host, _, port = given.rpartition(":")
    if not port.isdigit() or not 0 < int(port) < 65536:
        raise ImproperlyConfigured(
            f"CHOUETTE_METRICS is {given!r}; it can be a port, 9100, or 10.0.0.5:9100."
        )
    return host.strip("[]") or "127.0.0.1", int(port)
