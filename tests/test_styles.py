"""The style sheets say nothing in vain: what they style is written, what they use is defined.

And what they style can be read: no template has lines that reach far beyond a screen.
"""

import re
from functools import cache

from tests.messages import PACKAGES, ROOT

SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
WRITERS = {".html", ".py", ".js"}
# Written by Django's admin, which this sheet dresses; its own variables are read there, too.
ADMIN = "admin.css"
# Black on white by day and night.
PAPER = "print.css"

LONGEST_LINE = 200

CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
DEFINED = re.compile(r"(?<![\w-])(--[\w-]+)\s*:")
USED = re.compile(r"var\(\s*(--[\w-]+)")


def rules(*, without: str = "") -> str:
    """All style sheets, without their comments."""
    texts = [sheet.read_text(encoding="utf-8") for sheet in SHEETS if sheet.name != without]
    return re.sub(r"/\*.*?\*/", "", "\n".join(texts), flags=re.DOTALL)


@cache
def written() -> tuple[set[str], set[str]]:
    """The words of templates, views and scripts, and the stems that something completes there.

    A stem is what stands before a variable or before the end of a string: "place--{{ n }}".
    """
    places = [ROOT / "templates", ROOT / "static" / "js", *(ROOT / package for package in PACKAGES)]
    files = [file for place in places for file in place.rglob("*") if file.suffix in WRITERS]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    words = re.findall(r"(?<![\w-])([a-zA-Z-][\w-]*)([{'\"`$]?)", text)
    return {word for word, _ in words}, {
        word for word, after in words if after and word.endswith("-")
    }


def test_every_class_that_is_styled_is_written_somewhere() -> None:
    selectors = "".join(re.findall(r"([^{}]+)\{", rules(without=ADMIN)))
    styled = set(CLASS.findall(selectors))
    words, stems = written()
    assert len(styled) > 500
    assert [
        name
        for name in sorted(styled)
        if name not in words and name[: name.rfind("-") + 1] not in stems
    ] == []


def test_every_property_that_is_used_is_defined_and_the_other_way_round() -> None:
    css, (words, _) = rules(), written()
    defined, used = set(DEFINED.findall(css)), set(USED.findall(css))
    own = set(DEFINED.findall(rules(without=ADMIN)))
    assert [name for name in sorted(used - defined) if name not in words] == []
    assert [name for name in sorted(own - used) if name not in words] == []


def test_a_colour_is_the_value_of_a_token_and_stands_nowhere_else() -> None:
    raw = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(")
    css = rules(without=PAPER)
    values = re.findall(r"(--)?[\w-]+\s*:\s*([^;{}]+)", css)
    assert [value for token, value in values if raw.search(value) and not token] == []
    assert sum(1 for token, value in values if token and raw.search(value)) > 100


def test_every_line_of_a_template_can_be_read() -> None:
    files = [file for file in (ROOT / "templates").rglob("*") if file.suffix in {".html", ".txt"}]
    assert len(files) > 300
    assert [
        f"{file.relative_to(ROOT)}:{number}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ] == []
