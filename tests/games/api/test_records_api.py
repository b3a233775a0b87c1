"""Games of Dame and chess from other programs through the interface: read, and not kept."""

import pytest

from games.models import Board, Job
from tests.games.api.conftest import program_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(club, ann):
    def send(kind: str, text: str):
        return program_of(ann)("post", f"clubs/{club.slug}/records", {"type": kind, "text": text})

    return send


def test_each_game_of_a_text_is_told(read):
    text = '[White "Ann"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O Kd7 1/2-1/2\n\n1. e4 *'
    answer = read("chess", text)
    assert answer.status_code == 200
    first, second = answer.json()["games"]
    assert first == {
        "number": 1,
        "white": "Ann",
        "black": "",
        "result": "1/2-1/2",
        "ended": "A draw.",
        "start": "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "moves": ["O-O", "Kd7"],
        "position": "8/3k4/8/8/8/8/8/5RK1 w - - 2 2",
    }
    assert (second["white"], second["moves"], second["result"]) == ("", ["e4"], "*")
    assert not Board.objects.exists()
    assert not Job.objects.exists()


def test_one_bad_game_is_named_and_loses_no_other(read):
    answer = read("chess", "1. e4 e5 1-0\n\n1. e4\ne5 2. Ke3 *\n\n1. d4 *").json()
    assert [(one["number"], one["moves"]) for one in answer["games"]] == [
        (1, ["e4", "e5"]),
        (3, ["d4"]),
    ]
    assert answer["unread"] == [{"number": 2, "line": 4, "reason": "Ke3: a king goes one square."}]


def test_a_capture_at_dame_is_told_with_its_whole_path(read):
    (game,) = read("dame", '[FEN "W:W22:B18,11"]\n\n1. 22x15x8 1-0').json()["games"]
    assert (game["moves"], game["result"]) == (["22x15x8"], "1-0")
    assert game["position"] == "B:W8:B"
    assert game["ended"].endswith("has no piece left.")


@pytest.mark.parametrize(
    ("kind", "text", "sentence"),
    [
        ("dame", '[GameType "20"]\n\n1. 32-28 *', "Line 1: This is a game of another variant"),
        ("dame", "1. 22-18 (", "Line 1: A comment or variation is not closed."),
        ("dame", '[FEN "W:W40:B1"]\n\n1. 22-18 *', "Line 1: "),
        ("chess", '\n[Variant "Atomic"]\n\n1. e4 *', "Line 2: This is a game of another variant"),
        ("chess", "1. e4\ne5 what", "Line 2: “what” is no part of a game."),
        ("chess", '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *', "Line 1: Each side has"),
        ("chess", "", "Line 1: There is no game in this text."),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line_and_the_reason(read, kind, text, sentence):
    answer = read(kind, text)
    assert answer.status_code == 409
    assert answer.json()["detail"].startswith(sentence)
    assert len(answer.json()["detail"]) > len("Line 1: ")


def test_another_game_and_a_text_that_is_too_long_are_refused_by_their_fields(read):
    assert list(read("backgammon", "x").json()["params"]) == ["type"]
    assert list(read("chess", "x" * 40_000).json()["params"]) == ["text"]
