"""Fixtures that every test may use."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import connections

from tests.servers import Server, running


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
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started
