"""Rows are written as Django's serializer writes them, and read back without the cost of models."""

import io

import pytest
from django.core import serializers

from games.files.services import backup_rows
from games.files.services.backup_rows import Exact, rows_dump, rows_read, tables
from games.files.services.job_files import Progress
from games.models import Action, Game, GameScore

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


def test_rows_with_other_columns_are_refused(written):
    other = written.replace('"closing":', '"closed":')

    with pytest.raises(ValueError, match="other columns"):
        rows_read(io.BytesIO(other.encode()))
