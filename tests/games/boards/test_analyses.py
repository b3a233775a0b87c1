"""Analyses: after a game for its players, and of a match in a file for who sent it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.assistant.findings import Findings
from games.boards.actors import seat_sealed
from games.boards.errors import BoardRefused
from games.boards.selectors.boards import steps_of
from games.boards.selectors.figures import figures_of, level_of
from games.boards.selectors.proofs import rolls_of
from games.boards.services.boards import board_abandon
from games.files.services import analyses
from games.files.services.analyses import match_analyse, match_judge
from games.files.services.job_files import Cancelled, JobFiles, Progress
from games.models import Board, BoardSeat, Club, Job, Player, User
from games.rules.backgammon.mat import read_mat
from games.rules.backgammon.sgf import write_sgf
from games.rules.online import plies_of
from tests.games.assistant.stand_in import StandIn
from tests.games.boards.table import Playing
from tests.games.rules.backgammon.boards import real_matches

pytestmark = pytest.mark.usefixtures("data_folder", "engine")

SHORT = """ 3 point match

 Game 1
 Ann : 0                             Bo : 0
  1) 31: 8/5 6/5                     65: 24/18 18/13
  2)  Doubles => 2                    Drops
      Wins 1 point
"""


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in judges: it is there everywhere, and quick."""
    monkeypatch.setattr(analyses, "engine_of", lambda _plies: StandIn())
    monkeypatch.setattr(analyses, "has_sage", lambda: True)


@pytest.fixture
def outsider(db: None) -> User:
    return User.objects.create_user("outsider@example.org", "secret-phrase", name="Otto")


