"""Logos: drawn anew, small and without metadata; what is no picture is refused and not kept."""

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from games.clubs.services.clubs import club_create
from games.clubs.services.logos import LARGEST_FILE, logo_read, logo_remove, logo_set, redrawn
from games.errors import NotAllowed, NotFound, Refused
from games.models import Club, User


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    """A data folder of its own."""
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def picture(kind: str = "PNG", size: tuple[int, int] = (600, 300), **options: Any) -> bytes:
    sink = io.BytesIO()
    Image.new("RGB", size, "#0c6350").save(sink, kind, **options)
    return sink.getvalue()


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_becomes_a_small_png(kind: str) -> None:
    with Image.open(io.BytesIO(redrawn(picture(kind)))) as drawn:
        assert (drawn.format, drawn.size) == ("PNG", (384, 192))


def test_what_the_file_said_besides_its_pixels_stays_behind() -> None:
    exif = Image.Exif()
    exif[0x010E] = "taken at Olga's"
    exif[0x0112] = 6
    drawn = redrawn(picture("JPEG", exif=exif, comment=b"secret", icc_profile=b"profile"))
    for word in (b"Olga", b"secret", b"profile", b"Exif", b"eXIf", b"iCCP"):
        assert word not in drawn
    # Orientation 6: the picture lies on its side, and is put upright.
    with Image.open(io.BytesIO(drawn)) as image:
        assert image.size == (192, 384)
    words = PngInfo()
    words.add_text("Author", "Olga")
    assert b"Olga" not in redrawn(picture(pnginfo=words))


def test_what_can_be_seen_through_stays_so() -> None:
    sink = io.BytesIO()
    Image.new("RGBA", (10, 10), (0, 0, 0, 0)).save(sink, "PNG")
    with Image.open(io.BytesIO(redrawn(sink.getvalue()))) as drawn:
        assert drawn.getpixel((5, 5)) == (0, 0, 0, 0)


def bomb(side: int, across: int = 0) -> bytes:
    """A PNG of a few kilobytes that claims, and unfolds to, side by side (or across) pixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", across or side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * 100_000, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GIF89a",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        picture()[:200],
        picture("GIF"),
        picture("BMP"),
        picture("TIFF"),
        b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
        b"\xff\xd8\xff\xe0" + b"\0" * 100,
        b"RIFF\x10\0\0\0WEBPVP8 ",
    ],
)
def test_what_is_no_picture_of_these_kinds_is_refused(content: bytes) -> None:
    with pytest.raises(Refused, match="PNG, JPEG or WebP"):
        redrawn(content)


@pytest.mark.parametrize("side", [5_000, 60_000])
def test_a_bomb_is_refused_before_it_unfolds(side: int) -> None:
    with pytest.raises(Refused):
        redrawn(bomb(side))


def test_a_logo_replaces_the_one_before(
    club: Club,
    organizer: User,
    media: Path,
    django_capture_on_commit_callbacks: Any,
) -> None:
    for colour in ("red", "blue"):
        sink = io.BytesIO()
        Image.new("RGB", (20, 20), colour).save(sink, "PNG")
        sink.seek(0)
        with django_capture_on_commit_callbacks(execute=True):
            logo_set(club=club, by=organizer, file=sink)
    assert files(media) == [f"{club.public_id}-{club.logo}.png"]
    with django_capture_on_commit_callbacks(execute=True):
        logo_remove(club=club, by=organizer)
    assert files(media) == []
    with pytest.raises(NotFound):
        logo_read(club, "")


def test_a_director_changes_no_logo(club: Club, member: Callable[[str], User]) -> None:
    for act in (logo_set, logo_remove):
        more = {"file": io.BytesIO(picture())} if act is logo_set else {}
        with pytest.raises(NotAllowed):
            act(club=club, by=member("director"), **more)


def upload(client: Client, club: Club, content: bytes, name: str = "logo.png") -> Any:
    file = SimpleUploadedFile(name, content, content_type="text/html")
    return client.post(f"/clubs/{club.slug}/settings/look/logo/", {"logo": file}, follow=True)


def test_it_is_served_as_a_picture_to_those_who_see_the_club(
    client: Client, club: Club, organizer: User
) -> None:
    client.force_login(organizer)
    page = upload(client, club, picture("JPEG"), "../../etc/x.html").content.decode()
    club.refresh_from_db()
    address = f"/clubs/{club.slug}/logo/{club.logo}.png"
    assert address in page
    assert address in client.get(f"/clubs/{club.slug}/").content.decode()
    answer = client.get(address)
    assert answer["Content-Type"] == "image/png"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "private" in answer["Cache-Control"]
    assert "immutable" in answer["Cache-Control"]
    assert Client().get(address).status_code == 404
    assert client.get(f"/clubs/{club.slug}/logo/0123456789abcdef.png").status_code == 404
    stranger = User.objects.create_user("stranger@example.org", name="S")
    other = club_create(by=stranger, name="Other")
    client.force_login(stranger)
    assert client.get(address).status_code == 404
    assert client.get(f"/clubs/{other.slug}/logo/{club.logo}.png").status_code == 404


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"x" * (LARGEST_FILE + 1), "at most 2 MB"),
        (b"owl", "PNG, JPEG or WebP"),
        (b"", "empty"),
        (bomb(5_000), "16 million pixels"),
        (bomb(16_000_000, 1), "no side longer than 10,000"),
        (bomb(1, 16_000_000), "no side longer than 10,000"),
    ],
)
def test_a_wrong_file_gets_a_sentence_and_nothing_is_kept(
    client: Client, club: Club, organizer: User, media: Path, content: bytes, said: str
) -> None:
    client.force_login(organizer)
    answer = upload(client, club, content)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert files(media) == []
