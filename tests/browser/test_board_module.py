"""The board's script on one page: taps, drags, keys, typing, undo, what is said, what is sent."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from games.assistant.analysis import analysed
from games.assistant.engine import Stakes
from games.assistant.findings import findings_of
from games.boards.faces.backgammon.judged import judged_in
from games.boards.faces.base import board_state
from games.rules.backgammon import (
    START,
    GameRecord,
    MatchRecord,
    Rolled,
    legal_plays,
    play_of,
    play_text,
)
from tests.browser.board_demo import NAMES, DemoBoard, opened
from tests.browser.conftest import PHONE, judged, phone_context
from tests.games.assistant.stand_in import StandIn

pytestmark = pytest.mark.browser

Opens = Callable[..., Page]
CALM = 500
"""Milliseconds after which a button that has just come is taken as meant (board.js)."""


@pytest.fixture
def opens(browser: Browser) -> Iterator[Opens]:
    """Opens a board's page on a phone, and fails on anything the page complains about."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(board: DemoBoard, path: str = "/board/", **options: Any) -> Page:
        context = phone_context(browser, **options)
        contexts.append(context)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on(
            "console",
            lambda line: (
                complaints.append(line.text)
                if line.type == "error" and not re.search("Failed to load|net::ERR", line.text)
                else None
            ),
        )
        page = board.opens(context, path)
        if path == "/board/":
            page.locator("[data-ready]").wait_for()
            page.wait_for_timeout(CALM)
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


def place(page: Page, name: object) -> Locator:
    return page.locator(f'[data-place="{name}"]')


def held(page: Page, name: object) -> str:
    """What a place says of itself, without its number."""
    label = place(page, name).get_attribute("aria-label") or ""
    return label.partition(": ")[2]


def confirm(page: Page) -> Locator:
    return page.locator("[data-do=play]")


def drag(page: Page, source: object, target: object) -> None:
    """Drag the uppermost checker with the mouse."""
    top = page.locator(f'.piece[data-at="{source}"]').last.bounding_box()
    to = place(page, target).bounding_box()
    assert top
    assert to
    page.mouse.move(top["x"] + top["width"] / 2, top["y"] + top["height"] / 2)
    page.mouse.down()
    page.mouse.move(top["x"] + 30, top["y"] + 30, steps=2)
    page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2, steps=4)
    page.mouse.up()


def test_a_turn_by_taps_is_played_here_and_sent_once(opens: Opens) -> None:
    board = DemoBoard(opened(3, 1))
    page = opens(board)
    place(page, 8).tap()
    assert [held(page, name).split(". ")[-1] for name in (8, 5, 7, 4)] == [
        "Chosen",
        *["Move here"] * 3,
    ]
    confirm(page).tap(force=True)
    expect(page.locator("#notice")).to_have_text("Another number can be played, so it must be.")
    place(page, 5).tap()
    expect(page.locator("#told")).to_have_text("Point 8 to Point 5.")
    expect(page.locator("[data-pips='0']")).to_have_text("164")
    place(page, 6).tap()  # only one place to go: it goes at once
    place(page, 5).tap()  # and a tap where it went is no taking back
    assert board.sent == []
    page.reload()  # steps outlive the page
    assert held(page, 5).startswith("2 of yours")
    confirm(page).tap()
    expect(page.locator("[data-shows=status]")).to_have_text("Bob is to roll.")
    assert [(one["do"], one["text"], one["version"]) for one in board.sent] == [
        ("play", "8-5 6-5", "1")
    ]
    place(page, 13).tap()  # too early: that is explained
    expect(page.locator("#notice")).to_have_text("Bob is to roll.")


def test_a_moved_checker_is_taken_back_by_a_tap_by_undo_or_by_dragging_it_home(
    opens: Opens,
) -> None:
    page = opens(DemoBoard(opened(6, 5)))
    drag(page, 24, 13)  # both numbers at once, over the open 18 point
    assert held(page, 13).startswith("6 of yours")
    expect(confirm(page)).to_have_attribute("aria-disabled", "false")
    place(page, 13).tap()  # the last step that ended there is taken back
    assert held(page, 18).startswith("1 of yours")
    page.get_by_role("button", name="Undo the last step").tap()
    assert held(page, 24).startswith("2 of yours")
    drag(page, 13, 8)
    assert held(page, 8).startswith("4 of yours")
    drag(page, 8, 13)
    assert held(page, 8).startswith("3 of yours")
    drag(page, 13, 1)  # held by the other side: it goes back
    assert held(page, 13).startswith("5 of yours")


