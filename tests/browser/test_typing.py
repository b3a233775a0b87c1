"""An answer of the server never takes away what somebody types meanwhile: 20 ms a key, answers
after 300 ms, on every form that a part of the server's answer replaces."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests import evenings
from tests.evenings import Evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEY = 20
# Every question of a form leaves a third of a second later; one that was taken back never does.
LATE = """
const { send, abort } = XMLHttpRequest.prototype;
const over = new WeakSet();
XMLHttpRequest.prototype.send = function (...given) {
  setTimeout(() => { if (!over.has(this)) send.apply(this, given); }, 300);
};
XMLHttpRequest.prototype.abort = function () { over.add(this); abort.call(this); };
"""


@pytest.fixture
def evening() -> Evening:
    """Two games of points only."""
    return Evening(evenings.club()).game(Bob=-3, Cid=-1).game(winner="box", Cid=0, Bob=-1)


Opens = Callable[[str], Page]


@pytest.fixture
def opens(browser: Browser, live_server: object, evening: Evening) -> Iterator[Opens]:
    """Opens a page as the organizer, on a slow line."""
    context = browser.new_context(
        base_url=str(live_server), viewport={"width": 1280, "height": 900}
    )
    client = Client()
    client.force_login(evening.organizer)
    name = settings.SESSION_COOKIE_NAME
    value = client.cookies[name].value
    context.add_cookies([{"name": name, "value": value, "url": str(live_server)}])
    context.add_init_script(LATE)

    def opened(path: str) -> Page:
        page = context.new_page()
        page.goto(path)
        return page

    yield opened
    context.close()


def answered(page: Page, do: Callable[[], Any]) -> None:
    """Do what asks the server, and wait for its answer and what it leads to."""
    with page.expect_response(lambda one: one.request.resource_type == "xhr"):
        do()
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def test_a_second_number_typed_while_the_first_is_checked_stays(
    opens: Opens, evening: Evening
) -> None:
    page = opens(f"/sessions/{evening.session.public_id}/games/1/amend/")
    first, second = (page.locator(".step input.input--number").nth(at) for at in (0, 1))
    first.fill("-5")

    def types() -> None:
        second.click()
        page.keyboard.press("Control+A")
        page.keyboard.type("-12.5", delay=KEY)

    answered(page, types)
    expect(second).to_be_focused()
    page.keyboard.type("5", delay=KEY)
    expect(second).to_have_value("-12.55")
    answered(page, second.blur)
    expect(page.locator(".changes")).to_contain_text("−12.55")
    expect(first).to_have_value("−5")


@pytest.mark.parametrize("title", ["Xmas", "Christmas with everybody, at Grandmother's"])
def test_what_is_typed_while_other_rules_come_stays(
    opens: Opens, evening: Evening, title: str
) -> None:
    """The answer comes after the last letter, or in the middle."""
    page = opens(f"/clubs/{evening.club.slug}/sessions/new/")
    for summary in page.locator("details.line-fold > summary").all():
        summary.click()

    def types() -> None:
        page.locator("input[name=preset]:not(:checked)").last.check(force=True)
        page.locator("#title").click()
        page.keyboard.type(title, delay=KEY)

    answered(page, types)
    expect(page.locator("#title")).to_be_focused()
    expect(page.locator("#title")).to_have_value(title)
    # Where the caret was, too.
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    expect(page.locator("#title")).to_have_value(title[1:])


def test_what_is_ticked_while_other_rules_come_stays(opens: Opens, evening: Evening) -> None:
    page = opens(f"/clubs/{evening.club.slug}/sessions/new/")
    page.locator("details.line-fold > summary").first.click()
    presets = page.locator("input[name=preset]:not(:checked)")
    wanted = presets.last.get_attribute("value")

    def ticks() -> None:
        presets.first.check(force=True)
        page.locator(f"input[name=preset][value='{wanted}']").check(force=True)
        page.locator(".choice", has_text="Bob").click()

    bob = page.locator(".choice", has_text="Bob").locator("input")
    was = bob.is_checked()
    answered(page, ticks)
    expect(bob).to_be_checked(checked=not was)
    # The second preset has been asked for, too, once the first had come.
    expect(page.locator(f"input[name=preset][value='{wanted}']")).to_be_checked()
    title = page.locator(f".presets label:has(input[value='{wanted}']) b").inner_text()
    expect(page.locator("#house-rules > summary")).to_contain_text(title)
    expect(bob).to_be_checked(checked=not was)


def test_what_one_closes_or_opens_stays_so(opens: Opens, evening: Evening) -> None:
    page = opens(f"/clubs/{evening.club.slug}/sessions/new/")
    stakes, several = page.locator("details.line-fold").nth(1), page.locator("#several")
    stakes.locator("summary").click()
    page.locator("#new-name").fill("Dee")
    answered(page, page.locator("#add-player").click)
    expect(stakes).to_have_attribute("open", "")
    # What was opened for what is done now closes.
    several.locator("summary").click()
    page.locator("#new-names").fill("Eve")
    answered(page, page.locator("#add-players").click)
    if page.locator("#read").count():
        answered(page, page.locator("#add-players").click)
    expect(page.get_by_role("checkbox", name="Eve", exact=True)).to_be_checked()
    expect(several).not_to_have_attribute("open", "")
    expect(stakes).to_have_attribute("open", "")


def test_the_name_of_the_next_is_typed_while_one_is_added(opens: Opens, evening: Evening) -> None:
    page = opens(f"/clubs/{evening.club.slug}/sessions/new/")

    def types() -> None:
        page.locator("#new-name").fill("Dee")
        page.locator("#add-player").click()
        page.locator("#new-name").click()
        page.keyboard.press("Control+A")
        page.keyboard.type("Eve", delay=KEY)

    answered(page, types)
    expect(page.get_by_text("Dee", exact=True).first).to_be_visible()
    expect(page.locator("#new-name")).to_have_value("Eve")


def test_only_who_plays_stands_in_the_form_for_stakes(opens: Opens, evening: Evening) -> None:
    page = opens(f"/clubs/{evening.club.slug}/sessions/new/")
    page.locator(".line-fold").nth(1).evaluate("one => { one.open = true; }")
    shown = page.locator(".staker:not([hidden]) label")
    title = page.get_by_text("Who plays for more than one stake?")
    expect(title).to_be_hidden()
    for name in ("Ann", "Bob", "Cid", "Bob"):
        page.locator(".choice", has_text=name).click()
    expect(title).to_be_visible()
    expect(shown).to_have_text(["Ann", "Cid"])
    # Also in the form that the server sends for somebody new.
    page.locator("#new-name").fill("Dee")
    answered(page, page.locator("#add-player").click)
    expect(shown).to_have_text(["Ann", "Cid", "Dee"])


def test_points_of_a_game_are_typed_at_the_table(opens: Opens, evening: Evening) -> None:
    page = opens(f"/sessions/{evening.session.public_id}/table/?pane=points")
    first, second = (page.locator("input[name^=points-]").nth(at) for at in (0, 1))
    first.click()
    page.keyboard.type("4", delay=KEY)
    second.click()
    page.keyboard.type("12,5", delay=KEY)
    page.wait_for_timeout(800)
    expect(first).to_have_value("4")
    expect(second).to_have_value("12,5")
    second.fill("")
    page.locator("#all-the-same").click()
    expect(second).to_have_value("4")


def test_the_effect_follows_while_the_points_of_a_game_are_typed(
    opens: Opens, evening: Evening
) -> None:
    """The field keeps the focus, and "Save" is never beside an effect of other numbers."""
    page = opens(f"/sessions/{evening.session.public_id}/games/1/amend/")
    complaints = list[str]()
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.reload()
    first, second = (page.locator(".step input.input--number").nth(at) for at in (0, 1))

    def types() -> None:
        first.click()
        page.keyboard.press("Control+A")
        page.keyboard.type("-7.5", delay=KEY)

    answered(page, types)
    expect(page.locator(".changes")).to_contain_text("−7.5")
    expect(first).to_be_focused()
    answered(page, page.get_by_role("button", name="All the same").click)
    expect(second).to_have_value("−7.5")
    expect(page.locator("[data-sum]")).to_have_text("+15")
    answered(page, lambda: page.get_by_label("Team").check(force=True))
    expect(page.locator("#preview-title")).to_contain_text("Team wins")
    page.locator("#save").click()
    expect(page.locator("main")).to_contain_text("Game 1 was put right.")
    assert complaints == []
