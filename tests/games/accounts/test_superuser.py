"""`manage.py createsuperuser` works as everywhere."""

import io
from unittest import mock

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import User

PASSWORD = "seven-owls-fly"


@pytest.mark.django_db
def test_it_takes_everything_from_options_and_environment(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", interactive=False, email="Root@Example.org", name="Root")
    root = User.objects.get()
    assert (root.email, root.is_superuser, root.is_staff) == ("root@example.org", True, True)
    client.post("/sign-in/", {"email": "root@example.org", "password": PASSWORD})
    assert client.get("/admin/").status_code == 200


@pytest.mark.django_db
def test_it_asks_for_address_name_and_password() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    said = io.StringIO()
    with (
        mock.patch("builtins.input", side_effect=["root@example.org", "Root"]),
        mock.patch("getpass.getpass", return_value=PASSWORD),
    ):
        call_command("createsuperuser", interactive=True, stdin=Terminal(), stdout=said)
    assert User.objects.get().check_password(PASSWORD)
    assert "created" in said.getvalue()


@pytest.mark.django_db
def test_an_address_is_taken_once_whatever_its_capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("root@example.org", name="Root")
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    with pytest.raises(CommandError, match="already"):
        call_command("createsuperuser", interactive=False, email="ROOT@example.org", name="R")
