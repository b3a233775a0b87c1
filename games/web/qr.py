"""QR codes of addresses, for phones to scan."""

import io

import segno
from django.utils.safestring import SafeString


def qr_code(address: str) -> SafeString:
    """Return an address as inline SVG, always black on white, as cameras need it."""
    sink = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        sink, kind="svg", xmldecl=False, svgns=True, border=3, light="#fff", omitsize=True
    )
    # Only segno's own squares: the address determines their positions, and never appears as text.
    return SafeString(sink.getvalue().decode("ascii"))  # nosec B703 - squares, no text
