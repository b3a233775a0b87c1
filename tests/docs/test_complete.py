"""Pages name everything that there is: commands, settings, games."""

import re
from pathlib import Path

from django.core.management import get_commands

from games.rules.online.types import GAME_TYPES
from tests.docs.pages import ROOT, pages, rows_of, text_of, words_of
from tournaments.formats import EVENT_FORMATS
from tournaments.standings.tiebreaks import TIE_BREAKS

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


def test_every_tie_break_stands_in_the_table_of_tie_breaks() -> None:
    rows = rows_of(DOCS / "tournament-formats.md", "name")
    assert TIE_BREAKS.keys() - {cell.strip("`") for cell, *_ in rows} == set()


def test_every_format_of_matches_stands_in_the_table_of_formats() -> None:
    rows = rows_of(DOCS / "tournament-formats.md", "format")
    labels = {one.title for one in EVENT_FORMATS if not one.is_chouette}
    assert labels - {cell for cell, *_ in rows} == set()


def test_every_page_stands_in_the_list_of_the_site() -> None:
    listed = set(re.findall(r"^ +- (\S+\.md)$", text_of(ROOT / "mkdocs.yml"), re.M))
    assert {page.name for page in DOCS.glob("*.md")} - listed == set()


def test_the_page_for_laptops_quotes_what_up_says_and_names_where_the_data_lie() -> None:
    page = " ".join(text_of(DOCS / "updating.md").split())
    asked = text_of(ROOT / "chouette" / "management" / "commands" / "up.py")
    for said in ("This database was changed by a newer Chouette", "Everything is kept in"):
        assert said in page
        assert said in asked
    rows = [words_of(cell) for _, cell in rows_of(DOCS / "updating.md", "system", "folder")]
    assert [Path(folder.replace("\\", "/")).name for [folder] in rows] == ["chouette"] * 3
    linked = [text_of(ROOT / "README.md"), text_of(DOCS / "README.md")]
    assert all("updating.md)" in text for text in linked)
