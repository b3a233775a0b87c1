"""What is said at a board: fixed texts, chat where the club wants it, report, hide, limits."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.boards.errors import BoardRefused
from games.boards.presenters.lines import lines_beside
from games.boards.services import lines
from games.boards.services.boards import block
from games.boards.services.lines import line_report, line_say
from games.boards.services.sitters import ONLOOKER, Sitter
from games.errors import NotAllowed, NotFound
from games.models import BoardLine

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bo")


@pytest.fixture(autouse=True)
def _nobody_spoke():
    cache.clear()


def said(playing, side: int | None) -> list[str]:
    found = lines_beside(playing.board, side, NAMES, sees_names=True)
    return [f"{line.who}: {line.text}" for line in found]


def test_a_fixed_text_is_read_in_the_readers_language(playing):
    beat = playing.board.beat
    line_say(board=playing.board, by=playing.sitter(0), code="hello")

    assert said(playing, 1) == ["Ann: Hello!"]
    with override("de"):
        assert said(playing, 1) == ["Ann: Hallo!"]
    playing.board.refresh_from_db()
    assert playing.board.beat == beat + 1


def test_onlookers_have_a_room_of_their_own(playing, member):
    onlooker = Sitter(None, member("player"))
    line_say(board=playing.board, by=onlooker, code="dice")
    line_say(board=playing.board, by=playing.sitter(1), code="moment")

    assert said(playing, 0) == ["Bo: One moment, please."]
    assert [line.split(": ")[1] for line in said(playing, None)] == ["What a roll!"]


@pytest.mark.parametrize(
    ("words", "why"),
    [({"code": "nonsense"}, "fixed"), ({"text": "hi"}, "fixed"), ({}, "fixed")],
)
def test_without_chat_only_fixed_texts_are_said(playing, words, why):
    with pytest.raises(BoardRefused, match=why):
        line_say(board=playing.board, by=playing.sitter(0), **words)


def test_where_the_club_wants_it_people_write(playing, club):
    club.boards_chat = True
    club.save()
    playing.board.club = club
    line_say(board=playing.board, by=playing.sitter(0), text="  <b>nice</b>\n one ")

    assert said(playing, 1) == ["Ann: <b>nice</b> one"]
    with pytest.raises(BoardRefused, match="300"):
        line_say(board=playing.board, by=playing.sitter(0), text="x" * 301)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("well \u202eevas", "well evas"),
        ("a\u200bb\u2066c\u2069\x07", "abc"),
        ("\u200b\u200d\ufeff", ""),
        ("\u200d \u200c", ""),
        ("fam\u200dily 👩\u200d👧", "fam\u200dily 👩\u200d👧"),
        ("a\u2028b\u00a0c\td", "a b c d"),
    ],
)
def test_what_nobody_sees_is_not_said(typed, shown):
    assert lines.plain_line(typed) == shown


def test_a_line_of_signs_that_nobody_sees_is_no_line(playing, club):
    club.boards_chat = True
    club.save()
    playing.board.club = club
    with pytest.raises(BoardRefused):
        line_say(board=playing.board, by=playing.sitter(0), text="\u200b\u202e\u200b")


def test_strangers_say_nothing(playing):
    with pytest.raises(NotAllowed):
        line_say(board=playing.board, by=ONLOOKER, code="hello")


def test_a_flood_of_lines_is_stopped(playing, monkeypatch):
    monkeypatch.setattr(lines, "LINES_A_MINUTE", 2)
    for _ in range(2):
        line_say(board=playing.board, by=playing.sitter(0), code="hello")

    with pytest.raises(BoardRefused, match="moment"):
        line_say(board=playing.board, by=playing.sitter(0), code="hello")


def test_nothing_is_said_between_two_of_whom_one_has_blocked_the_other(playing, ann, bo):
    block(by=bo, user=ann)

    with pytest.raises(BoardRefused, match="blocked"):
        line_say(board=playing.board, by=playing.sitter(0), code="hello")


def test_a_line_is_said_reported_and_hidden_on_the_pages(client, playing, ann, bo, organizer):
    where = playing.board.public_id
    client.force_login(ann)
    client.post(reverse("board_say", args=[where]), {"code": "well"})
    line = BoardLine.objects.get()
    bos, olgas = Client(), Client()
    bos.force_login(bo)
    olgas.force_login(organizer)
    assert "Well played!" in bos.get(reverse("board", args=[where])).content.decode()

    bos.post(reverse("board_line_report", args=[where, line.pk]))
    assert "reported" in olgas.get(reverse("board_lines", args=[where])).content.decode()
    assert bos.post(reverse("board_line_hide", args=[where, line.pk])).status_code == 403
    olgas.post(reverse("board_line_hide", args=[where, line.pk]))

    assert said(playing, 1) == []
    assert "hidden" in olgas.get(reverse("board_lines", args=[where])).content.decode()


def test_nobody_reports_what_they_do_not_read(playing, organizer):
    line = line_say(board=playing.board, by=playing.sitter(0), code="hello")
    for phone in (Sitter(None, organizer), ONLOOKER):
        with pytest.raises((NotAllowed, NotFound)):
            line_report(line=line, by=phone)
    line.refresh_from_db()
    assert not line.is_reported
    line_report(line=line, by=playing.sitter(1))
    line.refresh_from_db()
    assert line.is_reported


def test_a_refused_line_is_a_sentence_beside_the_board(client, playing, ann):
    client.force_login(ann)
    answer = client.post(
        reverse("board_say", args=[playing.board.public_id]),
        {"text": "hi"},
        headers={"HX-Request": "true"},
    )

    assert answer.status_code == 200
    assert "fixed texts" in answer.content.decode()
