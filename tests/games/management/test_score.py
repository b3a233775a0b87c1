"""``manage.py score`` prints sheets and JSON, and says what is wrong where."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

SCENARIOS = Path(__file__).parents[2] / "data" / "scenarios"


def score(capsys, *arguments):
    """Run the command: (exit status, standard output, standard error)."""
    try:
        call_command("score", *map(str, arguments))
        status = 0
    except SystemExit as end:
        status = end.code
    output = capsys.readouterr()
    return status, output.out, output.err


def test_it_prints_a_sheet(capsys):
    status, out, err = score(capsys, SCENARIOS / "golden.csn")
    assert (status, err) == (0, "")
    assert "Golden session" in out
    assert "Total  Ann +1, Bob -1, Cid -4, Dee +4" in out
    assert "Next   Dee | Ann Bob Cid" in out


def test_it_prints_json(capsys):
    status, out, _ = score(capsys, SCENARIOS / "E01.csn", "--format", "json")
    expected = json.loads((SCENARIOS / "expected.json").read_text())["E01"]
    assert (status, json.loads(out)) == (0, expected)


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_error_names_file_line_and_reason_and_prints_nothing_else(capsys, form):
    path = SCENARIOS / "X01.csn"
    status, out, err = score(capsys, path, "--format", form)
    assert (status, out) == (1, "")
    assert err.strip() == (
        f"{path}:6: The captain's cube (Bob) may not be dropped while another is taken."
    )


def test_a_folder_gives_a_line_per_file_and_fails_if_any_failed(capsys):
    status, out, err = score(capsys, SCENARIOS, "--format", "jsonl")
    expected = json.loads((SCENARIOS / "expected.json").read_text())
    lines = [json.loads(line) for line in out.splitlines()]
    assert (status, err, len(lines)) == (1, "", len(expected))
    for line in lines:
        wanted = expected[Path(line.pop("file")).stem]
        assert line.get("error", {}).get("line") == wanted.get("error_line")
        assert "error" in line or line == wanted


def test_several_files_print_one_sheet_after_the_other(capsys):
    status, out, err = score(
        capsys, SCENARIOS / "E01.csn", SCENARIOS / "X01.csn", SCENARIOS / "E02.csn"
    )
    assert status == 1
    assert out.count("Total  ") == 2
    assert "X01.csn:6:" in err


def test_it_reads_standard_input(capsys, monkeypatch):
    content = (SCENARIOS / "E02.csn").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    status, out, _ = score(capsys, "-")
    assert status == 0
    assert "Total  Ann -3, Bob +1, Cid +1, Dee +1" in out


def test_json_takes_one_file(capsys):
    status, out, err = score(
        capsys, SCENARIOS / "E01.csn", SCENARIOS / "E02.csn", "--format", "json"
    )
    assert (status, out) == (1, "")
    assert "jsonl" in err


def test_a_missing_file_is_said_to_be_missing(capsys, tmp_path):
    status, out, err = score(capsys, tmp_path / "none.csn")
    assert (status, out) == (1, "")
    assert "No such file" in err


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_a_file_is_read_in_whichever_encoding_its_program_writes(capsys, tmp_path, encoding):
    path = tmp_path / "evening.csn"
    path.write_bytes('[Players "Jörg, O’Brien, Cid"]\n'.encode(encoding))
    status, out, _err = score(capsys, path)
    assert status == 0
    assert "Jörg" in out
    assert "O’Brien" in out


def test_another_encoding_is_refused_at_its_line(capsys, tmp_path):
    path = tmp_path / "old.csn"
    path.write_bytes(b'# evening\n[Players "\x81, Bob, Cid"]\n')
    status, _, err = score(capsys, path)
    assert status == 1
    assert f"{path}:2: This is no text that can be read here" in err