def test_the_dice_are_swapped_and_a_second_tap_plays_the_first_of_them(opens: Opens) -> None:
    page = opens(DemoBoard(opened(4, 2)))
    place(page, 13).tap()
    place(page, 13).tap()
    assert held(page, 9).startswith("1 of yours")
    page.get_by_role("button", name="Undo the last step").tap()
    page.get_by_role("button", name=re.compile("Dice: 4 is played first")).tap()
    place(page, 13).tap()
    place(page, 13).tap()
    assert held(page, 11).startswith("1 of yours")


def test_a_turn_by_keys_alone(opens: Opens) -> None:
    board = DemoBoard(opened(3, 1))
    page = opens(board, has_touch=False)
    place(page, 6).focus()
    for key, name in (
        ("ArrowRight", "5"),
        ("ArrowLeft", "6"),
        ("ArrowLeft", "bar"),
        ("ArrowLeft", "7"),
        ("ArrowLeft", "8"),
        ("ArrowUp", "17"),
        ("ArrowDown", "8"),
    ):
        page.keyboard.press(key)
        focused = page.evaluate("document.activeElement.dataset.place")
        assert focused == name
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert held(page, 8).endswith("Can move")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert held(page, 5).startswith("1 of yours")
    page.keyboard.press("Backspace")
    assert held(page, 5).startswith("empty")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    place(page, 6).focus()
    page.keyboard.press("Enter")  # complete: the focus goes on to the button that confirms
    page.keyboard.press("Enter")
    expect(page.locator("[data-shows=status]")).to_have_text("Bob is to roll.")
    assert board.sent[0]["text"] == "8-5 6-5"
    board.other_side((6, 4), "24/18 13/9")
    board.rolls = [(2, 1)]
    page.evaluate("dispatchEvent(new Event('online'))")  # it asks how the board stands
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_focused()
    expect(page.locator("#told")).to_have_text("Your turn: roll, or double first.")
    page.keyboard.press("Enter")
    expect(page.locator("[data-shows=status]")).to_have_text("Your turn: play 2-1.")
    expect(page.locator("[data-place]:focus")).to_have_class(re.compile("place--does"))


def test_a_typed_turn_is_the_servers_and_a_mistake_is_explained(opens: Opens) -> None:
    board = DemoBoard(opened(3, 1))
    page = opens(board)
    typed = page.get_by_label("Type a move")
    typed.fill("8/3 6/5")
    typed.press("Enter")
    expect(page.locator("#notice")).to_have_text("8/3: no number for this is left.")
    expect(typed).to_have_value("8/3 6/5")
    typed.fill("8-5 6-5")
    typed.press("Enter")
    expect(page.locator("[data-shows=status]")).to_have_text("Bob is to roll.")
    expect(typed).to_have_value("")
    assert held(page, 5).startswith("2 of yours")


def test_doubling_asks_once_more_and_nothing_is_accepted_where_it_was_rolled(opens: Opens) -> None:
    board = DemoBoard(opened(1, 3, length=None), rolls=[(6, 6)])
    board.play("8/5 6/5")
    page = opens(board)
    roll = page.get_by_role("button", name="Roll", exact=True)
    where = roll.bounding_box()
    page.get_by_role("button", name="Double").tap()
    expect(page.locator("[data-question=double]")).to_contain_text("Double to 2? If Bob drops")
    page.get_by_role("button", name="Not now").tap()
    assert board.sent == []
    roll.tap()
    expect(confirm(page)).to_be_visible()
    board.game = board.game.plays(legal_plays(board.game.position, (6, 6))[0].result).double(1)
    board.version += 1
    page.reload()
    page.wait_for_timeout(CALM)
    take = page.get_by_role("button", name="Take")
    expect(take).to_contain_text("play for 2")
    box = take.bounding_box()
    assert where
    assert box
    assert box["y"] > where["y"] + where["height"]
    take.tap()
    expect(page.locator("[data-shows=status]")).to_have_text("Bob is to roll.")
    expect(page.locator(".board__cube text")).to_have_text("2")


