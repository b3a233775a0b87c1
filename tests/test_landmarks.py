"""Whoever hears a page is told each part of it once."""

import re

from tests.messages import ROOT

SECTION = re.compile(r'<section[^>]*aria-labelledby="([^"]+)"')
REGION = re.compile(r'<div[^>]*role="region"[^>]*aria-labelledby="([^"]+)"')


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
