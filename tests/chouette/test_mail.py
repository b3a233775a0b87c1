"""Which mail server is used: the one that a variable names, else the terminal."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from chouette.environment import mail


def test_without_a_server_mails_are_printed() -> None:
    assert mail({})["BACKEND"] == "django.core.mail.backends.console.EmailBackend"


@pytest.mark.parametrize(
    ("url", "host", "port", "tls", "ssl"),
    [
        ("smtp://mail.example.org", "mail.example.org", 587, True, False),
        ("smtps://mail.example.org", "mail.example.org", 465, False, True),
        ("smtp+plain://localhost", "localhost", 25, False, False),
        ("smtp://mail.example.org:2525", "mail.example.org", 2525, True, False),
    ],
)
def test_a_server_is_an_address(url: str, host: str, port: int, tls: bool, ssl: bool) -> None:
    found = mail({"CHOUETTE_SMTP_URL": url})
    assert (found["HOST"], found["PORT"], found["TLS"], found["SSL"]) == (host, port, tls, ssl)


def test_user_and_password_may_have_any_characters() -> None:
    found = mail(
        {
            "CHOUETTE_SMTP_URL": "smtp://ann%40example.org:p%2Fw@mail.example.org",
            "CHOUETTE_MAIL_FROM": "club@example.org",
        }
    )
    assert (found["USER"], found["PASSWORD"]) == ("ann@example.org", "p/w")
    assert found["FROM"] == "club@example.org"


@pytest.mark.parametrize("url", ["mail.example.org", "http://mail.example.org", "smtp://h:port"])
def test_what_is_no_mail_server_is_said(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="CHOUETTE_SMTP_URL"):
        mail({"CHOUETTE_SMTP_URL": url})
