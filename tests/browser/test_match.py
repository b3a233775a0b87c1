"""Two phones play a match to 3: one keeps the score, the other confirms, and the event shows it."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.conftest import Thumb, phone_context
from tests.servers import Server

pytestmark = pytest.mark.browser

EVENT = """
import json
import re
from games.models import Club, User
from tournaments.pages.actors import token_sealed
from tournaments.events.services import draws, entries, events
from tournaments.record.services import passes
from games.files.services.demo import demo_create
club = demo_create()  # or the one that is there
by = User.objects.filter(memberships__club=club, memberships__role="owner").first()
event = events.event_create(
    club=club,
    by=by,
    title="Evening of matches",
    divisions=[{"format": "round_robin", "match_length": 3}],
)
division = event.divisions.get()
players = [club.players.get_or_create(name=name)[0] for name in ("Mia", "Noa")]
entries.entries_add(division=division, by=by, players=players)
links = [token_sealed(passes.pass_create(event=event, player=one, by=by).token) for one in players]
draws.draw_make(division=division, by=by)
draws.draw_confirm(division=division, by=by)
draws.draw_release(division=division, by=by)
print("MADE", json.dumps([event.public_id, links]))
"""


class Hand(Thumb):
    """A thumb on the page of a match."""

    def press(self, id: str) -> None:
        """Tap a button that posts, and wait for what comes of it."""
        self.page.locator("html:not([data-changed])").wait_for(state="attached")
        target = self.page.locator(f"#{id}")
        box = target.bounding_box()
        assert box is not None, id
        assert box["height"] >= 43.5, f"{id} is {box['height']} px high"
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            target.tap()
        self.page.locator(".htmx-request").wait_for(state="detached")

    @property
    def points(self) -> list[str]:
        """The points of both as they stand on the page."""
        return self.page.locator(".score__points").all_inner_texts()

    def fits(self) -> None:
        """Axe is content, and whatever can be tapped is as tall as a thumb."""
        self.is_accessible()
        low = self.page.locator(
            "main button, main summary, main a.button, main .choice"
        ).evaluate_all(
            "all => all.filter(one => one.offsetParent)"
            ".filter(one => one.getBoundingClientRect().height < 43.5)"
            ".map(one => one.outerHTML)"
        )
        assert low == []


@pytest.fixture
def event(server: Server) -> tuple[str, list[str]]:
    """An event with a match of Mia and Noa, and a link for the phone of each."""
    printed = server.run("shell", "-c", EVENT)
    public_id, links = json.loads(printed.split("MADE ", 1)[1].splitlines()[0])
    return public_id, links


@pytest.fixture
def hands(browser: Browser) -> Iterator[Callable[..., Hand]]:
    """Makes phones that nobody is signed in on."""
    contexts: list[BrowserContext] = []

    def make(url: str, scheme: str = "light") -> Hand:
        context = phone_context(browser, color_scheme=scheme)
        contexts.append(context)
        hand = Hand(context.new_page())
        hand.page.goto(url)
        return hand

    yield make
    for context in contexts:
        context.close()


def test_two_phones_play_a_match_and_the_event_shows_who_has_won(
    server: Server,
    event: tuple[str, list[str]],
    hands: Callable[..., Hand],
    phone: BrowserContext,
) -> None:
    public_id, links = event
    mia = hands(f"{server.url}/e/link/{links[0]}/")
    noa = hands(f"{server.url}/e/link/{links[1]}/", "dark")
    mia.sees("against Noa")
    noa.sees("against Mia")
    mia.fits()
    noa.fits()
    for hand in (mia, noa):
        hand.page.get_by_role("link", name="Keep the score here").tap()
        hand.page.wait_for_url("**/matches/**")
        hand.fits()
    side = 0 if mia.page.locator(".score__name").first.inner_text() == "Mia" else 1

    mia.press(f"double-{side}")
    noa.sees("Mia offers the cube at 2. Noa answers.")
    noa.fits()
    noa.press("take")
    mia.sees("needs 3")
    expect(mia.page.locator(f"#win-{side}-single")).to_contain_text("2 points")
    mia.fits()

    # The second tap of a double tap finds the next game's button in the same place.
    button = mia.page.locator(f"#win-{side}-single")
    mia.page.locator("html:not([data-changed])").wait_for(state="attached")
    button.dblclick()
    expect(mia.page.locator(".score__points").nth(side)).to_have_text("2")
    mia.sees("Crawford game")
    expect(mia.page).to_have_url(re.compile(r"/matches/\w+/$"))
    expect(mia.page.locator("#told")).to_contain_text("2")
    mia.fits()
    noa.sees("Game 2: nobody may double.")
    assert noa.points == mia.points

    mia.press(f"win-{1 - side}-gammon")
    mia.press("undo")
    assert mia.points[1 - side] == "0"
    mia.press(f"win-{side}-gammon")
    mia.sees("You have reported: Mia wins 3 : 0. Noa has to confirm it.")
    mia.fits()
    noa.sees("Mia has reported: Mia wins 3 : 0. Is that right?")
    noa.fits()
    noa.press("confirm")
    noa.sees("Mia wins 3 : 0.")
    mia.sees("winner")
    mia.fits()
    mia.page.get_by_role("link", name="My next table").tap()
    mia.sees("won")
    mia.fits()

    shown = Thumb(phone.new_page())
    shown.page.goto(f"{server.url}/events/{public_id}/")
    line = shown.page.locator("a[href*='/matches/']").first
    expect(line).to_contain_text("Mia")
    shown.sees("3")
    line.tap()
    shown.sees("Mia wins 3 : 0.")
    assert mia.complaints == noa.complaints == []


def test_a_phone_checks_in_by_the_code_and_reports_in_two_taps(
    server: Server,
    event: tuple[str, list[str]],
    hands: Callable[..., Hand],
    phone: BrowserContext,
) -> None:
    public_id, links = event
    desk = Thumb(phone.new_page())
    desk.page.goto(f"{server.url}/events/{public_id}/phones/")
    desk.is_accessible()
    desk.page.get_by_role("button", name="Open the check-in").tap()
    code = desk.page.locator(".bigcode").inner_text()
    desk.is_accessible()

    noa = hands(f"{server.url}/e/")
    noa.fits()
    noa.page.get_by_label("The code").fill(f"{code[:3]} {code[3:]}".upper())
    noa.page.get_by_role("button", name="Go on").tap()
    noa.sees("Who are you?")
    noa.fits()
    noa.page.get_by_role("button", name="Noa", exact=True).tap()
    noa.sees("Waiting for a yes from the director.")
    noa.fits()
    claim = desk.page.locator(".claim")
    expect(claim).to_contain_text("A phone says it is Noa.")
    desk.is_accessible()
    claim.get_by_role("button", name="Yes").tap()
    noa.page.wait_for_url("**/me/")
    noa.sees("against Mia")

    mia = hands(f"{server.url}/e/link/{links[0]}/")
    noa.page.locator("html:not([data-changed])").wait_for(state="attached")
    noa.page.locator("label.choice", has_text="I have won").tap()
    noa.page.get_by_role("button", name="1", exact=True).tap()
    noa.sees("You have reported: Noa wins 3 : 1. Mia has to confirm it.")
    noa.fits()
    mia.sees("Noa has reported: Noa wins 3 : 1. Is that right?")
    mia.press("reject")
    noa.sees("What is right?")
    assert noa.complaints == mia.complaints == desk.complaints == []
