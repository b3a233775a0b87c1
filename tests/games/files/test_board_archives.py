"""Boards in the archive of a club: they come back with seats, steps, lines and dice."""

import io
import json

import pytest

from games.boards.services.boards import Terms, board_abandon, board_create
from games.files.services.archive_boards import board_read
from games.files.services.archive_making import archive_club_create
from games.files.services.archive_parts import Sizes
from games.files.services.archive_reading import archive_read
from games.files.services.archive_writing import archive_write
from games.files.services.job_files import Progress
from games.models import Board, BoardLine, BoardSeat, BoardStep, DiceSeed

pytestmark = pytest.mark.django_db


def written(club):
    file = io.BytesIO()
    archive_write(club=club, file=file, progress=Progress())
    return file.getvalue()


def read_back(data, by):
    archive = archive_read(data=data, progress=Progress())
    return archive_club_create(archive=archive, by=by, progress=Progress())


@pytest.fixture
def ended(playing, ann):
    """A board that is over, at which something was said."""
    BoardLine.objects.create(board=playing.board, seat=0, sender=ann, code="thanks")
    playing.turn()
    playing.act(playing.state.actor, "resign", "single")
    playing.act(playing.state.actor, "accept")
    return playing


def test_boards_that_are_over_come_back_and_write_the_same_archive(ended, club, organizer):
    board = ended.board
    board_abandon(board=board, by=organizer, reason="The club closed.")
    data = written(club)

    copy = read_back(data, organizer)

    again = copy.boards.get()
    assert written(copy) == data
    assert (again.status, again.reason) == ("abandoned", "The club closed.")
    assert [seat.player.name for seat in again.seats.order_by("number")] == ["Ann", "Bo"]
    assert all(seat.player.club == copy for seat in again.seats.all())
    assert again.dice_seeds.get().server_seed == board.dice_seeds.get().server_seed
    assert again.lines.get().code == "thanks"
    board.refresh_from_db()
    rolls = [
        list(one.log.filter(kind="roll").values_list("payload", "at")) for one in (board, again)
    ]
    assert rolls[0] == rolls[1] != []


@pytest.mark.parametrize("kept", [[1], "Bo"])  # older archives name them
def test_who_left_their_seed_closed_comes_back_as_their_seat(ended, club, organizer, kept):
    DiceSeed.objects.filter(board=ended.board).update(failed=kept)
    (seed,) = read_back(written(club), organizer).boards.get().dice_seeds.all()
    assert seed.failed == [1]


def test_a_running_board_leaves_its_seed_and_comes_back_abandoned(playing, club, organizer):
    seed = playing.board.dice_seeds.get().server_seed
    data = written(club)
    assert seed not in data.decode()

    copy = read_back(data, organizer)

    again = copy.boards.get()
    assert (again.status, again.winner) == ("abandoned", None)
    assert again.reason == "came from an archive: its dice stayed where it was played"
    assert again.log.last().kind == "abandon"
    assert again.dice_seeds.get().server_seed == ""
    playing.board.refresh_from_db()
    assert playing.board.status == "playing"


def test_a_board_nobody_came_to_comes_back_withdrawn(club, organizer, ann):
    board_create(club=club, by=ann, terms=Terms())

    copy = read_back(written(club), organizer)

    assert copy.boards.get().status == "withdrawn"


@pytest.mark.parametrize(
    "change",
    [
        {"status": "ended"},
        {"status": "adjourned"},
        {"result": [1, 0, 0]},
        {"seats": []},
        {"rules_version": 99},
        {"surplus": 1},
        {"log": []},
    ],
)
def test_a_forged_board_is_refused(playing, club, change):
    (row,) = json.loads(written(club))["boards"]
    sizes = Sizes(9, 0, 0)
    board_read(row, sizes)
    with pytest.raises((TypeError, ValueError)):
        board_read(row | change, sizes)


LEFT_OUT = {
    Board: {
        "id", "public_id", "club", "started_by", "length", "version", "beat",
        # found again by folding the log
        "snapshot", "phase", "actor", "waits_for", "due_at", "winner", "score_white", "score_black",
        "ended_how", "ended_at", "match_length", "options",
        # found again by analysing it
        "luck",
    },
    BoardSeat: {"id", "board", "nonce", "email", "reminded_at", "away_at", "figures", "moved_at"},
    BoardStep: {"id", "board", "sequence", "key", "keyed_by", "digest", "sender"},
    DiceSeed: {"id", "board"},
    BoardLine: {"id", "board", "sender"},
}  # fmt: skip


@pytest.mark.parametrize("model", list(LEFT_OUT))
def test_whatever_a_board_knows_is_in_the_archive_or_left_out_on_purpose(model):
    from games.files.services import archive_boards as shapes

    there = {
        Board: shapes.BOARD.fields.keys(),
        BoardSeat: shapes.SEAT.fields.keys(),
        BoardStep: {"kind", "side", "at", "version", "payload"},
        DiceSeed: shapes.DICE.fields.keys(),
        BoardLine: shapes.LINE.fields.keys(),
    }[model]
    known = {field.name for field in model._meta.concrete_fields}
    assert known - LEFT_OUT[model] - set(there) == set()
