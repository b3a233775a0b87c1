"""Pages name everything that there is: commands, settings, games."""

import re
from pathlib import Path

from django.core.management import get_commands

from games.rules.chouette.actions import ACTIONS
from games.rules.online.acts import ACTS
from games.rules.online.types import GAME_TYPES
from tests.docs.pages import ROOT, pages, rows_of, text_of, words_of
from tournaments.api.urls import urlpatterns
from tournaments.formats import EVENT_FORMATS
from tournaments.standings.tiebreaks import TIE_BREAKS

OURS = ("chouette", "games", "tournaments")
DOCS = ROOT / "docs"


def cells(page: str, head: str) -> list[str]:
    """What stands as code in the first cells of the tables of a page with this heading."""
    return [word for cell, *_ in rows_of(DOCS / page, head) for word in words_of(cell)]


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


def test_every_format_stands_in_a_table_of_formats() -> None:
    rows = rows_of(DOCS / "tournament-formats.md", "format")
    names = tuple(cell.split(" (")[0] for cell, *_ in rows)
    assert [one.title for one in EVENT_FORMATS if not one.title.startswith(names)] == []


def test_every_statement_stands_in_the_page_of_the_notation() -> None:
    prose = re.sub("```.*?```", "", text_of(DOCS / "notation.md"), flags=re.DOTALL)
    said = set(re.findall("[a-z]+", " ".join(words_of(prose))))
    openers = {one.opener for one in ACTIONS.values() if one.opener}
    verbs = {one.verb for one in ACTIONS.values() if one.verb and not one.opener}
    assert openers - said == set()
    assert {verb for verb in verbs if said.isdisjoint({verb, f"{verb}s"})} == set()


def test_every_act_at_the_board_stands_where_players_and_programs_look() -> None:
    typed = {word for cell in cells("boards.md", "typed") for word in cell.split()}
    assert {word for act in ACTS.values() for word in act.words} - typed == set()
    assert ACTS.keys() - set(cells("api.md", "`do`")) == set()


def test_what_programs_do_at_the_desk_stands_in_the_table_of_addresses() -> None:
    told = {cell.split("/")[-1] for cell in cells("api-events.md", "address under `/api/v1/`")}
    patterns = [one for one in urlpatterns if hasattr(one.callback.view_class, "verb")]
    assert len(patterns) > 10
    assert {str(one.pattern).split("/")[-1] for one in patterns} - told == set()


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
