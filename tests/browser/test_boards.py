"""Two browsers play a match: one invited by a link, with a cut connection and a killed server."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, TimeoutError, expect

from tests.browser.conftest import judged, phone_context
from tests.browser.test_cut import Wire
from tests.servers import Server

pytestmark = pytest.mark.browser

SHELL = ("shell", "--no-imports", "-c")
BOARD = """
from games.models import Club, User
from games.boards.services.boards import Terms, board_create, seat_give_to_assistant
from games.boards.services.invitations import invitation_make
from games.boards.services.sitters import Sitter
from games.files.services.demo import demo_create
demo_create()  # or the one that is there
user = User.objects.filter(memberships__role="owner").first()
club = Club.objects.filter(memberships__user=user).first()
board = board_create(club=club, by=user, terms=Terms(length=3))
"""
INVITED = f"""{BOARD}
_, token = invitation_make(board=board, by=Sitter(0, user))
print("made", board.public_id, token)
"""
AGAINST = f"""{BOARD}
seat_give_to_assistant(board=board, by=Sitter(0, user), level="LEVEL")
print('made', board.public_id)
"""

ENDING = """
from django.db import transaction
from games.boards.services.acting import board_act
from games.rules.backgammon import legal_plays, play_text
from games.rules.online import Board as State

def bear_off(board):
    board_act(board=board, sitter=Sitter(0, user), do="say_first", text="seven")
    for turn in range(400):
        board.refresh_from_db()
        state = State.from_json(board.snapshot)
        game, side = state.game, state.actor
        if state.stage == "over":
            return False
        if side == 0 and state.phase == "roll" and sum(game.position.own) <= 3:
            return True
        sitter = Sitter(side, user if side == 0 else None)
        do, text = "roll", ""
        if state.phase == "play":
            do, text = "play", play_text(legal_plays(game.position, game.roll)[0])
        board_act(board=board, sitter=sitter, do=do, text=text, version=board.version)
    return False

class Over(Exception): pass

for attempt in range(30):
    try:
        with transaction.atomic():  # the assistant hears of nothing before
            board = board_create(club=club, by=user, terms=Terms(length=1))
            seat_give_to_assistant(board=board, by=Sitter(0, user), level="easy")
            if not bear_off(board):
                raise Over
    except Over:
        continue
    print("made", board.public_id)
    break
"""
"""A game against the assistant, played by the program until White has three checkers at most."""


def made(server: Server, code: str) -> list[str]:
    """Make a board by the services, and return what is printed of it."""
    said = server.run(*SHELL, code)
    found = re.search(r"made (.+)", said)
    assert found, said
    return found[1].split()


HIGHEST = "[data-level]:not([hidden]):not(:has(~ [data-level]:not([hidden])))"
"""The highest level of a resignation: who could not lose more by another is not offered it."""


class Hand:
    """One player's hand at the board: it taps again where the board has just changed."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(url)

    def can(self, selector: str) -> bool:
        return self.page.locator(f"{selector}:visible").count() > 0

    def tap(self, selector: str) -> None:
        """Tap until it is gone: a button that has just come is not taken at the first touch."""
        target = self.page.locator(f"{selector}:visible").first
        target.wait_for()
        for _ in range(300):
            if not self.can(selector):
                return
            self._touch(target)
        raise AssertionError(f"{selector} stays")

    def _touch(self, target: Locator) -> None:
        """Touch what may go away at this moment: the other side acts, too."""
        with suppress(TimeoutError):
            target.click(timeout=1000)
        self.page.wait_for_timeout(150)

    def ask(self, question: str, answer: str) -> None:
        """Tap a button that asks once more, then the answer."""
        for _ in range(40):
            if self.can(f"[data-question={question}]"):
                break
            self._touch(self.page.locator(f"[data-asks-first={question}]:visible").first)
        self.tap(f"[data-question={question}] {answer}")

    def play(self) -> None:
        """Tap a legal turn together, and confirm it."""
        confirm = self.page.locator("[data-do=play]:visible")
        for _ in range(30):
            if confirm.count() and confirm.get_attribute("aria-disabled") == "false":
                self.tap("[data-do=play]")
                return
            self._step()
        raise AssertionError("the turn does not end")

    def _step(self) -> None:
        to = self.page.locator("[data-place][aria-label*='Move here']")
        of = self.page.locator("[data-place][aria-label*='Can move']")
        if to.count() or of.count():
            self._touch((to if to.count() else of).first)

    @property
    def status(self) -> str:
        return self.page.locator("[data-shows=status]").inner_text()


