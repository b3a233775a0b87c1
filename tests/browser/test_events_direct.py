"""Directing by clicking: an eight-player Swiss and a club night at two tables, from nothing."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Thumb, judged, phone_context
from tests.servers import Server

pytestmark = pytest.mark.browser

EIGHT = ("Ann", "Bob", "Cid", "Dee", "Eva", "Fay", "Gil", "Hal")
SEVEN = EIGHT[:7]
ROUNDS = 3


class Director(Thumb):
    """A director's thumb on the desk; it looks at every page once with Axe."""

    def is_accessible(self) -> None:
        """Axe finds nothing to complain about, and nothing is wider than the phone."""
        found = judged(self.page, preload=False)
        assert found.violations_count == 0, found.generate_report()
        wide = self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{wide} px wider than the screen"

    def next(self, text: str, then: str) -> None:
        """Tap the one big button, which says this, and find this heading above it afterwards."""
        button = self.page.locator("#next")
        expect(button).to_have_text(text)
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 43.5
        button.tap()
        expect(self.page.locator("#step-title")).to_have_text(then)

    def view(self, name: str) -> None:
        """Tap a tab of the desk."""
        self.page.locator(f"#view-{name}").tap()
        expect(self.page.locator(f"#view-{name}[aria-current]")).to_be_visible()

    def enters(self, points: int) -> None:
        """The first player of an open match wins: tap the name, then the loser's points."""
        key = self.page.locator(".bout:has(.quick)").first.get_attribute("id")
        row = self.page.locator(f"#{key} .quick")
        row.locator("label.choice").first.tap()
        tile = row.get_by_role("button", name=str(points), exact=True)
        box = tile.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5
        tile.tap()
        expect(row).to_have_count(0)


def finish(director: Director) -> None:
    """Finish the event: it asks once, and says what follows."""
    director.next("Finish the event", "Everything is decided")
    question = director.page.locator(".question")
    expect(question).to_contain_text("Finish the event?")
    expect(question).to_contain_text("The standings are final, and no result can be entered.")
    director.is_accessible()
    director.page.locator("#do-it").tap()
    expect(director.page.locator("#step-title")).to_have_text("This event is over")


