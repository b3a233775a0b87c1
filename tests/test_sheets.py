"""Style sheets and templates mean the same by a class."""

import re
from itertools import chain
from pathlib import Path

from tests.messages import ROOT

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
CLASS_ALONE = re.compile(r"\.([\w-]+)")
NO_TABLE = re.compile(r"display:\s*(?:inline-)?(?:flex|grid|block)\b")
PART_OF_TABLE = re.compile(r"<(?:table|thead|tbody|tfoot|tr|td|th)\b[^>]*?class=\"([^\"]*)")
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}")


def laid_out() -> set[str]:
    """The classes that make whatever has them a box of their own, so that no column lines up."""
    found = set()
    for file in (ROOT / "static" / "css").glob("*.css"):
        for selectors, body in RULE.findall(COMMENT.sub("", file.read_text(encoding="utf-8"))):
            if NO_TABLE.search(body):
                alone = (CLASS_ALONE.fullmatch(one.strip()) for one in selectors.split(","))
                found |= {one[1] for one in alone if one}
    return found


def classes_of(template: Path) -> set[str]:
    """The classes of a template's tables, and of their rows and cells."""
    said = PART_OF_TABLE.findall(template.read_text(encoding="utf-8"))
    return set(chain.from_iterable(TAG.sub(" ", one).split() for one in said))


def test_no_table_has_a_class_that_is_laid_out_as_a_row_of_buttons() -> None:
    rows = laid_out()
    assert {"choices", "row", "stack"} <= rows
    templates = list((ROOT / "templates").rglob("*.html"))
    wrong = {one.name: found for one in templates if (found := classes_of(one) & rows)}
    assert wrong == {}
    assert set().union(*map(classes_of, templates)) >= {"figures", "candidates"}


EVERYWHERE = ("tokens.css", "base.css", "pages.css", "admin.css")
"""Of all pages; the back office, whose sheet is the last, has no others."""
CLASS = re.compile(r"class=\"([^\"]*)")


def alone_in(file: Path) -> set[str]:
    """The classes that a sheet gives rules to wherever they stand."""
    rules = RULE.findall(COMMENT.sub("", file.read_text(encoding="utf-8")))
    named = (CLASS_ALONE.fullmatch(one.strip()) for rule, _body in rules for one in rule.split(","))
    return {one[1] for one in named if one}


def test_no_sheet_of_some_pages_uses_a_class_of_the_menu_for_something_else() -> None:
    menu = (ROOT / "templates" / "components" / "menu.html").read_text(encoding="utf-8")
    used = set(chain.from_iterable(TAG.sub(" ", one).split() for one in CLASS.findall(menu)))
    assert "waits" in used
    sheets = [one for one in (ROOT / "static" / "css").glob("*.css") if one.name not in EVERYWHERE]
    taken = {one.name: found for one in sheets if (found := alone_in(one) & used)}
    assert taken == {}
