"""A chouette on the board: phones without accounts play it, and the score writes itself."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as NotHeard

from tests.browser.conftest import comes_true, judged, phone_context
from tests.browser.test_boards import made
from tests.servers import Server

pytestmark = pytest.mark.browser

SET_UP = """
from games.chouetteboards.services.following import session_on_board
from games.clubs.services.clubs import player_create
from games.models import Club, Pass, User
from games.record.services.actions import record_action
from games.rules.chouette import SetOrder
from games.sessions.actors import pass_sealed
from games.sessions.services.sessions import session_create
from games.table.services.passes import pass_create
from games.files.services.demo import demo_create
demo_create()  # or the one that is there
user = User.objects.filter(memberships__role="owner").first()
club = Club.objects.filter(memberships__user=user).first()
club.board_seconds = 120
club.save()
known = {one.name: one for one in club.players.all()}  # of the test before, at the same server
names = ("Zoe", "Yan", "Xia")
players = [known.get(name) or player_create(club=club, by=user, name=name) for name in names]
rules = "canberra; automatics=0; optional_automatics=off"
session = session_create(club=club, by=user, players=players, rules=rules)
order = SetOrder(tuple(one.public_id for one in players))
record_action(session=session, actions=[order], version=1, key="order", sender=user)
session_on_board(session=session, by=user, on_board=True)
phones = [
    pass_sealed(pass_create(session=session, by=user, role=Pass.Role.PLAYER, player=one.public_id))
    for one in players
]
print("made", session.public_id, *phones)
"""
START = """
import uuid
from games.models import Session, User
from games.record.log.snapshots import position_of
from games.record.services.actions import record_action
from games.rules.chouette import StartGame
session = Session.objects.get(public_id="SESSION")
from games.files.services.demo import demo_create
demo_create()  # or the one that is there
user = User.objects.filter(memberships__role="owner").first()
line = position_of(session).table.line
start = StartGame(line.box, line.partner, line.team)
record_action(
    session=session, actions=[start], version=session.version, key=uuid.uuid4().hex, sender=user
)
print("made", session.boards.last().public_id)
"""


GONE = """
import time
from games.boards.errors import BoardRefused
from games.boards.services import writing
from games.chouetteboards.services.acts import chouette_act
from games.models import Board, User
from games.permissions import Reader
board = Board.objects.select_related("club", "session__club").get(public_id="BOARD")
from games.files.services.demo import demo_create
demo_create()  # or the one that is there
user = User.objects.filter(memberships__role="owner").first()
now = writing.now_ms
writing.now_ms = lambda: now() - 121_000
reader = Reader.of(user, board.club, board.session)
until = time.monotonic() + 60
while True:
    try:
        chouette_act(board=board, reader=reader, do="gone", version=board.version)
        break
    except BoardRefused:
        # The server has not noticed yet that the page is closed.
        if time.monotonic() > until:
            raise
        time.sleep(0.1)
print("made", board.public_id)
"""
"""Who keeps the score has said two minutes ago that the box does not answer."""


class Hand:
    """A player's phone at the table and then at the board, mostly without an account.

    `cookie` signs it in instead; `options` say what other device it is.
    """

    def __init__(
        self,
        browser: Browser,
        server: Server,
        sealed: str,
        session: str,
        cookie: str = "",
        **options: Any,
    ) -> None:
        self.context = phone_context(browser, **options)
        self.server, self.session = server, session
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        if cookie:
            self.context.add_cookies([{"name": "sessionid", "value": cookie, "url": server.url}])
            self.page.goto(f"{server.url}/sessions/{session}/table/")
        else:
            self.page.goto(f"{server.url}/t/{sealed}/")
        go_on = self.page.locator("main form button")
        if go_on.count() and "/table/" not in self.page.url:
            go_on.first.click()
        self.page.wait_for_url("**/table/")

    def to_board(self) -> None:
        self.page.goto(f"{self.server.url}/sessions/{self.session}/board/")

    def can(self, what: str) -> bool:
        return self.page.locator(f'[data-can="{what}"]:visible').count() > 0

    def tap(self, selector: str) -> None:
        """Tap something of the board, once what has just changed may be tapped."""
        target = self.page.locator(f"{selector}:visible").first
        target.wait_for()
        self.page.wait_for_timeout(1000)
        if "data-asks-first" in selector:  # only opens a question
            target.tap()
        else:
            self.is_heard(target, also_refused=True)

    def is_to_play(self) -> bool:
        """Tell by the board's sentence whether they are to play a roll."""
        return "Your turn: play" in self.page.locator(".thumb__status").inner_text()

    def types(self, text: str) -> None:
        self.is_heard(self.page.locator("[data-types] button"), text)

    def says(self, word: str | re.Pattern[str]) -> None:
        """Say something about their own cube, in the table's thumb zone."""
        self.is_heard(self.page.locator("#thumb").get_by_role("button", name=word).first)

    def is_heard(self, target: Locator, typed: str = "", *, also_refused: bool = False) -> None:
        """Tap, and tap again as people do: on a busy machine the page may change just under the
        thumb, which the page does not take for a tap, or the board before the server hears it.
        """
        target.wait_for()
        until = time.monotonic() + 90
        while time.monotonic() < until:
            self.page.locator("html:not([data-changed])").wait_for(state="attached")
            if typed:
                self.page.locator("#typed").fill(typed)
            try:
                with self.page.expect_response(
                    lambda answer: answer.request.method == "POST", timeout=10_000
                ) as heard:
                    target.tap(timeout=5000)
            except NotHeard:
                if not target.is_visible():
                    return  # the answer took its time
            else:
                if also_refused or heard.value.ok:
                    return
        raise AssertionError("nobody hears the tap")

    def opens(self, selector: str, target: Locator) -> Locator:
        """Tap what opens something until it is open; return that."""
        for _ in range(6):
            self.page.locator("html:not([data-changed])").wait_for(state="attached")
            self.page.locator(selector).tap()
            try:
                target.wait_for(timeout=5000)
            except NotHeard:
                continue
            return target
        raise AssertionError(f"{selector} opens nothing")


