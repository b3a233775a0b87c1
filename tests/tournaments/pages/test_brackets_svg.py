"""Brackets as pictures: every node once, in every size and format, safe and described."""

from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from games.models import Club, Player
from tests import evenings
from tests.tournaments.directing import Directed
from tournaments.events.selectors.events import DivisionShown, board_read
from tournaments.events.services import entries
from tournaments.pages.presenters.brackets import HEIGHT, WIDTH, BracketPart, bracket_parts
from tournaments.pairing.brackets import Bracket

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"
SIZES = (4, 8, 13, 32)
FORMATS = ("single", "progressive", "double")


def drawn(format: str, size: int, **params: Any) -> Directed:
    names = " ".join(f"Player{number:02d}" for number in range(1, size + 1))
    directed = Directed(evenings.club(), names, format=format, params=params)
    directed.next_round()
    return directed


def field_of(directed: Directed) -> DivisionShown:
    directed.event.refresh_from_db()
    return board_read(directed.event).fields[0]


@cache
def field_in(format: str, size: int) -> DivisionShown:
    """What a page shows of that bracket, read once for all tests."""
    return field_of(drawn(format, size))


def bracket_of(field: DivisionShown) -> Bracket:
    assert field.bracket is not None
    return field.bracket[0]


def svg_of(part: BracketPart) -> str:
    context = {"part": part, "picture": part.picture}
    return render_to_string("tournaments/pages/events/bracket_svg.html", context)


def pictures(parts: tuple[BracketPart, ...]) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(svg_of(part)) for part in parts]


def nodes_in(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    found = [group for group in root.iter(f"{SVG}g") if group.get("data-node")]
    keys = [group.attrib["data-node"] for group in found]
    assert len(keys) == len(set(keys))
    return dict(zip(keys, found, strict=True))


def moved(group: ElementTree.Element) -> tuple[float, float]:
    x, y = group.get("transform", "translate(0 0)")[len("translate(") : -1].split()
    return float(x), float(y)


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("format", FORMATS)
def test_every_node_is_in_one_picture_once(format: str, size: int) -> None:
    field = field_in(format, size)
    bracket = bracket_of(field)
    keys = [key for root in pictures(bracket_parts(field)) for key in nodes_in(root)]
    assert sorted(keys) == sorted(node.key for node in bracket.nodes)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("format", FORMATS)
def test_the_list_beside_it_has_every_node_once(format: str, size: int) -> None:
    field = field_in(format, size)
    listed = [
        line.match.node
        for part in bracket_parts(field)
        for one in part.rounds
        for line in one.lines
    ]
    assert sorted(listed) == sorted(node.key for node in bracket_of(field).nodes)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("size", SIZES)
def test_no_node_lies_on_another_and_none_outside(format: str, size: int) -> None:
    for root in pictures(bracket_parts(field_in(format, size))):
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        boxes = []
        for node in nodes_in(root).values():
            rect = node.find(f"{SVG}rect")
            assert rect is not None
            x, y = moved(node)
            wide, high = (float(rect.attrib[key]) for key in ("width", "height"))
            assert (wide, high) == (WIDTH, HEIGHT)
            assert x >= 0
            assert y >= 0
            assert x + wide <= width
            assert y + high <= height
            boxes.append((x, y, x + wide, y + high))
        for number, one in enumerate(boxes):
            for other in boxes[:number]:
                apart = (one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1]) or other[
                    3
                ] <= one[1]
                assert apart


@pytest.mark.parametrize("format", FORMATS)
def test_a_picture_has_a_title_and_a_description_that_it_is_named_by(format: str) -> None:
    parts = bracket_parts(field_of(drawn(format, 13)))
    ids = []
    for part, root in zip(parts, pictures(parts), strict=True):
        title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert description is not None
        assert title.text == part.name
        assert "A triangle marks the winner." in (description.text or "")
        assert root.attrib["role"] == "img"
        named = f"{title.attrib['id']} {description.attrib['id']}"
        assert root.attrib["aria-labelledby"] == named
        ids += named.split()
    assert len(ids) == len(set(ids))


