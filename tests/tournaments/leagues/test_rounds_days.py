"""A season in rounds: until when each is to be played, and what is late."""

import datetime
import html

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tournaments.errors import EventConflict
from tournaments.models import Match, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def of() -> Running:
    return Running("Ann Bob Cid Dee", shape="swiss", round_days=14)


def page(of: Running, tail: str = "", name: str = "") -> str:
    client = Client()
    client.force_login(of.account(name) if name else of.director)
    found = client.get(f"/leagues/{of.league.public_id}/{tail}")
    return found.content.decode()


def until(days: int, of: Running) -> str:
    return f"to be played by {date_format(of.today + datetime.timedelta(days=days))}"


@pytest.mark.parametrize(
    ("tail", "name"),
    [("", ""), ("me/", "Ann"), ("direct/", ""), ("wall/", ""), ("print/?season=1", "")],
)
def test_every_page_names_the_day_of_the_round(of: Running, tail: str, name: str) -> None:
    shown = page(of, tail, name)
    assert until(14, of) in shown
    assert until(90, of) not in shown


def test_once_a_round_is_over_the_day_of_the_season_is_named(of: Running) -> None:
    of.play()
    assert until(90, of) in page(of, "direct/")


def test_the_director_reads_what_of_a_round_is_late(of: Running) -> None:
    of.win(of.open()[0], 0)
    [left] = of.open()
    rounds = Round.objects.filter(division__event=of.season.event)
    assert "Not played in time" not in page(of, "direct/")
    rounds.update(released_at=timezone.now() - datetime.timedelta(days=15))
    shown = page(of, "direct/").partition("Not played in time")[2]
    assert f"{left.first} – {left.second}" in shown
    assert f"sheet={left.public_id}#sheet" in shown
    assert "overdue since" in page(of)


BY_ITSELF = {
    (True, "en"): "Nothing is decided by itself: enter a result, ",
    (True, "de"): "Nichts entscheidet sich von selbst: Trag ein Ergebnis ein, ",
    (False, "en"): "Until you close the season nothing is decided by itself: enter a result, ",
    (False, "de"): "Bis du die Saison abschließt, entscheidet sich nichts von selbst: Trag ein ",
}
"""By whether a round is still to be drawn."""
HALF = {"en": "“Unfinished: half a win each”", "de": "„Nicht beendet: halber Sieg für beide“"}
AT_END = {
    ("nothing", "en"): "What has no result when you close the season counts nothing for either.",
    ("nothing", "de"): "Was beim Abschließen der Saison kein Ergebnis hat, zählt für keinen etwas.",
    ("half", "en"): "What has no result when you close the season is a half for each.",
    ("half", "de"): "Was beim Abschließen der Saison kein Ergebnis hat, ist für beide ein halber.",
    ("waits", "en"): "The season can be closed once you have decided each.",
    ("waits", "de"): "Abschließen lässt sich die Saison, sobald du jedes entschieden hast.",
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("draws_next", [True, False])
@pytest.mark.parametrize("unplayed", ["nothing", "half", "waits"])
def test_of_what_is_late_the_director_reads_what_becomes_of_it(
    unplayed: str, language: str, *, draws_next: bool
) -> None:
    more = {"unplayed": unplayed, "params": {"rounds": 2 if draws_next else 1}}
    of = Running("Ann Bob Cid Dee", shape="swiss", round_days=14, **more)
    Round.objects.update(released_at=timezone.now() - datetime.timedelta(days=15))
    of.director.language = language
    of.director.save()
    path = f"/leagues/{of.league.public_id}/direct/"
    got = client_of(of.director).get(path, headers={"accept-language": language})
    late = " ".join(html.unescape(got.content.decode()).split()).partition('id="late"')[2]
    shown = late.partition("<ul")[0]
    assert BY_ITSELF[draws_next, language] in shown
    assert all((one in shown) == (key == (unplayed, language)) for key, one in AT_END.items())
    assert (HALF[language] in shown) == (unplayed != "nothing")
    # and so it is
    if unplayed == "waits":
        with pytest.raises(EventConflict):
            of.close()
        return
    of.close()
    found = Match.objects.filter(round__division__event=of.season.event)
    assert {one.outcome for one in found} == {"unfinished" if unplayed == "half" else "no_show"}