@pytest.fixture
def hands(server: Server, browser: Browser):
    session, *sealed = made(server, SET_UP)
    found = [Hand(browser, server, one, session) for one in sealed]
    made(server, START.replace("SESSION", session))
    for hand in found:
        hand.to_board()
    yield found
    for hand in found:
        assert hand.errors == []
        hand.context.close()


def test_three_phones_play_a_game_with_a_sealed_double_and_agree_on_its_end(hands) -> None:
    box, captain, crew = hands
    # the browsers seal and open everybody's seed, and the opening is rolled by itself
    have_begun(*hands)
    assert judged(box.page).response["violations"] == []
    # where the box may not double, what else it may do takes the row
    right = [one.page.locator("#b-own-more").bounding_box() for one in hands]
    assert len({round(one["x"] + one["width"]) for one in right if one}) == 1
    box_plays(box, captain)
    # before the captain's roll the crew says what it does, unseen by the others
    expect(captain.page.locator('[data-can="roll"]')).to_be_visible()
    captain.tap('[data-do="roll"]')
    expect(captain.page.locator(".board .thumb__notice")).to_contain_text("Xia")
    crew.says("Double")
    captain.tap('[data-do="roll"]')
    expect(captain.page.locator(".thumb__status")).to_contain_text("First the cubes")
    box.says(re.compile("take|Take"))
    expect(captain.page.locator('[data-can="roll"]')).to_be_visible()
    captain.tap('[data-asks-first="resign"]')
    captain.tap('[data-do="resign"][data-level="gammon"]')
    crew.tap('[data-do="accept"]')
    expect(box.page.locator(".thumb__status")).to_contain_text("Zoe")
    box.tap('[data-do="accept"]')
    # Yan's cube was never turned (Jacoby): 1; Xia's was: 2 x 2
    for hand in hands:
        expect(hand.page.locator(".thumb__status")).to_contain_text("The box has won")
        totals = hand.page.locator(".seat__total")
        expect(totals.first).to_contain_text("5")


def test_a_box_that_comes_back_and_then_vanishes_is_settled_to_the_hundredth(
    hands, server: Server, browser: Browser, organizer_state: str
) -> None:
    box, captain, crew = hands
    have_begun(*hands)
    if captain.is_to_play():
        captain.types(first_play(captain))
        expect(captain.page.locator(".thumb__status")).to_contain_text("Zoe is to roll")
    # the box's network is cut: the crew says so, all see the countdown, and the box is back
    address = box.page.url
    box.page.goto("about:blank")
    expect(crew.page.locator('[data-can="gone"]')).to_be_visible()
    says_gone(crew)
    expect(captain.page.locator("[data-count]")).to_contain_text("Zoe does not answer. Waiting 1:")
    expect(captain.page.locator('[data-can="ask"]')).to_be_hidden()
    box.page.goto(address)
    box.tap('[data-do="back"]')
    expect(captain.page.locator("[data-count]")).to_be_hidden()
    # then it vanishes for good
    box.page.goto("about:blank")
    made(server, GONE.replace("BOARD", address.rstrip("/").rpartition("/")[2]))
    captain.tap('[data-do="ask"]')
    proposal = captain.page.locator('[data-shows="proposal"]')
    expect(proposal).to_contain_text("Settlement, if all agree", timeout=60_000)
    bets = re.findall(r"(?:Zoe pays (\w+)|(\w+) pays Zoe) (\d+\.?\d*)", proposal.inner_text())
    even = proposal.inner_text().count("pay nothing")
    assert len(bets) + even == 2
    box_gets = sum(round(float(points) * 100) * (-1 if paid else 1) for paid, _by, points in bets)
    captain.tap('[data-do="agree"]')
    expect(proposal).to_contain_text("Still to agree: Zoe, Xia.")
    crew.tap('[data-do="agree"]')
    expect(proposal).to_contain_text("Still to agree: Zoe.")
    keeper = agreed_by_keeper(browser, organizer_state, address)
    expect(crew.page.locator(".thumb__status")).to_contain_text("has won this game")
    # what stands beside the board comes a moment after the board's own news
    gets = f"{box_gets / 100:+.2f}".rstrip("0").rstrip(".").replace("-", "−") if box_gets else "0"
    expect(crew.page.locator(".seat__total").filter(has_text=gets)).not_to_have_count(0)
    totals = [one.replace("−", "-") for one in crew.page.locator(".seat__total").all_inner_texts()]
    hundredths = [round(float(re.search(r"[-+]?\d+\.?\d*", one)[0]) * 100) for one in totals]
    assert sum(hundredths) == 0
    assert box_gets in hundredths
    keeper.context.close()


