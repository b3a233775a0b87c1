"""The documentation as the tests see it: pages, their headings, links, tables and code blocks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {"data", "mutants"}

_FENCE = re.compile(
    r"^(?P<fence>```+)(?P<word>\S*)[^\n]*\n(?P<text>.*?)^(?P=fence)\s*$", re.M | re.S
)
_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$", re.M)
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^\s)>]+)>?[^)]*\)")
_CODE = re.compile(r"`[^`\n]*`")


@dataclass(frozen=True)
class Block:
    """A fenced block: the word after its fence, its text, and its line in the page."""

    page: Path
    line: int
    word: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@cache
def pages() -> tuple[Path, ...]:
    """Every Markdown file of the project."""
    folders = [one for one in ROOT.iterdir() if one.is_dir() and not one.name.startswith(".")]
    below = (page for one in folders if one.name not in NOT_OURS for page in one.rglob("*.md"))
    return tuple(sorted([*ROOT.glob("*.md"), *below]))


def text_of(page: Path) -> str:
    """The whole page."""
    return page.read_text(encoding="utf-8")


def prose_of(page: Path) -> str:
    """The page without its code blocks."""
    return _FENCE.sub("", text_of(page))


def blocks_of(page: Path) -> list[Block]:
    """The page's fenced blocks, in order."""
    text = text_of(page)
    return [
        Block(page, text.count("\n", 0, found.start()) + 1, found["word"], found["text"])
        for found in _FENCE.finditer(text)
    ]


def blocks(word: str) -> list[Block]:
    """All blocks of one kind in all pages."""
    return [block for page in pages() for block in blocks_of(page) if block.word == word]


def followed_by(block: Block, word: str) -> Block | None:
    """The next block of the same page, if it is of that kind."""
    after = next((one for one in blocks_of(block.page) if one.line > block.line), None)
    return after if after is not None and after.word == word else None


def anchors_of(page: Path) -> set[str]:
    """The anchors that a page's headings have on the usual forges."""
    anchors: dict[str, int] = {}
    names = set()
    for heading in _HEADING.findall(prose_of(page)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        count = anchors.get(slug, 0)
        anchors[slug] = count + 1
        names.add(f"{slug}-{count}" if count else slug)
    return names


def links_of(page: Path) -> list[str]:
    """Where the page's links and pictures point."""
    return _LINK.findall(_CODE.sub("", prose_of(page)))


def rows_of(page: Path, *head: str) -> Iterator[list[str]]:
    """The rows of every table whose header begins with these cells."""
    inside = False
    for line in text_of(page).splitlines():
        if not line.startswith("|"):
            inside = False
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells[: len(head)] == list(head):
            inside = True
        elif inside and not set(cells[0]) <= {"-", ":"}:
            yield cells


def words_of(cell: str) -> list[str]:
    """The words that stand in a cell as code."""
    return re.findall(r"`([^`]+)`", cell)
