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
