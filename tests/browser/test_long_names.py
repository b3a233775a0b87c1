"""Names of forty letters on a phone: nothing is cut unseen, overlaps, or is wider than it."""

from collections.abc import Iterator
from pathlib import Path
from string import ascii_uppercase
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser

from games.models import Player
from tests import evenings
from tests.browser.conftest import phone_context
from tests.evenings import Evening
from tests.tournaments.directing import Directed
from tests.tournaments.leagues.seasons import Running
from tournaments.desk.presenters.desk import VIEWS
from tournaments.desk.presenters.paper import KINDS
from tournaments.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FAULTS: Final = (Path(__file__).parent / "every_width.js").read_text(encoding="utf-8")
OPENED: Final = """() => {
  for (const one of document.querySelectorAll("details:not(.menu)")) one.open = true;
}"""
LENGTH: Final = 40
WITHOUT: Final = "onaudampfschifffahrtsgesellschaftskapitaen"
WITH: Final = "lexandrine Charlotte von Hohenlohe-Werdenberg"
"""What follows the letter that tells one from another: without a blank, and with some."""


def long_name(place: int) -> str:
    letter = ascii_uppercase[place % 26]
    return (letter + (WITHOUT if place % 2 else WITH))[:LENGTH]


def renamed() -> None:
    """Give everybody a name of forty letters, every other one without a blank."""
    for place, player in enumerate(Player.objects.order_by("pk")):
        player.name = long_name(place)
        player.save()


def pages() -> Iterator[str]:
    """Everything where names stand beside figures and buttons."""
    club = evenings.club(stake_amount="2.50", currency="EUR")
    names = "Ann Bob Cid Dee Eve Fay Gus Hal"
    ended = Evening(club, names).doubled_game().doubled_game("team", 2).end()
    running = Evening(club, names).doubled_game()
    swiss = Directed(club, names)
    swiss.next_round()
    for match in swiss.open()[:2]:
        swiss.win(match, 1)
    robin = Directed(club, names, format="round_robin")
    robin.next_round()
    for match in robin.open()[:3]:
        robin.win(match, 0)
    bracket = Directed(club, names, format="progressive")
    bracket.next_round()
    bracket.win(bracket.open()[0], 0)
    league = Running("Ann Bob Cid Dee", "Eve Fay Gus", of=club)
    fixture = Match.objects.filter(round__division__event=league.season.event).first()
    assert fixture is not None
    renamed()

    here = f"/clubs/{club.slug}/"
    leaves = ("", "players/", "members/", "leaderboard/?over=all&order=points", "balances/")
    yield from (f"{here}{leaf}" for leaf in (*leaves, "records/", "sessions/", "leagues/"))
    first, second = club.players.order_by("pk")[:2]
    yield f"{here}players/{first.public_id}/"
    yield f"{here}players/{second.public_id}/edit/"
    yield f"{here}compare/?first={first.public_id}&second={second.public_id}"
    yield f"{here}sessions/new/"
    for one in (ended, running):
        yield f"/sessions/{one.session.public_id}/"
        yield f"/sessions/{one.session.public_id}/table/"
        yield f"/sessions/{one.session.public_id}/games/1/"
        yield f"/sessions/{one.session.public_id}/games/1/amend/"
    yield f"/sessions/{ended.session.public_id}/print/"
    yield reverse("game_decision", args=[ended.session.public_id, 1, "void"])
    yield reverse("session_decision", args=[ended.session.public_id, "void"])
    yield reverse("player_merge", args=[club.slug, first.public_id])
    for one in (swiss, robin, bracket):
        event = f"/events/{one.event.public_id}/"
        yield from (f"{event}?show={leaf}" for leaf in ("now", "rounds", "entries"))
        yield from (f"{event}direct/?view={view}" for view in VIEWS)
        match = Match.objects.filter(round__division=one.division).latest("pk")
        yield f"{event}direct/?sheet={match.public_id}"
        yield f"/matches/{match.public_id}/"
        yield from (f"{event}slips/?what={what}" for what in KINDS)
    yield f"/leagues/{league.league.public_id}/"
    yield f"/leagues/{league.league.public_id}/direct/"
    yield f"/leagues/{league.league.public_id}/print/"
    yield f"/fixtures/{fixture.public_id}/"


def test_names_of_forty_letters_fit_a_phone(browser: Browser, live_server: object) -> None:
    paths = list(pages())
    client = Client()
    client.force_login(evenings.user("Olga"))
    context = phone_context(browser, base_url=str(live_server))
    for name, cookie in client.cookies.items():
        context.add_cookies([{"name": name, "value": cookie.value, "url": str(live_server)}])
    page = context.new_page()
    page.set_default_navigation_timeout(120_000)
    told = []
    for path in paths:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        page.evaluate(OPENED)
        told += [f"{path}: {fault}" for fault in page.evaluate(FAULTS)]
    context.close()
    assert not told, "\n".join(["", *told])
