"""Each secret of a board by each way out: sealed until its time, and told afterwards."""

import pytest
from django.urls import reverse

from games.boards.services.boards import board_abandon
from games.rules.dice import seat_commitment
from tests.games.api.conftest import program_of
from tests.games.boards.table import SEEDS
from tests.games.files.test_board_archives import read_back, written

pytestmark = pytest.mark.django_db


def one_has_told(table, by=None):
    """White has opened a seed, Black has not."""
    dice = table.state.dice
    for side in (0, 1):
        table.act(side, "commit", seat_commitment(dice.game_id, side, SEEDS[side]))
    table.act(0, "reveal", SEEDS[0])


def all_have_told(table, by=None):
    one_has_told(table)
    table.act(1, "reveal", SEEDS[1])


def over(table, by):
    all_have_told(table)
    table.turn()
    board_abandon(board=table.board, by=by, reason="The power failed.")


STAGES = {"one has told": one_has_told, "all have told": all_have_told, "over": over}


def page(name, *more):
    def ask(at):
        return at.client.get(reverse(name, args=[at.board.public_id, *more])).content.decode()

    return ask


def program(path):
    def ask(at):
        return at.program("get", path.format(at.board.public_id)).content.decode()

    return ask


def back_office(at):
    address = reverse("admin:games_board_change", args=[at.board.pk])
    return at.organizers.get(address).content.decode()


WAYS = {
    "page": page("board"),
    "text board": page("board_text"),
    "file": page("board_file", "json"),
    "proof": page("board_proof"),
    "program": program("boards/{}"),
    "log": program("boards/{}/log"),
    "back office": back_office,
    "archive": lambda at: written(at.board.club).decode(),
}
TOLD_AFTERWARDS = {
    "server": {"file", "proof", "program", "back office", "archive"},
    "seat": {"file", "proof", "log", "back office", "archive"},
}


class Asked:
    """A board, and everybody who asks for it: who plays Black, their program, an organizer."""

    def __init__(self, table, bo, organizer, client_of):
        self.board = table.board
        self.client, self.organizers = client_of(bo), client_of(organizer)
        self.program = program_of(bo)


@pytest.mark.parametrize("stage", STAGES)
def test_a_secret_is_told_when_its_time_has_come_and_not_before(
    stage, board_between, bo, organizer, client_of
):
    table = board_between()
    secrets = {"server": table.board.dice_seeds.get().server_seed, "seat": SEEDS[0]}
    STAGES[stage](table, organizer)
    table.board.refresh_from_db()
    at = Asked(table, bo, organizer, client_of)
    found = {
        secret: {way for way, ask in WAYS.items() if word in ask(at)}
        for secret, word in secrets.items()
    }
    if stage == "over":
        assert {secret: found[secret] & told for secret, told in TOLD_AFTERWARDS.items()} == (
            TOLD_AFTERWARDS
        )
    else:
        # When all seeds are in, they are part of every roll: an archive needs them to be followed.
        kept = {"archive"} if stage == "all have told" else set()
        assert found == {"server": set(), "seat": kept}


def test_an_archive_made_while_seats_choose_is_read_back(board_between, club, organizer):
    table = board_between()
    one_has_told(table)
    again = read_back(written(club), organizer).boards.get()
    assert again.status == "abandoned"
    assert not again.log.filter(kind="reveal").exists()
