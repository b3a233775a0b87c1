"""Every page, as wide as phones, tablets and screens are, by day and by night, in each language.

Each page is loaded once in a language and then looked at in every width: nothing sticks out, is cut
or lies over something else, what is tapped is large enough, words stand out from what is behind
them, and a German page has no English on it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final, Literal

import polib
import pytest
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, Page

from games.files.services.demo import demo_create
from games.models import Club, Job, Membership, Player, User
from games.table.presenters.page import PANES_BY_PHASE
from tests import evenings
from tests.messages import ROOT
from tests.tournaments.directing import SEED
from tests.walk.addresses import ADDRESSES
from tests.walk.test_walk import filled
from tests.walk.world import MEMBERS, PUBLIC, World, made
from tournaments.desk.presenters.desk import VIEWS
from tournaments.desk.presenters.paper import KINDS
from tournaments.events.services import draws
from tournaments.events.services.rehearsing import rehearsal_create, rehearsal_play
from tournaments.models import Division, Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS: Final = (360, 390, 820, 1280)
HEIGHT: Final = 800
SCHEMES: Final[Mapping[str, Literal["light", "dark"]]] = {"en": "light", "de": "dark"}
"""Where a word lies depends on its language, how it stands out on the light: never on both."""
HERE: Final = Path(__file__).parent
FAULTS, CONTRAST, TEXTS = (
    (HERE / f"every_{name}.js").read_text(encoding="utf-8")
    for name in ("width", "contrast", "text")
)
SETTLED: Final = """() => {
  for (const one of document.querySelectorAll("details:not(.menu)")) one.open = true;
  const still = new CSSStyleSheet();
  still.replaceSync("* { transition: none !important; animation: none !important; }");
  document.adoptedStyleSheets = [still];
}"""
"""All that is folded is opened, and nothing is on its way from one width to another."""
OWNER: Final = "owner"
PEOPLE: Final = {
    "Zqhid": "Maximiliane von Hohenstein",
    "Zqini": "Friedrich-Wilhelm Kaltenbrunner",
    "Zqopen": "Ann",
    "Zqseat": "Bartholomäus Oberhuber",
}
"""Names as long as names are, for those who walk through all addresses."""
OTHERS: Final = {
    "guest": (
        "home",
        "sign-in",
        "password_forgotten",
        "join",
        "join_code",
        "event_code",
        "event_code_written",
        "club",
        "table",
        "event",
        "club_boards",
        "results",
    ),
    "seated": ("home", "account", "boards", "club", "table", "balances", "tournaments:player"),
    "granted phone": ("table", "sheet", "event_me", "event", "match"),
    "tablet": ("table",),
    "waiting phone": ("join_waiting", "event_waiting"),
    "board guest": ("board",),
}
"""Pages that somebody else sees otherwise than the club's owner, or that the owner is not shown."""
NOT_OURS: Final = re.compile(
    r"\b(the|of|and|is|are|with|for|this|that|who|what|from|your|you|they|nobody|everybody|by|has)\b"
)
"""Words that no German sentence has."""
PLACEHOLDER: Final = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


@dataclass(frozen=True)
class Visit:
    """A page, and who looks at it."""

    name: str
    path: str
    who: str = OWNER


@pytest.fixture
def visits() -> list[Visit]:
    """Every page of the program, and those of a club and of events where much happens."""
    with translation.override("de"):  # what is written to stay is not English
        return [*_everywhere(made()), *_club(), *_events()]


@pytest.mark.parametrize("often", ["once", pytest.param("always", marks=pytest.mark.long)])
def test_every_page_at_every_width(
    visits: list[Visit], browser: Browser, live_server: object, often: str
) -> None:
    """Once: every other page in English, those between in German; always: each in both."""
    told = []
    for place, language in enumerate(SCHEMES):
        eyes = Eyes(browser, str(live_server), language)
        here = visits[place :: len(SCHEMES)] if often == "once" else visits
        told += [f"{language}: {told}" for visit in here if (told := eyes.look(visit))]
    assert not told, "\n\n".join(["", *told])


class Eyes:
    """Somebody who reads one language and looks at pages in every width, by day and by night."""

    def __init__(self, browser: Browser, url: str, language: str) -> None:
        self.browser, self.url, self.language = browser, url, language
        self.pages: dict[str, Page] = {}
        self.english = _untranslated() if language == "de" else {}

    def look(self, visit: Visit) -> str:
        """Tell everything that is wrong with a page; nothing where all is well."""
        page = self.page(visit.who)
        answer = page.goto(visit.path)
        assert answer is not None
        if answer.status >= 400:
            return f"{visit.name} ({visit.who}): {answer.status}"
        page.evaluate(SETTLED)
        found: dict[str, list[str]] = {}
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            for fault in page.evaluate(FAULTS):
                found.setdefault(fault, []).append(str(width))
        for fault in page.evaluate(CONTRAST):
            found.setdefault(fault, []).append(SCHEMES[self.language])
        for fault in self.read(page):
            found.setdefault(fault, [])
        told = [f"  {fault} {' '.join(where)}" for fault, where in found.items()]
        return "\n".join([f"{visit.name} ({visit.who}, {visit.path}):", *told]) if told else ""

    def read(self, page: Page) -> Iterator[str]:
        """Tell what is not in the language of the page."""
        said = page.evaluate("document.documentElement.lang")
        if said != self.language:
            yield f"the page says that its language is {said}"
        if self.language == "en":
            return
        for text in page.evaluate(TEXTS):
            if text in self.english or len(NOT_OURS.findall(text)) > 1:
                yield f"not translated: “{text[:120]}”"

    def page(self, who: str) -> Page:
        """The page of somebody, in a browser of their own."""
        if who not in self.pages:
            self.pages[who] = self._context(who).new_page()
        return self.pages[who]

    def _context(self, who: str) -> BrowserContext:
        context = self.browser.new_context(
            base_url=self.url,
            locale={"en": "en-GB", "de": "de-DE"}[self.language],
            color_scheme=SCHEMES[self.language],
            reduced_motion="reduce",
            viewport={"width": WIDTHS[0], "height": HEIGHT},
        )
        context.add_cookies(
            [
                {"name": name, "value": cookie, "url": self.url}
                for name, cookie in _COOKIES[who].items()
            ]
        )
        return context


