"""What a director taps without a network is kept as it was tapped, and sent with its own key."""

import json
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from tests.browser.test_cut import Wire
from tests.browser.test_cut_event import Held, phones, swallow, wire
from tests.browser.test_match import EVENT
from tests.servers import Server

__all__ = ["phones", "wire"]  # fixtures

pytestmark = pytest.mark.browser

SIX = EVENT.replace('("Mia", "Noa")', '("Mia", "Noa", "Kim", "Lou", "Pia", "Ron")').replace(
    '"round_robin", "match_length": 3', '"single", "match_length": 7'
)
LOG = """
from tournaments.models import Match
found = Match.objects.filter(round__division__event__public_id="{event}", round__number=1)
rows = [[one.first_points, one.second_points, one.state, one.log.count()] for one in
        found.exclude(outcome="bye").order_by("position")]
import json
print("ROWS", json.dumps(rows))
"""
ENTERED = """
from games.models import User
from tournaments.models import Match
from tournaments.results.services import results
found = Match.objects.filter(round__division__event__public_id="{event}", round__number=1)
match = found.exclude(outcome="bye").order_by("position").first()
by = User.objects.filter(memberships__club=match.club, memberships__role="owner").first()
results.match_report(match=match, by=by, points=(3, 7), version=match.version, key="elsewhere")
"""


class Tapped(Held):
    """A director's phone at the desk of an event of six."""

    event: str
    server: Server

    def wins(self, side: int, points: int, row: int = 0) -> None:
        """Tap who has won, then the loser's points; nothing is waited for."""
        found = self.page.locator(".quick").nth(row)
        found.locator("label.choice").nth(side).tap()
        found.get_by_role("button", name=str(points), exact=True).tap()

    @property
    def kept(self) -> int:
        """How many taps wait."""
        return self.bar.locator("li").count()

    def results(self) -> list[list[object]]:
        """The matches of the first round: points, state, steps in the log."""
        printed = self.server.run("shell", "-c", LOG.format(event=self.event))
        return list(json.loads(printed.split("ROWS ", 1)[1].splitlines()[0]))

    def again(self, name: str = "Send again") -> None:
        """Send what waits."""
        self.bar.get_by_role("button", name=name).first.tap()


@pytest.fixture
def desk(server: Server, wire: Wire, phones: Callable[..., Held], organizer_state: str) -> Tapped:
    printed = server.run("shell", "-c", SIX)
    event, _links = json.loads(printed.split("MADE ", 1)[1].splitlines()[0])
    url = wire.address(f"{server.url}/events/{event}/direct/")
    held = Tapped(phones(url, state=organizer_state).page)
    held.event, held.server = event, server
    return held


def test_send_again_saves_who_was_tapped_and_not_who_was_tapped_later(
    desk: Tapped, wire: Wire
) -> None:
    wire.cut()
    desk.wins(0, 5)
    desk.sees("No connection. Not sent, and kept as you tapped it:")
    desk.sees("wins, the loser has 5")
    desk.page.locator(".quick").first.locator("label.choice").nth(1).tap()
    desk.fits()
    desk.again()
    desk.sees("Still no connection.")
    wire.mend()
    desk.sees("The connection is back.")
    desk.again()
    expect(desk.bar).to_have_text("")
    assert desk.results()[0] == [7, 5, "settled", 1]
    assert desk.errors == []


def test_several_results_are_kept_over_a_reload_and_sent_together(desk: Tapped, wire: Wire) -> None:
    wire.cut()
    desk.wins(0, 5, row=0)
    expect(desk.bar.locator("li")).to_have_count(1)
    desk.wins(1, 2, row=1)
    expect(desk.bar.locator("li")).to_have_count(2)
    desk.fits()
    address = desk.page.url
    with pytest.raises(Exception, match="ERR_"):
        desk.page.reload()
    wire.mend()
    # The browser shows a page of its own about the failure, and tries again by itself, late where
    # it has much to do: that interrupts a way back.
    for _ in range(10):
        with suppress(Error):
            desk.page.goto(address)
            break
    expect(desk.bar.locator("li")).to_have_count(2)
    desk.again("Send all 2")
    expect(desk.bar).to_have_text("")
    assert desk.results() == [[7, 5, "settled", 1], [2, 7, "settled", 1]]


def test_another_tap_about_the_same_match_takes_the_place_of_the_first(
    desk: Tapped, wire: Wire
) -> None:
    wire.cut()
    desk.wins(0, 5)
    desk.sees("the loser has 5")
    desk.wins(1, 6)
    desk.sees("the loser has 6")
    expect(desk.bar.locator("li")).to_have_count(1)
    wire.mend()
    desk.again()
    expect(desk.bar).to_have_text("")
    assert desk.results()[0] == [6, 7, "settled", 1]


def test_a_conflict_says_what_was_tapped_and_what_stands_now(desk: Tapped, wire: Wire) -> None:
    wire.cut()
    desk.wins(0, 5, row=0)
    expect(desk.bar.locator("li")).to_have_count(1)
    desk.wins(0, 1, row=1)
    expect(desk.bar.locator("li")).to_have_count(2)
    desk.server.run("shell", "-c", ENTERED.format(event=desk.event))
    wire.mend()
    desk.again("Send all 2")
    expect(desk.bar.locator("li")).to_have_count(1)
    told = desk.bar.locator("li").inner_text()
    assert "wins, the loser has 5" in told
    assert "Somebody was faster: this match has changed." in told
    assert "You tapped: " in told
    assert "wins 7 : 5." in told
    assert "It stands now: " in told
    assert "wins 7 : 3." in told
    desk.fits()
    assert desk.results() == [[3, 7, "settled", 1], [7, 1, "settled", 1]]
    desk.bar.get_by_role("button", name="Close").tap()
    expect(desk.bar).to_have_text("")


def test_a_result_that_arrived_without_an_answer_counts_once(desk: Tapped) -> None:
    desk.page.route("**/act/", swallow, times=1)
    desk.wins(0, 2)
    desk.sees("the loser has 2")
    desk.sees("7 : 2")  # it shows by itself, and sending it again changes nothing
    desk.again()
    expect(desk.bar).to_have_text("")
    assert desk.results()[0] == [7, 2, "settled", 1]


def test_on_pages_of_matches_a_tap_waits_for_each_match_and_all_are_sent(desk: Tapped) -> None:
    page = desk.page
    links = [row.get_attribute("value") for row in page.locator(".quick input[name=match]").all()]
    page.route("**/matches/*/act/", lambda route: route.abort())
    for match in links:
        page.goto(f"{desk.server.url}/matches/{match}/")
        desk.touch("#win-0-gammon")
        desk.sees("Not sent yet")
    expect(desk.bar.locator("li")).to_have_count(len(links))
    desk.fits()
    page.unroute("**/matches/*/act/")
    expect(desk.bar).to_have_text("")
    assert [row[0] for row in desk.results()] == [2] * len(links)
