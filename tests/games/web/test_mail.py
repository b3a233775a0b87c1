"""Names in mails to strangers carry no addresses, and are no advertisement of any length."""

import pytest

from games.web.mail import LONGEST_NAME, name_in_mail


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ann", "Ann"),
        ("Dr. Ann Maria Berg-Müller", "Dr. Ann Maria Berg-Müller"),
        ("J.R. O’Brien", "J.R. O’Brien"),
        ("St.Pauli", "St. Pauli"),
        ("win at https://casino.example/x now", "win at now"),
        ("www.casino.example", ""),
        ("mailto:win@casino.example", "mailto win casino. example"),
        ("casino.example/bonus", "casino. example bonus"),
        ("casino。example", "casino. example"),
        ("win@casino.example", "win casino. example"),
        ("[win](x)", "win (x)"),
        ("a" * 60, "a" * 39 + "…"),
    ],
)
def test_a_name_in_a_mail_makes_no_link(name: str, written: str) -> None:
    assert name_in_mail(name) == written
    assert len(name_in_mail(name)) <= LONGEST_NAME
