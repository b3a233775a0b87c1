"""Four play a cup over two rounds: dates, one match on the board, one reported and confirmed."""

import datetime
from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.models import Board
from tests.browser.conftest import judged, phone_context
from tests.tournaments.leagues.cups import Playing
from tournaments.models import Match
from tournaments.pages.actors import token_sealed
from tournaments.record.services.passes import pass_create
from tournaments.results.services.board_results import board_count

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDER = "document.documentElement.scrollWidth > innerWidth"
NAMES = ("Ann", "Bob", "Cid", "Dee")


class Phone:
    """A player's phone, which came in by its link."""

    def __init__(self, browser: Browser, of: Playing, name: str, url: str) -> None:
        made = pass_create(event=of.cup.event, player=of.player(name), by=of.director)
        self.context = phone_context(browser)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.url, self.event = url, of.cup.event.public_id
        self.page.goto(f"{url}/e/link/{token_sealed(made.token)}/")

    def mine(self) -> None:
        """Look at the own matches."""
        self.page.goto(f"{self.url}/cups/{self.event}/me/")

    def fixture(self, match: Match) -> None:
        self.page.goto(f"{self.url}/fixtures/{match.public_id}/")

    def fits(self) -> None:
        found = judged(self.page)
        assert found.violations_count == 0, found.generate_report()
        assert not self.page.evaluate(WIDER)

    def propose(self, match: Match, days: int) -> None:
        self.fixture(match)
        at = timezone.localtime() + datetime.timedelta(days=days)
        self.page.get_by_label("Date 1").fill(at.strftime("%Y-%m-%dT20:00"))
        self.page.get_by_role("button", name="Propose", exact=True).tap()
        expect(self.page.get_by_text("You have proposed dates").first).to_be_visible()

    def accept(self) -> None:
        self.mine()
        self.page.get_by_role("button", name="Accept").tap()
        expect(self.page.get_by_text("A date is agreed")).to_be_visible()


@pytest.fixture
def phones(browser: Browser, live_server: object) -> Iterator[tuple[Playing, dict[str, Phone]]]:
    of = Playing(" ".join(NAMES))
    found = {name: Phone(browser, of, name, str(live_server)) for name in NAMES}
    yield of, found
    for one in found.values():
        one.context.close()
        assert one.complaints == []


def test_a_cup_of_four_over_two_rounds(phones: tuple[Playing, dict[str, Phone]]) -> None:
    of, phone = phones
    match = of.meeting("Ann")
    rival = of.other(match, "Ann")
    one, other = (name for name in NAMES if name not in ("Ann", rival))
    second = of.meeting(one)
    ann = phone["Ann"]
    expect(ann.page.get_by_role("heading", name="My matches")).to_be_visible()
    ann.fits()

    # Two find a date; one reports, the other confirms.
    phone[rival].propose(match, 3)
    phone[rival].fits()
    ann.accept()
    ann.fits()
    ann.fixture(match)
    ann.page.locator("label.choice", has_text="Ann").first.tap()
    ann.page.get_by_role("button", name="4", exact=True).tap()
    expect(ann.page.get_by_text("You have reported")).to_be_visible()
    phone[rival].mine()
    phone[rival].page.get_by_role("link", name="Confirm or contradict").tap()
    phone[rival].page.locator("#confirm").tap()
    expect(phone[rival].page.locator("#confirm")).to_have_count(0)
    ann.mine()
    expect(ann.page.get_by_text("You have won")).to_be_visible()

    # The others play on the board: its result is the match's.
    phone[one].propose(second, 4)
    phone[other].accept()
    phone[one].fixture(second)
    phone[one].page.get_by_role("button", name="Play on the board").tap()
    phone[one].page.wait_for_url("**/boards/**")
    board = Board.objects.get(match=second)
    side = 0 if str(second.first) == one else 1
    points = (7, 2) if side == 0 else (2, 7)
    score = dict(zip(("score_white", "score_black"), points, strict=True))
    Board.objects.filter(pk=board.pk).update(status=Board.Status.ENDED, winner=side, **score)
    board_count(board_id=board.pk)

    # The final begins when both are known, until the day of its round.
    final = of.meeting("Ann")
    assert of.other(final, "Ann") == one
    assert of.shown(final).deadline == of.cup.planned(2)
    ann.propose(final, 16)
    phone[one].accept()
    phone[one].fixture(final)
    phone[one].page.locator("label.choice", has_text="Ann").first.tap()
    phone[one].page.get_by_role("button", name="5", exact=True).tap()
    expect(phone[one].page.get_by_text("You have reported")).to_be_visible()
    ann.mine()
    ann.page.get_by_role("link", name="Confirm or contradict").tap()
    ann.page.locator("#confirm").tap()
    expect(ann.page.locator("#confirm")).to_have_count(0)
    final.refresh_from_db()
    assert (final.state, final.winner) == ("settled", 0 if str(final.first) == "Ann" else 1)
    ann.page.goto(f"{ann.url}/events/{ann.event}/")
    ann.fits()