@pytest.fixture(scope="module")
def state(server: Server, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The cookies of Dora: demo accounts found no clubs."""
    server.run("createsuperuser", "--noinput", "--email", "dora@example.org", "--name", "Dora")
    link = server.run("sign_in_link", "dora@example.org", "--address", server.url)
    context = browser.new_context()
    page = context.new_page()
    page.goto(link.strip())
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Found a club")).to_be_visible()
    path = tmp_path_factory.mktemp("director") / "dora.json"
    context.storage_state(path=path)
    context.close()
    return str(path)


@pytest.fixture
def held(browser: Browser, state: str) -> Iterator[BrowserContext]:
    """Dora's phone."""
    context = phone_context(browser, storage_state=state)
    yield context
    context.close()


@pytest.fixture
def director(server: Server, held: BrowserContext) -> Director:
    """Dora with her phone, in a club that she has just founded."""
    page = held.new_page()
    found = Director(page)
    page.goto(f"{server.url}/new-club/")
    page.get_by_label("What is the club called?").fill("Directed Club")
    page.get_by_role("button", name="Found the club").tap()
    page.wait_for_url("**/clubs/directed-club*/")
    page.goto(f"{page.url}events/")
    return found


def announce(director: Director, title: str, names: tuple[str, ...], form: str) -> None:
    """Fill in the short form; who is named becomes a player of the club."""
    page = director.page
    director.is_accessible()
    page.get_by_role("link", name="Announce the first event").tap()
    page.get_by_label("Title", exact=True).fill(title)
    page.get_by_label("Names, one on each line").fill("\n".join(names))
    page.locator(f"label.format__head:has(#new-{form})").tap()
    if form == "swiss":
        page.locator("#new-swiss-rounds").fill(str(ROUNDS))
    director.is_accessible()
    page.get_by_role("button", name="Announce the event").tap()
    page.wait_for_url("**/direct/")
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()


def test_an_eight_player_swiss_is_directed_from_an_empty_club_to_the_final_standings(
    director: Director,
) -> None:
    page = director.page
    announce(director, "November Open", EIGHT, "swiss")
    director.view("entries")
    page.get_by_role("button", name="Everyone is here").tap()
    director.sees("here: 8")
    director.is_accessible()
    director.view("play")
    for number in range(1, ROUNDS + 1):
        director.next(f"Draw round {number}", "Look at the draw")
        director.sees("Seed")
        if number == 1:
            director.sees("(fold)")
            director.is_accessible()
        director.next("Confirm", "The draw is confirmed")
        director.next("Release", "Results are coming in")
        if number == 1:
            director.is_accessible()
        for match in range(4):
            director.enters(match)
    expect(page.locator("#step-title")).to_have_text("Everything is decided")
    director.view("standings")
    lines = page.locator(".standings tbody tr")
    expect(lines).to_have_count(8)
    expect(lines.first.locator("td").nth(1)).to_have_text(re.compile("^3"))
    director.is_accessible()
    finish(director)
    expect(lines).to_have_count(8)
    page.goto(page.url.split("/direct/")[0] + "/slips/")
    expect(page.locator(".slip")).to_have_count(4)
    director.is_accessible()
    assert director.complaints == []


def test_a_result_is_put_right_and_taken_back_on_the_sheet_of_a_match(director: Director) -> None:
    page = director.page
    announce(director, "Open", EIGHT[:4], "single")
    director.next("Draw the bracket", "Look at the draw")
    director.next("Confirm", "The draw is confirmed")
    director.next("Release", "Results are coming in")
    for _ in range(3):
        director.enters(2)
    page.locator("[id^=round-]").first.tap()
    # The page of the first round, whole: a tap on one that is being left is lost.
    page.wait_for_url(re.compile("round=1"))
    expect(page.locator("[id^=round-]").first).to_have_attribute("aria-current", "page")
    page.locator(".bout__more").first.tap()
    expect(page.locator("#sheet")).to_contain_text("entered the result: 7 : 2")
    expect(page.locator("#sheet-title")).to_be_in_viewport()
    director.is_accessible()
    page.locator("#sheet-first").fill("3")
    page.locator("#sheet-second").fill("7")
    page.locator("#sheet-save").tap()
    director.sees("1 result will be lost.")
    director.is_accessible()
    page.get_by_role("button", name="Change it all the same").tap()
    expect(page.locator("#sheet")).to_have_count(0)
    expect(page.locator("#told")).to_contain_text("3 : 7")
    expect(page.locator("[id^=round-]").first).to_have_attribute("aria-current", "page")
    expect(page.locator(".quick")).to_have_count(1)
    page.locator(".bout__more").first.tap()
    expect(page.locator("#sheet .history")).to_contain_text("corrected the result: 3 : 7")
    assert director.complaints == []


def test_the_desk_follows_another_director_and_keeps_what_is_half_typed(
    director: Director, held: BrowserContext
) -> None:
    page = director.page
    announce(director, "Open", EIGHT[:4], "swiss")
    director.next("Draw round 1", "Look at the draw")
    director.next("Confirm", "The draw is confirmed")
    director.next("Release", "Results are coming in")
    other = Director(held.new_page())
    other.page.goto(page.url)
    other.view("entries")
    other.page.locator("#add-name").fill("Zo")
    page.locator(".quick").nth(1).locator("label.choice").first.tap()
    director.enters(4)
    expect(other.page.locator("#step")).to_contain_text("1 result is missing.")
    assert other.page.locator("#add-name").input_value() == "Zo"
    expect(other.page.locator("#add-name")).to_be_focused()
    other.view("play")
    page.locator(".quick .choice").first.tap()
    other.enters(6)
    expect(page.locator("#step")).to_contain_text("The round is over")
    assert director.complaints == other.complaints == []


def test_the_desk_is_used_with_the_keyboard_alone(director: Director) -> None:
    page = director.page
    announce(director, "Open", EIGHT[:2], "single")
    for name, then in (
        ("Draw the bracket", "Look at the draw"),
        ("Confirm", "The draw is confirmed"),
        ("Release", "Results are coming in"),
    ):
        expect(page.locator("#next")).to_have_text(name)
        page.locator(".htmx-request, .htmx-settling, .htmx-added").wait_for(state="detached")
        page.locator("#next").press("Enter")
        expect(page.locator("#step-title")).to_have_text(then)
    page.locator(".quick input[type=radio]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#step-title")).to_have_text("Everything is decided")
    director.sees("7 : 1")


def test_a_club_night_at_two_tables_is_directed_by_clicking(
    director: Director, another_page: Callable[[], Page]
) -> None:
    page = director.page
    announce(director, "Club night", SEVEN, "club_night")
    director.next("Draw the tables of round 1", "Look at the draw")
    director.is_accessible()
    director.next("Confirm", "The draw is confirmed")
    director.next("Release", "The tables are playing")
    director.sees("2 tables are still playing.")
    director.is_accessible()
    for table in range(2):
        href = page.locator("[id^=score-]").nth(table).get_attribute("href")
        keeper = Thumb(another_page())
        keeper.page.goto(page.url.split("/events/")[0] + str(href))
        for button in ("#b-roll", "#b-play", "#b-box-wins", "#b-level-1"):
            keeper.tap(button)
        keeper.page.close()
    expect(page.locator(".bout", has_text="1 game")).to_have_count(2)
    for table in range(2):
        page.get_by_role("button", name="Finish the table").first.tap()
        expect(page.locator("[id^=finish-]")).to_have_count(1 - table)
    expect(page.locator("#next")).to_have_text("Draw the tables of round 2")
    director.view("standings")
    expect(page.locator(".standings tbody tr")).to_have_count(7)
    director.sees("By points per bet played")
    director.is_accessible()
    page.get_by_role("button", name="Finish the event").tap()
    director.is_accessible()
    page.locator("#do-it").tap()
    expect(page.locator("#step-title")).to_have_text("This event is over")
    assert director.complaints == []


@pytest.fixture
def another_page(held: BrowserContext) -> Callable[[], Page]:
    """Opens another page on the same phone."""
    return held.new_page


def test_nobody_else_is_led_to_the_desk(director: Director, browser: Browser) -> None:
    announce(director, "Open", EIGHT[:2], "single")
    stranger = browser.new_context()
    outside = stranger.new_page()
    outside.goto(director.page.url)
    expect(outside).to_have_url(re.compile("/sign-in/"))
    stranger.close()
