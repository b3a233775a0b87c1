"""Brackets as pictures: an <svg> for each part, its nodes in columns, winners marked by a triangle.

Colours and type come from static/css/event_public.css by class, so that a strict content security
policy holds and dark pages and paper get their own. The same matches stand in a list beside it,
for whoever does not see a picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.events.selectors.events import Field
from tournaments.models import Match
from tournaments.pages.presenters.events_matches import MatchLine, match_line
from tournaments.pages.presenters.events_words import node_round, part_name
from tournaments.pairing.brackets import Bracket, Filled, Nobody, Node, WinnerOf

WIDTH: Final = 188
"""Of a node; the other measures are in the same units, which are pixels on a screen."""
_LINE, _GAP, _HEAD, _TAG, _EDGE = 22, 26, 34, 15, 6
_HEIGHT: Final = 2 * _LINE
_ROW: Final = _HEIGHT + _TAG + 7
_NAME_LENGTH: Final = 16


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a part, in words."""

    name: str
    lines: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of a bracket: its picture, and the same as rounds with matches."""

    key: str
    name: str
    svg: SafeString
    rounds: tuple[BracketRound, ...]


def bracket_parts(field: Field) -> tuple[BracketPart, ...]:
    """Return the bracket of a division, part by part; none before it is released."""
    if field.bracket is None:
        return ()
    bracket, filled = field.bracket
    matches = {one.node: one for one in field.matches if one.node}
    return tuple(_part(field, bracket, filled, matches, part) for part in bracket.parts)


def _part(
    field: Field,
    bracket: Bracket,
    filled: Mapping[str, Filled],
    matches: Mapping[str, Match],
    part: str,
) -> BracketPart:
    nodes = bracket.part(part)
    lines = {
        node.key: match_line(matches[node.key], field) for node in nodes if node.key in matches
    }
    numbers = sorted({node.round for node in nodes})
    columns = [[node for node in nodes if node.round == number] for number in numbers]
    names = [node_round(bracket, column[0]) for column in columns]
    drawing = _Drawing(f"{field.division.public_id}-{part}", part, columns, names, filled, lines)
    return BracketPart(
        key=part,
        name=part_name(part),
        svg=drawing.svg(),
        rounds=tuple(
            BracketRound(name, tuple(lines[node.key] for node in column if node.key in lines))
            for name, column in zip(names, columns, strict=True)
        ),
    )


@dataclass(frozen=True)
class _Drawing:
    """One picture: columns of nodes from left to right."""

    key: str
    part: str
    columns: list[list[Node]]
    names: list[str]
    filled: Mapping[str, Filled]
    lines: Mapping[str, MatchLine]

    def svg(self) -> SafeString:
        rows = max(max(node.position for node in column) for column in self.columns)
        width = len(self.columns) * (WIDTH + _GAP) - _GAP + 2 * _EDGE
        height = _HEAD + rows * _ROW + _EDGE
        places = self._places(rows)
        name = part_name(self.part)
        parts = [
            f'<svg class="bracket" viewBox="0 0 {width} {height}" width="{width}"'
            f' height="{height}" role="img" aria-labelledby="{self.key}-title {self.key}-desc"'
            ' xmlns="http://www.w3.org/2000/svg">',
            f'<title id="{self.key}-title">{escape(name)}</title>',
            f'<desc id="{self.key}-desc">{escape(self._description())}</desc>',
        ]
        for number, title in enumerate(self.names):
            x = _EDGE + number * (WIDTH + _GAP)
            parts.append(f'<text class="bracket__round" x="{x}" y="20">{escape(title)}</text>')
        for column in self.columns:
            parts += [self._joints(node, places) for node in column]
        for column in self.columns:
            parts += [self._node(node, *places[node.key]) for node in column]
        parts.append("</svg>")
        return SafeString("".join(parts))  # nosec B703 - every text in it was escaped

    def _places(self, rows: int) -> dict[str, tuple[float, float]]:
        """Return where each node's upper left corner is; a round with fewer has more room."""
        places = {}
        for number, column in enumerate(self.columns):
            count = max(node.position for node in column)
            for node in column:
                middle = _HEAD + (node.position - 0.5) * rows * _ROW / count
                places[node.key] = (
                    float(_EDGE + number * (WIDTH + _GAP)),
                    middle - _HEIGHT / 2 + _TAG / 2,
                )
        return places

    def _description(self) -> str:
        played = sum(one.is_settled and not one.is_bye for one in self.lines.values())
        count = sum(not one.is_bye for one in self.lines.values())
        return _(
            "%(played)s of %(count)s matches are decided. A triangle marks the winner. The same"
            " matches stand in the list below."
        ) % {"played": played, "count": count}

    def _joints(self, node: Node, places: Mapping[str, tuple[float, float]]) -> str:
        found = []
        for side, source in enumerate(node.sources):
            if not isinstance(source, WinnerOf) or source.key not in places:
                continue
            x, y = places[source.key]
            to_x, to_y = places[node.key]
            start, end = y + _HEIGHT / 2, to_y + _LINE * (side + 0.5)
            middle = to_x - _GAP / 2
            found.append(
                f'<path class="bracket__joint" d="M{x + WIDTH:g} {start:g}H{middle:g}V{end:g}'
                f'H{to_x:g}"/>'
            )
        return "".join(found)

    def _node(self, node: Node, x: float, y: float) -> str:
        now, line = self.filled[node.key], self.lines.get(node.key)
        kinds = ["bracket__node"]
        if now.is_bye:
            kinds.append("bracket__node--bye")
        elif not now.is_needed:
            kinds.append("bracket__node--off")
        elif line is not None and line.is_open:
            kinds.append("bracket__node--open")
        label = self._label(node, now, line)
        found = [
            f'<g class="{" ".join(kinds)}" data-node="{escape(node.key)}">',
            f"<title>{escape(label)}</title>",
            f'<rect class="bracket__box" x="{x:g}" y="{y:g}" width="{WIDTH}" height="{_HEIGHT}"'
            ' rx="5"/>',
            f'<path class="bracket__rule" d="M{x:g} {y + _LINE:g}h{WIDTH}"/>',
        ]
        tag = "" if line is None else line.tag
        if tag:
            found.append(
                f'<text class="bracket__tag" x="{x + 2:g}" y="{y - 4:g}">{escape(tag)}</text>'
            )
        found += [self._side(node, now, line, side, x, y + _LINE * side) for side in (0, 1)]
        found.append("</g>")
        return "".join(found)

    def _side(
        self, node: Node, now: Filled, line: MatchLine | None, side: int, x: float, y: float
    ) -> str:
        who = None if line is None else (line.first, line.second)[side]
        is_won = who is not None and who.is_winner
        name = self._name(node, now, who.name if who is not None else "", side)
        kind = "bracket__name"
        if is_won:
            kind += " bracket__name--won"
        elif who is None or not who.name:
            kind += " bracket__name--none"
        elif now.is_settled:
            kind += " bracket__name--lost"
        mark = (
            f'<path class="bracket__mark" d="M{x + 6:g} {y + 6:g}l7 5l-7 5z"/>'
            if is_won and not now.is_bye
            else ""
        )
        points = ""
        if who is not None and who.points:
            points = (
                f'<text class="bracket__points{" bracket__points--won" if is_won else ""}"'
                f' x="{x + WIDTH - 7:g}" y="{y + 15.5:g}">{escape(who.points)}</text>'
            )
        return (
            f'{mark}<text class="{kind}" x="{x + 18:g}" y="{y + 15.5:g}">{escape(name)}</text>'
            f"{points}"
        )

    def _name(self, node: Node, now: Filled, name: str, side: int) -> str:
        if name:
            return name if len(name) <= _NAME_LENGTH else name[: _NAME_LENGTH - 1] + "…"
        if isinstance(node.sources[side], Nobody):
            return _("bye")
        return _("not needed") if not now.is_needed else "…"

    def _label(self, node: Node, now: Filled, line: MatchLine | None) -> str:
        if line is None:
            return node.key
        if now.is_bye:
            alone = line.first.name or line.second.name
            return _("%(name)s: bye") % {"name": alone} if alone else _("bye")
        return line.sentence