def test_a_cut_network_loses_nothing_and_what_is_tapped_meanwhile_waits(opens: Opens) -> None:
    board = DemoBoard(opened(1, 3), rolls=[(2, 1)])
    board.play("8/5 6/5")
    board.failing = 2
    page = opens(board)
    page.get_by_role("button", name="Roll", exact=True).tap()
    said = "No connection. Your tap is kept and sent again by itself."
    expect(page.locator("#notice")).to_have_text(said)
    expect(page.locator("[data-shows=status]")).to_have_text("Your turn: play 2-1.")
    assert [one["do"] for one in board.sent] == ["roll"] * 3
    assert len({one["key"] for one in board.sent}) == 1
    board.waiting = []
    page.get_by_label("Type a move").fill("13/11 6/5")
    page.get_by_role("button", name="Send").tap()
    expect(page.locator("[data-board]")).to_have_attribute("aria-busy", "true")
    place(page, 13).tap()
    expect(page.locator("#notice")).to_have_text("One moment: your last tap is still on its way.")
    board.release()
    expect(page.locator("[data-shows=status]")).to_have_text("Bob is to roll.")


def test_the_other_sides_play_is_shown_again_until_somebody_touches_the_board(
    opens: Opens,
) -> None:
    board = DemoBoard(opened(1, 3), rolls=[(2, 1)])
    board.play("8/5 6/5")
    page = opens(board, reduced_motion="no-preference")
    black = page.locator(".piece--1[data-at='20']")
    expect(black).to_have_count(2)
    page.evaluate("sessionStorage.clear()")
    page.reload()
    assert black.count() < 2
    page.wait_for_timeout(CALM)
    page.get_by_role("button", name="Roll", exact=True).tap()  # nobody has to wait for it
    expect(page.locator("[data-shows=status]")).to_have_text("Your turn: play 2-1.")
    expect(black).to_have_count(2)


def test_what_may_move_is_shown_though_the_stream_brings_the_roll_before_its_answer(
    opens: Opens,
) -> None:
    board = DemoBoard(opened(1, 3))
    board.play("8/5 6/5")
    page = opens(board, reduced_motion="no-preference")
    page.wait_for_timeout(CALM)
    board.waiting = []
    page.get_by_role("button", name="Roll", exact=True).tap()
    while not board.waiting:
        page.wait_for_timeout(20)
    board.game = board.game.rolls(2, 1)
    board.version += 1
    page.evaluate("dispatchEvent(new Event('online'))")  # what it missed is fetched
    expect(page.locator("[data-shows=status]")).to_have_text("Your turn: play 2-1.")
    (held,), board.waiting = board.waiting, None
    held.fulfill(json={"message": "", "state": board_state(board.seen)})
    expect(page.locator("[data-place][aria-label*='Can move']").first).to_be_attached()
    # The other side's play has been shown before: it is not shown again after each roll.
    page.wait_for_timeout(CALM)
    expect(page.locator(".piece--1[data-at='20']")).to_have_count(2)


def test_the_assistant_takes_a_moment_where_that_was_chosen(opens: Opens) -> None:
    board = DemoBoard(opened(3, 1))
    board.assistant = 1
    page = opens(board)
    page.evaluate("localStorage.setItem('board', JSON.stringify({thinks: 'on'}))")
    page.get_by_label("Type a move").fill("8/5 6/5")
    page.get_by_role("button", name="Send").tap()
    status = page.locator("[data-shows=status]")
    expect(status).to_have_text("Bob is to roll.")
    board.other_side((6, 4), "24/18 13/9")
    with page.expect_response("**/live/"):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(200)
    expect(status).to_have_text("Bob is to roll.", timeout=1)
    expect(status).to_have_text("Your turn: roll, or double first.")


def test_what_is_said_is_not_shown_where_a_player_wants_it_quiet(opens: Opens) -> None:
    page = opens(DemoBoard(opened(3, 1)))
    said = """document.getElementById("board-beside").innerHTML =
      '<ul class="lines"><li>Hello!</li></ul>'"""
    page.evaluate(said)
    expect(page.get_by_text("Hello!")).to_be_visible()
    page.get_by_text("How the board looks and plays").click()
    page.get_by_role("group", name="Show what others say").get_by_label("No").check()
    expect(page.get_by_text("Hello!")).to_be_hidden()
    page.reload()
    page.evaluate(said)
    expect(page.get_by_text("Hello!")).to_be_hidden()


