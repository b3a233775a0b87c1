"""Analyses of a match in a file, for the one who sent it."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.boards.errors import BoardRefused
from games.files.services import analyses
from games.files.services.analyses import match_analyse
from games.models import Board, Club, Job, User
from games.rules.backgammon.mat import read_mat
from games.rules.backgammon.sgf import write_sgf
from tests.games.boards.table import SHORT, Playing
from tests.games.rules.backgammon.boards import real_matches

pytestmark = pytest.mark.usefixtures("data_folder", "engine")


def test_a_match_in_a_file_is_for_who_sent_it(
    club: Club,
    ann: User,
    bo: User,
    organizer: User,
    sent: Callable[[User, bytes | str], Job],
    client_of: Callable[[User | None], Client],
) -> None:
    job = sent(ann, SHORT)
    assert (job.state, job.message) == (Job.State.DONE, "5 decisions were judged.")
    url = reverse("analysis", args=[job.public_id])
    client = client_of(ann)
    page = client.get(url).content.decode()
    assert "Ann – Bo, a match to 3 points" in page
    assert "8/5 6/5" in page
    assert "match.mat" in client.get(reverse("analyses", args=[club.slug])).content.decode()
    for other in (bo, organizer, None):
        assert client_of(other).get(url).status_code == 404
    # It is no file of the pages about imports and exports.
    assert client.get(reverse("job", args=[job.public_id])).status_code == 404


def test_sgf_is_read_as_well(ann: User, sent: Callable[[User, bytes | str], Job]) -> None:
    job = sent(ann, write_sgf(read_mat(SHORT)))
    assert job.message == "5 decisions were judged."


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "Line 1: "),
        (b"\x00\x01\x02", "Line 1: This is not a text of a match."),
        (b"hello", "Line 1: The length of the match must come first"),
        (SHORT.replace("8/5", "9/5").encode(), "Line 5: "),
        (b"(;GM[1])", "Line 1: This is a record of another game than backgammon: Go."),
        (b" 3 point match\n\n Game 1\n Ann : 0     Bo : 0\n", "Line "),
    ],
)
def test_a_broken_file_gets_a_sentence_with_its_line(
    ann: User,
    content: bytes,
    said: str,
    sent: Callable[[User, bytes | str], Job],
    client_of: Callable[[User | None], Client],
) -> None:
    job = sent(ann, content)
    assert job.state == Job.State.FAILED
    assert job.message.startswith(said)
    page = client_of(ann).get(reverse("analysis", args=[job.public_id])).content.decode()
    assert said in page
    assert "Another match" in page


BAD = """
 Game 2
 Ann : 1                             Bo : 0
  1) 31: 8/5 6/4                     65: 24/18 18/13
      Wins 1 point
"""
OPEN = """
 Game 3
 Ann : 1                             Bo : 1
  1) 31: 8/5 6/5                     65: 24/18 18/13
"""


def test_a_game_that_cannot_be_read_is_named_and_the_others_are_judged(
    ann: User,
    sent: Callable[[User, bytes | str], Job],
    client_of: Callable[[User | None], Client],
) -> None:
    for text in (SHORT + BAD + OPEN, "Dear Ann,\n" + (SHORT + BAD + OPEN).replace("\n", "\r\n")):
        job = sent(ann, text.encode("utf-16"))
        assert job.state == Job.State.DONE
        assert job.message.endswith("decisions were judged. 1 game could not be read.")
        line = 11 + text.startswith("Dear")
        assert job.lines == [
            {
                "name": "Game 2",
                "text": f"Line {line}: 6/4: no number for this is left.",
                "good": False,
            },
            {
                "name": "Game 3",
                "text": "Not finished: it is judged as far as it went.",
                "good": True,
            },
        ]
        page = client_of(ann).get(reverse("analysis", args=[job.public_id])).content.decode()
        for said in (job.lines[0]["text"], job.lines[1]["text"], "not read", "unfinished"):
            assert said in page
        # Games keep the numbers of the file.
        found = client_of(ann).get(reverse("analysis_file", args=[job.public_id])).json()
        assert {one["game"] for one in found["decisions"]} == {0, 2}
        assert [(one["game"], one["line"]) for one in found["unread"]] == [(1, line)]


@pytest.mark.parametrize("name", ["match.xg", "MATCH.XGP", "match.bgf"])
def test_the_files_of_other_programs_are_refused_with_what_is_read_here(
    club: Club, ann: User, name: str
) -> None:
    with pytest.raises(BoardRefused, match=r"Match text \(\.mat\) and SGF are read here"):
        match_analyse(club=club, by=ann, pieces=[b"x"], file_name=name)
    assert not Job.objects.exists()


def test_such_a_file_by_another_name_gets_the_same_sentence(
    ann: User, sent: Callable[[User, bytes | str], Job]
) -> None:
    assert "SGF are read here" in sent(ann, b"RGMH\x01\x00\x00\x00").message


def test_the_file_of_a_board_that_runs_is_refused(
    ann: User,
    playing: Playing,
    sent: Callable[[User, bytes | str], Job],
) -> None:
    text = f'; [Match ID "{playing.board.public_id}"]\n{SHORT}'
    assert "While a game runs" in sent(ann, text).message
    Board.objects.filter(pk=playing.board.pk).update(status="ended")
    assert sent(ann, text).state == Job.State.DONE


def test_too_long_a_match_is_refused(
    ann: User,
    monkeypatch: pytest.MonkeyPatch,
    sent: Callable[[User, bytes | str], Job],
) -> None:
    monkeypatch.setattr(analyses, "MOST_MOVES", 3)
    assert sent(ann, SHORT).message == "At most 3 moves are analysed at once: divide the file."


def test_members_send_matches_and_nobody_else(
    club: Club,
    outsider: User,
    member: Callable[[str], User],
    client_of: Callable[[User | None], Client],
) -> None:
    url = reverse("analyses", args=[club.slug])
    for role in ("player", "scorer", "director", "organizer", "owner"):
        assert client_of(member(role)).get(url).status_code == 200
    assert client_of(outsider).get(url).status_code in (403, 404)
    assert "sign-in" in client_of(None).get(url).url
    sent = client_of(member("player")).post(
        reverse("files_send", args=[club.slug, "analysis"]), {"file": ""}
    )
    assert sent.status_code == 404


def test_the_page_speaks_german(
    ann: User,
    sent: Callable[[User, bytes | str], Job],
    client_of: Callable[[User | None], Client],
) -> None:
    job = sent(ann, real_matches()["galaxy002.txt"])
    url = reverse("analysis", args=[job.public_id])
    page = client_of(ann).get(url, headers={"Accept-Language": "de"}).content.decode()
    assert "Leistung (PR)" in page
    assert "Was am meisten gekostet hat" in page
    assert "Besser: " in page
    assert page.count('class="board-picture"') == 10
