"""While a newer program changes the database, processes of the old one say so and write nothing."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from chouette import preparation
from chouette.updating import Watch, watch

on_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="with a file there is one process"
)


@pytest.fixture
def updating() -> Iterator[None]:
    watch.is_updating = True
    yield
    watch.is_updating = False


def test_every_page_says_so_calmly(client: Client, updating: None) -> None:
    for path in ("/", "/sessions/x/table/", "/admin/"):
        page = client.get(path)
        assert page.status_code == 503
        assert page["Retry-After"] == "30"
        assert "Chouette is being updated" in page.content.decode()


def test_a_tap_is_refused_beside_the_page_which_keeps_it(client: Client, updating: None) -> None:
    answer = client.post("/sessions/x/table/", HTTP_HX_REQUEST="true")
    assert answer.status_code == 503
    assert answer["HX-Retarget"] == "#notice"


@pytest.mark.django_db(transaction=True)
def test_what_a_newer_program_has_done_is_noticed() -> None:
    own = Watch()
    own.look()
    assert not own.is_updating
    recorder = MigrationRecorder(connection)
    recorder.record_applied("games", "9999_from_tomorrow")
    try:
        own.look()
        assert own.is_updating
    finally:
        recorder.record_unapplied("games", "9999_from_tomorrow")
    own.look()
    assert not own.is_updating


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_that_somebody_is_changing_it_is_noticed() -> None:
    own = Watch()
    with preparation.updating():
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        kept, own_look = connection.close, own.look
        connection.close = lambda: None  # type: ignore[method-assign]  # the lock ends with it
        try:
            own_look()
        finally:
            connection.close = kept  # type: ignore[method-assign]
        assert own.is_updating
    own.look()
    assert not own.is_updating
