"""A deed in a season in which everything is open at once, and its undo: all pages and files of all
readers are as before.
"""

from __future__ import annotations

import datetime
import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests import evenings
from tests.tournaments.directing import agreed, key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_undoing import undo
from tests.tournaments.leagues.test_who_plays import replace
from tournaments.events.services.entries import entry_change, entry_resume, entry_withdraw
from tournaments.events.services.removals import entry_remove
from tournaments.leagues.services import absences, closing, fixtures, seasons
from tournaments.models import Fixture, Match
from tournaments.results.services import results

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NAMES: Final = "Ann Bob Cid Dee Eve Fay Gus"
READERS: Final = ("Ann", "Bob", "Zoe", "Mia", "Olga")
LOG: Final = re.compile(
    r"taken back|\d\d:\d\d |^\d+\. |Removed|Bring back|took this match over|walkover back"
)
"""Lines that say what was done: they stay."""


def everything_open() -> Running:
    """Ann has something else open with each of the others."""
    of = Running(NAMES, "Kim Lou Max")
    for name in NAMES.split():
        of.account(name)
    evenings.member(of.club, "Mia")
    of.account("Zoe")
    entry_change(entry=of.entry("Ann"), by=of.director, fees_paid=1)
    at = (timezone.now() + datetime.timedelta(days=3)).replace(second=0, microsecond=0)
    ann = of.account("Ann")
    for name in ("Bob", "Cid", "Dee"):
        match = of.match("Ann", name)
        fixtures.fixture_say(match=match, by=of.account(name), text=f"Word of {name}", key=key())
        said = {"times": [at], "place": "Pub", "key": key()}
        note = fixtures.fixture_propose(match=match, by=ann, **said)
        if name != "Bob":
            took = {"by": of.account(name), "proposal": note.pk, "at": at, "key": key()}
            fixtures.fixture_accept(match=match, **took)
    ago = timezone.now() - datetime.timedelta(hours=3)
    Fixture.objects.filter(match=of.match("Ann", "Dee")).update(agreed_at=ago)
    absences.fixture_absent(match=of.match("Ann", "Dee"), by=ann, text="Nobody", key=key())
    reported = of.match("Ann", "Eve")
    points = (11, 4) if str(reported.first) == "Ann" else (4, 11)
    says = {"points": points, "version": reported.version, "key": key()}
    results.match_report(match=reported, by=ann, **says)
    for one, other in (("Ann", "Fay"), ("Bob", "Cid")):
        match = of.match(one, other)
        of.win(match, [str(match.first), str(match.second)].index(one))
    return of


def lines(content: bytes) -> list[str]:
    """What is read, without what only programs read."""
    text = content.decode()
    text = text[max(0, text.find("<main")) :]
    text = re.sub(r"(?s)<(script|style)\b.*?</\1>|</?span[^>]*>", " ", text)
    found = (" ".join(html.unescape(one).split()) for one in re.split(r"<[^>]+>|\n", text))
    return sorted(one for one in found if one and not LOG.search(one))


def read(of: Running) -> dict[tuple[str, str], list[str]]:
    """All pages of all readers."""
    cache.clear()
    league, event = f"/leagues/{of.league.public_id}/", f"/events/{of.season.event.public_id}/"
    everybody = [league, f"{league}me/", event, "/", f"{league}seasons/1/fixtures.csv"]
    directors = [
        f"{league}direct/",
        f"{league}wall/",
        f"{league}seasons/1/tables.csv",
        *(f"{event}direct/?view={one}" for one in ("play", "entries", "money")),
        *(f"{event}{one}.csv" for one in ("entries", "results", "standings")),
    ]
    of_ann = {
        name: f"/fixtures/{of.match('Ann', name).public_id}/" for name in ("Bob", "Cid", "Dee")
    }
    found = {}
    for name in READERS:
        client = Client()
        client.force_login(evenings.user(name))
        # Who only looks on reads the log of a match.
        talks = [path for other, path in of_ann.items() if name in ("Ann", "Olga", other)]
        for path in [*everybody, *talks, *(directors if name == "Olga" else ())]:
            answer = client.get(path, follow=True)
            assert answer.status_code < 500, (name, path)
            found[name, path] = lines(answer.getvalue())
    return found


@dataclass(frozen=True)
class Deed:
    """Something that is done, and what takes it back."""

    do: Callable[[Running], object]
    back: Callable[[Running], object]


def withdraw(name: str) -> Deed:
    return Deed(
        lambda of: entry_withdraw(entry=of.entry(name), by=of.director),
        lambda of: entry_resume(entry=of.entry(name), by=of.director),
    )


def fresh(of: Running, name: str) -> Match:
    return Match.objects.select_related("club", "round__division__event__club").get(
        pk=of.match("Ann", name).pk
    )


def taken_back(name: str) -> Callable[[Running], object]:
    def back(of: Running) -> object:
        match = fresh(of, name)
        return agreed(results.match_undo, match=match, by=of.director, version=match.version)

    return back


def walkover(name: str) -> Deed:
    def do(of: Running) -> object:
        match = fresh(of, name)
        says = {"by": of.director, "reason": "Ill", "version": match.version}
        return agreed(results.match_forfeit, match=match, loser=0, **says)

    return Deed(do, taken_back(name))


def close(of: Running) -> None:
    of.close(reports={of.match("Ann", "Eve").public_id: True})


def reopen(of: Running) -> None:
    closing.season_reopen(season=of.season, by=of.director)
    of.again()


DEEDS: Final = {
    "withdraw Ann": withdraw("Ann"),
    "withdraw Dee": withdraw("Dee"),
    "replace Ann": Deed(lambda of: replace(of, "Ann", "Zoe"), undo),
    "late entry": Deed(
        lambda of: seasons.season_enter(season=of.season, by=of.director, player=of.player("Zoe")),
        lambda of: entry_remove(entry=of.entry("Zoe"), by=of.director, keeps_person=True),
    ),
    "walkover against a claim": walkover("Dee"),
    "walkover against a report": walkover("Eve"),
    "close": Deed(close, reopen),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_a_deed_and_its_undo_leave_all_pages_of_all_readers_as_they_were(deed: str) -> None:
    of = everything_open()
    before = read(of)
    DEEDS[deed].do(of)
    of.again()
    assert read_differs(of, before)
    DEEDS[deed].back(of)
    of.again()
    after = read(of)
    for page, said in before.items():
        assert after[page] == said, page


def read_differs(of: Running, before: dict[tuple[str, str], list[str]]) -> bool:
    """Whether the director reads at once that something was done."""
    client = Client()
    client.force_login(of.director)
    found = [one for (name, one) in before if name == "Olga" and one.endswith(".csv")]
    return any(lines(client.get(one).getvalue()) != before["Olga", one] for one in found)
