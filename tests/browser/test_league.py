"""Three phones and a desk play a season: a date, one match on the board, one disputed, one nobody
came to; and two phones climb on a ladder.
"""

import datetime
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.models import Club, User
from tests import evenings
from tests.browser.conftest import judged, phone_context
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.services import seasons
from tournaments.models import Fixture, Match
from tournaments.pages.actors import token_sealed
from tournaments.record.services.passes import pass_create

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDER = "document.documentElement.scrollWidth > innerWidth"
SCREEN = {"width": 1280, "height": 900}


class Device:
    """A browser in a context of its own, and what its console complains about."""

    def __init__(self, context: BrowserContext, of: Running, url: str) -> None:
        self.context = context
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.url = url
        self.league = f"{url}/leagues/{of.league.public_id}/"

    def sign_in(self, user: User) -> None:
        client, name = Client(), settings.SESSION_COOKIE_NAME
        client.force_login(user)
        cookie = client.cookies[name].value
        self.context.add_cookies([{"name": name, "value": cookie, "url": self.url}])
        self.user = user

    def mine(self) -> None:
        """Look at the own matches."""
        self.page.goto(f"{self.league}me/")

    def fixture(self, match: Match) -> None:
        self.page.goto(f"{self.url}/fixtures/{match.public_id}/")

    def press(self, name: str) -> None:
        """Press a button or follow a link with this name, and wait for what comes of it."""
        role = self.page.get_by_role("button", name=name).or_(
            self.page.get_by_role("link", name=name)
        )
        with self.page.expect_navigation():
            role.first.click()

    def unfold(self, name: str) -> None:
        self.page.locator("summary", has_text=name).first.click()

    def fits(self) -> None:
        found = judged(self.page)
        assert found.violations_count == 0, found.generate_report()
        assert not self.page.evaluate(WIDER)


class Phone(Device):
    """A player's phone, which came in by its link."""

    def __init__(self, browser: Browser, of: Running, name: str, url: str) -> None:
        super().__init__(phone_context(browser), of, url)
        made = pass_create(event=of.season.event, player=of.player(name), by=of.director)
        self.page.goto(f"{url}/e/link/{token_sealed(made.token)}/")


@pytest.fixture
def devices(browser: Browser, live_server: object) -> Iterator[tuple[Running, dict[str, Device]]]:
    """A season of six in which Fay has not entered yet; three phones, and the director's desk."""
    of, url = Running("Ann Bob Cid", "Dee Eve", is_released=False, match_length=3), str(live_server)
    found: dict[str, Device] = {
        name: Phone(browser, of, name, url) for name in ("Ann", "Bob", "Cid")
    }
    found["Fay"] = Device(phone_context(browser), of, url)
    found["Fay"].sign_in(of.account("Fay"))
    found["Olga"] = Device(browser.new_context(viewport=SCREEN), of, url)
    found["Olga"].context.set_default_timeout(60_000)
    found["Olga"].sign_in(of.director)
    yield of, found
    for one in found.values():
        one.context.close()
        assert one.complaints == []


def test_what_is_asked_before_somebody_is_withdrawn_has_the_focus(
    browser: Browser, live_server: object
) -> None:
    """A question stands above all else of a long page, far from the button below."""
    of = Running("Ann Bob Cid")
    olga = Device(phone_context(browser), of, str(live_server))
    olga.sign_in(of.director)
    olga.page.goto(f"{olga.league}direct/")
    olga.unfold("Who plays")
    olga.page.get_by_label("Who leaves").select_option(label="Ann · Division 1")
    olga.press("Withdraw")
    asked = olga.page.locator(".question")
    expect(asked).to_be_focused()
    expect(asked).to_be_in_viewport()
    olga.context.close()
    assert olga.complaints == []


def resigns(loser: Page, winner: Page, board: str) -> None:
    """Play on the board in words until one resigns all three points, and the other takes them."""
    for _look in range(60):
        for page in (loser, winner):
            page.goto(f"{board}text/")
            if page.locator("main", has_text="wins the match").count():
                return
            said = page.locator("form", has=page.locator("#said"))
            own = ("#do-accept", "#do-roll", ".textboard__plays button")
            if said.count():
                said.locator("#said").fill("seven eleven")
                said.get_by_role("button").click()
            elif page is loser and page.locator(".textboard__ask", has_text="Resign").count():
                ask = page.locator(".textboard__ask", has_text="Resign")
                ask.locator("summary").click()
                ask.get_by_role("button").last.click()
            else:
                for button in (page.locator(one) for one in own):
                    if button.count():
                        button.first.click()
                        break
    raise AssertionError(winner.locator("main").inner_text())


