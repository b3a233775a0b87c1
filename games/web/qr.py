"""Addresses as QR codes that phones read off a screen."""

import io

import segno
from django.utils.safestring import SafeString

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
"""What only this computer understands: no phone gets anywhere with it."""


def qr_code(address: str) -> SafeString:
    """Return an address as inline SVG, black on white in any light: cameras want it so."""
    sink = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        sink, kind="svg", xmldecl=False, svgns=True, border=3, light="#fff", omitsize=True
    )
    # Made of segno's own squares alone: the address is in their places, never in the text.
    return SafeString(sink.getvalue().decode("ascii"))  # nosec B703 - squares, no text
