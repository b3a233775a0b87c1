"""A club's colour in light and dark mode, adjusted until text in it and on it is readable.

Contrast is that of WCAG 2: (lighter + 0.05) / (darker + 0.05) of the relative luminances, and small
text needs 4.5. The surfaces are those of `static/css/tokens.css`.
"""

from __future__ import annotations

import colorsys
import hashlib
import re
from dataclasses import dataclass
from typing import Final

ENOUGH: Final = 4.5
# In dark mode a little more, so that a tint of the colour can be its background.
AT_NIGHT: Final = 6.0
LIGHT_SURFACES: Final = ("#f3f6f3", "#ffffff", "#e6ece8")
DARK_SURFACES: Final = ("#0e1513", "#17211e", "#0a100e")
LIGHT_INK: Final = "#14211c"
DARK_INK: Final = "#eef4f0"
_STEPS: Final = 200
_HEX = re.compile(r"#[0-9a-f]{6}")

Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Accent:
    """A colour's variants: in light and dark mode, the text on it, and a pale tint of it."""

    light: str
    dark: str
    on_light: str
    on_dark: str
    soft_light: str
    soft_dark: str
    is_corrected: bool


def is_colour(text: str) -> bool:
    """Tell whether a text is a colour in the stored form: "#0c6350"."""
    return _HEX.fullmatch(text) is not None


def accent_of(colour: str) -> Accent:
    """Return the accent nearest to a colour with contrasts of at least 4.5.

    For light mode it is darkened as far as needed, for dark mode lightened. `is_corrected` tells
    whether the light variant differs from the chosen colour; the dark one usually does.
    """
    light = _moved(colour, 0.0, (*LIGHT_SURFACES, "#ffffff"), ENOUGH)
    dark = _moved(colour, 1.0, (*DARK_SURFACES, _deepest(colour)), AT_NIGHT)
    return Accent(
        light=light,
        dark=dark,
        on_light="#ffffff",
        on_dark=_deepest(colour),
        soft_light=_soft(light, "#ffffff", LIGHT_INK),
        soft_dark=_soft(dark, "#17211e", DARK_INK),
        is_corrected=light != colour,
    )


def accent_css(colour: str) -> str:
    """Return the style sheet for a colour."""
    accent = accent_of(colour)
    return (
        ":root {\n"
        f"  --accent: light-dark({accent.light}, {accent.dark});\n"
        f"  --on-accent: light-dark({accent.on_light}, {accent.on_dark});\n"
        f"  --accent-soft: light-dark({accent.soft_light}, {accent.soft_dark});\n"
        "}\n"
    )


def accent_name(colour: str) -> str:
    """Return the style sheet's name: the colour and a digest of the content."""
    digest = hashlib.sha256(accent_css(colour).encode()).hexdigest()[:8]
    return f"{colour.removeprefix('#')}-{digest}"


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted((_luminance(_rgb(one)), _luminance(_rgb(other))))
    return (high + 0.05) / (low + 0.05)


def _moved(colour: str, towards: float, backgrounds: tuple[str, ...], least: float) -> str:
    """Change the lightness of a colour in small steps until all contrasts suffice."""
    red, green, blue = (part / 255 for part in _rgb(colour))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    found = colour
    for step in range(_STEPS + 1):
        share = step / _STEPS
        if step:
            moved = lightness + (towards - lightness) * share
            found = _hex(*colorsys.hls_to_rgb(hue, moved, saturation))
        if all(contrast(found, background) >= least for background in backgrounds):
            break
    return found


def _deepest(colour: str) -> str:
    """Return nearly black, with a little of the hue: the text on the colour in dark mode."""
    hue, _lightness, saturation = colorsys.rgb_to_hls(*(part / 255 for part in _rgb(colour)))
    return _hex(*colorsys.hls_to_rgb(hue, 0.06, min(saturation, 0.6)))


def _soft(accent: str, surface: str, ink: str) -> str:
    """Return a tint of the surface, weakened until both ink and accent are readable on it."""
    for hundredths in range(20, -1, -1):
        tint = _mixed(accent, surface, hundredths / 100)
        if contrast(tint, ink) >= ENOUGH and contrast(tint, accent) >= ENOUGH:
            return tint
    return surface


def _mixed(one: str, other: str, share: float) -> str:
    pairs = zip(_rgb(one), _rgb(other), strict=True)
    red, green, blue = ((a * share + b * (1 - share)) / 255 for a, b in pairs)
    return _hex(red, green, blue)


def _rgb(colour: str) -> Rgb:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _hex(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in (red, green, blue))


def _luminance(rgb: Rgb) -> float:
    red, green, blue = (_linear(part / 255) for part in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
