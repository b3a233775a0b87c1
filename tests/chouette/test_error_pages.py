"""When something cannot be done, people get a calm page and never a traceback."""

import errno
import sqlite3
from collections.abc import Callable
from typing import Any, NoReturn

import psycopg
import pytest
from django.conf import LazySettings
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError, connection
from django.http import HttpRequest
from django.test import Client
from django.urls import include, path
from psycopg_pool import PoolTimeout

from chouette import urls
from games.accounts.sign_ins import SEEN
from games.models import SignIn, User

SENTENCES = {
    "nonsense": (400, "This request could not be read"),
    "forbidden": (403, "You may not do that here"),
    "unknown": (404, "There is nothing here"),
    "broken": (500, "Something went wrong here"),
    "full": (507, "no room left on its disk, so nothing was written"),
    "full-database": (507, "no room left on its disk, so nothing was written"),
    "full-server": (507, "no room left on its disk, so nothing was written"),
    "cut": (503, "cannot get at its records just now"),
    "crashed": (503, "cannot get at its records just now"),
    "starting": (503, "cannot get at its records just now"),
    "no-connection": (503, "cannot get at its records just now"),
    "too-slow": (500, "Something went wrong here"),
}


def nonsense(request: HttpRequest) -> NoReturn:
    raise SuspiciousOperation("secret detail")


def forbidden(request: HttpRequest) -> NoReturn:
    raise PermissionDenied("secret detail")


def broken(request: HttpRequest) -> NoReturn:
    raise RuntimeError("secret detail")


def full(request: HttpRequest) -> NoReturn:
    raise OSError(errno.ENOSPC, "secret detail")


def full_database(request: HttpRequest) -> NoReturn:
    error = sqlite3.OperationalError("secret detail")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise OperationalError("secret detail") from error


def failing(cause: psycopg.Error) -> Callable[[HttpRequest], NoReturn]:
    """A page for which PostgreSQL, or the driver where that says nothing, has an error."""

    def page(request: HttpRequest) -> NoReturn:
        str(request.user)  # as nearly every page does: who asks is known to the database only
        raise OperationalError("secret detail") from cause

    return page


# The pages under test are chosen by the project's own addresses.
handler400, handler403, handler404 = urls.handler400, urls.handler403, urls.handler404
handler500 = urls.handler500
urlpatterns = [
    path("nonsense/", nonsense),
    path("forbidden/", forbidden),
    path("broken/", broken),
    path("full/", full),
    path("full-database/", full_database),
    path("full-server/", failing(psycopg.errors.DiskFull("secret detail"))),
    path("cut/", failing(psycopg.OperationalError("secret detail"))),
    path("crashed/", failing(psycopg.errors.CrashShutdown("secret detail"))),
    path("starting/", failing(psycopg.errors.CannotConnectNow("secret detail"))),
    path("no-connection/", failing(PoolTimeout("secret detail"))),
    path("too-slow/", failing(psycopg.errors.QueryCanceled("secret detail"))),
    path("", include("chouette.urls")),
]


@pytest.fixture
def client(settings: LazySettings) -> Client:
    settings.ROOT_URLCONF = __name__
    # No access to the database: these pages must come even when that is what failed.
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("address", SENTENCES)
def test_the_page_says_what_happened_and_no_details(client: Client, address: str) -> None:
    status, sentence = SENTENCES[address]
    answer = client.get(f"/{address}/")
    page = answer.content.decode()
    assert answer.status_code == status
    assert sentence in page
    assert "secret detail" not in page
    assert "Traceback" not in page


def test_the_policy_holds_on_error_pages(client: Client) -> None:
    assert "default-src 'self'" in client.get("/broken/")["Content-Security-Policy"]


def test_a_form_left_open_for_too_long_writes_nothing() -> None:
    answer = Client(enforce_csrf_checks=True).post("/admin/login/", {"username": "ann"})
    assert answer.status_code == 403
    assert "This page is too old" in answer.content.decode()


def test_a_strange_host_is_refused(client: Client) -> None:
    answer = client.get("/", headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "This request could not be read" in answer.content.decode()


@pytest.mark.parametrize("swaps", [True, False], ids=["a part", "a page"])
@pytest.mark.django_db
def test_while_the_database_is_away_nothing_is_asked_of_it(client: Client, swaps: bool) -> None:
    client.force_login(User.objects.create_user("ann@example.org", name="Ann"))
    asked = []

    def away(execute: Any, sql: str, *rest: Any) -> NoReturn:
        asked.append(sql)
        raise OperationalError("secret detail") from psycopg.OperationalError()

    with connection.execute_wrapper(away):
        answer = client.get("/cut/", headers={"hx-request": "true"} if swaps else {})
    assert answer.status_code == 503
    assert "cannot get at its records just now" in answer.content.decode()
    assert answer.get("HX-Retarget", "") == ("#notice" if swaps else "")
    assert len(asked) == 1, "who asks, by the page itself"


def seen_long_ago() -> Client:
    """A signed-in user whose next page updates when they were last seen."""
    client = Client()
    client.force_login(User.objects.create_user("ann@example.org", name="Ann"))
    session = client.session
    session[SEEN] = "2026-11-20T19:00:00+00:00"
    session.save()
    return client


@pytest.mark.django_db
def test_with_a_full_disk_pages_are_read_though_nobody_can_be_noted_as_seen() -> None:
    client = seen_long_ago()
    before = SignIn.objects.get().seen_at

    def full(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("UPDATE"):
            raise OperationalError("no space left")
        return execute(sql, *rest)

    with connection.execute_wrapper(full):
        assert client.get("/").status_code == 200
    assert SignIn.objects.get().seen_at == before
    answer = client.get("/")
    assert answer.status_code == 200
    assert "sessionid" in answer.cookies
    assert SignIn.objects.get().seen_at != before


@pytest.mark.django_db
def test_a_sign_in_that_was_ended_meanwhile_is_still_said() -> None:
    client = seen_long_ago()

    def ended(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("UPDATE"):
            SignIn.objects.all().delete()
        return execute(sql, *rest)

    with connection.execute_wrapper(ended):
        assert client.get("/").status_code == 400
