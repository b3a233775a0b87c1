"""Three ways of a new club, tap by tap: from its founding to the first point, the usual evening,
and a sheet of old evenings. Typing names is no tap; everything else that a finger does is."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.accounts.services.founding import founding_link_create
from games.models import Club, Session
from tests import evenings
from tests.browser.conftest import phone_context
from tests.evenings import Evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOUNDING, USUAL, OLD_EVENINGS = 12, 2, 8


class Finger:
    """Taps on a phone, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, selector: str) -> None:
        """Tap what is in sight, as it is named in the page or to a reader."""
        # A button that has just come under the thumb by itself is not tapped at once.
        self.page.locator("html:not([data-changed])").wait_for(state="attached")
        self.page.locator(selector).first.tap()
        expect(self.page.locator(".htmx-request")).to_have_count(0)
        self.taps += 1

    def types(self, selector: str, text: str) -> None:
        """Tap a field and type into it."""
        self.tap(selector)
        self.page.keyboard.insert_text(text)


@pytest.fixture
def phone(browser: Browser, live_server: object, settings: Any) -> Iterator[BrowserContext]:
    """A phone of 360 px, at a laptop that nobody else reaches."""
    settings.DEMO_ACCOUNTS, settings.CSRF_TRUSTED_ORIGINS = True, []
    context = phone_context(browser, base_url=str(live_server))
    yield context
    context.close()


@pytest.fixture
def signed_in(phone: BrowserContext, live_server: object) -> Callable[[], Finger]:
    """The organizer's phone, on the first page."""

    def do() -> Finger:
        client = Client()
        client.force_login(evenings.user("Olga"))
        name = django_settings.SESSION_COOKIE_NAME
        cookie = {"name": name, "value": client.cookies[name].value, "url": str(live_server)}
        phone.add_cookies([cookie])
        page = phone.new_page()
        page.goto("/")
        return Finger(page)

    return do


def test_from_the_founding_to_the_first_point(phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto(reverse("welcome", args=[founding_link_create()]))
    finger = Finger(page)
    finger.types("[name=name]", "Tuesday Club")
    finger.types("[name=founder]", "Ann")
    finger.types("[name=players]", "Bob\nCid\nDee")
    finger.tap("#found-it")
    if page.locator("#read").count():
        finger.tap("#found-it")
    finger.tap("text=Start the first chouette")
    for name in ("Ann", "Bob", "Cid", "Dee"):
        chip = page.locator("label.choice", has=page.get_by_text(name, exact=True))
        if not chip.locator("input").is_checked():
            chip.tap()
            finger.taps += 1
    finger.tap("#start")
    page.wait_for_url("**/table/")
    finger.tap("#b-roll")
    finger.tap("#b-play")
    finger.tap("#b-box-wins")
    finger.tap("#b-level-1")
    expect(page.locator("#table")).to_contain_text("Play game 2")
    assert Session.objects.get().games.count() == 1
    assert finger.taps <= FOUNDING, finger.taps


def test_what_a_founder_has_to_look_at_is_in_sight(phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto(reverse("welcome", args=[founding_link_create()]))
    finger = Finger(page)
    finger.types("[name=name]", "Tuesday Club")
    finger.types("[name=founder]", "Ann")
    finger.types("[name=players]", "Bob\nCid\nBob\nDee")
    finger.types("[name=stake_amount]", "0.50")
    page.locator("[name=currency]").fill("")
    finger.tap("#found-it")
    expect(page.locator("[name=currency]")).to_be_focused()
    expect(page.locator("[name=currency]")).to_be_in_viewport()
    finger.types("[name=currency]", "EUR")
    finger.tap("#found-it")
    expect(page.locator("#read")).to_be_in_viewport()
    expect(page.locator("#read li", has_text="Bob")).to_have_count(2)  # said, and once in the list


def test_the_usual_evening(signed_in: Callable[[], Finger]) -> None:
    names = "Ann Bob Cid Dee Eve Fay Gus Hal Ida Jon Kim"
    last = Evening(evenings.club(), names).game(**dict.fromkeys(names.split()[1:], -1))
    last.end()
    finger = signed_in()
    finger.tap("text=Start a chouette")
    finger.page.wait_for_url("**/sessions/new/")
    expect(finger.page.locator("#start")).to_be_in_viewport(ratio=1)
    finger.tap("#start")
    finger.page.wait_for_url("**/table/")
    new = Session.objects.exclude(pk=last.session.pk).get()
    assert new.seats.count() == last.session.seats.count()
    assert new.rules == last.session.rules
    assert finger.taps <= USUAL, finger.taps


def test_a_sheet_of_old_evenings(
    signed_in: Callable[[], Finger], tmp_path: Path, settings: Any
) -> None:
    settings.DATA = tmp_path
    club: Club = evenings.club()
    sheet = tmp_path / "old.csv"
    rows = [f"2026-{month:02}-03;{month};-{month};;" for month in range(1, 11)]
    sheet.write_text("\n".join(["Date;Ann;Bob;Cid;Dee", *rows]), encoding="utf-8")
    finger = signed_in()
    finger.tap("text=Tuesday")
    finger.tap("text=Bring in old results")
    with finger.page.expect_file_chooser() as chooser:
        finger.tap("#file-results")
    chooser.value.set_files(sheet)
    finger.taps += 1  # the file in the list of the device
    finger.page.locator("#file-results").locator("xpath=ancestor::form").locator("button").tap()
    finger.taps += 1
    expect(finger.page.locator("main")).to_contain_text("Enter 10 evenings")
    finger.tap("text=Enter 10 evenings")
    expect(finger.page.locator("main")).to_contain_text("10 evenings entered.")
    assert club.sessions.filter(by_totals=True, is_settled=True).count() == 10
    assert finger.taps <= OLD_EVENINGS, finger.taps
