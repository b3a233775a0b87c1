"""An evening on the board: three games, five players, and the score sheet that was expected.

Zoe is in the box, on a phone without an account; Yan is captain and has a keyboard only; Xia, on a
phone with an account, Val and Wim are the crew. House rules of Canberra, no automatic doubles.

Game 1, Zoe | Yan Xia Val Wim. Wim hands the decisions about their cube to Xia, and goes. Before
Yan's roll Xia says double for both, sealed; Yan and Val hold. Zoe beavers Xia's cube and drops
Wim's: Xia plays for 4, Wim has won 1. Xia lets the beaver be. Then Yan resigns a gammon, to which
Zoe, Xia and Val agree. By the Jacoby rule a gammon counts for a turned cube only: Yan and Val pay
1 each, Xia 2 x 4 = 8. Zoe stays in the box, Yan goes to the end. Val leaves.

    Zoe +1 +1 +8 -1 = +9    Yan -1    Xia -8    Val -1    Wim +1

Game 2, Zoe | Xia Wim Yan. Zoe doubles all three before the roll. Xia's network is cut; they take
into the void, and the answer arrives when the network is back. For Wim they drop. Yan says drop,
and changes it to take. Xia and Yan play for 2, Wim pays 1. Zoe resigns a single game.

    Zoe -2 -2 +1 = -3    Xia +2    Wim -1    Yan +2

Game 3, Xia in the box | Wim Yan Zoe: Wim is back and decides again. Xia vanishes in the middle of
it. The assistant says what each bet is worth, Wim, Yan and Zoe agree, and for Xia who keeps the
score. What the three get is read off the proposal; Xia gets what they do not.

    after two games:    Zoe +6    Yan +1    Xia -6    Val -1    Wim 0
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_boards import made
from tests.browser.test_chouette import (
    GONE,
    SET_UP,
    START,
    Hand,
    agreed_by_keeper,
    first_play,
    have_begun,
)
from tests.servers import Server

pytestmark = pytest.mark.browser

NAMES = ("Zoe", "Yan", "Xia", "Val", "Wim")
FIVE = SET_UP.replace('("Zoe", "Yan", "Xia")', str(NAMES)).replace(
    'print("made", session.public_id, *phones)',
    """
