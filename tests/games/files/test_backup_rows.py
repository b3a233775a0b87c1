"""Rows are written as Django's serializer writes them, and read back without the cost of models."""

import io

import pytest
from django.core import serializers
from django.db.migrations.recorder import MigrationRecorder

from games.boards.selectors.boards import boards_in
from games.boards.services.boards import Terms, board_create, board_withdraw, seat_join
from games.boards.services.sitters import Sitter
from games.files.services import backup_rows
from games.files.services.backup_rows import Exact, rows_dump, rows_read, tables
from games.files.services.backups import backup_write, restore
from games.files.services.job_files import Progress
from games.models import Action, Board, Club, DiceSeed, Game, GameScore

LARGE = (Action, Game, GameScore)


@pytest.fixture
def written(scorer, session):
    """All rows of a club with an evening."""
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nall double\nbox takes all\nteam wins\ngame")
    return text_of_rows()


def text_of_rows():
    text = io.StringIO()
    for model in tables():
        serializers.serialize(
            "jsonl",
            model._base_manager.order_by("pk"),
            stream=text,
            fields=[field.name for field in model._meta.concrete_fields],
            use_natural_foreign_keys=backup_rows._is_natural(model),
            cls=Exact,
        )
    return text.getvalue()


@pytest.mark.django_db
def test_large_tables_are_read_and_written_without_models():
    assert all(map(backup_rows._is_plain, LARGE))


def test_rows_are_written_as_the_serializer_writes_them(written, monkeypatch):
    monkeypatch.setattr(backup_rows.connection, "vendor", "any")  # the test is in a transaction
    text = io.StringIO()
    rows_dump(text)

    assert text.getvalue() == written


def test_rows_that_were_read_are_the_same_again(written, monkeypatch):
    monkeypatch.setattr(backup_rows, "MEGABYTE", 1024)
    progress = Progress()
    size = len(written.encode())
    progress.expect(size // 1024, "kB")

    rows_read(io.BytesIO(written.encode()), progress)

    assert text_of_rows() == written
    assert progress.done == size // 1024


def test_boards_that_were_running_are_abandoned_in_a_restored_backup(
    club, member, tmp_path, monkeypatch
):
    ann = member("player")
    board = board_create(club=club, by=ann, terms=Terms(length=3), is_challenge=True)
    seat_join(board=board, by=member("player"))
    waiting = board_create(club=club, by=ann, terms=Terms())
    withdrawn = board_create(club=club, by=ann, terms=Terms())
    board_withdraw(board=withdrawn, by=Sitter(0, ann))
    with monkeypatch.context() as in_a_test:
        in_a_test.setattr(backup_rows.connection, "vendor", "any")  # the test is in a transaction
        backup_write(path=tmp_path / "backup.zip", as_rows=True)

    restore(path=tmp_path / "backup.zip", replace=True)

    reason = "restored from a backup: its rolls may have been seen"
    listed = boards_in(Club.objects.get(), status="abandoned")
    assert {one.public_id: one.reason for one in listed} == {
        board.public_id: reason,
        waiting.public_id: reason,
    }
    assert DiceSeed.objects.filter(board__public_id=board.public_id).get().server_seed
    assert Board.objects.get(public_id=withdrawn.public_id).status == "withdrawn"


def test_rows_with_other_columns_are_refused(written):
    other = written.replace('"closing":', '"closed":')

    with pytest.raises(ValueError, match="other columns"):
        rows_read(io.BytesIO(other.encode()))


def test_rows_of_a_database_that_came_up_from_an_older_one_fit_into_a_new_one(
    club, tmp_path, monkeypatch
):
    gone = MigrationRecorder.Migration.objects.create(
        app="games", name="0001_squashed_0046_guests_mails"
    )
    with monkeypatch.context() as in_a_test:
        in_a_test.setattr(backup_rows.connection, "vendor", "any")  # the test is in a transaction
        backup_write(path=tmp_path / "backup.zip", as_rows=True)
    gone.delete()

    restore(path=tmp_path / "backup.zip", replace=True)

    assert Club.objects.get() == club
