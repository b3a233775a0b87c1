"""A game of Dame in two browsers: by keys on a desktop, by taps on a phone, on the text board."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, TimeoutError, expect

from tests.browser.conftest import judged
from tests.browser.test_boards import Hand, Keys, contexts, made
from tests.servers import Server

__all__ = ["contexts"]

pytestmark = pytest.mark.browser

INVITED = """
from games.models import Club, User
from games.boards.services.boards import Terms, board_create
from games.boards.services.invitations import invitation_make
from games.boards.services.sitters import Sitter
from games.rules.dame import Options
from games.files.services.demo import demo_create
demo_create()  # or the one that is there
user = User.objects.filter(memberships__role="owner").first()
club = Club.objects.filter(memberships__user=user).first()
terms = Terms(type="dame", options=Options(huffing=True))
board = board_create(club=club, by=user, terms=terms)
_, token = invitation_make(board=board, by=Sitter(0, user))
print("made", board.public_id, token)
"""
BEGUN = """
from games.models import Board
from games.boards.services.acting import board_act
from games.boards.services.sitters import Sitter
board = Board.objects.get(public_id="BOARD")
moves = "24-20 12-16 23-18 10-15 26-23 9-13 30-26 13-17 28-24 6-9".split()
for number, text in enumerate(moves):
    board_act(board=board, sitter=Sitter(number % 2), do="play", text=text)
print("made", len(moves))
"""


NEXT_KEY = """(target) => {
  const at = document.activeElement;
  if (at === target) return "Enter";
  if (!at?.dataset.place || !target.dataset.place) return "Tab";
  const [from, to] = [at, target].map((one) => one.getBoundingClientRect());
  if (Math.abs(to.top - from.top) > 10) return to.top > from.top ? "ArrowDown" : "ArrowUp";
  return to.left > from.left ? "ArrowRight" : "ArrowLeft";
}"""


class SquareKeys(Keys):
    """A player with a keyboard and nothing else: rows first, since they are joined by corners."""

    def _touch(self, target: Locator) -> None:
        with suppress(TimeoutError):
            for _ in range(150):
                key = target.evaluate(NEXT_KEY, timeout=1000)
                self.page.keyboard.press(key)
                if key == "Enter":
                    break
            else:
                raise AssertionError(f"no key leads to {target}")
        self.page.wait_for_timeout(150)


def place(hand: Hand, square: str) -> Locator:
    return hand.page.locator(f'[data-place="{square}"]')


def move(hand: Hand, path: str) -> None:
    """Go from square to square, and confirm."""
    expect(hand.page.locator("[data-do=play]")).to_be_visible()
    squares = re.split("[-x]", path)
    for square in squares:
        hand._touch(place(hand, square))
    hand_over(hand)


def drag(hand: Hand, source: str, target: str) -> None:
    """Drag a piece to a square, and hold it askew as thumbs do."""
    expect(hand.page.locator("[data-do=play]")).to_be_visible()
    boxes = [place(hand, square).bounding_box() for square in (source, target)]
    (x, y), (to_x, to_y) = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box
    ]
    hand.page.mouse.move(x, y)
    hand.page.mouse.down()
    hand.page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    hand.page.mouse.move(to_x + 6, to_y - 7)
    hand.page.mouse.up()


def hand_over(hand: Hand) -> None:
    """Confirm the move that is made."""
    expect(hand.page.locator("[data-do=play]")).to_have_attribute("aria-disabled", "false")
    hand.tap("[data-do=play]")


def told(hand: Hand, text: str) -> None:
    expect(hand.page.locator("[data-shows=told]")).to_contain_text(text)


def by_text(page: Page, text: str) -> None:
    """Press the button of a move on the text board, once it is there."""
    for _ in range(40):
        page.get_by_role("link", name="Look again").click()
        if page.get_by_role("button", name=text, exact=True).count():
            page.get_by_role("button", name=text, exact=True).click()
            return
        page.wait_for_timeout(200)
    raise AssertionError(f"{text} is not offered")


def test_a_game_with_a_chain_a_removal_a_king_and_a_draw_by_repetition(
    server: Server, contexts: tuple[BrowserContext, BrowserContext]
) -> None:
    public_id, token = made(server, INVITED)
    address = f"{server.url}/boards/{public_id}/"
    guest = Hand(contexts[1], f"{server.url}/boards/invitation/{token}/")
    guest.page.get_by_label(re.compile("name", re.IGNORECASE)).first.fill("Zoë")
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.locator("[data-board]").wait_for()
    made(server, BEGUN.replace("BOARD", public_id))
    keys = SquareKeys(contexts[0], address)
    told(guest, "6-9")
    guest._touch(place(guest, "9"))
    why = guest.page.locator("#notice .notice")
    expect(why).to_have_text(re.compile("to move"))
    expect(why).to_be_in_viewport(ratio=1)

    move(keys, "22x13x6")
    told(guest, "moved 22x13x6")
    assert place(guest, "17").get_attribute("aria-label") == "Square 17: empty"
    drag(guest, "7", "10")
    hand_over(guest)
    told(keys, "moved 7-10")
    keys.ask("huff", "[data-level='2']")
    told(guest, "removes your man on 2: it missed a capture.")
    move(keys, "23-19")
    told(guest, "moved 23-19")
    move(guest, "16x23x30")
    told(keys, "moved 16x23x30")
    expect(place(keys, "30")).to_have_attribute("aria-label", "Square 30: king of Zoë")
    move(keys, "20-16")
    told(guest, "moved 20-16")
    move(guest, "15x22")
    told(keys, "moved 15x22")
    move(keys, "25x18")
    told(guest, "moved 25x18")
    move(guest, "30x12")
    told(keys, "moved 30x12")
    move(keys, "6-2")
    told(guest, "moved 6-2")
    expect(place(keys, "2")).to_have_attribute("aria-label", re.compile("your king"))

    for hand in (keys, guest):
        found = judged(hand.page)
        assert found.violations_count == 0, found.generate_report()
    guest.page.goto(f"{address}text/")
    for _ in range(2):
        by_text(guest.page, "12-16")
        told(keys, "moved 12-16")
        move(keys, "2-13")
        by_text(guest.page, "16-12")
        told(keys, "moved 16-12")
        move(keys, "13-2")
    keys.tap("[data-do=claim]")

    for shown in (keys.page.locator("[data-shows=status]"), guest.page.locator("main")):
        guest.page.get_by_role("link", name="Look again").click()
        expect(shown).to_contain_text("A draw: the position has occurred three times.")
    assert keys.errors == []
    assert guest.errors == []