@pytest.fixture
def client_of() -> Callable[[User | None], Client]:
    def make(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return make


@pytest.fixture
def over(playing: Playing) -> Playing:
    """The board, resigned after three turns."""
    for _ in range(3):
        playing.turn()
    while playing.board.status == Board.Status.PLAYING:
        side = playing.state.actor
        if playing.state.phase == "over":
            playing.act(0, "next")
            continue
        assert side is not None
        playing.act(side, "resign", "backgammon")
        playing.act(1 - side, "accept")
        playing.board.refresh_from_db()
    return playing


@pytest.fixture
def sent(club: Club, django_capture_on_commit_callbacks: Any) -> Callable[[User, bytes | str], Job]:
    """Sends a match, and waits until it is analysed."""

    def do(user: User, content: bytes | str) -> Job:
        data = content.encode() if isinstance(content, str) else content
        with django_capture_on_commit_callbacks(execute=True):
            job = match_analyse(club=club, by=user, pieces=[data], file_name="match.mat")
        job.refresh_from_db()
        return job

    return do


@pytest.fixture
def asked(
    client_of: Callable[[User | None], Client], django_capture_on_commit_callbacks: Any
) -> Callable[[User, Board], Any]:
    """Presses the button below a board, and waits until it is analysed."""

    def do(user: User, board: Board) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return client_of(user).post(reverse("board_analyse", args=[board.public_id]))

    return do


def test_a_player_gets_the_finished_board_analysed(
    over: Playing,
    ann: User,
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    client = client_of(ann)
    board_url = reverse("board", args=[over.board.public_id])
    assert "Analyse the plays" in client.get(board_url).content.decode()
    url = asked(ann, over.board).url
    page = client.get(url).content.decode()
    assert "Performance rating (PR)" in page
    assert "Ann" in page
    assert "Judged by stand-in" in page
    assert "The analysis" in client.get(board_url).content.decode()
    found = json.loads(client.get(f"{url}file/").content)
    assert found["players"] == ["", ""]
    assert len([one for one in found["decisions"] if one["act"] == "play"]) >= 3


def test_asked_twice_it_is_made_once_for_both_players(
    over: Playing,
    ann: User,
    bo: User,
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    first, second, third = (asked(user, over.board).url for user in (ann, ann, bo))
    assert first == second == third
    assert Job.objects.count() == 1
    assert "Performance rating" in client_of(bo).get(first).content.decode()


def test_only_who_plays_at_a_board_asks_for_its_analysis_and_sees_it(
    over: Playing,
    ann: User,
    outsider: User,
    member: Callable[[str], User],
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    url = asked(ann, over.board).url
    others = [outsider, *map(member, ("player", "scorer", "director", "organizer", "owner"))]
    for user in (None, *others):
        client = client_of(user)
        for address in (url, f"{url}state/", f"{url}file/"):
            assert client.get(address).status_code == 404
        if user is not None:
            client.post(reverse("board_analyse", args=[over.board.public_id]))
            assert client.post(f"{url}cancel/").status_code == 404
            if user != outsider:
                board = client.get(reverse("board", args=[over.board.public_id]))
                assert "analys" not in board.content.decode().lower().split("</head>")[1]
    assert Job.objects.count() == 1


def test_a_guest_reads_the_analysis_and_does_not_ask_for_it(
    over: Playing,
    ann: User,
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    seat = over.board.seats.get(number=1)
    BoardSeat.objects.filter(pk=seat.pk).update(kind="guest", player=None, name="Gustav")
    guest = client_of(None)
    seat.refresh_from_db()
    guest.cookies[f"board-{over.board.public_id}"] = seat_sealed(seat)
    board = guest.get(reverse("board", args=[over.board.public_id])).content.decode()
    assert "Analyse the plays" not in board
    answer = guest.post(reverse("board_analyse", args=[over.board.public_id]))
    assert "sign-in" in answer.url
    url = asked(ann, over.board).url
    assert "Gustav" in guest.get(url).content.decode()
    assert guest.get(f"{url}file/").status_code == 200


@pytest.mark.parametrize("how", ["running", "abandoned", "dame"])
def test_a_board_that_is_not_over_or_no_backgammon_is_refused_with_a_sentence(
    playing: Playing,
    ann: User,
    organizer: User,
    how: str,
    client_of: Callable[[User | None], Client],
) -> None:
    said = {
        "running": "While a game runs nobody gets it analysed",
        "abandoned": "An abandoned board is not analysed",
        "dame": "Only backgammon is analysed",
    }
    if how == "abandoned":
        board_abandon(board=playing.board, by=organizer, reason="The power failed.")
    if how == "dame":
        Board.objects.filter(pk=playing.board.pk).update(type="dame", status="ended")
    answer = client_of(ann).post(reverse("board_analyse", args=[playing.board.public_id]))
    assert said[how] in answer.content.decode()
    assert not Job.objects.exists()


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
        (b"(;GM[1])", "Line 1: This is a record of another game than backgammon."),
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


def test_without_an_engine_nothing_is_promised(
    club: Club,
    ann: User,
    monkeypatch: pytest.MonkeyPatch,
    client_of: Callable[[User | None], Client],
) -> None:
    monkeypatch.setattr(analyses, "has_sage", lambda: False)
    answer = client_of(ann).post(
        reverse("analyses", args=[club.slug]),
        {"file": SimpleUploadedFile("match.mat", SHORT.encode())},
    )
    assert "This server has no engine" in answer.content.decode()
    assert not Job.objects.exists()


def test_cancelled_it_stops_at_the_next_move_and_may_be_asked_for_again(
    over: Playing,
    ann: User,
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    client = client_of(ann)
    url = client.post(reverse("board_analyse", args=[over.board.public_id])).url
    job = Job.objects.get()
    files = JobFiles.of(job)
    files.beat()
    assert "Waiting for its turn." in client.get(f"{url}state/").content.decode()
    files.cancel()
    progress = Progress(files)
    with pytest.raises(Cancelled):
        match_judge(job, files, progress)
    assert progress.done == 1
    assert not files.result.exists()
    client.post(f"{url}cancel/")
    assert "Cancelled" in client.get(url).content.decode()
    again = asked(ann, over.board).url
    assert again != url
    assert "Performance rating" in client.get(again).content.decode()


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


def ends_on(board: Board, day: str) -> None:
    Board.objects.filter(pk=board.pk).update(ended_at=f"{day}T12:00:00Z")


def test_what_was_found_counts_for_the_season_on_the_own_page_only(
    club: Club,
    over: Playing,
    ann: User,
    bo: User,
    organizer: User,
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    season = club.seasons.create(name="Spring 2031", starts_on="2031-03-01", ends_on="2031-05-31")
    ends_on(over.board, "2031-04-01")
    asked(ann, over.board)
    player = Player.objects.get(club=club, user=ann)
    [found] = figures_of(player)
    assert (found.season, found.boards) == (season, 1)
    assert found.report == Findings.read(JobFiles.of(Job.objects.get()).result.read_text()).sides[0]

    url = reverse("tournaments:player", args=[club.slug, player.public_id])
    assert "Spring 2031" in client_of(ann).get(url).content.decode()
    for other in (bo, organizer, None):
        assert "Spring 2031" not in client_of(other).get(url).content.decode()

    share = reverse("player_figures", args=[club.slug, player.public_id])
    for other in (bo, organizer):
        assert client_of(other).post(share, {"shared": "yes"}).status_code == 403
    client_of(ann).post(share, {"shared": "yes"})
    for other in (bo, organizer):
        assert "Spring 2031" in client_of(other).get(url).content.decode()
    assert "Spring 2031" not in client_of(None).get(url).content.decode()
    client_of(ann).post(share)
    assert "Spring 2031" not in client_of(bo).get(url).content.decode()


def test_who_manages_players_takes_their_data_along_without_how_they_play(
    club: Club,
    over: Playing,
    ann: User,
    organizer: User,
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    asked(ann, over.board)
    player = Player.objects.get(club=club, user=ann)
    url = reverse("player_data", args=[club.slug, player.public_id])
    assert "figures" not in client_of(organizer).get(url).json()["boardseat_player"][0]
    assert client_of(ann).get(url).json()["boardseat_player"][0]["figures"]["plays"] > 0


def test_the_level_of_a_club_needs_three_players_a_month(
    club: Club,
    over: Playing,
    ann: User,
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    asked(ann, over.board)
    url = reverse("analyses", args=[club.slug])
    assert level_of(club) == []
    assert "How well the club plays" not in client_of(ann).get(url).content.decode()
    figures = over.board.seats.get(number=0).figures
    for month in ("2031-01-15", "2031-02-15"):
        for number in range(3):
            player = Player.objects.create(club=club, name=f"Player {month} {number}")
            copy = Board.objects.create(club=club, status="ended", rules_version=1)
            copy.seats.create(number=0, kind="player", player=player, figures=figures)
            ends_on(copy, month)
    found = level_of(club)
    assert [(one.boards, one.players) for one in found] == [(3, 3), (3, 3)]
    assert found[0].report.plays == 3 * figures["plays"]
    page = client_of(ann).get(url).content.decode()
    assert "How well the club plays" in page
    assert "February 2031" in page
    assert "<svg" in page


def test_the_proof_of_the_dice_shows_the_luck_of_each_roll_once_it_is_known(
    over: Playing,
    ann: User,
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    url = reverse("board_proof", args=[over.board.public_id])
    assert "Luck of Ann" not in client_of(ann).get(url).content.decode()
    asked(ann, over.board)
    over.board.refresh_from_db()
    rolls = rolls_of(plies_of(steps_of(over.board)))
    plays = [
        one
        for one in Findings.read(JobFiles.of(Job.objects.get()).result.read_text()).decisions
        if one.act == "play"
    ]
    assert len(over.board.luck) == len(rolls)
    known = [
        (sorted(roll.dice), luck)
        for roll, luck in zip(rolls, over.board.luck, strict=True)
        if luck is not None
    ]
    assert known == [(sorted(one.roll or ()), one.luck) for one in plays]
    assert "Luck of Ann" in client_of(ann).get(url).content.decode()


def test_a_game_without_a_winner_is_judged_as_well(
    playing: Playing,
    ann: User,
    client_of: Callable[[User | None], Client],
    asked: Callable[[User, Board], Any],
) -> None:
    for _ in range(3):
        playing.turn()
    Board.objects.filter(pk=playing.board.pk).update(status="ended", ended_how="time")
    url = asked(ann, playing.board).url
    found = json.loads(client_of(ann).get(f"{url}file/").content)
    assert (found["games"], sum(one["act"] == "play" for one in found["decisions"])) == (1, 3)
