"""Several phones at one table: what one does the others see, and nobody is disturbed by it."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import PLAYING, Another, Thumb, comes_true
from tests.browser.test_golden_session import opening

pytestmark = pytest.mark.browser

FALLS_ASLEEP = """
Object.defineProperty(document, "hidden", { get: () => window.isAsleep === true });
window.sleep = (asleep) => {
  window.isAsleep = asleep;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""

BUSY_AND_INERT = """(() => {
  const zone = document.getElementById("thumb");
  return zone.inert && zone.getAttribute("aria-busy") === "true";
})()"""

COUNTS_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts.push(entry.value);
}).observe({ type: "layout-shift", buffered: true });
"""


def only_polling(route: Route) -> None:
    """Let no stream pass."""
    if "event-stream" in (route.request.headers.get("accept") or ""):
        route.abort()
    else:
        route.continue_()


def test_what_one_phone_taps_the_others_see(thumb: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    thumb.tap("#b-roll")
    other.sees("The dice")
    thumb.tap("#b-play")
    other.shows("#b-team-doubles")
    expect(other.page.locator("#told")).to_contain_text(re.compile(r".+: game started"))
    thumb.tap("#b-team-doubles")
    thumb.tap("#confirm")
    other.sees("The box answers")
    expect(other.page.locator(".seat .glow").first).to_be_visible()
    expect(other.page.locator(".glow__by").first).not_to_be_empty()
    assert thumb.page.locator(".glow").count() == 0
    other.is_accessible()
    assert other.complaints == []


def test_a_tap_on_what_came_by_the_stream_is_recorded(thumb: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    for button in PLAYING:
        thumb.tap(button)
    other.shows("#b-team-doubles")
    other.tap("#b-team-doubles")
    other.tap("#confirm")
    thumb.sees("The box answers")
    other.tap("#confirm")
    thumb.sees_no("The box answers")
    assert other.complaints == []


def test_whoever_is_choosing_goes_on_choosing(playing: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    other.tap("#b-team-doubles")
    with other.page.expect_response(lambda answer: "pane=team-doubles" in answer.url):
        other.page.locator("label.choice").last.tap()
    label = "Bob and Cid double"
    expect(other.page.locator("#confirm")).to_have_text(label)
    playing.tap("#b-more")
    playing.tap("#b-people")
    playing.page.get_by_label("Somebody new: name").fill(f"New {playing.taps}")
    playing.tap("#join-new")
    other.sees("joins after this game")
    expect(other.page.locator("#confirm")).to_have_text(label)
    expect(other.page.locator("label.choice input").last).not_to_be_checked()
    version = playing.page.locator("#table").get_attribute("data-version")
    expect(other.table).to_have_attribute("data-version", version or "")
    other.tap("#confirm")
    assert other.page.locator("#conflict").count() == 0
    other.sees("The box answers")


def test_whoever_types_keeps_his_words_and_his_cursor(playing: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    other.tap("#b-more")
    other.tap("#b-people")
    field = other.page.get_by_label("Somebody new: name")
    field.press_sequentially("Eve")
    field.press("ArrowLeft")
    field.evaluate("field => { field.isTheSame = true; }")
    opening(playing, 6, 2)
    version = playing.page.locator("#table").get_attribute("data-version")
    expect(other.table).to_have_attribute("data-version", version or "")
    expect(field).to_have_value("Eve")
    expect(field).to_be_focused()
    assert field.evaluate("field => [field.isTheSame, field.selectionStart]") == [True, 2]
    other.tap("#join-new")
    other.sees("Eve joins after this game")
    assert other.page.locator("#conflict").count() == 0


def test_answers_chosen_so_far_stay_while_others_do_something(
    playing: Thumb, another: Another
) -> None:
    other = another()
    other.is_live()
    playing.tap("#b-team-doubles")
    playing.tap("#confirm")
    other.sees("The box answers")
    other.choose("Dee", "Drop")
    playing.page.evaluate(
        """async () => {
            const values = new URLSearchParams({ name: "Eve", key: "eve",
                version: document.getElementById("table").dataset.version });
            const place = document.querySelector("[hx-headers]");
            const headers = JSON.parse(place.getAttribute("hx-headers"));
            await fetch("newcomer/", { method: "POST", body: values,
                headers: { ...headers, "HX-Request": "true" } });
        }"""
    )
    other.sees("Eve joins after this game")
    drop = other.page.locator(".seat", has_text="Dee").locator("label", has_text="Drop")
    expect(drop.locator("input")).to_be_checked()
    other.tap("#confirm")
    other.sees("out: box dropped")
    assert other.page.locator("#conflict").count() == 0


def test_a_pane_that_is_no_longer_possible_says_what_happened(
    playing: Thumb, another: Another
) -> None:
    other = another()
    other.is_live()
    other.tap("#b-box-doubles")
    playing.tap("#b-team-doubles")
    playing.tap("#confirm")
    other.sees("The form you had open here is closed.")
    other.sees("The box answers")
    other.is_accessible()


def test_a_phone_that_wakes_up_refreshes_before_its_buttons_work(
    playing: Thumb, another: Another
) -> None:
    other = another()
    other.page.add_init_script(FALLS_ASLEEP)
    other.page.reload()
    other.is_live()
    held: list[Route] = []
    other.page.evaluate("sleep(true)")
    other.page.route("**/live/", lambda route: held.append(route))
    other.page.evaluate("sleep(false)")
    thumb = other.page.locator("#thumb")
    comes_true(other.page, BUSY_AND_INERT)
    other.shows("#waking")
    playing.tap("#b-team-doubles")
    playing.tap("#confirm")
    for route in held:
        route.continue_()
    other.sees("The box answers")
    expect(thumb).not_to_have_attribute("aria-busy", "true")
    assert not thumb.evaluate("zone => zone.inert")
    other.tap("#confirm")


def test_where_no_stream_passes_it_asks_again_and_again(thumb: Thumb, another: Another) -> None:
    other = another()
    other.page.route("**/live/**", only_polling)
    asked: list[str | None] = []
    other.page.on("request", lambda one: asked.append(one.headers.get("x-live-polls")))
    other.page.reload()
    for button in PLAYING:
        thumb.tap(button)
    other.shows("#b-team-doubles")
    thumb.tap("#b-team-doubles")
    thumb.tap("#confirm")
    other.sees("The box answers")
    assert "1" in asked, "a page that polls says so, for its player is there"


def test_who_may_not_look_any_more_is_told_so_calmly(thumb: Thumb, another: Another) -> None:
    other = another()
    other.page.route("**/live/**", lambda route: route.fulfill(status=404))
    other.page.reload()
    other.sees("This table is no longer shown here.")
    expect(other.page.get_by_role("link", name="Ask for it again")).to_be_visible()
    other.is_accessible()


def test_a_finger_on_its_way_does_not_hit_another_button(thumb: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    box = other.page.locator("#b-roll").bounding_box()
    assert box is not None
    thumb.tap("#b-line")
    thumb.tap("#confirm")
    other.page.locator("html[data-changed]").wait_for(state="attached")
    other.page.touchscreen.tap(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    other.sees("The table changed under your thumb")
    assert other.beat == int(thumb.page.locator("#table").get_attribute("data-beat") or 0)


def test_a_phone_whose_network_was_cut_comes_back(playing: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    other.cut()
    playing.tap("#b-team-doubles")
    playing.tap("#confirm")
    other.page.wait_for_timeout(500)
    other.mend()
    other.sees("The box answers")


def test_nothing_jumps_when_others_play(playing: Thumb, another: Another) -> None:
    other = another()
    other.page.add_init_script(COUNTS_SHIFTS)
    other.page.reload()
    other.is_live()
    other.page.wait_for_timeout(700)
    other.page.evaluate("window.shifts.length = 0")
    bottom = "document.getElementById('thumb').getBoundingClientRect().bottom"
    before = other.page.evaluate(bottom)
    playing.tap("#b-team-doubles")
    playing.tap("#confirm")
    other.sees("The box answers")
    playing.tap("#confirm")
    other.shows("#b-box-wins")
    other.page.wait_for_timeout(300)
    assert sum(other.page.evaluate("window.shifts")) < 0.01
    assert other.page.evaluate(bottom) == before


def test_what_was_opened_stays_open_and_nothing_like_it_is_opened(
    playing: Thumb, another: Another
) -> None:
    other = another()
    other.is_live()
    other.page.locator("#fold-quiet > summary").click()
    playing.tap("#b-team-doubles")
    playing.tap("#confirm")
    other.sees("The box answers")
    expect(other.page.locator("#fold-quiet")).to_have_attribute("open", "")
    # Two that look alike are in the next picture, and one of them is open here.
    opened = other.page.evaluate(
        """async () => {
          const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
          const { take } = await import(loaded.find((name) => /\\/live\\b[^/]*[.]js$/.test(name)));
          const table = document.getElementById("table");
          const like = (id) => `<details class="fold" id="${id}"><summary>x</summary></details>`;
          table.insertAdjacentHTML("beforeend", like("fold-one") + like("fold-two"));
          const next = table.outerHTML;
          table.querySelector("#fold-one").open = true;
          take(next, 0, true);
          await new Promise((done) => setTimeout(done, 300));
          return Array.from(document.querySelectorAll("#table details[open]"), ({ id }) => id);
        }"""
    )
    assert opened == ["fold-quiet", "fold-one"]


def test_the_focus_stays_where_it_is(playing: Thumb, another: Another) -> None:
    other = another()
    other.is_live()
    other.page.locator("#undo").focus()
    playing.seat("Bob")
    other.sees("The box answers")
    assert other.page.evaluate("document.activeElement.id") == "undo"


def test_back_closes_an_open_pane_first(playing: Thumb) -> None:
    page = playing.page
    playing.tap("#b-more")
    page.wait_for_timeout(200)
    page.evaluate("history.back()")
    expect(page.locator("#b-team-doubles")).to_be_visible()
    playing.tap("#b-team-doubles")
    playing.tap("#back")
    expect(page.locator("#b-team-doubles")).to_be_visible()
    page.wait_for_timeout(200)
    # The pane that was closed is not in the way: one more step back leaves the table.
    page.evaluate("history.back()")
    page.wait_for_url(re.compile(r"/sessions/new/(\?|$)"))


def test_a_link_tapped_right_after_a_pane_was_closed_is_followed(playing: Thumb) -> None:
    page = playing.page
    playing.tap("#b-more")
    playing.tap("#back")
    page.goto(f"{page.url.split('?')[0]}?pane=people")
    expect(page.get_by_label("Somebody new: name")).to_be_visible()


def test_the_undo_button_says_whose_step_it_takes_back(playing: Thumb, another: Another) -> None:
    expect(playing.page.locator("#undo small")).to_have_text(re.compile(r"\(.+\)"))
    playing.page.goto(f"{playing.page.url.split('?')[0]}?pane=history")
    expect(playing.page.locator(".history li").first).to_contain_text(re.compile(r".+ · \d\d:\d\d"))


def test_what_others_changed_glows_and_then_no_more(playing: Thumb, another: Another) -> None:
    other = another(reduced_motion="no-preference", locale="de-DE")
    other.is_live()
    playing.seat("Cid")
    cid = other.page.locator(".seat", has_text="Cid")
    expect(cid.locator(".cube.glow")).to_be_visible()
    expect(cid.locator(".glow__by")).not_to_be_empty()
    expect(other.page.locator(".seat", has_text="Bob").locator(".glow")).to_have_count(0)
    expect(other.page.locator(".glow, .glow__by")).to_have_count(0)
    expect(other.page.locator("#told")).to_contain_text("Cid doppelt")