NEXT_KEY = """(target) => {
  const at = document.activeElement;
  if (at === target) return "Enter";
  if (!at?.dataset.place || !target.dataset.place) return "Tab";
  const [from, to] = [at, target].map((one) => one.getBoundingClientRect());
  const x = to.left + to.right - from.left - from.right;
  const y = to.top + to.bottom - from.top - from.bottom;
  if (Math.abs(x) > 10) return x > 0 ? "ArrowRight" : "ArrowLeft";
  return y > 0 ? "ArrowDown" : "ArrowUp";
}"""


class Keys(Hand):
    """A player who has a keyboard and nothing else: Tab, arrows within the board, and Enter."""

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


def turns(hands: tuple[Hand, Hand], count: int) -> None:
    """Let both play turns, whoever has one; a dance is one, too."""
    for _ in range(count):
        acting = waiting_for(hands, "[data-do=roll]", "[data-place][aria-label*='Can move']")
        if acting.can("[data-do=roll]"):
            before = acting.status
            acting.tap("[data-do=roll]")
            said = acting.page.locator("[data-shows=status]")
            expect(said).not_to_have_text(before, timeout=30_000)
        if acting.page.locator("[data-place][aria-label*='Can move']").count():
            acting.play()


def waiting_for(hands: tuple[Hand, Hand], *selectors: str) -> Hand:
    """The hand that can do one of these first; the assistant may have to wait for a processor."""
    for _ in range(900):
        for hand in hands:
            if any(hand.can(selector) for selector in selectors):
                return hand
        hands[0].page.wait_for_timeout(100)
    raise AssertionError([hand.status for hand in hands])


@pytest.fixture
def contexts(browser: Browser, organizer_state: str) -> Iterator[tuple[BrowserContext, Any]]:
    """A desktop with the organizer signed in, and a guest's phone."""
    desktop = browser.new_context(
        viewport={"width": 1280, "height": 800},
        storage_state=organizer_state,
        reduced_motion="reduce",
    )
    desktop.set_default_timeout(60_000)
    guest = phone_context(browser)
    yield desktop, guest
    desktop.close()
    guest.close()


def test_two_browsers_play_a_match_with_a_cut_connection_and_a_killed_server(
    server: Server, contexts: tuple[BrowserContext, BrowserContext]
) -> None:
    public_id, token = made(server, INVITED)
    wire = Wire(int(server.url.rpartition(":")[2]))
    try:
        ann = Hand(contexts[0], f"{server.url}/boards/{public_id}/")
        zoe = Hand(contexts[1], wire.address(f"{server.url}/boards/invitation/{token}/"))
        zoe.page.get_by_label(re.compile("name", re.IGNORECASE)).first.fill("Zoë")
        zoe.page.get_by_role("button", name="Sit down").click()
        for hand in (ann, zoe):
            hand.page.locator("[data-board]").wait_for()
        hands = (ann, zoe)
        turns(hands, 3)

        wire.cut()  # what the guest taps meanwhile is kept, and sent afterwards
        if zoe.can("[data-do=roll]"):
            zoe.page.locator("[data-do=roll]:visible").click()
        missed = ann.page.locator("[data-count]")
        expect(missed).to_contain_text("Zoë is not connected", timeout=60_000)
        wire.mend()
        expect(missed).to_be_hidden(timeout=60_000)
        turns(hands, 3)

        server.restart()
        turns(hands, 3)

        first = waiting_for(hands, "[data-asks-first=double]")
        other = zoe if first is ann else ann
        first.ask("double", "[data-do=double]")
        other.tap("[data-do=drop]")
        waiting_for(hands, "[data-do=next]").tap("[data-do=next]")
        turns(hands, 2)

        doubling = waiting_for(hands, "[data-asks-first=double]")
        taking = zoe if doubling is ann else ann
        doubling.ask("double", "[data-do=double]")
        taking.tap("[data-do=take]")
        doubling.ask("resign", HIGHEST)
        taking.tap("[data-do=accept]")
        for hand in hands:
            expect(hand.page.locator("[data-shows=status]")).to_contain_text("wins the match")
            assert hand.errors == []
            found = judged(hand.page)
            assert found.violations_count == 0, found.generate_report()
        ann.page.goto(f"{server.url}/boards/{public_id}/proof/")
        expect(ann.page.locator("main")).to_contain_text("Right: these are the dice")
    finally:
        wire.close()


