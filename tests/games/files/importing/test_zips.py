"""Zip archives are unpacked within limits, whatever their headers claim."""

import io
import zipfile
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.files.importing.problems import Unusable
from games.files.importing.zips import unpacked


def packed(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out


def code(file: io.BytesIO) -> str:
    with pytest.raises(Unusable) as refused:
        unpacked(file, ".csn")
    return refused.value.code


def test_files_come_out_in_order_and_what_systems_add_is_passed_over() -> None:
    file = packed(
        ("2026/b.csn", b"two"), ("a.CSN", b"one"), ("__MACOSX/._b.csn", b"x"), (".DS_Store", b"x")
    )
    assert [(one.name, one.data) for one in unpacked(file, ".csn")] == [
        ("2026/b.csn", b"two"),
        ("a.CSN", b"one"),
    ]


@pytest.mark.parametrize(
    "name", ["../up.csn", "/etc/x.csn", "a/../../b.csn", "C:\\x.csn", "a\\b.csn", "c:x.csn"]
)
def test_a_name_that_leads_elsewhere_is_refused(name: str) -> None:
    info = zipfile.ZipInfo("x.csn")
    info.filename = name
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(info, b"")
    assert code(out) == "zip_path"


def test_a_link_is_refused() -> None:
    info = zipfile.ZipInfo("x.csn")
    info.external_attr = 0o120777 << 16
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(info, b"/etc/passwd")
    assert code(out) == "zip_link"


def test_a_bomb_is_refused_before_it_has_unfolded() -> None:
    assert code(packed(("a.csn", b"\0" * 3_000_000))) == "zip_bomb"


def test_a_forged_size_helps_nobody() -> None:
    data = bytearray(packed(("a.csn", b"\0" * 3_000_000)).getvalue())
    where = data.rindex(b"PK\x01\x02")
    data[where + 24 : where + 28] = (10).to_bytes(4, "little")
    assert code(io.BytesIO(bytes(data))) in {"zip_bomb", "zip_broken"}


def test_sizes_and_numbers_have_limits() -> None:
    import random

    noise = random.Random(1).randbytes(5 * 1024 * 1024)
    assert code(packed(("a.csn", noise), method=zipfile.ZIP_STORED)) == "zip_large"
    part = noise[: 4 * 1024 * 1024]
    many = [(f"{number}.csn", part) for number in range(16)]
    assert code(packed(*many, method=zipfile.ZIP_STORED)) == "zip_total"
    assert code(packed(*((f"{number}.csn", b"") for number in range(301)))) == "zip_many"


def test_other_files_twins_and_empty_archives_are_refused() -> None:
    assert code(packed(("a.csn", b""), ("b.exe", b""))) == "zip_foreign"
    assert code(packed(("inner.zip", b""))) == "zip_foreign"
    with pytest.warns(UserWarning, match="Duplicate"):
        twins = packed(("a.csn", b""), ("a.csn", b""))
    assert code(twins) == "zip_twice"
    assert code(packed()) == "zip_none"


def test_half_an_archive_is_refused() -> None:
    whole = packed(("a.csn", b"text" * 100)).getvalue()
    assert code(io.BytesIO(whole[: len(whole) // 2])) == "zip_broken"
    assert code(io.BytesIO(b"PK\x03\x04")) == "zip_broken"


def test_a_locked_file_is_refused() -> None:
    data = bytearray(packed(("a.csn", b"text")).getvalue())
    where = data.rindex(b"PK\x01\x02")
    data[where + 8] |= 1
    assert code(io.BytesIO(bytes(data))) == "zip_locked"


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_other_ways_to_pack_are_refused_with_a_sentence(method: int) -> None:
    assert code(packed(("a.csn", b"some text " * 50), method=method)) == "zip_packed"


@pytest.mark.parametrize("number", [1, 6, 9, 12, 14, 20, 93, 95, 98, 99, 65535])
def test_a_header_that_names_another_way_to_pack_is_refused(number: int) -> None:
    raw = bytearray(packed(("a.csn", b"text")).getvalue())
    for mark, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = raw.index(mark) + at
        raw[start : start + 2] = number.to_bytes(2, "little")
    assert code(io.BytesIO(bytes(raw))) == "zip_packed"


def test_a_name_in_another_code_than_it_says_is_refused() -> None:
    raw = packed(("ä.csn", b"text")).getvalue()
    assert code(io.BytesIO(raw.replace("ä".encode(), b"\xff\xfe"))) == "zip_broken"


def test_a_file_without_a_name_is_refused() -> None:
    raw = bytearray(packed(("a", b"text")).getvalue())
    where = raw.rindex(b"PK\x01\x02")
    raw[where + 28], raw[where + 32] = 0, 1  # its name is taken for a comment
    assert code(io.BytesIO(bytes(raw))) == "zip_path"


@settings(max_examples=300)
@given(st.data())
def test_whatever_is_damaged_the_answer_is_a_sentence(data: st.DataObject) -> None:
    raw = bytearray(packed(("a.csn", b"text " * 40), ("ä.csn", b"more")).getvalue())
    for _ in range(data.draw(st.integers(1, 6))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    with suppress(Unusable):
        unpacked(io.BytesIO(bytes(raw)), ".csn")