def test_choices_are_kept_on_the_device_and_turn_the_board(opens: Opens) -> None:
    board = DemoBoard(opened(1, 3), side=1)
    page = opens(board, viewport={"width": 1280, "height": 800}, has_touch=False)
    first, last = place(page, 24).bounding_box(), place(page, 1).bounding_box()
    assert first
    assert last
    assert first["x"] > 700  # Black's home is at the lower right
    assert first["y"] > last["y"]
    page.locator(".fold > summary").click()
    expect(page.locator("[data-number='24']")).to_have_text("1")  # Black's own points
    page.get_by_label("as in Tele-Backgammon").check()
    expect(page.locator("[data-number='24']")).to_have_text("24")  # the fields of that picture
    page.get_by_label("your own points").check()
    page.reload()
    one = place(page, 1).bounding_box()
    assert one
    assert one["x"] < 200  # field 1 at the upper left, as in the source's picture
    assert one["y"] < 200
    expect(page.locator("[data-number='24']")).to_have_text("1")
    assert held(page, 24)
    expect(place(page, 24)).to_have_attribute("aria-label", re.compile("^Point 1:"))


def test_the_only_play_and_the_roll_come_by_themselves_where_that_was_chosen(opens: Opens) -> None:
    game = opened(1, 3)
    board = DemoBoard(game, side=1)
    page = opens(board)
    page.evaluate("localStorage.setItem('board', JSON.stringify({forced: 'on', roll: 'always'}))")
    board.play("8/5 6/5")
    board.game = board.game.rolls(6, 6)
    board.play(first_play(board))
    board.rolls = [(2, 1)]
    board.version = 5
    page.reload()
    expect(page.locator("[data-shows=status]")).to_have_text("Your turn: play 2-1.")
    assert [one["do"] for one in board.sent] == ["roll"]
    expect(page.locator(".die").first).to_be_visible()
    expect(confirm(page)).to_be_visible()
    # Asked in the page until it is so: a die that is being drawn anew has no place for a moment.
    page.wait_for_function(
        """() => {
            const die = document.querySelector(".die")?.getBoundingClientRect();
            const button = document.querySelector("[data-do=play]")?.getBoundingClientRect();
            return die?.width && button?.width && die.left > button.right;
        }"""
    )  # for Black, too, the dice lie beside it


def first_play(board: DemoBoard) -> str:
    """The first legal play, as it is typed."""
    roll = board.game.roll
    assert roll
    return play_text(legal_plays(board.game.position, roll)[0], "steps")


