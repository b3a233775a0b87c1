"""Nothing that an organizer needs weekly is in the back office only."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.contrib import admin
from django.test import Client

from games.backoffice.decide import DecidingAdmin
from games.decisions.kinds.deciding import Decision
from games.files.services.demo import demo_create
from games.models import Club, Debt, Membership
from tests import evenings
from tests.worlds import built_once
from tournaments.models import Event, Match

WEEKLY: Final = {
    "correct a game of tonight": ("{running}games/{last}/", "{running}games/{last}/amend/"),
    "put a game of an ended evening right": ("{evening}games/1/", "{evening}games/1/amend/"),
    "declare a game void": ("{evening}games/1/", "{evening}games/1/decide/void/"),
    "move a game to another evening": ("{evening}games/1/", "{evening}games/1/decide/move/"),
    "note what is disputed": ("{evening}games/1/", "{evening}games/1/note/"),
    "declare an evening void": ("{evening}", "{evening}decide/void/"),
    "move an evening to another season": ("{evening}", "{evening}decide/season/"),
    "open an evening again": ("{evening}", "{evening}table/"),
    "put totals right": ("{totals}", "{totals}totals/"),
    "start an evening": ("{club}", "{club}sessions/new/"),
    "type an evening's totals": ("{club}sessions/", "{club}evenings/new/"),
    "type a paper sheet": ("{club}sessions/", "{club}sessions/enter/"),
    "see who owes whom, and mark it paid": ("{club}players/", "{club}balances/"),
    "give roles": ("{club}settings/", "{club}members/"),
    "invite": ("{club}members/", "{club}invitations/"),
    "add people": ("{club}players/", "{club}people/add/"),
    "rename or retire somebody": ("{player}", "{club}players/{person}/edit/"),
    "merge two who are one": ("{club}players/{person}/edit/", "{club}players/{person}/merge/"),
    "open and close seasons": ("{club}settings/", "{club}seasons/"),
    "announce an event": ("{club}events/", "{club}events/new/"),
    "direct an event": ("{club}events/", "{event}direct/"),
    "decide a match": ("{event}direct/?sheet={match}", "/matches/{match}/"),
    "found a league": ("{club}leagues/", "{club}leagues/new/"),
    "give a board up": ("{board}", "{board}abandon/"),
    "import and export": ("{club}settings/", "{club}files/"),
    "tell other programs": ("{club}settings/", "{club}webhooks/"),
    "set up a screen": ("{club}settings/", "{club}screens/"),
    "change the club": ("{club}members/", "{club}settings/"),
}
"""What is done: the page that leads there, and the address where it is done."""
DONE_AT: Final = {
    ("Game", "amend"): "put a game of an ended evening right",
    ("Game", "void"): "declare a game void",
    ("Game", "reinstate"): "declare a game void",
    ("Game", "move"): "move a game to another evening",
    ("Session", "void"): "declare an evening void",
    ("Session", "reinstate"): "declare an evening void",
    ("Session", "season"): "move an evening to another season",
    ("Player", "merge"): "merge two who are one",
    ("Season", "close"): "open and close seasons",
    ("Season", "reopen"): "open and close seasons",
    ("Board", "abandon"): "give a board up",
    ("Match", "result"): "decide a match",
    ("Match", "walkover"): "decide a match",
    ("Match", "neither"): "decide a match",
}
"""Where the club's pages do what the back office offers."""
SELDOM: Final = {
    ("Session", "refold"): "a log that a check has found wanting",
    ("Session", "cut"): "a log that cannot be followed",
    ("Session", "club"): "two clubs become one",
    ("Player", "separate"): "a merge was wrong",
    ("Player", "anonymise"): "somebody asks to be forgotten",
}
"""What nobody needs weekly, and when they do."""


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, str]]:
    with built_once(django_db_blocker):
        yield _places(demo_create())


def _places(club: Club) -> dict[str, str]:
    """Return the addresses that the table speaks of."""
    organizer = evenings.user("Olga")
    Membership.objects.create(club=club, user=organizer, role="organizer")
    played = club.sessions.filter(status="ended", by_totals=False, on_board=False).latest("pk")
    running = club.sessions.get(status="open")
    assert Debt.objects.filter(session=played).exists()
    totals = club.sessions.filter(by_totals=True).latest("pk")
    event, board = club.events.get(title="Club Swiss"), club.boards.get(status="playing")
    here, person = f"/clubs/{club.slug}/", club.players.get(name="Eve").public_id
    return {
        "club": here,
        "evening": f"/sessions/{played.public_id}/",
        "running": f"/sessions/{running.public_id}/",
        "totals": f"/sessions/{totals.public_id}/",
        "last": str(running.games.count()),
        "event": f"/events/{event.public_id}/",
        "match": _open_match(event),
        "board": f"/boards/{board.public_id}/",
        "player": f"{here}players/{person}/",
        "person": person,
    }


def _open_match(event: Event) -> str:
    open_ones = Match.objects.filter(round__division__event=event, state=Match.State.OPEN)
    return open_ones.latest("pk").public_id


@pytest.fixture
def organizer(made: dict[str, str], db: None) -> Client:
    client = Client()
    client.force_login(evenings.user("Olga"), backend="games.backends.AccountBackend")
    return client


@pytest.mark.thorough
@pytest.mark.parametrize("what", WEEKLY)
def test_what_is_needed_weekly_is_done_on_the_clubs_pages(
    organizer: Client, made: dict[str, str], what: str
) -> None:
    there, address = (one.format(**made) for one in WEEKLY[what])
    page = organizer.get(there)
    assert page.status_code == 200
    assert f'"{address}"' in page.content.decode().replace("&amp;", "&")
    # A form is sent there; everything else is a page.
    assert organizer.get(address).status_code in (200, 405)


def test_every_decision_of_the_back_office_has_its_place() -> None:
    offered = {
        (model.__name__, kind.slug)
        for model, page in admin.site._registry.items()
        if isinstance(page, DecidingAdmin)
        for kind in _kinds(page)
    }
    assert offered == DONE_AT.keys() | SELDOM.keys()
    assert set(DONE_AT.values()) <= WEEKLY.keys()


def _kinds(page: DecidingAdmin) -> Iterator[type[Decision]]:
    yield from page.decisions