def propose(one: Device, other: Device, match: Match) -> None:
    """Let one propose an evening, and the other accept it among their own matches."""
    one.fixture(match)
    one.fits()
    at = timezone.localtime() + datetime.timedelta(days=3)
    one.page.get_by_label("Date 1").fill(at.strftime("%Y-%m-%dT20:00"))
    one.page.get_by_label("Where").fill("Club room")
    one.page.get_by_role("button", name="Propose").tap()
    expect(one.page.get_by_text("You have proposed dates").first).to_be_visible()
    other.mine()
    other.fits()
    expect(other.page.get_by_text("Club room")).to_be_visible()
    other.page.get_by_role("button", name="Accept").tap()
    expect(other.page.get_by_text("A date is agreed")).to_be_visible()


def test_a_season_of_six_from_entry_to_promotion(
    devices: tuple[Running, dict[str, Device]],
) -> None:
    of, by = devices
    ann, bob, cid, fay, olga = (by[name] for name in ("Ann", "Bob", "Cid", "Fay", "Olga"))

    # The sixth enters with one tap; the director releases.
    fay.mine()
    fay.press("I play")
    expect(fay.page.get_by_text("You are entered")).to_be_visible()
    fay.fits()
    olga.page.goto(f"{olga.league}direct/")
    olga.press("Release the season")
    expect(olga.page.get_by_text("6 matches to play")).to_be_visible()
    of.again()
    theirs, with_cid, bobs = of.match("Ann", "Bob"), of.match("Ann", "Cid"), of.match("Bob", "Cid")
    ann.mine()
    expect(ann.page.get_by_role("article")).to_have_count(2)
    ann.fits()

    # Two find a date, and play on the board: its result is the match's.
    propose(bob, ann, theirs)
    ann.press("Play on the board")
    ann.page.wait_for_url("**/boards/**")
    bob.mine()
    expect(bob.page.get_by_text("You play on the board")).to_be_visible()
    bob.fixture(theirs)
    bob.press("To the board")
    bob.page.wait_for_url("**/boards/**")
    resigns(bob.page, ann.page, ann.page.url.partition("?")[0])
    theirs.refresh_from_db()
    assert theirs.state == "settled"
    assert theirs.winner == (0 if str(theirs.first) == "Ann" else 1)

    # One reports with two taps, the other contradicts, the director decides.
    ann.mine()
    ann.page.get_by_role("link", name="I have won").first.tap()
    ann.page.get_by_role("button", name="1", exact=True).tap()
    expect(ann.page.get_by_text("You have reported")).to_be_visible()
    cid.mine()
    cid.page.get_by_role("link", name="Confirm or contradict").tap()
    cid.page.locator("#reject").tap()
    expect(cid.page.get_by_text("What is right?")).to_be_visible()
    cid.page.locator("label.choice", has_text="Cid").first.tap()
    cid.page.get_by_role("button", name="2", exact=True).tap()
    cid.mine()
    expect(cid.page.get_by_text("Disputed: the director decides")).to_be_visible()
    cid.fits()
    olga.page.goto(f"{olga.league}direct/")
    olga.fits()
    olga.press("Ann – Cid" if str(with_cid.first) == "Ann" else "Cid – Ann")
    olga.page.get_by_role("button", name=re.compile("Ann.*wins.*3")).first.click()
    expect(olga.page.get_by_text("What is right?")).to_have_count(0)
    with_cid.refresh_from_db()
    assert (with_cid.state, with_cid.figures[with_cid.winner or 0]) == ("settled", "3")

    # To one nobody came.
    propose(cid, bob, bobs)
    hour = datetime.timedelta(hours=1)
    Fixture.objects.filter(match=bobs).update(agreed_at=timezone.now() - hour)
    bob.fixture(bobs)
    bob.page.get_by_label("What happened").fill("I waited an hour.")
    bob.page.get_by_role("button", name="My opponent did not come").tap()
    expect(bob.page.get_by_text("You say that your opponent did not come")).to_be_visible()
    cid.mine()  # what waits for a word is a whole sentence there
    expect(cid.page.get_by_text("Your opponent says that you did not come")).to_be_visible()
    cid.fits()
    olga.page.goto(f"{olga.league}direct/")
    olga.press("Walkover")
    bobs.refresh_from_db()
    assert (bobs.outcome, str((bobs.first, bobs.second)[bobs.winner or 0])) == ("forfeit", "Bob")

    # The season ends, and everybody reads where they play.
    of.play()
    olga.page.goto(f"{olga.league}direct/")
    olga.press("Close the season")  # nothing else is left to do: it is open
    olga.press("Draft the next season")
    expect(olga.page.get_by_text("2 → 1 · goes up")).to_be_visible()
    olga.fits()
    olga.press("Confirm: end this season")
    ann.page.goto(ann.league)
    ann.fits()
    expect(ann.page.get_by_text("champion: Ann")).to_be_visible()
    expect(ann.page.get_by_text("Ann, Bob, Dee")).to_be_visible()


