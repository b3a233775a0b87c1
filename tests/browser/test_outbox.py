"""Several phones at one table: nobody loses a tap, and nobody counts twice."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Another, Phone, Thumb

pytestmark = pytest.mark.browser

MUCH_EARLIER = """() => {
    const name = Object.keys(localStorage).find((one) => one.startsWith("outbox:"));
    const taps = JSON.parse(localStorage.getItem(name));
    localStorage.setItem(name, JSON.stringify(taps.map((tap) => ({ ...tap, at: tap.at - 40000 }))));
}"""


def tapped_in_vain(phone: Phone, question: str, answer: str) -> None:
    """Open a question, and answer it when the network has gone."""
    phone.tap(question)
    phone.cut()
    phone.touch(answer)
    phone.sees("Not sent yet")


def test_a_tap_without_a_network_waits_and_is_sent_once(playing: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    other.tap("#b-team-doubles")
    other.cut()
    other.touch("#confirm")
    other.sees("Not sent yet: Bob, Cid and Dee double")
    other.is_accessible()
    other.touch("#confirm")
    other.sees("One tap can wait at a time")
    other.mend()
    other.sees("The box answers")
    expect(other.page.locator(".outbox")).to_have_count(0)
    playing.sees("The box answers")
    other.settles(Phone(other.context, other.page.url))


def test_while_the_database_is_away_a_tap_waits_and_who_looks_around_is_told(
    playing: Thumb, another: Another
) -> None:
    sentence = "The computer that keeps the score cannot get at its records just now."
    ours = {"HX-Retarget": "#notice", "HX-Reswap": "innerHTML"}

    def away(route: Route) -> None:
        route.fulfill(status=503, headers=ours, body=f'<p class="notice">{sentence}</p>')

    other = another()
    other.page.route("**/table/panes/", away)
    other.page.reload()
    other.is_live()
    other.page.route("**/table/?pane=*", away, times=1)
    other.touch("#b-more")
    other.sees(sentence)
    other.page.route("**/table/?pane=*", lambda route: route.fulfill(status=503), times=1)
    other.touch("#b-more")
    other.sees("That did not work, and nothing was written")
    other.tap("#b-team-doubles")
    other.page.route("**/table/act/", away)
    other.touch("#confirm")
    other.sees("Not sent yet: Bob, Cid and Dee double")
    other.sees_no(sentence)
    other.page.unroute("**/table/act/")
    other.sees("The box answers")
    playing.sees("The box answers")


def test_a_pane_opens_without_a_network_and_its_tap_waits(playing: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    expect(other.page.locator("[data-ahead]")).to_be_attached()
    other.cut()
    other.shows("#cut:text('No network: your next tap waits here')")
    expect(other.page.get_by_role("link", name="All evenings")).to_have_class(re.compile("is-cut"))
    other.is_accessible()
    other.touch("#b-more")
    other.touch("#back")
    other.touch("#b-team-doubles")
    other.touch("label.choice:has-text('Bob')")
    expect(other.page.locator("#confirm")).to_have_text("Double")
    other.touch("#confirm")
    other.sees("Not sent yet: Double")
    other.mend()
    other.sees("The box answers")
    expect(other.page.locator("#cut")).to_be_hidden()
    expect(other.page.locator(".is-cut")).to_have_count(0)
    playing.sees("Cid and Dee")


def test_a_waiting_tap_waits_while_one_looks_around(playing: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    other.tap("#b-box-wins")
    other.page.route("**/table/act/", lambda route: route.abort())
    other.touch("#b-level-1")
    other.sees("Not sent yet: Box wins: single")
    other.tap("#back")
    other.tap("#b-more")
    other.sees("Not sent yet: Box wins: single")
    other.page.unroute("**/table/act/")
    other.sees("Game 1: Box wins")
    playing.sees("Game 1: Box wins")


def test_a_waiting_tap_survives_that_the_page_is_loaded_again(
    playing: Thumb, another: Another
) -> None:
    other = another()
    other.is_live()
    other.tap("#b-team-doubles")
    other.page.route("**/table/act/", lambda route: route.abort())
    other.touch("#confirm")
    other.sees("Not sent yet")
    other.sees_no("Points only” takes whole games afterwards")
    other.page.evaluate(MUCH_EARLIER)
    other.page.reload()
    other.sees("Not sent yet")
    other.sees("Points only” takes whole games afterwards")
    other.page.unroute("**/table/act/")
    other.sees("The box answers")
    playing.sees("The box answers")
    expect(other.page.locator(".outbox")).to_have_count(0)


def test_a_tap_that_arrived_but_was_not_answered_counts_once(
    playing: Thumb, another: Another
) -> None:
    other = another()
    other.is_live()
    other.tap("#b-box-wins")

    def swallow(route: Route) -> None:
        route.fetch()  # it is written, and its answer lost
        route.abort()

    other.page.route("**/table/act/", swallow, times=1)
    other.touch("#b-level-1")
    playing.sees("Game 1: Box wins")
    expect(other.page.locator(".outbox")).to_have_count(0)
    other.sees("Game 1: Box wins")
    playing.tap("#b-play")
    expect(playing.page.locator("#table-title")).to_contain_text("game 2")


def test_a_waiting_tap_can_be_discarded(playing: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    tapped_in_vain(other, "#b-box-wins", "#b-level-1")
    other.touch("#discard")
    expect(other.page.locator(".outbox")).to_have_count(0)
    other.mend()
    other.tap("#back")
    other.shows("#b-team-doubles")


def test_a_conflict_is_explained_with_both_states(playing: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    tapped_in_vain(other, "#b-box-wins", "#b-level-1")
    playing.tap("#b-team-doubles")
    playing.tap("#confirm")
    other.mend()
    other.sees("Somebody was faster")
    other.sees("You tapped “box wins”")
    expect(other.page.locator(".conflict__since")).to_contain_text(
        re.compile(r"Bob, Cid and Dee double.* · \d\d:\d\d")
    )
    expect(other.page.locator(".conflict__states")).to_contain_text("the box answers")
    assert other.page.locator("#tap-again").count() == 0
    other.is_accessible()


def test_a_conflict_offers_what_is_still_possible(playing: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    tapped_in_vain(other, "#b-team-wins", "#b-level-2")
    playing.seat("Bob")
    playing.tap("#confirm")
    other.mend()
    other.sees("Somebody was faster")
    other.tap("#tap-again")
    other.sees("Game 1: Team wins, gammon")
    playing.sees("Game 1: Team wins, gammon")


def test_two_tabs_show_and_send_the_same(playing: Thumb, another: Another) -> None:
    first = another()
    second = Phone(first.context, first.page.url)
    first.is_live()
    second.is_live()
    first.tap("#b-team-doubles")
    first.cut()
    first.touch("#confirm")
    first.sees("Not sent yet")
    second.sees("Not sent yet")
    first.mend()
    first.sees("The box answers")
    second.sees("The box answers")
    expect(second.page.locator(".outbox")).to_have_count(0)


def test_answers_chosen_without_a_network_are_not_called_by_what_was_chosen_before(
    playing: Thumb, another: Another
) -> None:
    other = another()
    other.is_live()
    other.tap("#b-team-doubles")
    other.tap("#confirm")
    expect(other.page.locator("#confirm")).to_have_text("Box takes all, cubes to 2")
    other.cut()
    other.touch("#all-drop")
    expect(other.page.locator("#confirm")).to_have_text("Send these answers")
    other.touch("#confirm")
    other.sees("Not sent yet")
    other.mend()
    expect(other.page.locator(".outbox")).to_have_count(0)
    other.sees("Play game 2")
