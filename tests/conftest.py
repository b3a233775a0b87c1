"""Fixtures that every test may use."""

import gc
import os
import re
import shutil
import string
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from django.db import connections
from django.middleware import csrf
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as examples

from tests.asking import mark_database
from tests.composing import compose_once
from tests.databases import empty_by_deleting, migrated
from tests.lock_watch import locks_watched
from tests.servers import DATABASES, PREPARED, Server, forget_prepared, prepared, running, template
from tests.tables import THIRDS, one_third, some_cases

ALONE = {"slow", "browser"}
"""Markers of tests that run by themselves."""

MARKED_WHOLE: Final = re.compile(r"^pytestmark = pytest\.mark\.(slow|browser)$", re.MULTILINE)
"""A file of which all tests have that marker."""

PURE: Final = {
    Path(__file__).with_name(app) / room
    for app, rooms in {
        "games": ("assistant", "ledger", "rules"),
        "tournaments": ("formats", "pairing", "ratings", "standings"),
    }.items()
    for room in rooms
}
"""Tests of what knows no Django; `pyproject.toml` has the contract."""

# How fast examples are made says something about the machine, and nothing about the program.
examples.register_profile(
    "busy",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=100 if os.environ.get("ALL_TESTS") else 50,
)
examples.load_profile("busy")
SOME: Final = 25
"""So many examples are made where not all cases of a table are asked."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run be told how many cases of a table it asks."""
    parser.addoption("--cases", type=int, help="at most so many cases of each test, spread")
    text = "every third case of each test, and every third test that takes long or is asked again"
    parser.addoption("--third", type=int, choices=THIRDS, help=text)


def pytest_configure(config: pytest.Config) -> None:
    """Make tests fast and independent of what lies in the data folder."""
    if config.option.cases:  # of examples that are made, too
        examples.register_profile("some", examples.get_profile("busy"), max_examples=SOME)
        examples.load_profile("some")
    if not hasattr(config, "workerinput"):  # the others are given the variable by this one
        os.environ[PREPARED] = tempfile.mkdtemp(prefix="chouette-tests-")
        cache = getattr(config, "cache", None)  # there is none with -p no:cacheprovider
        os.environ[DATABASES] = str(cache.mkdir("databases")) if cache else os.environ[PREPARED]
    # A developer's own `up` has left an address there, which mails would name, and static files,
    # which each client would look through: a quarter of the time of all tests.
    settings.DATA = Path(tempfile.mkdtemp(prefix="data-", dir=os.environ[PREPARED]))
    settings.MEDIA_ROOT, settings.STATIC_ROOT = settings.DATA / "media", settings.DATA / "static"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.CELERY_TASK_ALWAYS_EAGER = True
    settings.BACKUPS_BY_THEMSELVES = False
    settings.CELERY_TASK_EAGER_PROPAGATES = True
    # Without the collected files, names with hashes cannot be found.
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    # Cookies and redirects as on a club's own network, whatever the environment says.
    settings.SECURE_SSL_REDIRECT = False
    # Threads of a test keep their connection to its end; a server's give it back each time.
    for database in settings.DATABASES.values():
        if pool := database["OPTIONS"].get("pool"):
            database["OPTIONS"]["pool"] = {**pool, "max_size": 40}
            database["OPTIONS"]["options"] = "-c synchronous_commit=off"  # no crash is tested
    compose_once()
    # Tokens have no capital letters, so that none spells the name of a player by chance.
    csrf.CSRF_ALLOWED_CHARS = string.ascii_lowercase + string.digits
    # Playwright runs an event loop in the thread that also prepares the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove what all processes of this run have shared."""
    if not hasattr(config, "workerinput"):
        forget_prepared()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files of which no test is wanted: to import them takes longer than most tests.

    Where only slow or browser tests are wanted, those are files without one; where neither is,
    files that have nothing else. What is pure asks no database.
    """
    marker = config.option.markexpr
    if "database" in marker and collection_path in PURE:
        return True
    if collection_path.suffix != ".py" or not marker:
        return None
    text = collection_path.read_text(encoding="utf-8")
    if marker in ALONE:
        return f"mark.{marker}" not in text or None
    whole = MARKED_WHOLE.search(text)
    return (whole is not None and f"not {whole[1]}" in marker) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let tests with a file to themselves begin: they are long, those of a table short."""
    if "database" in config.option.markexpr:
        mark_database(items)
    if not os.environ.get("ALL_TESTS"):
        _leave(config, items, [item for item in items if not item.get_closest_marker("long")])
    if config.option.cases:
        _leave(config, items, some_cases(items, config.option.cases))
    if config.option.third:
        is_second = "database" in config.option.markexpr
        _leave(config, items, one_third(items, config.option.third, is_second=is_second))
    marker = config.option.markexpr
    if marker in ALONE:
        of_file = Counter(item.path for item in items if item.get_closest_marker(marker))
        items.sort(key=lambda item: of_file[item.path])


def _leave(config: pytest.Config, items: list[pytest.Item], wanted: list[pytest.Item]) -> None:
    """Ask only those, and let the report count the others."""
    kept = set(wanted)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = wanted


def pytest_collection_finish() -> None:
    """Leave what was collected out of every later collection of garbage: it stays to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _locks_in_order() -> Iterator[None]:
    """Fail where rows are locked in an order in which two writers could wait for each other."""
    with locks_watched():
        yield


@pytest.fixture(autouse=True)
def _language_of_its_own() -> Iterator[None]:
    """Let no test see the language that a request of the one before has switched on."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    django_db_blocker: Any,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Put SQLite's test database into a file: in memory, threads cannot wait for each other."""
    database = connections["default"]
    if database.vendor == "postgresql":
        empty_by_deleting()
        database.settings_dict["TEST"]["TEMPLATE"] = template(os.environ["DATABASE_URL"])
    if database.vendor == "sqlite":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        with django_db_blocker.unblock():
            shutil.copyfile(migrated(Path(os.environ[DATABASES])), file)
        database.settings_dict["TEST"]["NAME"] = str(file)
        database.settings_dict["OPTIONS"]["init_command"] = (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
        )


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Take SQLite's database as it was copied; its folder goes with those of other runs."""
    return django_db_keepdb or connections["default"].vendor == "sqlite"


WHOLE: Final = "/usr/bin/chromium"
LIGHT: Final = "/usr/bin/chromium-headless-shell"
"""The same browser without its own pages and windows, which take a third of the time."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's Chromium, quietly and without asking for anything on the internet."""
    return {
        **browser_type_launch_args,
        "executable_path": os.environ.get("CHROMIUM", LIGHT if Path(LIGHT).exists() else WHOLE),
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
    """`manage.py up` as people start it, before anybody has an account, for browser tests."""
    with running(prepared(tmp_path_factory.mktemp("data"))) as started:
        yield started