def test_parts_and_rounds_have_the_names_that_players_use() -> None:
    field = field_of(drawn("progressive", 13))
    found = {part.name: [one.name for one in part.rounds] for part in bracket_parts(field)}
    assert found["Main bracket"] == ["Last 16", "Quarter-finals", "Semi-finals", "Final"]
    assert found["Consolation"][0] == "Round 1"
    assert found["Consolation"][-1] == "Final"
    assert "Last chance" in found
    double = bracket_parts(field_of(drawn_in("double", 8)))
    assert [part.name for part in double] == ["Main bracket", "Lower bracket", "Grand final"]
    assert [one.name for one in double[2].rounds] == ["Grand final", "Second grand final"]


def drawn_in(format: str, size: int) -> Directed:
    club = Club.objects.get()
    names = " ".join(f"Player{number:02d}" for number in range(1, size + 1))
    directed = Directed(club, names, format=format)
    directed.next_round()
    return directed


def test_a_match_for_third_place_is_a_part_of_its_own() -> None:
    parts = bracket_parts(field_of(drawn("single", 8, third_place=True)))
    assert [part.name for part in parts] == ["Main bracket", "Third place"]


def test_a_bye_is_shown_as_one() -> None:
    directed = drawn("single", 13)
    (root,) = pictures(bracket_parts(field_of(directed)))
    byes = [node for node in nodes_in(root).values() if "bye" in texts(node)]
    # Sixteen lines less thirteen players.
    assert len(byes) == 3
    assert all("bracket__node--bye" in node.attrib["class"] for node in byes)


def test_the_winner_is_marked_by_a_shape_and_not_by_colour_alone() -> None:
    directed = drawn("single", 4)
    match = directed.win(directed.open()[0], 1, loser_points=5)
    (root,) = pictures(bracket_parts(field_of(directed)))
    node = nodes_in(root)[match.node]
    marks = [one for one in node.iter(f"{SVG}path") if one.get("class") == "bracket__mark"]
    first, second = node.findall(f"{SVG}g")
    assert len(marks) == 1
    # The triangle stands in the winner's line, the second of the two.
    assert marks[0] in second
    assert texts(second)[0] == str(match.second)
    assert moved(first) < moved(second)
    assert "5" in texts(node)
    assert "7" in texts(node)


def test_a_second_final_that_is_not_needed_says_so() -> None:
    directed = drawn("double", 4)
    directed.play_all(lambda match: 0)
    final = pictures(bracket_parts(field_of(directed)))[-1]
    assert "not needed" in texts(nodes_in(final)["final-2-1"])


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "A & B", '"Q" <b>'])
def test_names_are_escaped(name: str) -> None:
    directed = Directed(evenings.club(), "Ann Bob Cid", format="single")
    player = Player.objects.create(club=directed.club, name=name)
    entries.entries_add(division=directed.division, by=directed.director, players=[player])
    directed.next_round()
    (part,) = bracket_parts(field_of(directed))
    assert "<script" not in svg_of(part)
    assert "<b>" not in svg_of(part)
    shown = [text for node in nodes_in(pictures((part,))[0]).values() for text in texts(node)]
    assert any(text.rstrip("…") and name.startswith(text.rstrip("…")) for text in shown)


def test_no_picture_has_a_style_of_its_own() -> None:
    for part in bracket_parts(field_of(drawn("progressive", 8))):
        assert "style=" not in svg_of(part)
        assert "<style" not in svg_of(part)


def test_nothing_is_drawn_before_the_bracket_is_released() -> None:
    directed = Directed(evenings.club(), "Ann Bob Cid", format="single")
    assert bracket_parts(field_of(directed)) == ()
