"""Fixtures that every test may use."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import connections

from tests.servers import ROOT, Server, free_port, wait_until_ready


def pytest_configure() -> None:
    """Make tests fast and independent of what lies in the data folder."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.CELERY_TASK_ALWAYS_EAGER = True
    settings.CELERY_TASK_EAGER_PROPAGATES = True
    # Without the collected files, names with hashes cannot be found.
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    # Cookies and redirects as on a club's own network, whatever the environment says.
    settings.SECURE_SSL_REDIRECT = False
    # Playwright runs an event loop in the thread that also prepares the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Put SQLite's test database into a file: in memory, threads cannot wait for each other."""
    database = connections["default"]
    if database.vendor == "sqlite":
        database.settings_dict["TEST"]["NAME"] = str(
            tmp_path_factory.mktemp("database") / "test.sqlite3"
        )
        database.settings_dict["OPTIONS"]["init_command"] = (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
        )


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's Chromium, quietly and without asking for anything on the internet."""
    return {
        **browser_type_launch_args,
        "executable_path": os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
        ],
    }


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`manage.py up` as people start it, with an empty data folder, for browser tests."""
    data = tmp_path_factory.mktemp("data")
    port = free_port()
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL"}
    }
    environment |= {"CHOUETTE_DATA": str(data), "PYTHONUNBUFFERED": "1"}
    url = f"http://127.0.0.1:{port}"
    log = data / "up.log"
    with log.open("w", encoding="utf-8") as sink:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(port)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
        )
        try:
            wait_until_ready(process, url, log)
            yield Server(url, data, environment, [log.read_text(encoding="utf-8")])
        finally:
            process.terminate()
            process.wait(timeout=20)
