"""What those who look after an installation are told."""

import time
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import LazySettings
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from chouette import environment, health, metrics, reports
from chouette.bodies import Bodies
from chouette.outage import Outage
from chouette.tasks import heartbeat
from tests.servers import free_port


@pytest.fixture
def outside() -> Client:
    """Somebody who asks by an address that is nobody's name, without TLS."""
    return Client(SERVER_NAME="10.9.8.7")


@pytest.fixture(autouse=True)
def own_folder(settings: LazySettings, tmp_path: Any) -> None:
    settings.DATA = tmp_path
    settings.LIVE_REDIS_URL = ""
    settings.SECURE_SSL_REDIRECT = True
    (tmp_path / "queue").mkdir()


def test_a_process_that_answers_is_alive_without_a_database(outside: Client) -> None:
    answer = outside.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_all_is_ready_once_the_worker_has_spoken(outside: Client) -> None:
    parts = "database,migrations,broker,worker"
    before = outside.get(f"/readyz?of={parts}")
    assert before.status_code == 503
    assert [name for name, part in before.json()["parts"].items() if not part["ok"]] == ["worker"]
    heartbeat()
    after = outside.get(f"/readyz?of={parts}")
    assert after.status_code == 200
    assert after.json()["parts"]["worker"]["age_seconds"] < 60


def test_a_worker_that_is_silent_is_gone(outside: Client) -> None:
    heartbeat()
    with patch.object(health.time, "time", lambda: time.monotonic() + 10**10):
        assert outside.get("/readyz?of=worker").status_code == 503


@pytest.mark.django_db
def test_a_database_that_is_older_or_newer_is_not_ready(outside: Client) -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("games", "9999_from_tomorrow")
    newer = outside.get("/readyz?of=migrations")
    assert "newer program" in newer.json()["parts"]["migrations"]["says"]
    recorder.record_unapplied("games", "0001_initial")
    older = outside.get("/readyz?of=migrations")
    assert "manage.py prepare" in older.json()["parts"]["migrations"]["says"]
    assert (newer.status_code, older.status_code) == (503, 503)


def test_a_part_that_fails_is_told_without_its_secrets(outside: Client) -> None:
    def away() -> health.Part:
        raise OperationalError("password=secret")

    with patch.dict(health.PARTS, {"database": away}):
        answer = outside.get("/readyz?of=database")
    assert answer.status_code == 503
    assert b"secret" not in answer.content


@pytest.mark.parametrize(("age", "status"), [(None, 503), (5.0, 200), (500.0, 503)])
def test_ages_are_told_by_whom_the_settings_name(
    outside: Client, settings: LazySettings, age: float | None, status: int
) -> None:
    settings.HEALTH_AGES = {"copies": ("chouette.health.heartbeat_age", 60.0)}
    with patch.object(health, "heartbeat_age", lambda: age):
        assert outside.get("/readyz?of=copies").status_code == status


@pytest.mark.django_db
def test_what_the_settings_name_is_there(outside: Client, settings: LazySettings) -> None:
    assert "figures" in settings.HEALTH_AGES
    for name in settings.HEALTH_AGES:
        assert outside.get(f"/readyz?of={name}").json()["parts"][name].get("says") != (
            "It does not answer."
        )


def test_a_misspelt_part_is_refused(outside: Client) -> None:
    assert outside.get("/readyz?of=databse").status_code == 400


# Metrics


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ("", None),
        ("9100", ("127.0.0.1", 9100)),
        (":9100", ("127.0.0.1", 9100)),
        ("10.0.0.5:9100", ("10.0.0.5", 9100)),
        ("[::1]:9100", ("::1", 9100)),
    ],
)
def test_metrics_are_off_and_for_this_computer_unless_said(given: str, place: object) -> None:
    assert environment.metrics({"CHOUETTE_METRICS": given}) == place


@pytest.mark.parametrize("given", ["on", "host:", "0", "70000"])
def test_a_place_for_metrics_that_is_none_is_refused(given: str) -> None:
    with pytest.raises(environment.ImproperlyConfigured, match="CHOUETTE_METRICS is"):
        environment.metrics({"CHOUETTE_METRICS": given})


def test_requests_are_counted_by_kind_and_never_by_address() -> None:
    import asyncio
    import urllib.request

    async def page(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 418, "headers": []})

    async def send(message: Any) -> None:
        pass

    app = metrics.measured(page, lambda path: path.startswith("/tap"))
    for path in ("/tap/secret-name", "/api/v1/x", "/club-secret-name"):
        asyncio.run(app({"type": "http", "path": path}, None, send))
    bodies = Bodies(lambda scope: "")
    port = metrics.serve("127.0.0.1", free_port(), bodies, Outage("x", lambda: None))
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        text = answer.read().decode()
    for kind in ("tap", "api", "page"):
        assert f'chouette_requests_total{{kind="{kind}",status="418"}} 1.0' in text
    assert "chouette_bodies_unfinished 0.0" in text
    assert "secret-name" not in text


# Reports of errors


def test_nothing_is_reported_unless_an_address_is_set() -> None:
    assert reports.start({}) is False


def test_a_report_names_nobody() -> None:
    import sentry_sdk

    sent: list[Any] = []
    with patch.object(sentry_sdk, "init", lambda dsn, **options: sent.append(options)):
        assert reports.start({"CHOUETTE_ERRORS_DSN": "https://key@errors.example/1"})
    (options,) = sent
    assert options["before_send"] is reports.scrubbed
    client = sentry_sdk.Client(
        "https://key@errors.example/1", default_integrations=False, **options
    )
    try:
        raise LookupError("no player Ann" + "a")
    except LookupError as error:
        event, hint = sentry_sdk.utils.event_from_exception(error, client.options)
    event |= {
        "request": {"url": "https://x/players/Anna", "data": "Anna", "cookies": "name=Anna"},
        "user": {"email": "anna@example.org"},
        "extra": {"name": "Anna"},
        "breadcrumbs": {"values": [{"message": "Anna"}]},
        "server_name": "anna",
        "logentry": {"message": "%s", "params": ["Anna"]},
    }
    said = repr(reports.scrubbed(event, hint))
    assert "LookupError" in said
    assert "test_health.py" in said
    assert "anna" not in said.lower()
