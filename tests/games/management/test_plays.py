"""``manage.py plays`` prints every line with its results, and says which line it cannot read."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.games.rules.backgammon.boards import legal_moves


def plays(capsys, *arguments):
    """Run the command: (exit status, standard output, standard error)."""
    try:
        call_command("plays", *map(str, arguments))
        status = 0
    except SystemExit as end:
        status = end.code
    output = capsys.readouterr()
    return status, output.out, output.err


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    rows = [{"pid": row["pid"], "roll": row["roll"]} for row in legal_moves()[::50]]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_it_answers_every_line_in_its_order(capsys, questions):
    status, out, err = plays(capsys, "--format", "jsonl", questions)
    assert (status, err) == (0, "")
    expected = [
        {"pid": row["pid"], "roll": row["roll"], "results": row["results"]}
        for row in legal_moves()[::50]
    ]
    assert [json.loads(line) for line in out.splitlines()] == expected


def test_it_keeps_what_else_a_line_says(capsys, tmp_path):
    path = tmp_path / "one.jsonl"
    path.write_text('{"name": "Zoë", "pid": "4HPwATDgc/ABMA", "roll": [5, 5]}', encoding="utf-8")
    _, out, _ = plays(capsys, path)
    assert json.loads(out)["name"] == "Zoë"
    assert list(json.loads(out)) == ["name", "pid", "roll", "results"]


def test_it_prints_no_results_where_nothing_can_be_played(capsys, tmp_path):
    path = tmp_path / "one.jsonl"
    dance = next(row for row in legal_moves() if row["n"] == 0)
    path.write_text(json.dumps({"pid": dance["pid"], "roll": dance["roll"]}), encoding="utf-8")
    _, out, _ = plays(capsys, path)
    assert json.loads(out)["results"] == []


def test_windows_line_ends_a_byte_order_mark_and_empty_lines_are_fine(capsys, tmp_path):
    path = tmp_path / "one.jsonl"
    line = b'{"pid": "4HPwATDgc/ABMA", "roll": [2, 1]}'
    path.write_bytes(b"\xef\xbb\xbf" + line + b"\r\n\r\n" + line)
    status, out, err = plays(capsys, path)
    assert (status, err) == (0, "")
    assert [len(json.loads(one)["results"]) for one in out.splitlines()] == [15, 15]


@pytest.mark.parametrize(
    "line",
    [
        "what?",
        "[1, 2]",
        "[" * 100_000,
        "9" * 5_000,
        '{"pid": "4HPwATDgc/ABMA"}',
        '{"roll": [1, 2]}',
        '{"pid": 5, "roll": [1, 2]}',
        '{"pid": "4HPwATDgc/ABM", "roll": [1, 2]}',
        '{"pid": "4HPwATDgc/ABMA", "roll": [0, 2]}',
        '{"pid": "4HPwATDgc/ABMA", "roll": [1, 2, 3]}',
        '{"pid": "4HPwATDgc/ABMA", "roll": [1.0, 2]}',
        '{"pid": "4HPwATDgc/ABMA", "roll": [true, 2]}',
        '{"pid": "4HPwATDgc/ABMA", "roll": "12"}',
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_the_others_are_answered(capsys, tmp_path, line):
    good = '{"pid": "4HPwATDgc/ABMA", "roll": [6, 5]}'
    path = tmp_path / "some.jsonl"
    path.write_text(f"{good}\n{line}\n{good}\n", encoding="utf-8")
    status, out, err = plays(capsys, path)
    assert status == 1
    assert len(out.splitlines()) == 2
    [said] = err.splitlines()
    assert said.startswith(f"{path}:2: ")
    assert said.endswith(".")


def test_a_line_that_is_not_utf_8_is_named(capsys, tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_bytes(b'{"pid": "\xff", "roll": [1, 2]}\n')
    status, out, err = plays(capsys, path)
    assert (status, out) == (1, "")
    assert err.startswith(f"{path}:1: ")


def test_a_file_that_is_not_there_is_named(capsys, tmp_path, questions):
    status, out, err = plays(capsys, tmp_path / "none.jsonl", questions)
    assert status == 1
    assert err == f"{tmp_path / 'none.jsonl'}: No such file or directory\n"
    assert len(out.splitlines()) == len(legal_moves()[::50])


def test_it_reads_standard_input(capsys, monkeypatch):
    class Input:
        buffer = io.BytesIO(b'{"pid": "4HPwATDgc/ABMA", "roll": [6, 6]}\n')

    monkeypatch.setattr("sys.stdin", Input)
    status, out, _ = plays(capsys, "-")
    assert (status, len(json.loads(out)["results"])) == (0, 11)