def test_26_buttons_in_reading_order_and_nothing_to_complain_about(opens: Opens) -> None:
    page = opens(DemoBoard(opened(3, 1)), viewport={"width": 320, "height": 640})
    names = page.locator("[data-place]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert len(names) == 26
    assert names[0] == "Point 1: 2 of Bob"
    assert names[5] == "Point 6: 5 of yours. Can move"
    assert names[24:] == ["Bar: empty", "Borne off: empty"]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = judged(page)
        assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    svg = page.locator(".board__svg").bounding_box()
    assert svg
    assert svg["width"] == 320  # the board fills the phone


def test_a_game_afterwards_is_walked_through_by_slider_list_and_keys(opens: Opens) -> None:
    board = DemoBoard(opened(3, 1))
    first = legal_plays(START, (3, 1))[0]
    second = legal_plays(first.result, (6, 4))[0]
    moves = (Rolled(0, (3, 1), first), Rolled(1, (6, 4), second))
    board.record = GameRecord((0, 0), moves, 0, 1, "resign")
    page = opens(board, "/replay/?at=1")
    said = page.locator("#said")
    expect(said).to_contain_text(f"{NAMES[0]}: 3-1")
    expect(page.locator(".piece")).to_have_count(30)
    page.get_by_label("One on").tap()
    expect(said).to_contain_text(f"{NAMES[1]}: 6-4")
    page.locator("[data-frame='1']").tap()
    expect(said).to_contain_text("3-1")
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_text("The start")
    page.get_by_label("Play number").fill("2")
    expect(said).to_contain_text("6-4")
    found = judged(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_errors_are_stepped_through_on_the_board_by_taps_and_by_keys(opens: Opens) -> None:
    engine = StandIn()
    board = DemoBoard(opened(3, 1))
    worst = engine.rate_plays(START, (3, 1), Stakes())[-1].result
    first = play_of(START, (3, 1), worst)
    best = engine.rate_plays(worst, (6, 4), Stakes())[0].result
    third = play_of(best, (2, 1), engine.rate_plays(best, (2, 1), Stakes())[1].result)
    moves = (
        Rolled(0, (3, 1), first),
        Rolled(1, (6, 4), play_of(worst, (6, 4), best)),
        Rolled(0, (2, 1), third),
    )
    board.record = GameRecord((0, 0), moves, 0, 1, "resign")
    record = MatchRecord(0, ("", ""), (board.record,))
    decided = [one for step in analysed(record, engine) for one in step.found]
    board.judged = judged_in(findings_of(record, engine.name, decided), 1, NAMES)
    wrong = [one.number for one in board.judged if one.is_wrong]
    assert len(wrong) == 4  # two plays, and a double that was missed before the second and third

    page = opens(board, "/replay/?at=0")
    said, shown = page.locator("#said"), page.locator("[data-judged]:not([hidden])")
    pieces = page.locator(".board__pieces")
    expect(page.locator("[data-error=before]")).to_have_attribute("aria-disabled", "true")
    expect(shown).to_have_count(0)
    page.get_by_role("link", name="Next error").tap()
    expect(said).to_contain_text(f"{NAMES[0]}: 3-1: {play_text(first)}. Lost")
    expect(shown).to_have_count(1)
    expect(shown.locator("tbody tr")).to_have_count(6)
    expect(shown.locator("tr", has_text="played")).to_have_count(1)
    expect(page.locator(".arrow")).to_have_count(0)

    before = pieces.inner_html()
    shown.locator("[data-tried='1']").tap()
    expect(page.locator(".arrow").first).to_be_attached()
    expect(shown.locator("[aria-current=true]")).to_have_count(1)
    assert pieces.inner_html() != before
    assert page.url.endswith("?decision=0&play=1")
    shown.locator("[data-tried='1']").tap()
    expect(page.locator(".arrow")).to_have_count(0)

    for _ in wrong[1:]:
        page.keyboard.press("Shift+ArrowRight")
    expect(said).to_contain_text(f"{NAMES[0]}: 2-1")
    expect(page.locator("[data-error=after]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Shift+ArrowRight")  # there is none any more: nothing happens
    expect(said).to_contain_text(f"{NAMES[0]}: 2-1")
    page.keyboard.press("Shift+ArrowLeft")
    expect(said).to_contain_text(f"{NAMES[0]}: no double.")
    page.keyboard.press("ArrowRight")  # a play on, and what led there
    expect(said).to_have_text(re.compile("2-1"))
    found = judged(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_text_board_plays_without_a_script(opens: Opens) -> None:
    board = DemoBoard(opened(3, 1), rolls=[(2, 1)])
    page = opens(board, "/text/", java_script_enabled=False)
    page.get_by_label("Type how you play 3-1").fill("8/5 6/5")
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.get_by_role("heading", name="Bob is to roll.")).to_be_visible()
    board.game = board.game.rolls(6, 4)
    board.play(first_play(board))
    board.version += 1
    page.get_by_role("link", name="Look again").tap()
    page.get_by_role("button", name="Roll", exact=True).tap()
    page.locator(".textboard__plays button").first.tap()
    expect(page.get_by_role("heading", name="Bob is to roll.")).to_be_visible()
    assert [one["do"] for one in board.sent] == ["type", "roll", "play"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_asked_is_answered_on_a_phone_without_scrolling_whatever_the_names_are(
    opens: Opens, language: str
) -> None:
    board = DemoBoard(opened(3, 1).resign(1, "backgammon"))
    board.names = ("Ann", "Maximiliane von Hohenzollern-Sigmaringen")
    board.language = language
    page = opens(board)
    expect(page.locator("[data-shows=status]")).to_contain_text(board.names[1])
    for button in page.locator(".thumb__answers > .button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["y"] + box["height"] <= PHONE["height"]
    said = page.locator("[data-shows=status]").bounding_box()
    assert said
    assert said["y"] + said["height"] <= box["y"]


@pytest.mark.parametrize(("width", "height"), [(667, 375), (740, 360), (932, 430)])
def test_a_phone_held_across_shows_the_whole_board(opens: Opens, width: int, height: int) -> None:
    page = opens(DemoBoard(opened(3, 1)), viewport={"width": width, "height": height})
    svg = page.locator(".board__svg").bounding_box()
    side = page.locator("[data-shows=status]").bounding_box()
    assert svg
    assert side
    assert svg["y"] + svg["height"] <= height
    assert side["x"] >= svg["x"] + svg["width"]
    assert side["y"] + side["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    place(page, 8).tap()
    place(page, 5).tap()
    place(page, 6).tap()
    expect(page.locator("[data-do=play]")).to_have_attribute("aria-disabled", "false")


def test_who_is_not_connected_is_said_after_a_moment_and_the_flag_comes_with_the_end(
    opens: Opens,
) -> None:
    board = DemoBoard(opened(1, 3))
    board.count = {
        "left": 10_000,
        "away": 2_000,
        "soon": 4_000,
        "text": "Bob is not connected, for {away} now. In {left} you can claim the flag.",
        "over": "Bob is not connected, for {away} now. Their time is up: you can claim the flag.",
        "then": ["flag"],
    }
    page = opens(board)
    line, flag = page.locator("[data-count]"), page.get_by_role("button", name="Claim the flag")
    expect(line).to_be_hidden()
    said = r"^Bob is not connected, for 0:\d\d now\. In 0:0\d you can claim the flag\.$"
    expect(line).to_have_text(re.compile(said))
    expect(page.locator("#told")).to_have_text(re.compile(said))
    told = page.locator("#told").inner_text()
    expect(flag).to_be_hidden()
    page.wait_for_timeout(1_200)
    assert page.locator("#told").inner_text() == told  # not read aloud each second
    expect(line).to_contain_text("Their time is up")
    expect(flag).to_be_visible()
    expect(page.locator("#told")).to_contain_text("Their time is up: you can claim the flag.")
    found = judged(page)
    assert found.violations_count == 0, found.generate_report()


def test_the_title_and_its_picture_say_what_waits(opens: Opens) -> None:
    board = DemoBoard(opened(3, 1))
    page = opens(board)
    picture = page.locator("link[rel=icon]")
    expect(page).to_have_title(re.compile("^● your turn · "))
    expect(picture).to_have_attribute("href", re.compile("mark-waits"))
    board.play("8/5 6/5")
    board.version += 1
    page.evaluate("dispatchEvent(new Event('online'))")  # it asks how the board stands
    expect(page).not_to_have_title(re.compile("●"))
    board.other_side((6, 4), "24/18 13/9")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page).to_have_title(re.compile("^● your turn · "))


def test_keys_go_from_a_checker_to_its_targets_and_never_onto_an_answer(opens: Opens) -> None:
    board = DemoBoard(opened(3, 1))
    page = opens(board)
    place(page, 8).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_have_text("From Point 8 to: Point 5, Point 7, Point 4.")
    page.keyboard.press("Tab")
    expect(place(page, 5)).to_be_focused()
    page.keyboard.press("Tab")
    expect(place(page, 7)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    place(page, 6).focus()
    page.keyboard.press("Enter")  # the only way that is left
    expect(confirm(page)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-shows=status]")).to_have_text("Bob is to roll.")
    board.game = board.game.double(1)
    board.version += 1
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("button", name="Take")).to_be_visible()
    expect(page.locator(".thumb__says")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Take")).to_be_focused()


def test_what_is_said_is_read_aloud_line_by_line(opens: Opens) -> None:
    page = opens(DemoBoard(opened(3, 1)))
    page.evaluate(
        """async () => {
            const address = document.querySelector("script[src*='js/board.js']").src;
            const { renew } = await import(address.replace("board.js", "board_live.js"));
            const part = document.createElement("div");
            part.innerHTML = "<ul class=lines><li>Bob Hello</li><li>Bob Good luck</li></ul>";
            if (!document.getElementById("board-beside")) {
              const place = document.createElement("div");
              place.id = "board-beside";
              document.querySelector("[data-board]").append(place);
            }
            part.id = "board-beside";
            renew(part);
        }"""
    )
    heard = page.locator("#heard")
    expect(heard).to_have_text("Bob Hello")
    expect(heard).to_have_text("Bob Good luck")


@pytest.mark.parametrize("phase", ["seeds", "play"])
def test_a_page_that_agrees_on_the_dice_goes_on_when_they_have_fallen(
    opens: Opens, phase: str
) -> None:
    """An answer about the panel, sent just before, may bring the panel back without a question."""
    board = DemoBoard(opened(3, 1))
    page = opens(board)
    panel = """() => {
        const panel = document.createElement("section");
        panel.id = "begin";
        document.querySelector("main").prepend(panel);
    }"""
    page.evaluate(panel)
    board.phase = phase if phase == "seeds" else ""  # then it is that of the game
    board.version += 1
    with page.expect_response("**/live/"):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(CALM)
    expect(page.locator("#begin")).to_have_count(1 if phase == "seeds" else 0)