@pytest.mark.parametrize(("level", "hand"), [("easy", Keys), ("medium", Hand), ("strong", Hand)])
def test_somebody_plays_the_assistant_at_each_level_and_once_by_keys_only(
    server: Server,
    contexts: tuple[BrowserContext, BrowserContext],
    level: str,
    hand: type[Hand],
) -> None:
    (public_id,) = made(server, AGAINST.replace("LEVEL", level))
    ann = hand(contexts[0], f"{server.url}/boards/{public_id}/")
    ann.page.locator("[data-board]").wait_for()
    for _ in range(2):
        waiting_for(
            (ann, ann), "[data-do=roll]", "[data-place][aria-label*='Can move']", "[data-do=take]"
        )
        if ann.can("[data-do=take]"):
            ann.tap("[data-do=take]")
        else:
            turns((ann, ann), 1)
    waiting_for(
        (ann, ann), "[data-do=roll]", "[data-place][aria-label*='Can move']", "[data-do=take]"
    )
    if ann.can("[data-do=take]"):
        ann.tap("[data-do=drop]")
    else:
        ann.ask("resign", HIGHEST)
        expect(ann.page.locator("[data-shows=status]")).to_contain_text(
            re.compile("wins"), timeout=60_000
        )
    assert ann.errors == []


def test_a_game_is_played_on_the_text_board_without_scripts(
    server: Server, browser: Browser, organizer_state: str
) -> None:
    (public_id,) = made(server, AGAINST.replace("LEVEL", "easy"))
    context = browser.new_context(storage_state=organizer_state, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/boards/{public_id}/text/")
    page.locator("#said").fill("seven eleven")
    page.locator("form", has=page.locator("#said")).get_by_role("button").click()
    for _ in range(6):
        page.goto(f"{server.url}/boards/{public_id}/text/")
        roll = page.locator("#do-roll")
        if roll.count():
            roll.click()
        play = page.locator(".textboard__plays button")
        if play.count():
            play.first.click()
        page.wait_for_timeout(300)
    typed = page.locator("form", has=page.locator("input[name=do][value=type]"))
    for _ in range(300):  # the computer has its turn, a dance passes, and it may double
        page.goto(f"{server.url}/boards/{public_id}/text/")
        if typed.count():
            break
        for button in ("#do-take", "#do-roll"):
            if page.locator(button).count():
                page.locator(button).click()
                break
        else:
            page.wait_for_timeout(100)
    typed.locator("input[name=text]").fill("$quit backgammon")
    typed.get_by_role("button").click()
    expect(page.locator("main")).to_contain_text(re.compile("wins the match|accepts|answer"))
    context.close()


def test_games_are_won_or_lost_on_the_board_by_keys_only_and_without_scripts(
    server: Server,
    browser: Browser,
    contexts: tuple[BrowserContext, BrowserContext],
    organizer_state: str,
) -> None:
    public_id, other_id = re.findall(r"made (\w+)", server.run(*SHELL, BOARD + ENDING + ENDING))
    ann = Keys(contexts[0], f"{server.url}/boards/{public_id}/")
    ann.page.locator("[data-board]").wait_for()
    said = ann.page.locator("[data-shows=status]")
    for _turn in range(3):
        if "wins" in said.inner_text():
            break
        turns((ann, ann), 1)
        expect(said).to_have_text(re.compile("Your turn|wins|resigns"), timeout=60_000)
        if "resigns" in said.inner_text():
            ann.tap("[data-do=accept]")
            break
    expect(said).to_contain_text("wins the match")
    assert ann.errors == []

    context = browser.new_context(storage_state=organizer_state, java_script_enabled=False)
    page = context.new_page()
    for _look in range(300):
        page.goto(f"{server.url}/boards/{other_id}/text/")
        button = page.locator("#do-roll, #do-accept, .textboard__plays button")
        if button.count():
            button.first.click()
        elif page.locator("main", has_text="wins the match").count():
            break
        else:
            page.wait_for_timeout(100)
    expect(page.locator("main")).to_contain_text("wins the match")
    context.close()
