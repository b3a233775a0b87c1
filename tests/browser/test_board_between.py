"""What the pages of a board say in the moments between two answers of the server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from threading import Event

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from games.models import Board
from tests.browser.conftest import phone_context
from tests.browser.test_boards import HIGHEST, Hand, waiting_for
from tests.browser.test_league import Device
from tests.tournaments.leagues.seasons import Running
from tournaments.models import Match
from tournaments.results.services.board_results import board_count
from tournaments.results.services.online import match_board_open

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WATCHED = """addEventListener("DOMContentLoaded", () => {
  const look = () => {
    window.toldLost ||= Boolean(document.querySelector("[data-seed-lost]:not([hidden])"));
    window.toldBeside ||= document.body.textContent.includes("does not count");
  };
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document, all);
});"""
"""Remembers whether a page has ever said that its part was sealed elsewhere, or that its board does
not count.
"""


@pytest.fixture
def phones(browser: Browser, live_server: object) -> Iterator[tuple[Match, Device, Device]]:
    """A match of a league, and the phones of its two, who are signed in."""
    of = Running("Ann Bob Cid", match_length=1)
    two = [Device(phone_context(browser), of, str(live_server)) for _ in range(2)]
    for device, name in zip(two, ("Ann", "Bob"), strict=True):
        device.sign_in(of.account(name))
        device.context.add_init_script(WATCHED)
    yield of.match("Ann", "Bob"), two[0], two[1]
    for device in two:
        device.context.close()
        assert device.complaints == []


def begun(match: Match, device: Device) -> str:
    """Play on the board, seal the part of who does so, and leave its page."""
    board = match_board_open(match=match, by=device.user)
    address = f"{device.url}/boards/{board.public_id}/"
    device.page.goto(address)
    expect(device.page.locator("[data-stage=wait]")).to_be_attached()
    device.page.goto("about:blank")
    return address


def waits_for(page: Page, is_so: Callable[[], object]) -> None:
    for _ in range(200):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError(page.locator("main").inner_text())


class Slow:
    """Answers about the panel of one page: the first since its part was sealed comes last."""

    def __init__(self, page: Page) -> None:
        self.is_sealed, self.is_opened = False, False
        self.panel: list[Route] = []
        self.opening: list[Route] = []
        page.route("**/begin/**", self._panel)
        page.route("**/seed/", self._seed)
        page.on("requestfinished", self._finished)

    def _panel(self, route: Route) -> None:
        if self.is_sealed and not self.panel:
            self.panel.append(route)
        else:
            route.continue_()

    def _seed(self, route: Route) -> None:
        if "commitment=" in (route.request.post_data or ""):
            answer = route.fetch()
            self.is_sealed = True
            route.fulfill(response=answer)
        elif not self.opening:
            self.opening.append(route)
        else:
            route.continue_()

    def _finished(self, request: Request) -> None:
        self.is_opened |= "seed=" in (request.post_data or "")


def test_a_picture_from_before_a_part_was_opened_does_not_say_that_it_is_lost(
    phones: tuple[Match, Device, Device],
) -> None:
    match, ann, bob = phones
    address = begun(match, ann)
    slow = Slow(bob.page)
    bob.page.goto(address)
    waits_for(bob.page, lambda: slow.panel and slow.opening)
    before = slow.panel[0].fetch()
    assert 'data-stage="open"' in before.text()
    slow.opening[0].continue_()
    waits_for(bob.page, lambda: slow.is_opened)
    bob.page.evaluate("document.getElementById('begin').dataset.old = ''")
    slow.panel[0].fulfill(response=before)
    expect(bob.page.locator("#begin[data-old]")).to_have_count(0)
    expect(bob.page.locator("[data-stage=done]")).to_be_attached()
    assert not bob.page.evaluate("window.toldLost")
    ann.page.goto(address)
    for device in (ann, bob):
        expect(device.page.locator("[data-board]")).to_be_visible(timeout=60_000)
    assert Board.objects.get().phase not in ("waiting", "seeds")


@pytest.mark.parametrize("lost", ["", "another"], ids=["nothing kept", "another seed kept"])
def test_who_really_has_no_secret_any_more_is_told_so(
    phones: tuple[Match, Device, Device], lost: str
) -> None:
    match, ann, bob = phones
    address = begun(match, ann)
    bob.page.route("**/seed/", lambda route: route.abort() if opens(route) else route.continue_())
    bob.page.goto(address)
    expect(bob.page.locator("[data-stage=open]")).to_be_attached()
    bob.page.evaluate(
        """(lost) => {
          for (const name of Object.keys(localStorage)) {
            const kept = JSON.parse(localStorage[name]);
            if (lost) localStorage[name] = JSON.stringify({ ...kept, seed: lost });
            else localStorage.removeItem(name);
          }
        }""",
        lost,
    )
    bob.page.reload()
    expect(bob.page.get_by_text("was sealed in another browser")).to_be_visible()
    bob.page.unroute_all()
    bob.page.get_by_role("button", name="Begin with other dice").click()
    ann.page.goto(address)
    for device in (ann, bob):
        expect(device.page.locator("[data-board]")).to_be_visible(timeout=60_000)


def test_two_phones_at_a_board_that_ends_read_nothing_that_is_not_so(
    phones: tuple[Match, Device, Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its end is shown to both before it counts."""
    seen = Event()
    monkeypatch.setattr(
        "tournaments.receivers.board_count", lambda **of: seen.wait(60) and board_count(**of)
    )
    match, ann, bob = phones
    board = match_board_open(match=match, by=ann.user)
    address = f"{ann.url}/boards/{board.public_id}/"
    hands = (Hand(ann.context, address), Hand(bob.context, address))
    try:
        losing = waiting_for(hands, "[data-asks-first=resign]")
        winning = hands[1 - hands.index(losing)]
        losing.ask("resign", HIGHEST)
        winning.tap("[data-do=accept]")
        waits_for(losing.page, lambda: Board.objects.get().status == Board.Status.ENDED)
        link = losing.page.get_by_role("link", name="To the match")
        expect(link).to_be_visible(timeout=60_000)
        match.refresh_from_db()
        assert not match.is_settled
        beat = Board.objects.get().beat
        seen.set()
        waits_for(losing.page, lambda: Board.objects.get().beat > beat)
        match.refresh_from_db()
        assert match.is_settled
    finally:
        seen.set()
    for hand in hands:
        link = hand.page.get_by_role("link", name="To the match")
        expect(link).to_be_visible(timeout=60_000)
        with hand.page.expect_response("**/live/**"):
            pass
        hand.page.wait_for_timeout(500)
        assert not hand.page.evaluate("window.toldBeside")
        link.click()
        expect(hand.page.get_by_text(re.compile("You have (won|lost)|wins")).first).to_be_visible()
        assert hand.errors == []


def opens(route: Route) -> bool:
    return "seed=" in (route.request.post_data or "")
