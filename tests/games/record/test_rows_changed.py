"""A row that is changed is written by its columns: a stale one takes back nothing of others."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.clubs.services.clubs import player_create, player_rename
from games.decisions.services.merging import players_merge
from games.models import Player

NOT_ROWS = {"games/web/qr.py", "games/clubs/services/logos.py", "games/ledger/workbook.py"}
"""Pictures and spreadsheets are saved there."""


def saved_whole(path: Path) -> Iterator[str]:
    """Calls of `save` that name neither the columns nor that the row is new."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        of = node.func.value
        is_super = isinstance(of, ast.Call) and getattr(of.func, "id", "") == "super"
        named = {keyword.arg for keyword in node.keywords} & {"update_fields", "force_insert"}
        if node.func.attr == "save" and not is_super and not named:
            yield f"{path}:{node.lineno}"


@pytest.mark.thorough
def test_no_service_writes_all_columns_of_a_row_that_is_there() -> None:
    files = (path for app in ("games", "tournaments") for path in Path(app).rglob("*.py"))
    found = [
        call
        for path in files
        if "migrations" not in path.parts and "models" not in path.parts
        for call in saved_whole(path)
        if str(path) not in NOT_ROWS
    ]
    assert found == []


@pytest.mark.django_db
def test_a_stale_renaming_does_not_undo_a_merge(club, organizer, players):
    twin = player_create(club=club, by=organizer, name="Anna")
    stale = Player.objects.get(pk=twin.pk)
    players_merge(player=twin, into=players["Ann"], by=organizer)

    player_rename(player=stale, by=organizer, name="Annie")

    twin.refresh_from_db()
    assert (twin.name, twin.merged_into, twin.is_active) == ("Annie", players["Ann"], False)
