"""Game trees of the Smart Game Format: nodes with properties, and the line of each.

Only the main line is kept: of variations the first. Source: red-bean.com/sgf, FF[4].
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from games.rules.backgammon.record_errors import RecordError

_TOKEN: Final = re.compile(r"[();]|([A-Za-z]+)\s*(?=\[)|\[((?:\\.|[^\]\\])*)\]|\s+", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Node:
    """The properties of a node, each with its values, and the line where the node begins."""

    line: int
    properties: dict[str, list[str]]

    def text(self, name: str) -> str | None:
        """Return a property's first value; None where the node has no such property."""
        values = self.properties.get(name)
        return values[0] if values else None


@dataclass(slots=True)
class _Branch:
    """A parenthesis that is open: whether it is on the main line, and what has been in it."""

    is_main: bool
    has_node: bool = False
    has_child: bool = False


_BEGIN: Final = re.compile(r"\(\s*;")
_ANEW: Final = re.compile(r"^[ \t]*\(\s*;\s*(?=(?:FF|GM|CA|AP)\s*\[)", re.MULTILINE)
"""Where the next tree of a collection begins, whatever was wrong with the one before."""


def trees_of(text: str) -> list[list[Node] | RecordError]:
    """Return the main line of every game tree of a collection, and for a tree that is malformed
    what is wrong with it. Text around the trees is left out.
    """
    trees: list[list[Node] | RecordError] = []
    place, line, counted, is_torn = 0, 1, 0, False
    while found := _BEGIN.search(text, place):
        # Only where something is wrong does a tree end where the next one seems to begin.
        following = _ANEW.search(text, found.end()) if is_torn else None
        end = following.start() if following else len(text)
        line += text.count("\n", counted, found.start())
        counted = found.start()
        try:
            nodes, place = _tree_at(text, counted, end, line)
            trees.append(nodes)
        except RecordError as error:
            if is_torn:
                trees.append(error)
                place = end
            is_torn = True
    return trees


def _tree_at(text: str, place: int, end: int, line: int) -> tuple[list[Node], int]:
    """Return the main line of the tree that begins at a place, and the place behind it; it ends
    before `end`, and begins in that line.

    Raises:
        RecordError: it is malformed, or does not end.
    """
    tree: list[Node] = []
    branches: list[_Branch] = []
    values: list[str] | None = None
    properties: dict[str, list[str]] | None = None
    while place < end:
        token = _TOKEN.match(text, place, end)
        if not token or not _fits(token, branches, properties, values):
            raise RecordError("tree_malformed", line, text=text[place : place + 1])
        mark = token[0]
        if mark == "(":
            parent = branches[-1] if branches else None
            branches.append(_Branch(parent is None or (parent.is_main and not parent.has_child)))
            if parent is not None:
                parent.has_child = True
            properties = values = None
        elif mark == ")":
            branches.pop()
            properties = values = None
            if not branches:
                return tree, token.end()
        elif mark == ";":
            properties, values = {}, None
            branches[-1].has_node = True
            if branches[-1].is_main:
                tree.append(Node(line, properties))
        elif token[1] and properties is not None:
            values = properties.setdefault(token[1], [])
        elif token[2] is not None and values is not None:
            values.append(_unescaped(token[2]))
        line += mark.count("\n")
        place = token.end()
    raise RecordError("tree_open", line)


def _fits(
    found: re.Match[str],
    branches: list[_Branch],
    properties: dict[str, list[str]] | None,
    values: list[str] | None,
) -> bool:
    """Tell whether a mark may stand where it does."""
    mark = found[0]
    if mark == "(":
        return not branches or branches[-1].has_node
    if mark == ")":
        return bool(branches) and branches[-1].has_node
    if mark == ";":
        return bool(branches) and not branches[-1].has_child
    if found[1]:
        return properties is not None
    return found[2] is None or values is not None


def _unescaped(value: str) -> str:
    """A value without its backslashes; one at the end of a line joins the lines."""
    return re.sub(r"\\(\n|.)", lambda one: "" if one[1] == "\n" else one[1], value, flags=re.DOTALL)


def escaped(text: str) -> str:
    """Return a text as it stands between brackets."""
    return re.sub(r"([\]\\:])", r"\\\1", text)
