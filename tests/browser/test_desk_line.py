"""A full desk in a browser: results by keyboard, nothing that moves, the focus where it was."""

import random
import re
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from games.models import Board
from tests.browser.conftest import judged
from tests.tournaments.directing import Directed, key
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services import draws
from tournaments.models import Match
from tournaments.results.services import results
from tournaments.results.services.online import match_board_open

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Opens = Callable[[Directed | SimpleNamespace, int], Page]
MOST_KEYS = 7
PLACES = """() => Object.fromEntries(Array.from(
  document.querySelectorAll(".bouts--lines > .bout, .line"),
  (one) => [one.id, one.getBoundingClientRect().top + scrollY]))"""


@pytest.fixture
def opens(live_server, client, browser: Browser) -> Opens:
    """Opens the desk of an event for its director, on a screen so wide."""

    def open_one(directed: Directed | SimpleNamespace, width: int = 1280) -> Page:
        client.force_login(directed.director)
        context = browser.new_context(viewport={"width": width, "height": 800})
        cookie = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
        page = context.new_page()
        page.goto(f"{live_server.url}/events/{directed.event.public_id}/direct/")
        return page

    return open_one


def full(players: int = 128) -> Directed:
    """A Swiss event whose first round is released."""
    directed = Directed(names=" ".join(f"P{number:03d}" for number in range(players)))
    directed.next_round()
    return directed


def test_64_results_take_seven_keys_each_at_most_in_any_order(opens: Opens) -> None:
    directed = full()
    page = opens(directed, 1280)
    field = page.locator("#typed")
    field.focus()
    tables = list(range(1, 65))
    random.Random(64).shuffle(tables)
    for table in tables:
        line = f"{table} {'7 3' if table % 2 else '2 7'}"
        assert len(line) + 1 <= MOST_KEYS
        page.keyboard.type(line)
        page.keyboard.press("Enter")

    expect(page.locator("#step-title")).not_to_have_text("Results are coming in", timeout=180_000)
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    entered = {one.board: (one.first_points, one.second_points) for one in Match.objects.all()}
    assert entered == {table: (7, 3) if table % 2 else (2, 7) for table in tables}


def test_a_typed_table_or_player_is_found_and_a_slip_is_answered_beside_the_line(
    opens: Opens,
) -> None:
    directed = full(16)
    page = opens(directed, 360)
    page.locator("#typed").focus()
    page.keyboard.type("p003")
    expect(page.locator(".bouts--lines > .bout:visible")).to_have_count(1)
    page.keyboard.type(" 6 3")
    page.keyboard.press("Enter")
    expect(page.locator("#lines")).to_contain_text("7 points at the end")
    expect(page.locator("#typed")).to_be_focused()
    expect(page.locator("#typed")).to_have_value("p003 6 3")
    expect(page.locator(".bouts--lines > .bout:visible")).to_have_count(1)
    found = judged(page, preload=False)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    # What fits nothing empties no list.
    page.keyboard.type("99 7 3")
    page.keyboard.press("Enter")
    expect(page.locator("#lines")).to_contain_text("Nobody plays at table 99 now.")
    expect(page.locator(".bouts--lines > .bout:visible")).to_have_count(8)


def test_a_refused_line_comes_back_when_the_others_are_entered(opens: Opens) -> None:
    directed = full(16)
    page = opens(directed, 1280)
    sent: list[Route] = []
    page.route("**/direct/**", lambda route: sent.append(route), times=1)
    page.locator("#typed").focus()
    for line in ("1 6 3", "2 7 3", "3 7 2"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    # The answer comes when all is typed: it would come back into an empty field between two lines.
    while not sent:
        page.wait_for_timeout(20)
    sent[0].continue_()
    expect(page.locator("#typed")).to_have_value("1 6 3")
    expect(page.locator("#lines")).to_contain_text("7 points at the end")
    expect(page.locator(".bout--settled")).to_have_count(2)
    page.keyboard.type("1 7 3")
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("Saved: Table 1")
    expect(page.locator("#typed")).to_have_value("")
    # All answers stay until they were seen; what was put right is not refused any more.
    expect(page.locator(".lines__one--saved")).to_have_count(3)
    expect(page.locator(".lines__one--refused")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".lines__one")).to_have_count(0)


