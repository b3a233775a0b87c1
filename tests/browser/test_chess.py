"""An ending of chess to mate in two browsers: by keys on a desktop, by taps on a phone, in text."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import judged
from tests.browser.test_boards import Hand, contexts, made
from tests.browser.test_dame import SquareKeys, by_text, hand_over, move, place, told
from tests.servers import Server

__all__ = ["contexts"]

pytestmark = pytest.mark.browser

INVITED = """
from games.models import Club, User
from games.boards.services.boards import Terms, board_create
from games.boards.services.invitations import invitation_make
from games.boards.services.sitters import Sitter
from games.rules.chess import Options
from games.files.services.demo import demo_create
demo_create()  # or the one that is there
user = User.objects.filter(memberships__role="owner").first()
club = Club.objects.filter(memberships__user=user).first()
terms = Terms(type="chess", options=Options(fen="6k1/p7/4P1K1/8/8/8/8/8 w - - 0 1"))
board = board_create(club=club, by=user, terms=terms)
_, token = invitation_make(board=board, by=Sitter(0, user))
print("made", board.public_id, token)
"""


def test_a_pawn_becomes_a_queen_and_mates(
    server: Server, contexts: tuple[BrowserContext, BrowserContext]
) -> None:
    public_id, token = made(server, INVITED)
    guest = Hand(contexts[1], f"{server.url}/boards/invitation/{token}/")
    guest.page.get_by_label(re.compile("name", re.IGNORECASE)).first.fill("Zoë")
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.locator("[data-board]").wait_for()
    keys = SquareKeys(contexts[0], f"{server.url}/boards/{public_id}/")

    move(keys, "g6-f6")
    told(guest, "Kf6")
    move(guest, "a7-a6")
    told(keys, "a6")
    for hand in (keys, guest):
        found = judged(hand.page)
        assert found.violations_count == 0, found.generate_report()
    move(keys, "f6-g6")
    told(guest, "Kg6")
    guest.page.goto(f"{server.url}/boards/{public_id}/text/")
    by_text(guest.page, "a5")
    told(keys, "a5")
    move(keys, "e6-e7")
    by_text(guest.page, "a4")
    told(keys, "a4")
    expect(keys.page.locator("[data-do=play]")).to_be_visible()
    for square in ("e7", "e8"):
        keys._touch(place(keys, square))
    hand_over(keys)

    for shown in (keys.page.locator("[data-shows=status]"), guest.page.locator("main")):
        expect(shown).to_contain_text("Checkmate")
    assert keys.errors == []
    assert guest.errors == []
