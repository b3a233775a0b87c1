"""``manage.py dame_moves`` prints every position with its moves, and says what it cannot read."""

import io
import json

import pytest
from django.core.management import call_command

from tests.games.rules.dame.boards import dame_moves as rows


def dame_moves(capsys, *arguments):
    """Run the command: (exit status, standard output, standard error)."""
    try:
        call_command("dame_moves", *map(str, arguments))
        status = 0
    except SystemExit as end:
        status = end.code
    output = capsys.readouterr()
    return status, output.out, output.err


def test_it_answers_every_line_in_its_order(capsys, tmp_path):
    path = tmp_path / "questions.jsonl"
    asked = [{"fen": row["fen"], "landing": kind} for row in rows() for kind in ("free", "strict")]
    path.write_text("".join(json.dumps(one) + "\n" for one in asked), encoding="utf-8")
    status, out, err = dame_moves(capsys, "--format", "jsonl", path)
    assert (status, err) == (0, "")
    expected = [
        {"fen": row["fen"], "landing": kind, "moves": row[kind]}
        for row in rows()
        for kind in ("free", "strict")
    ]
    assert [json.loads(line) for line in out.splitlines()] == expected


def test_landing_is_free_by_default_and_what_else_a_line_says_is_kept(capsys, tmp_path):
    path = tmp_path / "one.jsonl"
    row = next(row for row in rows() if row["free"] != row["strict"])
    path.write_text(json.dumps({"name": "Zoë", "fen": row["fen"]}), encoding="utf-8")
    _, out, _ = dame_moves(capsys, path)
    assert json.loads(out) == {"name": "Zoë", "fen": row["fen"], "moves": row["free"]}


def test_it_prints_no_moves_where_there_are_none(capsys, tmp_path):
    path = tmp_path / "one.jsonl"
    path.write_text('{"fen": "B:W31:B"}\n{"fen": "W:W13:B6,9"}', encoding="utf-8")
    status, out, _ = dame_moves(capsys, path)
    assert status == 0
    assert [json.loads(line)["moves"] for line in out.splitlines()] == [[], []]


@pytest.mark.parametrize(
    "line",
    [
        "what?",
        "[1, 2]",
        '{"landing": "free"}',
        '{"fen": 5}',
        '{"fen": "W:W9:B1", "landing": "far"}',
        '{"fen": "W:W9:B1", "landing": null}',
        '{"fen": "W:W9:B9"}',
        '{"fen": "W:W31-50:B1-20"}',
        '{"fen": "W:W4:B5"}',
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_the_others_are_answered(capsys, tmp_path, line):
    good = '{"fen": "W:WK9,16:BK23,K24", "landing": "strict"}'
    path = tmp_path / "some.jsonl"
    path.write_text(f"{good}\n{line}\n{good}\n", encoding="utf-8")
    status, out, err = dame_moves(capsys, path)
    assert status == 1
    assert len(out.splitlines()) == 2
    [said] = err.splitlines()
    assert said.startswith(f"{path}:2: ")
    assert said.endswith(".")


def test_it_reads_standard_input(capsys, monkeypatch):
    class Input:
        buffer = io.BytesIO(b'{"fen": "B:W21-32:B1-12"}\n')

    monkeypatch.setattr("sys.stdin", Input)
    status, out, _ = dame_moves(capsys, "-")
    assert (status, len(json.loads(out)["moves"])) == (0, 7)