def test_a_refused_line_goes_when_its_match_is_entered_in_another_way(opens: Opens) -> None:
    directed = full(16)
    page = opens(directed, 1280)
    page.locator("#typed").focus()
    for line in ("1 6 3", "99 7 3"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    expect(page.locator(".lines__one--refused")).to_have_count(2)
    [match] = [one for one in directed.open() if one.board == 1]
    directed.win(match, 0)
    page.reload()
    expect(page.locator(".bout--settled")).to_have_count(1)
    expect(page.locator("#lines")).to_contain_text("Nobody plays at table 99 now.")
    expect(page.locator(".lines__one--refused")).to_have_count(1)


def test_a_refused_line_goes_when_its_question_is_answered(opens: Opens) -> None:
    of = Running("Ann Bob Cid")
    of.account("Bob")
    board = match_board_open(match=of.match("Ann", "Bob"), by=of.account("Ann"))
    Board.objects.filter(pk=board.pk).update(status=Board.Status.PLAYING)
    page = opens(SimpleNamespace(director=of.director, event=of.season.event), 1280)
    page.locator("#typed").focus()
    page.keyboard.type("Ann – Bob 11 3")
    page.keyboard.press("Enter")
    expect(page.locator("#lines")).to_contain_text(
        "They are playing this match on the board. See what, then confirm."
    )
    page.locator("#do-it").click()
    expect(page.locator("#told")).to_contain_text("Ann 11 : 3 Bob")
    expect(page.locator(".lines__one--refused")).to_have_count(0)
    expect(page.locator("#typed")).to_have_value("")


CORRECTS = {
    ("1 7 3", "1 6 3"): True,
    ("37 7 3", "73 7 3"): False,
    ("elena 7 3", "elna 7 3"): True,
    ("elena 7 3", "elean 7 3"): True,
    ("Elena – Kumar 7 3", "elena - singh 7 3"): True,
    ("elena 7 3", "elna 3 7"): False,
    ("elena 7 3", "helen 7 3"): False,
    ("ann 7 3", "bob 7 3"): False,
    ("ann 7 3", "an 7 3"): False,
    ("ann 7-3", "Ann 6 3"): True,
}


def test_which_refused_lines_a_saved_one_puts_right(opens: Opens) -> None:
    page = opens(full(4), 1280)
    found = page.evaluate(
        """async (pairs) => {
          const events_js = document.querySelector("script[src*='events']").src;
          const { corrects } = await import(new URL("./line_states.js", events_js));
          return pairs.map(([saved, refused]) => corrects(saved, refused));
        }""",
        [list(two) for two in CORRECTS],
    )
    assert dict(zip(CORRECTS, found, strict=True)) == CORRECTS


def test_what_was_saved_goes_by_itself_and_so_does_the_slip_that_it_puts_right(
    opens: Opens,
) -> None:
    directed = Directed(names="Elena Kumar")
    directed.next_round()
    page = opens(directed, 1280)
    page.clock.install()
    page.locator("#typed").fill("elna 7 3")
    page.keyboard.press("Enter")
    expect(page.locator(".lines__one--refused")).to_have_count(1)
    page.locator("#typed").fill("elena 7 3")
    page.keyboard.press("Enter")
    expect(page.locator(".lines__one--saved")).to_have_count(1)
    expect(page.locator(".lines__one")).to_have_count(1)
    page.clock.fast_forward(121_000)
    expect(page.locator(".lines__one")).to_have_count(0)


STATES = ("waiting", "sent", "saved", "asked", "refused")
EVENTS = {
    "send": {"kind": "send"},
    "lost": {"kind": "lost"},
    "reload": {"kind": "reload"},
    "saved": {"kind": "answer", "outcome": "saved", "says": "Saved"},
    "asked": {
        "kind": "answer",
        "outcome": "asked",
        "says": "Which?",
        "choices": [{"value": "a:1"}],
    },
    "refused": {"kind": "answer", "outcome": "refused", "says": "No"},
    "opened": {"kind": "answer", "outcome": "opened"},
    "no answer": {"kind": "answer", "outcome": ""},
    "choose": {"kind": "choose", "value": "a:1"},
    "seen": {"kind": "seen"},
    "discard": {"kind": "discard"},
}
BECOMES = {
    # in the order of STATES; a dash: nothing of it is left
    "send": "sent sent saved asked refused",
    "lost": "waiting waiting saved asked refused",
    "reload": "waiting waiting saved asked refused",
    "saved": "waiting saved saved asked refused",
    "asked": "waiting asked saved asked refused",
    "refused": "waiting refused saved asked refused",
    "opened": "waiting - saved asked refused",
    "no answer": "waiting waiting saved asked refused",
    "choose": "waiting sent saved waiting refused",
    "seen": "waiting sent - - -",
    "discard": "- sent - - -",
}
BECOME = """async ([states, events]) => {
  const events_js = document.querySelector("script[src*='events']").src;
  const { next, carried } = await import(new URL("./line_states.js", events_js));
  const line = { key: "k", text: "5 7 3", shown: "", at: 0, chosen: "", says: "", choices: [] };
  const table = Object.fromEntries(Object.entries(events).map(([name, event]) => [
    name, states.map((state) => next({ ...line, state }, event)?.state ?? "-").join(" ")]));
  return [table, carried("5 7 3", "5.a.1 15.b.0 .c.2 5.d.0"), carried("ann 7 3", "5.a.1 .c.2")];
}"""


def test_a_line_in_flight_outlives_the_page_and_a_slip_typed_twice_is_asked_about(
    opens: Opens,
) -> None:
    directed = Directed(names="Ann Bob Cid Dee", event_fields={"tables": 1})
    directed.next_round()
    page = opens(directed, 360)
    table, at_five, named = page.evaluate(BECOME, [STATES, EVENTS])
    assert table == BECOMES
    assert (at_five, named) == ("5.a.1 5.d.0", "5.a.1 .c.2")

    page.route("**/act/", lambda route: route.abort())
    page.locator("#typed").focus()
    page.keyboard.type("1 7 3")
    page.keyboard.press("Enter")
    lines = page.locator(".lines__one")
    expect(lines).to_contain_text("1 7 3 Waiting for the connection")
    page.unroute("**/act/")
    page.reload()
    expect(page.locator(".lines__one--saved")).to_contain_text("Saved: Table 1: ")
    # The table is called for the next match, and the same slip is typed again.
    expect(page.locator("#count-missing b")).to_have_text("1")
    page.locator("#typed").focus()
    page.keyboard.type("1 7 3")
    page.keyboard.press("Enter")
    asked = page.locator(".lines__one--asked")
    expect(asked).to_contain_text("was called only just now. Entered before: Table 1: ")
    expect(asked.get_by_role("button", name="Enter: ")).to_have_count(1)
    expect(asked.get_by_role("link", name="Look at: ")).to_have_count(1)
    found = judged(page, preload=False)
    assert found.violations_count == 0, found.generate_report()
    page.reload()
    asked.get_by_role("button", name="Leave it").click()
    expect(asked).to_have_count(0)
    expect(lines).to_have_count(1)
    assert sorted(Match.objects.values_list("state", flat=True)) == ["open", "settled"]


def test_a_sheet_is_opened_by_a_name_and_saved_from_it_and_the_focus_goes_back(
    opens: Opens,
) -> None:
    directed = full(16)
    page = opens(directed, 360)
    match = directed.open()[5]
    row = page.locator(f"#m-{match.public_id} :focus")
    page.locator("#typed").fill(str(match.first))
    page.keyboard.press("Enter")
    expect(page.locator("#sheet")).to_be_focused()
    page.locator("#sheet-first").fill("7")
    page.locator("#sheet-second").fill("5")
    page.locator("#sheet-save").click()
    expect(page.locator("#sheet")).to_have_count(0)
    expect(page.locator("#told")).to_contain_text(f"{match.first} 7 : 5")
    expect(row).to_have_count(1)

    page.locator(f"#more-{match.public_id}").click()
    expect(page.locator("#sheet")).to_be_focused()
    page.locator("#sheet-close").click()
    expect(page.locator("#sheet")).to_have_count(0)
    expect(row).to_have_count(1)


def test_a_second_tap_is_answered_though_the_first_has_replaced_the_desk(opens: Opens) -> None:
    directed = Directed(names="Ann Bob Cid Dee")
    page = opens(directed, 1280)
    page.evaluate("""() => {
      document.getElementById("view-entries").click();
      document.getElementById("next").click();
    }""")
    expect(page.locator("#step-title")).to_have_text("Look at the draw")
    # It goes on looking for news.
    draws.draw_confirm(division=directed.division, by=directed.director, in_spite=True)
    expect(page.locator("#step-title")).to_have_text("The draw is confirmed")


@pytest.mark.parametrize("width", [360, 1280])
def test_what_others_enter_moves_nothing(opens: Opens, width: int) -> None:
    directed = full(16)
    page = opens(directed, width)
    before = page.evaluate(PLACES)
    first, second, third = directed.open()[:3]
    directed.win(third, 0)
    page.wait_for_selector(f"#m-{third.public_id}.bout--settled")
    assert page.evaluate(PLACES) == before
    expect(page.locator("#count-missing b")).to_have_text("7")

    # A result that only waits for a yes shows its two buttons in its own line.
    page.locator(f"#m-{first.public_id} label.choice").first.click()
    page.locator(f"#p3-{first.public_id}").click()
    expect(page.locator(f"#m-{first.public_id}.bout--settled")).to_be_visible()
    inside = f"document.getElementById('m-{first.public_id}').contains(document.activeElement)"
    page.wait_for_function(inside)
    results.match_forfeit(
        match=Match.objects.get(pk=second.pk),
        by=directed.director,
        loser=0,
        reason="did not come",
        version=second.version,
        key=key(),
    )
    page.wait_for_selector(f"#m-{second.public_id}.bout--settled")
    assert page.evaluate(PLACES).keys() == before.keys()


def test_an_opened_row_of_the_standings_stays_open_when_others_enter(opens: Opens) -> None:
    directed = Directed(names="Ann Bob Cid Dee Eve Fay")
    directed.next_round()
    page = opens(directed, 360)
    page.locator("#view-standings").click()
    row = page.locator("tr:has(.opens__box)").last
    row.get_by_role("checkbox").check()
    name = str(row.get_by_role("checkbox").get_attribute("aria-label")).split()[-1]
    for match in directed.open():
        two = [one.name for one in (match.first, match.second) if one]
        if name in two:
            directed.win(match, two.index(name))
    expect(page.locator("tr:has(.opens__box)").first).to_contain_text(name)
    opened = page.locator("tr:has(.opens__box:checked)")
    expect(opened).to_have_count(1)
    expect(opened).to_contain_text(name)


def test_several_pasted_lines_come_to_the_files_with_a_preview(opens: Opens) -> None:
    of = Running("Ann Bob Cid")
    page = opens(SimpleNamespace(director=of.director, event=of.season.event), 1280)
    page.locator("#typed").focus()
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.setData("text/plain", "Ann – Bob 11 3\\nCid – Bob 11 9");
          document.getElementById("typed").dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }"""
    )
    expect(page.locator("#write-file")).to_be_visible()
    expect(page.locator("#text")).to_have_value("Ann – Bob 11 3\nCid – Bob 11 9")
    assert Match.objects.filter(state="settled").count() == 0
    page.locator("#write-file").click()
    page.wait_for_url(re.compile(r"/direct/\?division="))
    assert Match.objects.filter(state="settled").count() == 2
