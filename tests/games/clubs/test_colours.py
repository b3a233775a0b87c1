"""A club's colour can be read, whatever was chosen, by day and by night."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clubs.colours import (
    DARK_INK,
    DARK_SURFACES,
    ENOUGH,
    LIGHT_INK,
    LIGHT_SURFACES,
    accent_css,
    accent_name,
    accent_of,
    contrast,
    is_colour,
)

TOKENS = Path(__file__).resolve().parents[3] / "static" / "css" / "tokens.css"
COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#ff0000", "#ff0000") == 1


def test_the_surfaces_are_those_of_the_pages() -> None:
    # Below stand the values for who wants more contrast.
    text, _, _more = TOKENS.read_text(encoding="utf-8").partition("@media")
    pairs = {
        name: (light, dark)
        for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", text)
    }
    surfaces = [pairs[name] for name in ("paper", "surface", "sunken")]
    assert tuple(light for light, _dark in surfaces) == LIGHT_SURFACES
    assert tuple(dark for _light, dark in surfaces) == DARK_SURFACES
    assert pairs["ink"] == (LIGHT_INK, DARK_INK)


@given(COLOURS)
def test_every_colour_can_be_read_and_read_upon(colour: str) -> None:
    accent = accent_of(colour)
    for ground in (*LIGHT_SURFACES, accent.on_light, accent.soft_light):
        assert contrast(accent.light, ground) >= ENOUGH
    for ground in (*DARK_SURFACES, accent.on_dark, accent.soft_dark):
        assert contrast(accent.dark, ground) >= ENOUGH
    assert contrast(LIGHT_INK, accent.soft_light) >= ENOUGH
    assert contrast(DARK_INK, accent.soft_dark) >= ENOUGH


@pytest.mark.parametrize("colour", ["#0c6350", "#000000", "#3344ff"])
def test_what_can_be_read_already_stays_as_it_was_chosen(colour: str) -> None:
    assert accent_of(colour).light == colour
    assert not accent_of(colour).is_corrected


@pytest.mark.parametrize("colour", ["#ffff00", "#ffffff", "#ff8800"])
def test_what_is_too_pale_is_made_darker_by_day(colour: str) -> None:
    assert accent_of(colour).is_corrected
    assert contrast(accent_of(colour).light, "#ffffff") > contrast(colour, "#ffffff")


def test_the_sheet_sets_three_values_and_its_name_says_what_is_in_it() -> None:
    assert accent_css("#3344ff").count("light-dark(") == 3
    assert re.fullmatch(r"3344ff-[0-9a-f]{8}", accent_name("#3344ff"))
    assert accent_name("#3344ff") != accent_name("#3344fe")


@pytest.mark.parametrize("text", ["#0C6350", "0c6350", "#0c635", "#0c63500", "", "red", "#0c635g"])
def test_a_colour_has_one_form(text: str) -> None:
    assert not is_colour(text)
