"""What is particular to Dame and chess, by taps and on the text board, on a desktop and a phone.

The games by keys are in `test_dame.py` and `test_chess.py`.
"""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.test_boards import Hand, contexts, made
from tests.browser.test_dame import by_text, move
from tests.servers import Server

__all__ = ["contexts"]

pytestmark = pytest.mark.browser

BOARD = """
from games.boards.actors import cookie_name, seat_sealed
from games.boards.services.acting import board_act
from games.boards.services.boards import Terms, board_create, seat_take
from games.boards.services.sitters import Sitter
from games.models import Board, Club, User
from games.rules.online import GAME_TYPES
from games.files.services.demo import demo_create
demo_create()  # or the one that is there
user = User.objects.filter(memberships__role="owner").first()
club = Club.objects.filter(memberships__user=user).first()
terms = Terms(type=KIND, options=GAME_TYPES[KIND].options(AGREED))
board = board_create(club=club, by=user, terms=terms, seat=CHAIR)
seat = seat_take(board=board, by=None, name="Zoë")
print("made", board.public_id, cookie_name(board), seat_sealed(seat))
"""
"""The organizer sits at CHAIR, and a guest opposite."""
SHUFFLED = """
from games.boards.services.acting import board_act
from games.boards.services.sitters import Sitter
from games.models import Board, User
from games.files.services.demo import demo_create
demo_create()  # or the one that is there
user = User.objects.filter(memberships__role="owner").first()
board = Board.objects.get(public_id="BOARD")
for number, text in enumerate("31-17 4-8 17-31 8-4 31-17 4-8 17-31 8-4".split()):
    side = 1 - number % 2
    board_act(board=board, sitter=Sitter(side, None if side else user), do="play", text=text)
print("made", board.version)
"""
"""Kings go to and fro until the position is there for the third time."""


class Taps:
    """Plays on the picture with a finger or a mouse."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.hand = Hand(context, address)

    def moves(self, path: str) -> None:
        move(self.hand, path)

    def removes(self, square: int) -> None:
        self.hand.ask("huff", f"[data-level='{square}']")

    def claims(self) -> None:
        self.hand.tap("[data-do=claim]")

    def mates(self, source: str, target: str, _text: str) -> None:
        self.moves(f"{source}-{target}")

    def sees(self, text: str) -> None:
        expect(self.hand.page.locator("main")).to_contain_text(text)
        assert self.hand.errors == []


class Texts(Taps):
    """Plays on the text board."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        super().__init__(context, f"{address}text/")

    def moves(self, path: str) -> None:
        by_text(self.hand.page, path)

    def removes(self, square: int) -> None:
        by_text(self.hand.page, f"Blasen: remove the piece on {square}")

    def claims(self) -> None:
        by_text(self.hand.page, "Claim a draw: three times the same position")

    def mates(self, _source: str, _target: str, text: str) -> None:
        self.moves(text)

    def sees(self, text: str) -> None:
        self.hand.page.get_by_role("link", name="Look again").click()
        super().sees(text)


def sat_down(
    server: Server,
    contexts: tuple[BrowserContext, BrowserContext],
    way: type[Taps],
    game: str,
    options: dict[str, Any],
    seat: int = 0,
) -> tuple[str, Taps, Taps]:
    """Return a board, the organizer on a desktop, and a guest on a phone."""
    code = BOARD.replace("KIND", repr(game)).replace("AGREED", repr(options))
    public_id, name, value = made(server, code.replace("CHAIR", str(seat)))
    contexts[1].add_cookies([{"name": name, "value": value, "url": server.url}])
    address = f"{server.url}/boards/{public_id}/"
    return public_id, way(contexts[0], address), way(contexts[1], address)


@pytest.mark.parametrize("way", [Taps, Texts])
def test_both_capture_in_a_chain_get_a_king_and_remove_a_piece_and_one_claims_a_draw(
    server: Server, contexts: tuple[BrowserContext, BrowserContext], way: type[Taps]
) -> None:
    options = {"huffing": True, "fen": "W:W9,11,14,21,22,26:B1,8,10,18,24,27"}
    public_id, desktop, phone = sat_down(server, contexts, way, "dame", options)

    desktop.moves("22x15x6")
    phone.moves("1x10x17")
    desktop.moves("11x4")
    desktop.sees("11x4")
    phone.moves("27-31")
    desktop.moves("26-22")  # the man on 21 should have captured
    phone.removes(21)
    phone.moves("17-21")  # the king should have captured, and so should this man
    desktop.removes(21)
    desktop.moves("22-18")
    desktop.sees("22-18")
    made(server, SHUFFLED.replace("BOARD", public_id))
    phone.claims()

    for player in (desktop, phone):
        player.sees("A draw: the position has occurred three times.")


@pytest.mark.parametrize("way", [Taps, Texts])
@pytest.mark.parametrize("mating", ["phone", "desktop"])
def test_a_rook_mates_on_the_last_row(
    server: Server,
    contexts: tuple[BrowserContext, BrowserContext],
    way: type[Taps],
    mating: str,
) -> None:
    options = {"fen": "7k/8/6K1/8/8/8/8/R7 w - - 0 1"}
    seat = int(mating == "phone")
    _, desktop, phone = sat_down(server, contexts, way, "chess", options, seat)

    (phone if seat else desktop).mates("a1", "a8", "Ra8#")

    for player in (desktop, phone):
        player.sees("Checkmate")
