"""Whoever hears a page is told each part of it once."""

import re

from tests.messages import ROOT

SECTION = re.compile(r'<section[^>]*aria-labelledby="([^"]+)"')
REGION = re.compile(r'<div[^>]*role="region"[^>]*aria-labelledby="([^"]+)"')

FOLD = re.compile(r"<details\b(?:{%.*?%}|[^>])*>")
NAME = re.compile(r' id="([^"]+)"')


def test_a_table_that_scrolls_has_not_the_name_of_the_section_around_it() -> None:
    templates = {
        one: one.read_text(encoding="utf-8") for one in (ROOT / "templates").rglob("*.html")
    }
    assert any(REGION.search(text) for text in templates.values())
    twice = {
        file.name: names
        for file, text in templates.items()
        if (names := set(SECTION.findall(text)) & set(REGION.findall(text)))
    }
    assert twice == {}


def test_every_fold_has_a_name_by_which_it_is_found_again() -> None:
    """What somebody has opened stays open when an answer of the server takes its place."""
    nameless, twice = {}, {}
    for one in sorted((ROOT / "templates").rglob("*.html")):
        folds = FOLD.findall(one.read_text(encoding="utf-8"))
        names = [found[1] for fold in folds if (found := NAME.search(fold))]
        if len(names) < len(folds):
            nameless[one.name] = folds
        if len(set(names)) < len(names):
            twice[one.name] = names
    assert (nameless, twice) == ({}, {})