_COOKIES: dict[str, Mapping[str, str]] = {}
"""What the browsers of those who look bring along; made with the world that they look at."""


def _everywhere(world: World) -> Iterator[Visit]:
    """Every address that answers with a page: to the owner of its club, and to some others."""
    place, public = world.places[MEMBERS], world.places[PUBLIC]
    for short, name in PEOPLE.items():
        Player.objects.filter(name__startswith=short).update(name=name)
    User.objects.filter(email__endswith="@walkers.example").update(name="Ann")
    Event.objects.update(title="Herbstpokal")
    Job.objects.update(language="de")
    Club.objects.filter(name__startswith="Zqclub").update(name="Backgammonclub Unterföhring-Nord")
    owner = Client(headers={"Accept-Language": "de"})
    owner.force_login(evenings.user("Olga"))
    clients = {OWNER: owner, **{who: world.client(who) for who in OTHERS}}
    for who, client in clients.items():
        _COOKIES[who] = {name: one.value for name, one in client.cookies.items()}
        for name in ADDRESSES if who == OWNER else OTHERS[who]:
            address = ADDRESSES[name]
            path = reverse(name, kwargs=filled(address.ids, place if who == OWNER else public))
            if not name.endswith(("live", "wall")) and (who != OWNER or _is_page(client, path)):
                yield Visit(name, path, who)
    ended = replace(ADDRESSES["sheet"], ids={"public_id": "ended"})
    for name in ("sheet", "sheet_print", "table", "story"):
        if name in ADDRESSES:
            yield Visit(f"{name} of an ended", reverse(name, kwargs=filled(ended.ids, place)))


def _is_page(client: Client, path: str) -> bool:
    """Whether an address answers with a whole page, and not with a file or somewhere else."""
    answer = client.get(path)
    if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
        return False
    return not answer.streaming and b"<html" in answer.content


def _club() -> Iterator[Visit]:
    """The demo club's evenings, with every pane of its table, and its figures."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        club = demo_create()
    Membership.objects.create(club=club, user=evenings.user("Olga"), role="owner")
    here = f"/clubs/{club.slug}/"
    for leaf in ("", "sessions/", "leaderboard/", "records/", "balances/", "players/"):
        yield Visit("the demo club", f"{here}{leaf}")
    player = club.players.order_by("name")[0]
    yield Visit("a player", f"{here}players/{player.public_id}/")
    other = club.players.order_by("name")[1]
    pair = f"first={player.public_id}&second={other.public_id}"
    yield Visit("two players", f"{here}compare/?{pair}")
    evenings_there = club.sessions.order_by("pk")
    of_a_kind = {(one.status, one.by_totals, one.on_board): one for one in evenings_there}
    for session in of_a_kind.values():
        yield Visit("an evening", f"/sessions/{session.public_id}/")
        yield Visit("its print", f"/sessions/{session.public_id}/print/")
        yield Visit("its table", f"/sessions/{session.public_id}/table/")
    running = club.sessions.get(status="open").public_id
    for pane in PANES_BY_PHASE["play"]:
        yield Visit(f"the table's {pane}", f"/sessions/{running}/table/?pane={pane}")


def _events() -> Iterator[Visit]:
    """Events of eight players, on the way and over: for everybody, at the desk, on paper."""
    owner = evenings.user("Olga")
    for format, rounds in (("swiss", 1), ("progressive", 1), ("double", None)):
        division = rehearsal_create(by=owner, format=format, players=8, seed=SEED)
        for _line in rehearsal_play(division=division, by=owner, dice=Random(SEED), rounds=rounds):
            pass
        if format == "swiss":
            draws.draw_make(division=division, by=owner)
        yield from _event(division)


def _event(division: Division) -> Iterator[Visit]:
    event, key = division.event, division.public_id
    here = f"/events/{event.public_id}/"
    desk = f"{here}direct/?division={key}"
    for leaf in ("now", "rounds", "standings", "entries"):
        yield Visit(f"{division.format}: {leaf}", f"{here}?show={leaf}")
    for view in VIEWS:
        yield Visit(f"{division.format}: desk's {view}", f"{desk}&view={view}")
    match = division.rounds.latest("number").matches.order_by("position").first()
    if match:
        yield Visit(f"{division.format}: a match", f"/matches/{match.public_id}/")
        yield Visit(f"{division.format}: its sheet", f"{desk}&sheet={match.public_id}")
    for what in KINDS:
        yield Visit(f"{division.format}: printed {what}", f"{here}slips/?what={what}")
    for leaf in ("settings", "log", "phones", "files"):
        yield Visit(f"{division.format}: {leaf}", f"{here}{leaf}/")


def _untranslated() -> dict[str, str]:
    """English texts that are said otherwise in German."""
    entries = polib.pofile(str(ROOT / "locale" / "de" / "LC_MESSAGES" / "django.po"))
    german = {one.msgstr for one in entries}
    return {
        one.msgid: one.msgstr
        for one in entries
        if one.msgstr and one.msgstr != one.msgid and one.msgid not in german
    }
