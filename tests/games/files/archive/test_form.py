"""The archive of a club is read only where it is whole, right, and not newer."""

import io
import json
from typing import Any

import pytest

from games.files.archive.form import VERSION, Writer, read
from games.files.archive.ids import named, numbered
from games.files.archive.problems import BadArchive
from games.files.archive.shapes import DEBT, PLAYER, shaped

RULES = 3


def written() -> bytes:
    file = io.BytesIO()
    writer = Writer(file, RULES)
    writer.one("club", {"name": "Café"})
    writer.many("seasons", [])
    writer.many("sessions", [{"b": 1, "a": [2]}, {"c": None}])
    writer.many("players", [{"name": "Zoë"}])
    writer.many("decisions", [])
    writer.close()
    return file.getvalue()


def code(data: bytes) -> str:
    with pytest.raises(BadArchive) as bad:
        read(data, RULES)
    return bad.value.code


def changed(**parts: Any) -> bytes:
    return json.dumps({**json.loads(written()), **parts}).encode()


def test_an_archive_is_json_with_a_line_for_each_row() -> None:
    assert written().decode().splitlines()[5:8] == [
        '"sessions":[',
        '{"a":[2],"b":1},',
        '{"c":null}],',
    ]
    assert json.loads(written())["players"] == [{"name": "Zoë"}]


def test_what_was_written_is_read_even_where_it_was_formatted_anew() -> None:
    assert read(written(), RULES)["club"] == {"name": "Café"}
    assert read(json.dumps(json.loads(written()), indent=4).encode(), RULES)["seasons"] == []


def test_half_an_archive_is_called_half() -> None:
    whole = written()
    for length in (60, len(whole) // 2, len(whole) - 3):
        assert code(whole[:length]) == "half"
    data = json.loads(whole)
    del data["manifest"]
    assert code(json.dumps(data).encode()) == "half"


def test_a_forged_archive_is_refused() -> None:
    assert code(changed(players=[{"name": "Zed"}])) == "checksum"
    assert code(changed(club={"name": "Mine"})) == "checksum"
    assert code(changed(sessions=[])) == "checksum"
    assert code(changed(sessions={})) == "half"


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b"\xff\xfe", b"PK\x03\x04", b'"x"', b"[" * 100_000, b"1" * 10_000]
)
def test_anything_else_is_no_archive(data: bytes) -> None:
    assert code(data) == "not_an_archive"


def test_a_newer_one_is_refused_with_what_to_do() -> None:
    assert code(changed(version=VERSION + 1)) == "newer"
    assert code(changed(rules_version=RULES + 1)) == "newer_rules"
    assert code(changed(version=True)) == "not_an_archive"
    assert code(changed(version="1")) == "not_an_archive"


def test_identifiers_become_numbers_and_come_back() -> None:
    payload = {"players": ["k3", "~tilde"], "dice": [["k3", [1, 2]]], "k3": {"note": "n9"}}
    there = numbered(payload, {"k3": "p1", "n9": "n1"})
    assert there == {
        "players": ["~p1", "~~tilde"],
        "dice": [["~p1", [1, 2]]],
        "~p1": {"note": "~n1"},
    }
    assert named(there, {"p1": "k3", "n1": "n9"}) == payload
    with pytest.raises(KeyError):
        named("~p7", {})


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"name": "Ann", "is_active": 1, "merged_into": None, "created_at": "2026-01-01T00:00Z"},
        {"name": "Ann", "is_active": True, "merged_into": None, "created_at": "2026-01-01"},
        {"name": "A\0", "is_active": True, "merged_into": None, "created_at": "2026-01-01T00:00Z"},
        {"name": "Ann", "is_active": True, "merged_into": -1, "created_at": "2026-01-01T00:00Z"},
        {"name": "A", "is_active": True, "merged_into": None, "created_at": "2026-01-01T00:00Z",
         "user": 1},
        "Ann",
    ],
)  # fmt: skip
def test_a_row_of_another_shape_is_refused(row: Any) -> None:
    with pytest.raises(BadArchive, match="players"):
        shaped("players", PLAYER, [row])


def test_an_amount_is_finite() -> None:
    row = {"debtor": 1, "creditor": 2, "currency": "", "paid_at": None, "carried_to": None}
    row["created_at"] = "2026-01-01T00:00+00:00"
    for amount in ("NaN", "Infinity", "x", 5):
        with pytest.raises(BadArchive):
            shaped("debts", DEBT, [{**row, "amount": amount}])
