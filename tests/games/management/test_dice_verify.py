"""``manage.py dice_verify`` says of every game whether its dice are right, and what is wrong."""

import json
from pathlib import Path

from django.core.management import call_command

VECTORS = Path(__file__).parents[2] / "data" / "dice_vectors.json"


def dice_verify(capsys, *arguments):
    """Run the command: (exit status, standard output, standard error)."""
    try:
        call_command("dice_verify", *map(str, arguments))
        status = 0
    except SystemExit as end:
        status = end.code
    output = capsys.readouterr()
    return status, output.out, output.err


def test_true_proofs_are_right(capsys):
    status, out, err = dice_verify(capsys, VECTORS)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "u2k8ka438z38sp8s: 40 rolls, right"
    assert len(out.splitlines()) == 5


def test_what_is_wrong_is_named(capsys, tmp_path):
    [proof, *_] = json.loads(VECTORS.read_text(encoding="utf-8"))
    proof["rolls"][3] = [6, 6]
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proof), encoding="utf-8")
    status, out, err = dice_verify(capsys, path)
    assert (status, out) == (1, "u2k8ka438z38sp8s: 40 rolls, wrong\n")
    assert err == f"{path}: u2k8ka438z38sp8s: Roll 3 is 6-6; the seeds make it 4-3.\n"


def test_other_files_are_refused(capsys, tmp_path):
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"\xff\xd8\xff")
    status, out, err = dice_verify(capsys, path, tmp_path / "none.json", tmp_path)
    assert (status, out) == (1, "")
    assert [line.rsplit(": ")[-1] for line in err.splitlines()] == [
        "This is not a proof of dice.",
        "No such file or directory",
        "Is a directory",
    ]
