"""Text can be read: the contrast of every pair of tokens that is set on another, day and night."""

import re
from itertools import product

import pytest

from games.clubs.colours import contrast
from tests.messages import ROOT

SHEET = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
TOKEN = re.compile(r"--([\w-]+):\s*([^;]+);")
BOTH = re.compile(r"light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)")

SURFACES = ("paper", "surface", "sunken")
TEXT = [
    *product(("ink", "ink-soft", "accent", "take", "drop", "beaver"), SURFACES),
    *product(("ink",), ("accent-soft", "take-soft", "drop-soft", "beaver-soft")),
    ("accent", "accent-soft"),
    ("on-accent", "accent"),
    *product(("on-decision",), ("take", "drop", "beaver")),
    *product(("on-box", "on-box-soft", "on-box-drop"), ("box",)),
    ("warn-ink", "warn-soft"),
    ("right", "right-soft"),
    ("cube-ink", "cube"),
]
LINES = list(product(("edge",), SURFACES))
SCHEMES = ("light", "dark")


def block(opening: str) -> str:
    """The first rule after a text, without what follows its closing brace."""
    start = SHEET.index(opening) + len(opening)
    return SHEET[start : SHEET.index("}", start)]


def colours(text: str, scheme: str) -> dict[str, str]:
    found = {}
    for name, value in TOKEN.findall(text):
        both = BOTH.fullmatch(value.strip())
        if both:
            found[name] = both.group(1 + SCHEMES.index(scheme))
        elif re.fullmatch(r"#[0-9a-f]{6}", value.strip()):
            found[name] = value.strip()
    return found


USUAL = block(":root {")
MORE = block("@media (prefers-contrast: more) {\n  :root {")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_has_a_contrast_of_four_and_a_half(scheme: str) -> None:
    tokens = colours(USUAL, scheme)
    ratios = {pair: contrast(tokens[pair[0]], tokens[pair[1]]) for pair in TEXT}
    assert {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_edges_of_fields_and_buttons_have_a_contrast_of_three(scheme: str) -> None:
    tokens = colours(USUAL, scheme)
    ratios = {pair: contrast(tokens[pair[0]], tokens[pair[1]]) for pair in LINES}
    assert {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < 3} == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_whoever_asks_for_more_contrast_gets_seven(scheme: str) -> None:
    tokens = colours(USUAL, scheme) | colours(MORE, scheme)
    ratios = {pair: contrast(tokens[pair[0]], tokens[pair[1]]) for pair in TEXT}
    assert {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < 7} == {}


def test_every_colour_in_use_has_a_pair_here_or_is_no_text() -> None:
    seen = {name for pair in (*TEXT, *LINES) for name in pair}
    assert set(colours(USUAL, "light")) - seen == {"rule", "cube-edge", "glow", "checker"}


def test_other_sheets_take_their_colours_from_the_tokens() -> None:
    # Lines of charts have colours of their own, a board is made of wood, and paper is white.
    own = {"tokens.css", "reading.css", "boards.css", "boards_squares.css", "print.css"}
    sheets = [one for one in (ROOT / "static" / "css").glob("*.css") if one.name not in own]
    text = {
        one.name: re.sub(r"/\*.*?\*/", "", one.read_text("utf-8"), flags=re.S) for one in sheets
    }
    found = {
        name: re.findall(r":[^;{}]*(#[0-9a-f]{3,8}\b|rgb\()", css) for name, css in text.items()
    }
    assert {name: colours for name, colours in found.items() if colours} == {}