def have_begun(*hands: Hand) -> None:
    """Wait until the opening is rolled; a page that has shown the seeds loads itself anew."""
    for hand in hands:
        expect(hand.page.locator(".thumb__status")).to_contain_text(
            re.compile("is to play|Your turn"), timeout=60_000
        )
        expect(hand.page.locator("#begin")).to_have_count(0)


def box_plays(box: Hand, captain: Hand) -> None:
    """Let the box play its first roll, after the captain's if they have begun."""
    if captain.is_to_play():
        captain.types(first_play(captain))
        box.tap('[data-do="roll"]')
    expect(box.page.locator(".thumb__status")).to_contain_text("Your turn: play")
    box.types(first_play(box))


def says_gone(hand: Hand) -> None:
    """Say that who is to act does not answer; again, while the server takes them for present."""
    for _ in range(30):
        if hand.page.locator("[data-count]").is_visible():
            return
        if hand.can("gone"):
            hand.tap('[data-do="gone"]')
        hand.page.wait_for_timeout(500)


def agreed_by_keeper(browser: Browser, organizer_state: str, address: str) -> Page:
    """Who keeps the score agrees to a settlement for the player who is gone."""
    page = phone_context(browser, storage_state=organizer_state).new_page()
    page.goto(address)
    agree = page.locator('[data-do="agree"]')
    expect(agree).to_be_visible()
    page.wait_for_timeout(1000)
    agree.tap()
    return page


def first_play(hand: Hand) -> str:
    """The first complete way through the steps that the page was sent, in absolute fields."""
    return hand.page.evaluate(
        """async () => {
          const answer = await fetch(document.querySelector("[data-board]").dataset.live);
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          const { steps } = JSON.parse(page.getElementById("board-state").textContent);
          const way = [];
          for (let at = 0; steps[at]?.length; at = steps[at][0][3]) {
            const [from, to] = steps[at][0];
            way.push(`${from.startsWith("bar") ? "" : from}-${to.startsWith("off") ? "" : to}`);
          }
          return way.join(" ");
        }"""
    )


IN_SIGHT = """() => {
  scrollTo(0, 0);
  const stage = document.querySelector(".board__stage");
  const { left, top, width, height } = stage.getBoundingClientRect();
  const rows = [...Array(20).keys()].filter((row) => {
    const y = top + (row + 0.5) * height / 20;
    const across = [0.1, 0.5, 0.9].map((x) => document.elementFromPoint(left + x * width, y));
    return across.every((one) => stage.contains(one));
  });
  const told = document.querySelectorAll(
    "#thumb :is(button, a.button), .answer label, #acts .thumb__answers > button"
  );
  const hidden = [...told].filter((one) => one.checkVisibility()).filter((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return !at || !(one.contains(at) || at.contains(one));
  });
  return [rows.length / 20, hidden.map((one) => one.textContent.trim())];
}"""
"""How much of the board's height is seen, and the buttons that are not, or lie under something."""


def all_in_sight(hand, least: float) -> None:
    """So much of the board is seen, and every button: once the page has followed the others."""
    seen = f"([share, hidden]) => share >= {least} && !hidden.length"
    comes_true(hand.page, f"({seen})(({IN_SIGHT})())")


def test_on_a_phone_the_board_and_what_is_asked_are_in_sight(hands) -> None:
    box, captain, crew = hands
    have_begun(*hands)
    box_plays(box, captain)
    expect(crew.page.get_by_role("heading", name="Do you double?")).to_be_visible()
    for hand in hands:
        all_in_sight(hand, 0.8)
    expect(box.page.locator("#b-box-doubles")).to_be_hidden()
    double, hold = (crew.page.locator(f".own__word--{one}") for one in ("double", "hold"))
    assert double.bounding_box()["width"] == pytest.approx(hold.bounding_box()["width"], abs=1)
    crew.says("Double")
    captain.says(re.compile("^Hold$"))
    expect(crew.page.locator(".own__word--double")).to_be_hidden()
    expect(box.page.locator(".answer")).to_be_visible()
    all_in_sight(box, 0.6)
