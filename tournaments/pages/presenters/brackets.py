"""Brackets as pictures: where the nodes of each part are, and their texts.

`templates/tournaments/pages/events/bracket_svg.html` draws them. Colours and fonts come from
static/css/event_public.css by class, so that a strict content security policy holds and dark pages
and paper have their own. A list beside the picture shows the same matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.events.selectors.events import DivisionShown
from tournaments.models import Match
from tournaments.pages.presenters.events_matches import MatchLine, match_line
from tournaments.pages.presenters.events_words import node_round, part_name
from tournaments.pairing.brackets import Bracket, Filled, Nobody, Node, WinnerOf

WIDTH: Final = 188
"""Of a node, as the template draws it; all measures are in CSS pixels."""
_LINE, _GAP, _HEAD, _TAG, _EDGE = 22, 26, 34, 15, 6
HEIGHT: Final = 2 * _LINE
_ROW: Final = HEIGHT + _TAG + 7
_NAME_LENGTH: Final = 16


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a part, as text."""

    name: str
    lines: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class BracketSide:
    """A line of a node: `kind` is "won", "lost", "none" or blank."""

    name: str
    kind: str
    points: str
    is_marked: bool


@dataclass(frozen=True, slots=True)
class BracketNode:
    """A match in the picture; `x` and `y` are its upper left corner, as texts for SVG.

    `kind` is "bye", "off" (not needed), "open" (being played) or blank.
    """

    key: str
    kind: str
    x: str
    y: str
    label: str
    tag: str
    sides: tuple[BracketSide, BracketSide]


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """The picture of a part; `joints` are the paths from a match to the winner's next one."""

    key: str
    width: int
    height: int
    description: str
    titles: tuple[tuple[int, str], ...]
    """The left edge of each round's column, and its title."""
    joints: tuple[str, ...]
    nodes: tuple[BracketNode, ...]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of a bracket: its picture, and the same as rounds with matches."""

    key: str
    name: str
    picture: BracketPicture
    rounds: tuple[BracketRound, ...]


def bracket_parts(field: DivisionShown) -> tuple[BracketPart, ...]:
    """Return the bracket of a division, part by part; empty before it is released."""
    if field.bracket is None:
        return ()
    bracket, filled = field.bracket
    matches = {one.node: one for one in field.matches if one.node}
    return tuple(_part(field, bracket, filled, matches, part) for part in bracket.parts)


def _part(
    field: DivisionShown,
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
    rows = max(max(node.position for node in column) for column in columns)
    places = _places(columns, rows)
    picture = BracketPicture(
        key=f"{field.division.public_id}-{part}",
        width=len(columns) * (WIDTH + _GAP) - _GAP + 2 * _EDGE,
        height=_HEAD + rows * _ROW + _EDGE,
        description=_description(lines),
        titles=tuple((_column_x(number), name) for number, name in enumerate(names)),
        joints=tuple(joint for node in nodes for joint in _joints(node, places)),
        nodes=tuple(
            _node(node, filled[node.key], lines.get(node.key), *places[node.key]) for node in nodes
        ),
    )
    return BracketPart(
        key=part,
        name=part_name(part),
        picture=picture,
        rounds=tuple(
            BracketRound(name, tuple(lines[node.key] for node in column if node.key in lines))
            for name, column in zip(names, columns, strict=True)
        ),
    )


def _column_x(number: int) -> int:
    return _EDGE + number * (WIDTH + _GAP)


def _places(columns: Sequence[Sequence[Node]], rows: int) -> dict[str, tuple[float, float]]:
    """Return the upper left corners of the nodes; rounds with fewer nodes are spaced wider."""
    places = {}
    for number, column in enumerate(columns):
        count = max(node.position for node in column)
        for node in column:
            middle = _HEAD + (node.position - 0.5) * rows * _ROW / count
            places[node.key] = float(_column_x(number)), middle - HEIGHT / 2 + _TAG / 2
    return places


def _description(lines: Mapping[str, MatchLine]) -> str:
    played = sum(one.is_settled and not one.is_bye for one in lines.values())
    count = sum(not one.is_bye for one in lines.values())
    return _(
        "%(played)s of %(count)s matches are decided. A triangle marks the winner. The same"
        " matches stand in the list below."
    ) % {"played": played, "count": count}


def _joints(node: Node, places: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    for side, source in enumerate(node.sources):
        if isinstance(source, WinnerOf) and source.key in places:
            x, y = places[source.key]
            to_x, to_y = places[node.key]
            start, end = y + HEIGHT / 2, to_y + _LINE * (side + 0.5)
            middle = to_x - _GAP / 2
            yield f"M{x + WIDTH:g} {start:g}H{middle:g}V{end:g}H{to_x:g}"


def _node(node: Node, now: Filled, line: MatchLine | None, x: float, y: float) -> BracketNode:
    kind = ""
    if now.is_bye:
        kind = "bye"
    elif not now.is_needed:
        kind = "off"
    elif line is not None and line.is_open:
        kind = "open"
    return BracketNode(
        key=node.key,
        kind=kind,
        # As texts: in German a template would write a decimal comma.
        x=f"{x:g}",
        y=f"{y:g}",
        label=_label(node, now, line),
        tag="" if line is None else line.tag,
        sides=(_side(node, now, line, 0), _side(node, now, line, 1)),
    )


def _side(node: Node, now: Filled, line: MatchLine | None, side: int) -> BracketSide:
    who = None if line is None else (line.first, line.second)[side]
    is_won = who is not None and who.is_winner
    kind = ""
    if is_won:
        kind = "won"
    elif who is None or not who.name:
        kind = "none"
    elif now.is_settled:
        kind = "lost"
    return BracketSide(
        name=_name(node, now, who.name if who is not None else "", side),
        kind=kind,
        points=str(who.points) if who is not None and who.points else "",
        is_marked=is_won and not now.is_bye,
    )


def _name(node: Node, now: Filled, name: str, side: int) -> str:
    if name:
        return name if len(name) <= _NAME_LENGTH else name[: _NAME_LENGTH - 1] + "…"
    if isinstance(node.sources[side], Nobody):
        return _("bye")
    return _("not needed") if not now.is_needed else "…"


def _label(node: Node, now: Filled, line: MatchLine | None) -> str:
    if line is None:
        return node.key
    if now.is_bye:
        alone = line.first.name or line.second.name
        return _("%(name)s: bye") % {"name": alone} if alone else _("bye")
    return line.sentence
