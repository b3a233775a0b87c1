"""What `up` says: where it is, how to get in, and why it cannot start."""

import socket
from io import StringIO
from unittest import mock

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.utils import translation

from chouette import serving
from chouette.door import Door
from chouette.management.commands import up
from games.models import FoundingLink, User

HOME = "http://127.0.0.1:8000/"
LAN = "http://192.0.2.7:8000/"


@pytest.fixture
def command() -> up.Command:
    return up.Command(stdout=StringIO())


def test_an_empty_installation_is_begun_by_a_link(command: up.Command, db: None) -> None:
    said = "\n".join(command.welcome(HOME))
    assert HOME in said
    assert f"Begin here: {HOME}welcome/" in said
    assert FoundingLink.objects.count() == 1


def test_the_demo_alone_leaves_an_installation_empty(command: up.Command, db: None) -> None:
    User.objects.create_user("demo@example.org", name="Organizer", is_demo=True)
    assert "Begin here" in "\n".join(command.welcome(LAN))


def test_a_founder_without_a_password_comes_in_by_a_link(command: up.Command, db: None) -> None:
    ann = User.objects.create_superuser("ann@example.org", name="Ann")
    said = "\n".join(command.welcome(HOME))
    assert "Sign in as Ann, once: " in said
    assert "Begin here" not in said
    ann.set_password("seven-owls-fly")
    ann.save()
    assert "/sign-in/" not in "\n".join(command.welcome(HOME))
    assert ann.sign_in_links.count() == 1


def test_members_without_a_password_are_let_in_by_nobody_elses_terminal(
    command: up.Command, db: None
) -> None:
    User.objects.create_user("bob@example.org", name="Bob")
    assert "/sign-in/" not in "\n".join(command.welcome(HOME))


def test_in_the_network_a_code_to_point_a_phone_at_is_drawn(
    command: up.Command, capsys: pytest.CaptureFixture[str]
) -> None:
    door = mock.create_autospec(Door, instance=True, origin=LAN.rstrip("/"))
    command.announce(["Chouette is running"], door)
    assert capsys.readouterr().out.count("\n") > 10
    door.origin = ""
    command.announce(["Chouette is running"], door)
    assert capsys.readouterr().out == ""


def test_left_open_on_a_page_the_links_are_for_this_computer_and_phones_have_their_own(
    command: up.Command, db: None
) -> None:
    said = "\n".join(command.welcome(HOME, LAN.rstrip("/")))
    assert f"Begin here: {HOME}welcome/" in said
    assert f"Phones in this network find it at {LAN.rstrip('/')}" in said
    assert "Phones in" not in "\n".join(command.welcome(LAN, LAN.rstrip("/")))
    assert "Phones in" not in "\n".join(command.welcome(HOME))


def test_a_taken_port_is_refused_before_anything_is_prepared() -> None:
    with socket.socket() as other:
        other.bind((serving.LOOPBACK, 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} is in use"):
            call_command("up", port=port)


def test_a_port_that_does_not_exist_is_refused() -> None:
    with pytest.raises(CommandError, match="Port 99999 cannot be used"):
        call_command("up", port=99999)


def test_without_a_network_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "lan_address", lambda: None)
    with pytest.raises(CommandError, match="in no local network"):
        call_command("up", lan=True)


@pytest.mark.parametrize(
    ("name", "language"),
    [("de_AT.UTF-8", "de"), ("en_GB.UTF-8", "en"), ("C", "en"), ("tlh", "en")],
)
def test_it_speaks_the_language_of_the_terminal(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", name)
    assert up.terminal_language() == language


def test_demo_accounts_are_on_at_home_and_off_in_the_network(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "lan_address", lambda: serving.LOOPBACK)
    hosts: list[list[str]] = []
    demo: list[bool] = []

    def prepare(self: up.Command) -> None:
        hosts.append(list(settings.ALLOWED_HOSTS))
        demo.append(settings.DEMO_ACCOUNTS)
        raise CommandError("far enough")

    monkeypatch.setattr(up.Command, "prepare", prepare)
    for lan in (False, True):
        with pytest.raises(CommandError, match="far enough"):
            call_command("up", lan=lan, port=0)
    assert demo == [True, False]
    assert socket.gethostname() in hosts[1]
    assert translation.get_language() == "en"
