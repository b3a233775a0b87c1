"""The line chart: every line named, readable aloud, and safe under the strict policy."""

import itertools
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from games.ledger.charts.axis import spread, ticks
from games.ledger.charts.lines import Series, line_chart
from games.ledger.charts.sparks import sparkline

SVG = "{http://www.w3.org/2000/svg}"


def chart(*series: Series) -> ElementTree.Element:
    return ElementTree.fromstring(
        line_chart(series, key="c", title="Totals", description="Ann leads.", axis="games")
    )


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(SVG + "text")]


def test_it_has_a_title_and_a_description_that_it_points_to() -> None:
    root = chart(Series("Ann", (0, 300)))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "c-title c-desc"
    assert root.findtext(SVG + "title") == "Totals"
    assert root.findtext(SVG + "desc") == "Ann leads."


def test_every_line_is_named_at_its_end_with_its_total() -> None:
    root = chart(Series("Ann", (0, 300)), Series("Bob", (0, -150)), Series("Cid", (0, -150)))
    assert {"Ann +3", "Bob −1.5", "Cid −1.5"} <= set(texts(root))


def test_a_player_who_came_later_has_a_line_from_then_on() -> None:
    root = chart(Series("Ann", (0, 100, 200)), Series("Eve", (None, 0, -200)))
    line = root.findall(f".//{SVG}path[@class='line']")[1]
    assert (line.get("d") or "").count("L") == 1


def test_who_left_early_is_led_level_to_the_edge_and_only_there_to_the_name() -> None:
    root = chart(Series("Ann", (0, 100, 900)), Series("Eve", (0, None, None)))
    stayed, left = (path.get("d") or "" for path in root.findall(f".//{SVG}path[@class='leader']"))
    assert "H" not in stayed
    assert left.index("H") < left.index("L")


def test_names_are_escaped_and_long_ones_shortened() -> None:
    root = chart(Series("<b>&\"'", (0, 100)), Series("Bartholomew the Third", (0, -100)))
    assert "<b>&\"' +1" in texts(root)
    assert "Bartholome… −1" in texts(root)


def test_it_needs_no_inline_style_and_no_script() -> None:
    root = chart(Series("Ann", (0, 300)), Series("Bob", (0, -300)))
    for element in root.iter():
        assert "style" not in element.attrib
        assert not [name for name in element.attrib if name.startswith("on")]
        assert element.tag.removeprefix(SVG) in {
            "svg",
            "title",
            "desc",
            "g",
            "path",
            "circle",
            "text",
        }


def test_an_evening_without_games_is_an_empty_frame() -> None:
    assert chart().findall(f".//{SVG}path[@class='line']") == []
    assert texts(chart(Series("Ann", (0,))))[-1] == "Ann 0"


def test_labels_of_equal_totals_do_not_cover_each_other() -> None:
    root = chart(*(Series(f"P{i}", (0, 0)) for i in range(12)))
    rows = sorted(
        float(t.get("y", "")) for t in root.iter(SVG + "text") if t.get("class") == "name"
    )
    assert min(b - a for a, b in itertools.pairwise(rows)) >= 12


@given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
def test_the_axis_holds_all_values_and_zero_in_even_steps(low: int, high: int) -> None:
    rungs = ticks(min(low, high), max(low, high))
    assert rungs[0] <= min(low, high, 0)
    assert rungs[-1] >= max(low, high, 0)
    assert 0 in rungs
    assert 2 <= len(rungs) <= 7
    assert len({b - a for a, b in itertools.pairwise(rungs)}) == 1


def test_the_axis_has_round_steps() -> None:
    assert ticks(-800, 1200) == (-1000, -500, 0, 500, 1000, 1500)


@given(st.lists(st.floats(0, 200), min_size=1, max_size=12))
def test_spread_places_keep_their_order_and_their_gap(places: list[float]) -> None:
    moved = spread(places, 15, 0, 200)
    inside = sorted(moved)
    assert all(-0.001 <= place <= 200.001 for place in moved)
    assert all(b - a >= 14.999 for a, b in itertools.pairwise(inside))
    for i, a in enumerate(places):
        for j, b in enumerate(places):
            assert not (a < b and moved[i] > moved[j])


def test_a_sparkline_says_what_it_shows() -> None:
    root = ElementTree.fromstring(sparkline([0, 100, -200], label="Ann's last games"))
    assert root.get("aria-label") == "Ann's last games"
    assert root.get("role") == "img"


def test_one_value_makes_no_sparkline() -> None:
    assert sparkline([100], label="x") == ""
