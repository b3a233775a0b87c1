"""When something cannot be done, people get a calm page and never a traceback."""

import errno
import sqlite3
from typing import NoReturn

import pytest
from django.conf import LazySettings
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import HttpRequest
from django.test import Client
from django.urls import include, path

from chouette import urls

SENTENCES = {
    "nonsense": (400, "This request could not be read"),
    "forbidden": (403, "You may not do that here"),
    "unknown": (404, "There is nothing here"),
    "broken": (500, "Something went wrong here"),
    "full": (507, "no room left on its disk, so nothing was written"),
    "full-database": (507, "no room left on its disk, so nothing was written"),
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


# The pages under test are chosen by the project's own addresses.
handler400, handler403, handler404 = urls.handler400, urls.handler403, urls.handler404
handler500 = urls.handler500
urlpatterns = [
    path("nonsense/", nonsense),
    path("forbidden/", forbidden),
    path("broken/", broken),
    path("full/", full),
    path("full-database/", full_database),
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
