"""Games of Dame and chess from other programs: read, shown move by move, and not kept."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.boards.faces import reading
from games.boards.faces.reading import LARGEST
from games.models import Action, Board, Job, User
from games.rules.online.recorded import READERS
from tests.games.boards.table import played

pytestmark = pytest.mark.django_db

PDN = """[White "Ann"]
[Black "Bo"]
[GameType "Dame"]
[Rules "huffing=on"]
[FEN "W:W22,29:B18,9"]

1. 29-25 x22 9-13 *
"""
PGN = """[White "Ann"]
[Black "Bo"]

1. f3 e5 2. g4 Qh4# 0-1

[White "Cid"]
[Black "?"]

1. e4 e5 1/2-1/2
"""


@pytest.fixture
def read(club, ann):
    client = Client()
    client.force_login(ann)
    url = reverse("record_read", args=[club.slug])

    def send(text="", name="", **more):
        language = {"Accept-Language": more.pop("language", "en")}
        return client.post(url, {"name": name, "text": text, **more}, headers=language)

    return send


def said(answer) -> str:
    """Return what the page refuses with."""
    found = re.search(r'role="alert">([^<]*)<', answer.content.decode())
    assert found
    return found[1].replace("&#x27;", "'").replace("&quot;", '"')


def test_a_game_of_chess_is_shown_to_its_mate_and_nothing_is_kept(read):
    page = read(PGN, "chess", at=4)
    text = page.content.decode()
    assert page.status_code == 200
    assert "Ann against Bo" in text
    assert "Checkmate: Bo wins" in text
    assert 'aria-current="true">Qh4#</button>' in text
    assert page.context["page"].said == "Bo: Qh4#"
    assert not Board.objects.exists()
    assert not Job.objects.exists()
    assert not Action.objects.exists()


def test_each_game_of_a_text_is_shown_by_its_number(read):
    page = read(PGN, "chess", game=2).context["page"]
    assert (page.title, page.result) == ("Cid against Black", "A draw.")
    assert [frame.text for frame in page.frames[1:]] == ["e4", "e5"]
    assert [link.is_here for link in page.games] == [False, True]
    assert read(PGN, "chess", game=9).context["page"].number == 1


def test_one_bad_game_is_named_and_the_others_are_shown(read):
    answer = read(PGN.replace("1. e4 e5", "1. e4 Ke3"), "chess", game=2)
    page = answer.context["page"]
    assert (page.title, page.number, list(page.games)) == ("Ann against Bo", 1, [])
    text = answer.content.decode()
    assert "Could not be read" in text
    assert "<strong>Game 2</strong><br>Line 9: Ke3: " in text


def test_a_game_of_dame_is_shown_with_what_was_removed(read):
    answer = read(PDN, "dame", at=2)
    page = answer.context["page"]
    assert [(one.side, one.text) for one in page.frames[1:]] == [
        (0, "29-25"),
        (1, "x22"),
        (1, "9-13"),
    ]
    assert page.said == "Bo: x22"
    assert ("22", 0, "man") not in page.of.pieces_of(page.frame.game)
    assert page.result == "The record has no result."


def test_what_was_played_here_is_shown_as_it_was_on_its_board(dame, read):
    table = played(dame(), "22-18", "11-15", "18x11", "8x15")
    client = Client()
    client.force_login(table.people[0])
    url = reverse("board_file", args=[table.board.public_id, "pdn"])
    page = read(client.get(url).content.decode(), "dame").context["page"]
    here = client.get(reverse("board_replay", args=[table.board.public_id])).context["page"]
    assert page.data == here.data


def test_a_file_says_by_its_name_which_game_it_is(read, club, ann):
    answer = read(file=SimpleUploadedFile("Mate.PGN", PGN.encode()), name="dame")
    assert "Checkmate" in answer.content.decode()
    client = Client()
    client.force_login(ann)
    for name, content in (("a.pgn", PGN.encode("latin-1")), ("b.pdn", PDN.encode("utf-8-sig"))):
        file = SimpleUploadedFile(name, content)
        answer = client.post(reverse("analyses", args=[club.slug]), {"file": file})
        assert (answer.status_code, answer.context["page"].names) == (200, ("Ann", "Bo"))
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        (
            "dame",
            '[White "Ann"]\n[GameType "20,W,10,0"]\n\n1. 32-28 *',
            "Line 2: This is a game of another variant of draughts: GameType 20,W,10,0.",
        ),
        ("dame", "1. 22-18 11-15\n2. 21-17 *", "Line 2: "),
        ("dame", '[FEN "W:W22,22:B18"]\n\n1. 22-17 *', "Line 1: "),
        ("dame", "1. 22-18 { she thinks", "Line 1: A comment or variation is not closed."),
        ("dame", "\n\n", "Choose a file, or paste its text."),
        (
            "chess",
            '[White "Ann"]\n[Variant "Atomic"]\n\n1. e4 *',
            "Line 2: This is a game of another variant of chess: Atomic.",
        ),
        (
            "chess",
            '[White "Ann"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *',
            "Line 2: Each side has exactly one king.",
        ),
        ("chess", "1. e4 e5\n2. Ke3 *", "Line 2: Ke3: a king goes one square."),
        ("chess", "1. e4\nzzz e5 *", "Line 2: “zzz” is no part of a game."),
        ("chess", "x" * (LARGEST * 1024 + 1), "The text is longer than 32 kB"),
        ("backgammon", PGN, "Say which game it is."),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line_and_the_reason(read, name, text, sentence):
    answer = read(text, name)
    assert answer.status_code == 400
    assert said(answer).startswith(sentence)
    assert len(said(answer)) > len("Line 1: ")
    assert not Board.objects.exists()


def test_what_is_refused_stays_in_the_field_and_is_said_in_german(read):
    answer = read("1. e4 e5\n2. Ke3 *", "chess", language="de")
    assert said(answer).startswith("Zeile 2: ")
    assert "1. e4 e5\n2. Ke3 *</textarea>" in answer.content.decode()
    assert "Eine Partie ansehen" in answer.content.decode()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
def test_a_file_is_read_in_whichever_encoding_its_program_writes(read, encoding):
    text = '[White "Jörg"]\n[Black "Ann"]\n\n1. e4 e5 *\n'
    page = read(file=SimpleUploadedFile("a.pgn", text.encode(encoding))).content.decode()
    assert "Jörg against Ann" in page


def test_a_file_that_is_too_large_or_no_text_is_refused(read):
    large = SimpleUploadedFile("a.pgn", b"x" * (LARGEST * 1024 + 1))
    assert "longer than 32 kB" in said(read(file=large))
    assert said(read(file=SimpleUploadedFile("a.pdn", b"\xff\xd8\xff\x00"))).startswith("Line 1: ")


def test_a_game_with_too_many_moves_is_refused(read, monkeypatch):
    monkeypatch.setattr(reading, "MOST_MOVES", 3)
    answer = read(PGN.partition("\n\n[")[0], "chess")
    assert (answer.status_code, said(answer)) == (
        400,
        "A game with more than 3 moves is not shown.",
    )


def test_a_game_with_too_many_moves_loses_no_other(read, monkeypatch):
    monkeypatch.setattr(reading, "MOST_MOVES", 3)
    page = read(PGN, "chess").context["page"]
    assert (page.number, [str(one) for one in page.unread]) == (
        2,
        ["A game with more than 3 moves is not shown."],
    )


@pytest.mark.parametrize("tiny", ['[Result "1-0"]\n\n1. e4 *\n\n', '[A "b"]\n\ne4\n\n'])
def test_a_text_of_a_thousand_tiny_games_is_refused_before_they_are_read(read, monkeypatch, tiny):
    read_by = []
    monkeypatch.setitem(READERS, "chess", lambda text: read_by.append(text) or [])
    answer = read(tiny * (reading.MOST_GAMES + 1), "chess")
    assert (answer.status_code, said(answer)) == (
        400,
        "A text with more than 60 games is not read here: divide it.",
    )
    assert not read_by


def test_members_look_at_games_and_nobody_else(club, member):
    outsider = User.objects.create_user("outsider@example.org", "secret-phrase", name="Otto")
    url = reverse("record_read", args=[club.slug])
    for user, status in ((member("player"), 200), (outsider, 404)):
        client = Client()
        client.force_login(user)
        assert client.get(url).status_code == status
    assert "sign-in" in Client().get(url).url
