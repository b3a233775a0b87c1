"""Links between the pages lead somewhere; nothing is fetched from the network."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.docs.pages import ROOT, anchors_of, links_of, pages, text_of


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def problem(page: Path, link: str) -> str | None:
    """What is wrong with a link of a page, or None."""
    parts = urlsplit(link)
    if parts.scheme in {"http", "https"}:
        return None if "." in parts.netloc else "an address without a host"
    if parts.scheme:
        return "an address that is none of the web"
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not target.is_relative_to(ROOT):
        return "it leaves the project"
    if not target.exists():
        return "there is no such file"
    if parts.fragment and unquote(parts.fragment) not in anchors_of(target):
        return "there is no such heading"
    return None


@pytest.mark.parametrize("source", pages(), ids=name_of)
def test_links_lead_somewhere(source: Path) -> None:
    found = {link: problem(source, link) for link in links_of(source)}
    assert {link: why for link, why in found.items() if why} == {}


def test_a_link_to_nothing_is_noticed() -> None:
    source = ROOT / "docs" / "rules.md"
    assert problem(source, "nowhere.md") == "there is no such file"
    assert problem(source, "#no-such-heading") == "there is no such heading"
    assert problem(source, "../../elsewhere") == "it leaves the project"
    assert problem(source, "#the-options") is None


def test_every_page_of_the_documentation_is_reached_from_its_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / urlsplit(link).path).resolve() for link in links_of(index)}
    assert set((ROOT / "docs").glob("*.md")) - {index} <= linked


@pytest.mark.parametrize("source", pages(), ids=name_of)
def test_no_page_names_a_place_on_somebody_s_computer(source: Path) -> None:
    assert not re.search(r"(?:/home/|/Users/|/root/|/work/|C:\\)", text_of(source))
