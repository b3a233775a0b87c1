"""``manage.py match_read`` prints what happened in match text, and which line it cannot read."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from games.rules.backgammon import Position

MATCHES = Path(__file__).parents[2] / "data" / "matches"


def match_read(capsys, *arguments):
    """Run the command: (exit status, objects printed, standard error)."""
    try:
        call_command("match_read", *map(str, arguments))
        status = 0
    except SystemExit as end:
        status = end.code
    output = capsys.readouterr()
    return status, [json.loads(line) for line in output.out.splitlines()], output.err


def test_it_prints_length_players_and_games(capsys):
    path = MATCHES / "galaxy002.txt"
    status, [found], err = match_read(capsys, "--format", "jsonl", path)
    assert (status, err) == (0, "")
    assert list(found) == ["file", "length", "players", "games"]
    assert found["file"] == str(path)
    assert (found["length"], found["players"]) == (16, ["White", "Black______"])
    [game] = found["games"]
    assert list(game) == ["plies", "winner", "points", "position"]
    # 22 rows of two, the left cell of the first is empty
    assert (game["plies"], game["winner"], game["points"]) == (43, 1, 1)
    position = Position.from_id(game["position"])
    assert position.own == (0,) * 25
    assert sum(position.opp) == 15


def test_a_file_that_cannot_be_read_is_named_among_the_others(capsys, tmp_path):
    broken = tmp_path / "Jörg.mat"
    text = (MATCHES / "galaxy002.txt").read_text().replace("41: 13/9 24/23", "41: 13/9 24/22")
    broken.write_text(text)
    status, found, err = match_read(
        capsys, MATCHES / "galaxy002.txt", broken, tmp_path / "none.mat", MATCHES / "galaxy005.txt"
    )
    assert (status, err) == (1, "")
    assert [list(one)[1] for one in found] == ["length", "error", "error", "length"]
    assert found[1] == {
        "file": str(broken),
        "error": {"line": 18, "message": "24/22: no number for this is left."},
    }
    assert found[2]["error"] == {"line": 0, "message": "No such file or directory"}


def test_a_bad_game_is_named_beside_those_that_could_be_read(capsys, tmp_path):
    path = tmp_path / "evening.mat"
    path.write_text(
        " 5 point match\n\n Game 1\n Ann : 0    Bob : 0\n  1) 31: 8/5 6/4\n      Wins 1 point\n"
        " Game 2\n Ann : 1    Bob : 0\n  1) 31: 8/5 6/5\n      Wins 2 points\n"
        " Game 3\n Ann : 3    Bob : 0\n  1) 31: 8/5 6/5\n"
    )
    status, [found], err = match_read(capsys, path)
    assert (status, err) == (1, "")
    assert [(one["winner"], one["points"]) for one in found["games"]] == [(0, 2), (None, 0)]
    assert found["unread"] == [
        {"game": 1, "line": 5, "message": "6/4: no number for this is left."}
    ]


def test_it_reads_game_trees_too(capsys, tmp_path):
    path = tmp_path / "match.sgf"
    path.write_bytes("(;GM[6]PW[Zoë]PB[Bob]RE[W+2]CV[2];W[31hefe])".encode("utf-16"))
    status, [found], _ = match_read(capsys, path)
    assert (status, found["players"], found["games"][0]["points"]) == (0, ["Zoë", "Bob"], 2)


def test_it_reads_standard_input(capsys, monkeypatch):
    class Input:
        buffer = io.BytesIO((MATCHES / "galaxy002.txt").read_bytes())

    monkeypatch.setattr("sys.stdin", Input)
    status, [found], _ = match_read(capsys, "-")
    assert (status, found["file"], len(found["games"])) == (0, "-", 1)


@pytest.mark.parametrize(
    "content", [b"\x00\x01\x02", b"\xff" * 100, b"PK\x03\x04", b"\xff\xfe\x00"]
)
def test_a_file_that_is_no_text_is_refused(capsys, tmp_path, content):
    path = tmp_path / "odd.mat"
    path.write_bytes(content)
    status, [found], _ = match_read(capsys, path)
    assert status == 1
    assert found["error"]["line"] == 1


def test_a_huge_file_is_refused(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("games.management.commands.match_read.LARGEST", 1024 * 1024)
    path = tmp_path / "huge.mat"
    path.write_bytes(b" " * (1024 * 1024 + 1))
    status, [found], _ = match_read(capsys, path)
    assert (status, found["error"]["message"]) == (1, "The file is larger than 1 MB.")