from django.test import Client
xia = User.objects.create_user("xia@example.org", name="Xia")
player = club.players.get(name="Xia")
player.user = xia
player.save()
client = Client()
client.force_login(xia)
print("made", session.public_id, client.cookies["sessionid"].value, *phones)
""",
)


class Phone(Hand):
    """A phone, with or without an account."""

    def answers(self, name: str, word: str) -> None:
        """Say something about one of several cubes."""
        self.press(self.word(name, word))

    def word(self, name: str, word: str) -> Locator:
        """The button that says something about one of several cubes."""
        self.page.locator("html:not([data-changed])").wait_for(state="attached")
        cube = self.page.locator("form.own", has=self.page.get_by_text(name, exact=True))
        return cube.get_by_role("button", name=word).first

    def press(self, target: Locator) -> None:
        """Touch something that the server hears."""
        self.is_heard(target)

    def plays(self) -> None:
        """Make the first legal play, typed."""
        text = first_play(self)
        self.types(text)
        expect(self.page.locator('[data-can="play"]')).to_be_hidden()


class Keys(Phone):
    """A keyboard and nothing else: what is focused is pressed."""

    def tap(self, selector: str) -> None:
        target = self.page.locator(f"{selector}:visible").first
        target.wait_for()
        self.page.wait_for_timeout(1000)
        self.press(target)

    def press(self, target: Locator) -> None:
        target.focus()
        self.page.keyboard.press("Enter")

    def types(self, text: str) -> None:
        self.page.locator("#typed").focus()
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")


def team_is_to_roll(box: Phone, captain: Phone) -> None:
    """Play on until the captain is to roll: the box may have begun."""
    for _ in range(200):
        if captain.can("roll"):
            return
        for hand in (captain, box):
            if hand.can("play"):
                hand.plays()
        if box.can("roll"):
            box.tap('[data-do="roll"]')
            expect(box.page.locator('[data-can="roll"]')).to_be_hidden()
        captain.page.wait_for_timeout(100)
    raise AssertionError("the captain's turn does not come")


def choose(box: Phone, player: str, word: str) -> None:
    """Tap the box's answer in a player's row."""
    row = box.page.locator(".seat", has=box.page.get_by_text(player, exact=True))
    with box.page.expect_response(lambda answer: "pane=replies" in answer.url):
        row.locator("label", has_text=re.compile(word, re.IGNORECASE)).tap()
    box.page.locator(".htmx-request").wait_for(state="detached")


def test_three_games_of_five_are_on_the_score_sheet_as_they_were_worked_out(
    server: Server, browser: Browser, organizer_state: str
) -> None:
    session, xia_signed_in, *sealed = made(server, FIVE)
    wide: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, "has_touch": False}
    doors = dict(zip(NAMES, sealed, strict=True))
    zoe = Phone(browser, server, doors["Zoe"], session)
    yan = Keys(browser, server, doors["Yan"], session, **wide)
    xia = Phone(browser, server, "", session, cookie=xia_signed_in)
    val = Phone(browser, server, doors["Val"], session)
    wim = Phone(browser, server, doors["Wim"], session)
    everybody = [zoe, yan, xia, val, wim]
    wim.to_board()  # it waits for the game, and leads on
    made(server, START.replace("SESSION", session))
    wim.page.wait_for_url("**/boards/**")
    for hand in (zoe, yan, xia, val):
        hand.to_board()
    have_begun(*everybody)

    # game 1
    wim.page.get_by_text("I must go").tap()
    wim.page.get_by_label("Who decides about your cube").select_option(label="Xia decides for me")
    with wim.page.expect_navigation():
        wim.page.get_by_role("button", name="Save").tap()
    wim.page.goto("about:blank")
    team_is_to_roll(zoe, yan)
    expect(xia.word("Your cube", "Double")).to_be_in_viewport()
    expect(xia.page.locator("[data-count-left]")).to_contain_text(":")
    xia.answers("Your cube", "Double")
    xia.answers("Wim", "Double")
    val.answers("Your cube", "Hold")
    yan.tap('[data-do="roll"]')  # who rolls holds
    expect(zoe.page.locator(".seat", has_text="Xia").get_by_text("Beaver")).to_be_in_viewport()
    expect(zoe.page.locator("#confirm")).to_be_in_viewport()
    choose(zoe, "Xia", "beaver")
    choose(zoe, "Wim", "drop")
    zoe.press(zoe.page.locator("#confirm"))
    xia.says("Accept")
    yan.tap('[data-asks-first="resign"]')
    yan.tap('[data-do="resign"][data-level="gammon"]')
    for hand in (xia, val, zoe):
        hand.tap('[data-do="accept"]')
    for hand in (zoe, yan, xia, val):
        expect(hand.page.locator(".thumb__status")).to_contain_text("The box has won this game.")
    leave = val.page.get_by_role("button", name="I leave the table")
    val.press(val.opens("#b-own-more", leave))
    expect(zoe.page.locator("#table")).to_contain_text("has left")

    # game 2
    first = xia.page.url
    made(server, START.replace("SESSION", session))
    for hand in (zoe, yan, xia):  # all screens go on by themselves
        hand.page.wait_for_url(lambda now: now != first and "/boards/" in now)
    have_begun(zoe, yan, xia)
    team_is_to_roll(zoe, xia)
    for member, word in (("Your cube", "Hold"), ("Wim", "Hold")):
        xia.answers(member, word)
    yan.answers("Your cube", "Hold")
    xia.tap('[data-do="roll"]')
    expect(xia.page.locator('[data-can="play"]')).to_be_visible()
    xia.plays()
    zoe.press(zoe.opens("#b-box-doubles", zoe.page.locator("#confirm")))
    yan.answers("Your cube", "Drop")
    xia.context.set_offline(True)
    xia.word("Your cube", "Take").tap()
    expect(xia.page.locator("#table")).to_contain_text("Not sent yet: Your cube: Take.")
    yan.answers("Your cube", "Take")
    xia.context.set_offline(False)
    expect(xia.page.locator("#thumb")).to_contain_text("You said: take.", timeout=60_000)
    expect(zoe.page.locator("#table")).to_contain_text("2 of 3 have spoken")
    xia.answers("Wim", "Drop")
    expect(zoe.page.locator('[data-can="roll"]')).to_be_visible()
    zoe.tap('[data-asks-first="resign"]')
    zoe.tap('[data-do="resign"][data-level="single"]')
    for hand in (xia, yan):
        hand.tap('[data-do="accept"]')
    for hand in (zoe, yan, xia):
        expect(hand.page.locator(".thumb__status")).to_contain_text("The team has won this game.")

    # game 3
    second = xia.page.url
    made(server, START.replace("SESSION", session))
    for hand in (zoe, yan, xia):
        hand.page.wait_for_url(lambda now: now != second and "/boards/" in now)
    wim.to_board()
    have_begun(zoe, yan, xia, wim)
    with wim.page.expect_navigation():
        wim.page.get_by_label("Who decides about your cube").select_option("I decide myself")
        wim.page.get_by_role("button", name="Save").tap()
    if wim.can("play"):
        wim.plays()
    address = xia.page.url
    xia.page.goto("about:blank")
    made(server, GONE.replace("BOARD", address.rstrip("/").rpartition("/")[2]))
    wim.tap('[data-do="ask"]')
    proposal = yan.page.locator('[data-shows="proposal"]')
    expect(proposal).to_contain_text("Settlement, if all agree", timeout=180_000)
    gets = settled(proposal.inner_text())
    for hand in (wim, yan, zoe):
        hand.tap('[data-do="agree"]')
    expect(proposal).to_contain_text("Still to agree: Xia.")
    page = agreed_by_keeper(browser, organizer_state, address)
    expect(yan.page.locator(".thumb__status")).to_contain_text("has won this game")

    # the score sheet
    page.goto(f"{server.url}/sessions/{session}/")
    expected = [
        {"Zoe": 900, "Yan": -100, "Xia": -800, "Val": -100, "Wim": 100},
        {"Zoe": -300, "Yan": 200, "Xia": 200, "Wim": -100},
        {**gets, "Xia": -sum(gets.values())},
    ]
    assert sheet_of(page) == expected
    page.context.close()

    # what the first game was worth is looked at afterwards
    xia.page.goto(first)
    xia.page.get_by_role("button", name="Analyse the plays").tap()
    found = xia.page.locator("main")
    expect(found).to_contain_text("PR", timeout=120_000)
    expect(found).to_contain_text("Yan")
    for hand in everybody:
        assert hand.errors == []
        hand.context.close()


def settled(text: str) -> dict[str, int]:
    """What a proposal gives to each member, in hundredths."""
    found = {}
    for paid, by, points in re.findall(r"(?:Xia pays (\w+)|(\w+) pays Xia) (\d+\.?\d*)", text):
        found[paid or by] = round(float(points) * 100) * (1 if paid else -1)
    found |= dict.fromkeys(re.findall(r"(\w+) and Xia pay nothing", text), 0)
    assert set(found) == {"Wim", "Yan", "Zoe"}, text
    return found


def sheet_of(page: Page) -> list[dict[str, int]]:
    """What everybody made in each game, in hundredths; who did not play is not in it."""
    names = page.locator("table.sheet thead th").all_inner_texts()[1:]
    found = []
    for row in page.locator("table.sheet tbody tr").all():
        cells = [one.locator(".made") for one in row.locator("td").all()]
        made_by = {
            name.split("\n")[0].strip(): cell.inner_text().replace("−", "-")
            for name, cell in zip(names, cells, strict=True)
            if cell.count()
        }
        found.append({name: round(float(points) * 100) for name, points in made_by.items()})
    return found
