"""Captain and crew consult at the board of a chouette; the box on its phone sees nothing of it."""

import pytest
from playwright.sync_api import APIResponse, Browser, Route, expect

from tests.browser.conftest import judged
from tests.browser.test_boards import made
from tests.browser.test_chouette import SET_UP, Hand
from tests.servers import Server

pytestmark = pytest.mark.browser

FOUR = SET_UP.replace('("Zoe", "Yan", "Xia")', '("Zoe", "Yan", "Xia", "Wim")')
# Zoe in the box has drawn the lower die: Yan, the captain, has 6-1 to play, Xia and Wim look on.
BEGIN = """
import uuid
from games.boards.services import writing
from games.chouetteboards.services.acts import chouette_act
from games.models import Session, User
from games.permissions import Reader
from games.record.log.snapshots import position_of
from games.record.services.actions import record_action
from games.rules.chouette import StartGame
from games.rules.dice import seat_commitment
session = Session.objects.get(public_id="SESSION")
club, user = session.club, User.objects.filter(memberships__role="owner").first()
line = position_of(session).table.line
start = StartGame(line.box, line.partner, line.team)
record_action(
    session=session, actions=[start], version=session.version, key=uuid.uuid4().hex, sender=user
)
writing.dice.roll = lambda *given: (1, 6)
seed = "0a" * 16
for do in ("commit", "reveal"):
    for seat in (0, 1, 2, 3):
        board = session.boards.last()
        dice = board.snapshot["dice"]
        if seat not in dice["seats"]:
            continue
        reader = Reader.of(session.passes.get(player=line.order[seat]), club, session)
        text = seed if do == "reveal" else seat_commitment(dice["game_id"], seat, seed)
        chouette_act(board=board, reader=reader, do=do, text=text, key=uuid.uuid4().hex)
print("made", session.boards.last().public_id)
"""

# Wim has no phone in this test: their advice comes by the service.
WIM = """
from games.chouetteboards.services.crew import crew_act
from games.models import Session
from games.permissions import Reader
session = Session.objects.get(public_id="SESSION")
board = session.boards.last()
holder = session.passes.get(player=board.snapshot["team"]["line"][3])
reader = Reader.of(holder, session.club, session)
roll = board.snapshot["dice"]["rolled"]
crew_act(board=board, reader=reader, do="put", text="24/18 8/7", roll=roll)
print("made it")
"""


@pytest.fixture
def hands(server: Server, browser: Browser):
    session, *sealed = made(server, FOUR)
    made(server, BEGIN.replace("SESSION", session))
    found = [Hand(browser, server, one, session) for one in sealed[:3]]
    for hand in found:
        hand.to_board()
    yield found
    for hand in found:
        assert hand.errors == []
        hand.context.close()


def checkers(hand: Hand) -> list[str]:
    """Where the team's checkers lie on a phone."""
    found = hand.page.locator(".board__pieces .piece--1")
    return sorted(found.evaluate_all("all => all.map((one) => one.dataset.at)"))


def goes(hand: Hand, *fields: int) -> None:
    """Tap a checker, and where it goes."""
    for field in fields:
        hand.page.locator(f'[data-place="{field}"]').tap()


def proposes_on_a_slow_line(hand: Hand, *fields: int) -> None:
    """Make the last steps and propose the play; the step reaches the server late, the answer to
    the proposal comes later still.
    """
    steps: list[Route] = []
    proposals: list[tuple[Route, APIResponse]] = []

    def keep(route: Route) -> None:
        sent = route.request.post_data or ""
        if "try=" in sent:
            steps.append(route)
        elif "put=" in sent:
            proposals.append((route, route.fetch()))
        else:
            route.continue_()

    hand.page.route("**/crew/", keep)
    goes(hand, *fields)
    while not steps:
        hand.page.wait_for_timeout(50)
    hand.page.locator("[data-do=put]").tap()
    hand.page.wait_for_timeout(1000)
    for route in steps:
        route.continue_()
    while not proposals:
        hand.page.wait_for_timeout(50)
    hand.page.wait_for_timeout(1000)
    for route, answer in proposals:
        route.fulfill(response=answer)
    hand.page.unroute("**/crew/")


def test_captain_and_member_try_propose_vote_and_take_over_and_the_box_sees_nothing(
    hands, server
) -> None:
    box, captain, member = hands
    crew, plays = member.page.locator("[data-crew]"), captain.page.locator(".crew__play")
    expect(captain.page.locator("[data-crew]")).to_contain_text("Nobody advises yet")
    expect(box.page.locator("[data-crew], [data-do=put]")).to_have_count(0)
    before = checkers(box)

    # what the captain tries is seen by the crew, on the board and in words
    goes(captain, 1, 7)
    expect(crew).to_contain_text("Yan tries 24/18.")
    assert checkers(member) == checkers(captain) != before

    # who is asked has the buttons; they try a play, and propose it
    expect(member.page.locator("[data-do=put]")).to_be_hidden()
    captain.page.get_by_role("button", name="Ask Xia").tap()
    captain.page.get_by_role("button", name="Ask Wim").tap()
    expect(crew).to_contain_text("Xia and Wim may advise.")
    goes(member, 12, 18)
    expect(captain.page.locator("[data-crew]")).to_contain_text("Xia tries 13/7.")
    proposes_on_a_slow_line(member, 17, 18)
    expect(plays).to_contain_text(["13/7 8/7 Xia · 1 vote"])
    expect(captain.page.locator(".named__who")).to_have_text(["Xia"])

    # another one proposes another play, and the first is for it, too
    made(server, WIM.replace("SESSION", captain.session))
    expect(plays).to_contain_text(["13/7 8/7", "24/18 8/7 Wim · 1 vote"])
    crew.get_by_role("button", name="I am for it").tap()
    expect(plays).to_contain_text(["24/18 8/7 Wim, Xia · 2 votes"])
    assert judged(captain.page).response["violations"] == []

    # one tap brings it to the captain's board, where it is confirmed; then it is gone
    captain.page.get_by_role("button", name="Take it over").tap()
    assert checkers(box) == before
    captain.tap("[data-do=play]")
    expect(crew.locator(".crew__play")).to_have_count(0)
    expect(box.page.locator('[data-can="roll"]')).to_be_visible()
    assert checkers(box) == checkers(captain) == checkers(member)
    assert "24/18 8/7" in box.page.locator(".thumb__told").inner_text()

    # the crew speaks among itself
    member.page.get_by_text("Say something to the crew").tap()
    member.page.get_by_role("button", name="Play it safe.").tap()
    expect(captain.page.locator("[data-crew] .lines")).to_contain_text("Xia Play it safe.")
    expect(box.page.locator("body")).not_to_contain_text("safe")
