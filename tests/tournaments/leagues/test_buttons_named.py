"""Where a page says which button to tap, it is called as it is called there."""

import html
import re

import pytest

from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.events import event_finish, event_reopen
from tournaments.results.services.results import match_correct

pytestmark = pytest.mark.django_db


def corrected() -> tuple[Running, str]:
    """A league whose first season was put right after the next was announced, and the desk of the
    next.
    """
    of = Running("Ann Bob Cid Gus", "Dee Eve Fay Hal")
    of.play()
    of.close()
    of.draft()
    after = of.follow()
    of.again()
    event_reopen(event=of.season.event, by=of.director)
    for other in ("Eve", "Fay", "Hal"):
        match = of.match("Dee", other)
        points = (3, 11) if str(match.first) == "Dee" else (11, 3)
        said = {"version": match.version, "key": key()}
        match_correct(match=match, by=of.director, points=points, **said)
    of.again()
    event_finish(event=of.season.event, by=of.director)
    return of, f"/events/{after.event.public_id}/direct/"


@pytest.mark.parametrize(
    ("language", "advice"),
    [
        ("en", "To move somebody, tap “{}” at the desk, or once they have played “{}”,"),
        ("de", "Zum Umsetzen am Pult auf „{}“ tippen (wer schon gespielt hat: „{}“)"),
    ],
)
def test_who_is_moved_after_a_correction_is_removed_by_a_button_of_that_name(
    language: str, advice: str
) -> None:
    of, desk = corrected()

    def read(path: str) -> str:
        answer = client_of(of.director).get(path, headers={"accept-language": language})
        return " ".join(html.unescape(answer.content.decode()).split())

    page = read(f"/leagues/{of.league.public_id}/direct/")
    assert "Dee: " in page
    remove, withdraw = {
        "en": ("Remove: a wrong entry", "Withdraw"),
        "de": ("Löschen: falsch angemeldet", "Zurückziehen"),
    }[language]
    assert advice.format(remove, withdraw) in page
    assert f'href="{desk}?view=entries">' in page
    there = read(f"{desk}?view=entries")
    for button in (remove, withdraw):
        assert re.search(rf"> ?{button}", there)