def test_two_phones_challenge_and_climb_on_a_ladder(browser: Browser, live_server: object) -> None:
    of = Running("Ann Bob Cid", shape="ladder", is_released=False)
    seasons.season_release(season=of.season, by=of.director)
    of.again()
    ann, cid = (Phone(browser, of, name, str(live_server)) for name in ("Ann", "Cid"))
    cid.mine()
    expect(cid.page.get_by_role("heading", name="Your place: 3")).to_be_visible()
    cid.fits()
    cid.page.get_by_role("button", name="Challenge Ann").tap()
    expect(cid.page.get_by_text("Challenge Ann?")).to_be_visible()
    cid.fits()
    cid.page.locator(".question").get_by_role("button", name="Challenge").tap()
    expect(cid.page.get_by_text("One match at a time")).to_be_visible()
    cid.fits()
    ann.mine()
    ann.page.get_by_role("link", name="I have lost").tap()
    ann.page.get_by_role("button", name="4", exact=True).tap()
    expect(ann.page.get_by_text("You have reported")).to_be_visible()
    cid.mine()
    cid.page.get_by_role("link", name="Confirm or contradict").tap()
    cid.page.locator("#confirm").tap()
    expect(cid.page.locator("#confirm")).to_have_count(0)
    cid.mine()
    expect(cid.page.get_by_role("heading", name="Your place: 1")).to_be_visible()
    cid.page.goto(cid.league)
    expect(cid.page.locator("tbody tr").first).to_contain_text("Cid")
    cid.fits()
    for one in (ann, cid):
        one.context.close()
        assert one.complaints == []


def test_the_wall_of_a_league_turns_and_hangs_up_what_is_new(
    browser: Browser, live_server: object
) -> None:
    club = evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin")
    of = Running("Ann Bob Cid", "Dee Eve Fay", of=club)
    soon = timezone.now() + datetime.timedelta(days=2)
    Fixture.objects.create(match=of.match("Ann", "Bob"), agreed_at=soon)
    context = phone_context(browser, viewport={"width": 1280, "height": 720})
    page, complaints = context.new_page(), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.clock.install()
    page.goto(f"{live_server}/leagues/{of.league.public_id}/wall/")
    slides = page.locator("[data-slide]")
    expect(slides).to_have_count(3)
    expect(slides.nth(0)).to_contain_text("This week")
    page.clock.run_for(12_500)
    expect(slides.nth(1)).to_contain_text("Division 1")
    expect(slides.nth(1)).to_be_visible()
    expect(slides.nth(0)).to_be_hidden()
    of.win(of.match("Ann", "Bob"), 0)
    page.clock.run_for(4_500)
    expect(slides).to_have_count(2)  # it is over: nothing else is due this week
    for width, height in ((1280, 720), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(WIDER)
    assert judged(page).violations_count == 0
    context.close()
    assert complaints == []


def test_what_is_said_and_reported_without_network_waits_on_the_page(
    browser: Browser, live_server: object
) -> None:
    """A cellar has no network: the page stays, with what was typed, and sends it later."""
    of = Running("Ann Bob Cid", match_length=3)
    ann = Phone(browser, of, "Ann", str(live_server))
    match = of.match("Ann", "Bob")
    ann.fixture(match)
    ann.context.set_offline(True)
    ann.page.locator("[name=text]").last.fill("I am late")
    ann.page.get_by_role("button", name="Send", exact=True).click()
    bar = ann.page.locator("#unsent")
    expect(bar).to_contain_text("Waiting for the connection:")
    expect(ann.page.locator("[name=text]").last).to_have_value("I am late")
    ann.context.set_offline(False)
    expect(bar).to_contain_text("The connection is back.")
    with ann.page.expect_navigation():
        bar.get_by_role("button", name="Send again").click()
    expect(ann.page.get_by_text("I am late")).to_be_visible()
    ann.context.set_offline(True)
    ann.page.get_by_role("radio", name="Ann").check()
    ann.page.locator(".final .chips").get_by_role("button", name="1", exact=True).click()
    expect(bar).to_contain_text("Waiting for the connection:")
    ann.context.set_offline(False)
    with ann.page.expect_navigation():
        bar.get_by_role("button", name="Send again").click()
    match.refresh_from_db()
    assert match.state == Match.State.REPORTED
    ann.context.close()
    assert ann.complaints == []
