"""Pages name everything that there is: commands, settings, games."""

import re

from django.core.management import get_commands

from games.rules.online.types import GAME_TYPES
from tests.docs.pages import ROOT, pages, rows_of, text_of, words_of

OURS = ("chouette", "games", "tournaments")
DOCS = ROOT / "docs"


def test_every_command_stands_in_the_table_for_developers_and_how_it_is_called_in_a_page() -> None:
    ours = {name for name, app in get_commands().items() if str(app).startswith(OURS)}
    assert {"up", "restore_drill"} <= ours
    called = re.compile(r"manage\.py (\w+)")
    rows = rows_of(DOCS / "developing.md", "command")
    listed = {name for cell, *_ in rows for name in called.findall(cell)}
    assert ours - listed - {"verify"} == set(), "verify stands above the table"
    told = {name for page in pages() for name in called.findall(text_of(page))}
    assert ours - told == set()


def test_every_variable_stands_in_the_table_for_servers() -> None:
    asked = {
        name
        for app in OURS
        for file in (ROOT / app).rglob("*.py")
        for name in re.findall(
            r'"(CHOUETTE_[A-Z0-9_]+|[A-Z]+_URL)"', file.read_text(encoding="utf-8")
        )
    }
    assert {"CHOUETTE_DATA", "DATABASE_URL"} <= asked
    rows = rows_of(DOCS / "deploy.md", "variable")
    assert asked - {word for cell, *_ in rows for word in words_of(cell)} == set()


def test_every_game_is_named_where_people_begin_to_read() -> None:
    for page in (ROOT / "README.md", DOCS / "README.md", DOCS / "boards.md"):
        text = text_of(page).lower()
        assert [game for game in GAME_TYPES if game not in text] == [], page
