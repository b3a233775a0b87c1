"""What `up` says: where it is, how to get in, and why it cannot start."""

import socket
from io import StringIO

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.utils import timezone, translation

from chouette import serving
from chouette.management.commands import up
from games.models import User

HOME = "http://127.0.0.1:8000/"
LAN = "http://192.0.2.7:8000/"


@pytest.fixture
def command() -> up.Command:
    return up.Command(stdout=StringIO())


@pytest.fixture
def organizer(db: None) -> User:
    return User.objects.create_user("demo@example.org", name="Organizer", is_demo=True)


def test_the_organizer_of_the_demo_club_gets_a_link(
    command: up.Command, organizer: User, settings: LazySettings
) -> None:
    settings.DEMO_ACCOUNTS = True
    said = "\n".join(command.welcome(HOME, lan=False))
    assert HOME in said
    assert organizer.sign_in_links.count() == 1
    assert "/sign-in/" in said
    assert "For a club of your own" in said
    User.objects.create_user("ann@example.org", name="Ann")
    assert "For a club of your own" not in "\n".join(command.welcome(HOME, lan=False))


def test_once_used_no_other_link_is_made(command: up.Command, organizer: User) -> None:
    organizer.last_login = timezone.now()
    organizer.save()
    assert "/sign-in/" not in "\n".join(command.welcome(HOME, lan=False))
    assert organizer.sign_in_links.count() == 0


def test_in_the_network_the_demo_account_gets_no_link(command: up.Command, organizer: User) -> None:
    said = "\n".join(command.welcome(LAN, lan=True))
    assert "/sign-in/" not in said
    assert "createsuperuser" in said, "nobody else could get in"


def test_in_the_network_people_with_accounts_need_no_advice(
    command: up.Command, organizer: User
) -> None:
    User.objects.create_user("ann@example.org", name="Ann")
    assert "createsuperuser" not in "\n".join(command.welcome(LAN, lan=True))


def test_in_the_network_a_code_to_point_a_phone_at_is_drawn(
    command: up.Command, capsys: pytest.CaptureFixture[str]
) -> None:
    command.announce(["Chouette is running"], LAN, lan=True)
    assert capsys.readouterr().out.count("\n") > 10
    command.announce(["Chouette is running"], HOME, lan=False)
    assert capsys.readouterr().out == ""


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
