"""Prose in Markdown can be read in a terminal: no line is longer than it is wide."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
WIDTH = 120
NO_PROSE = re.compile(r"\||<|!\[|    |\[[^]]+\]: ")
"""Tables, pictures, code that is indented, and addresses at a page's end."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_prose_wraps(page: Path) -> None:
    is_code, long = False, []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        is_code ^= line.startswith("```")
        if len(line) > WIDTH and not is_code and not NO_PROSE.match(line):
            long.append(f"{page.name}:{number}")
    assert long == []
