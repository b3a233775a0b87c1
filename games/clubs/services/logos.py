"""A club's logo: every upload is decoded, redrawn at one size, and stored without metadata."""

import hashlib
import io
import os
import tempfile
from pathlib import Path
from typing import IO, Final

from django.conf import settings
from django.db import transaction

from games.errors import NotFound, Refused
from games.models import Club, User
from games.permissions import Capability, require

FORMATS: Final = ("PNG", "JPEG", "WEBP")
LARGEST_FILE: Final = 2 * 1024 * 1024
MOST_PIXELS: Final = 16_000_000
"""The most pixels a picture may have; read from its header, before anything is decoded."""
LONGEST_SIDE: Final = 10_000
"""The most pixels of a side: a line of a million pixels is no picture, and slow to make smaller."""
SIDE: Final = 384


@transaction.atomic
def logo_set(*, club: Club, by: User, file: IO[bytes]) -> Club:
    """Give a club a logo.

    Raises:
        NotAllowed: the user may not do this.
        Refused: it is too large, has too many pixels, or is not PNG, JPEG or WebP.
    """
    require(by, Capability.MANAGE_CLUB, club)
    content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise Refused("logo_too_large", limit=LARGEST_FILE // 1024 // 1024)
    picture = redrawn(content)
    digest = hashlib.sha256(picture).hexdigest()[:16]
    before = club.logo
    _write(_path(club, digest), picture)
    club.logo = digest
    club.save(update_fields=["logo"])
    if before and before != digest:
        transaction.on_commit(lambda: _path(club, before).unlink(missing_ok=True))
    return club


@transaction.atomic
def logo_remove(*, club: Club, by: User) -> Club:
    """Remove a club's logo.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.MANAGE_CLUB, club)
    before, club.logo = club.logo, ""
    club.save(update_fields=["logo"])
    if before:
        transaction.on_commit(lambda: _path(club, before).unlink(missing_ok=True))
    return club


def logo_read(club: Club, digest: str) -> bytes:
    """Return a club's logo as PNG.

    Raises:
        NotFound: it has none, or it has changed.
    """
    if not club.logo or digest != club.logo:
        raise NotFound
    try:
        return _path(club, club.logo).read_bytes()
    except OSError:  # The data folder was not restored with the database.
        raise NotFound from None


def redrawn(content: bytes) -> bytes:
    """Return the picture as an upright PNG of at most 384 pixels a side, without metadata.

    Raises:
        Refused: it has too many pixels, or is not PNG, JPEG or WebP.
    """
    # Loading it takes as long as a tenth of the program, and hardly anybody needs it.
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as image:
            is_line = max(image.size) > LONGEST_SIDE
            if is_line or image.width * image.height > MOST_PIXELS:
                millions = MOST_PIXELS // 1_000_000
                raise Refused("logo_too_many_pixels", limit=millions, side=f"{LONGEST_SIDE:,}")
            upright = ImageOps.exif_transpose(image).convert("RGBA")
    except Refused:
        raise
    # Image decoders may raise any exception; every one means a bad picture.
    except Exception as error:
        raise Refused("logo_unreadable") from error
    upright.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    # A new image leaves the file's metadata behind.
    clean = Image.new("RGBA", upright.size)
    clean.paste(upright)
    result = io.BytesIO()
    clean.save(result, format="PNG", optimize=True)
    return result.getvalue()


def _path(club: Club, digest: str) -> Path:
    return Path(settings.MEDIA_ROOT) / "logos" / f"{club.public_id}-{digest}.png"


def _write(path: Path, content: bytes) -> None:
    """Write the file atomically: a reader never sees half of it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    Path(name).replace(path)
