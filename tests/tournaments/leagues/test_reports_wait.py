"""While a report waits, both sides read when it confirms itself: on the card and at the match."""

import datetime
import html
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.services.confirming import reports_confirm
from tournaments.leagues.times import said_at
from tournaments.models import Match, MatchStep
from tournaments.pages.actors import token_sealed
from tournaments.record.services.passes import pass_create
from tournaments.results.services.results import match_report

pytestmark = pytest.mark.django_db

SAID = {
    "en": {
        "asked": "Until {} you can contradict it; then it confirms itself.",
        "other": "Until {} the other can contradict it; then it confirms itself.",
        "asked, never": "It does not confirm itself: it waits for your word.",
        "other, never": "It does not confirm itself: it waits for the other’s word.",
        "over": "The time to answer is over: it confirms itself.",
    },
    "de": {
        "asked": "Bis {} kannst du widersprechen; dann bestätigt es sich von selbst.",
        "other": "Bis {} kann die andere Seite widersprechen; dann bestätigt es sich von selbst.",
        "asked, never": "Es bestätigt sich nicht von selbst: Es wartet auf deine Antwort.",
        "other, never": "Es wartet auf die Antwort der anderen Seite.",
        "over": "Die Zeit zum Antworten ist um: Es bestätigt sich von selbst.",
    },
}
READS = {
    "who reported": "other",
    "who is asked": "asked",
    "a phone that is asked": "asked",
    "the director": "other",
    "a member": "",
    "a guest": "",
}


def of_kind(kind: str, days: int) -> tuple[Any, Match, str, str]:
    """A league, a ladder or a cup in which Ann has a match: with its event and her page there."""
    club = evenings.club("waits", visibility="public", time_zone="Europe/Berlin")
    if kind == "cup":
        cup = Playing("Ann Bob", of=club, confirm_days=days)
        event = cup.cup.event
        return cup, cup.meeting("Ann"), event, f"/cups/{event.public_id}/me/"
    of = Running("Ann Bob Cid Dee", shape=kind, of=club, confirm_days=days)
    return of, of.match("Ann", "Bob"), of.season.event, f"/leagues/{of.league.public_id}/me/"


def looking(of: Any, event: Any, who: str) -> Client:
    """Somebody who looks at what Ann has reported, and Bob has not answered."""
    if who == "a phone that is asked":
        made = pass_create(event=event, player=of.player("Bob"), by=of.director)
        client = Client()
        client.get(f"/e/link/{token_sealed(made.token)}/")
        return client
    users = {
        "who reported": lambda: of.account("Ann"),
        "who is asked": lambda: of.account("Bob"),
        "the director": lambda: of.director,
        "a member": lambda: evenings.member(of.club, "Mia"),
        "a guest": lambda: None,
    }
    return client_of(users[who]())


def text_of(client: Client, path: str, language: str) -> str:
    answer = client.get(path, headers={"accept-language": language}, follow=True)
    assert answer.status_code == 200
    return " ".join(html.unescape(answer.content.decode()).split())


def report(of: Any, match: Match) -> None:
    points = (match.length, 3) if str(match.first) == "Ann" else (3, match.length)
    said = {"version": match.version, "key": key()}
    match_report(match=match, by=of.account("Ann"), points=points, **said)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("days", [3, 5, 0])
@pytest.mark.parametrize("who", READS)
@pytest.mark.parametrize("kind", ["all_play_all", "ladder", "cup"])
def test_who_reads_that_a_report_confirms_itself(
    kind: str, who: str, days: int, language: str
) -> None:
    of, match, event, mine = of_kind(kind, days)
    client = looking(of, event, who)
    paths = [f"/matches/{match.public_id}/"]
    if READS[who] and who != "the director":
        paths.append(mine)
    texts = SAID[language]
    for path in paths:
        assert "confirms itself" not in text_of(client, path, "en"), "nothing is reported yet"
    report(of, match)
    at = MatchStep.objects.get(match=match).created_at + datetime.timedelta(days=days)
    for path in paths:
        page = text_of(client, path, language)
        found = {name for name, text in texts.items() if text.format(_at(of, at, language)) in page}
        assert found == ({READS[who] + ("" if days else ", never")} if READS[who] else set())
    due = reports_confirm(now=at - datetime.timedelta(minutes=1))
    assert (due, reports_confirm(now=at)) == (0, 1 if days else 0), "as it was said"


def _at(of: Any, at: datetime.datetime, language: str) -> str:
    with override(language):
        return " ".join(said_at(of.club, at).split())


def test_who_is_late_to_answer_reads_that_it_confirms_itself_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of, match, _event, mine = of_kind("all_play_all", 3)
    report(of, match)
    later = timezone.now() + datetime.timedelta(days=4)
    monkeypatch.setattr(timezone, "now", lambda: later)
    for name in ("Ann", "Bob"):
        client = client_of(of.account(name))
        for path in (mine, f"/matches/{match.public_id}/"):
            assert SAID["en"]["over"] in text_of(client, path, "en")


def test_a_match_of_an_event_that_is_no_league_says_nothing_of_it() -> None:
    of, match, event, _mine = of_kind("all_play_all", 3)
    report(of, match)
    event.own_dates = False
    event.save()
    client = client_of(of.account("Bob"))
    page = text_of(client, f"/matches/{match.public_id}/", "en")
    assert "Is that right?" in page
    assert "confirms itself" not in page
