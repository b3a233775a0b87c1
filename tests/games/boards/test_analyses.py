"""Analyses: after a game for its players."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.assistant.findings import Findings
from games.boards.actors import seat_sealed
from games.boards.selectors.boards import steps_of
from games.boards.selectors.proofs import rolls_of
from games.boards.services.boards import board_abandon
from games.files.services import analyses, jobs
from games.files.services.analyses import match_judge
from games.files.services.job_files import Cancelled, JobFiles, Progress
from games.files.services.jobs import job_run
from games.models import Board, BoardSeat, Club, Job, User
from games.rules.online import plies_of
from tests.games.api.conftest import program_of
from tests.games.boards.table import SHORT, Playing

pytestmark = pytest.mark.usefixtures("data_folder", "engine")


@pytest.fixture
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs wait: a test runs them itself."""
    monkeypatch.setattr(jobs, "_queue", lambda _pk: None)


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


@pytest.mark.usefixtures("no_worker")
def test_a_program_asks_for_the_analysis_and_sees_how_far_it_is(
    over: Playing, ann: User, bo: User
) -> None:
    path = f"boards/{over.board.public_id}/analysis"
    program = program_of(ann)
    assert program("get", path).status_code == 404
    asked = program("post", path)
    assert asked.status_code == 202
    job = Job.objects.get()
    waiting = {"id": job.public_id, "state": "queued", "done": 0, "total": 0, "message": ""}
    assert asked.json() == {"job": waiting, "seats": [], "luck": []}
    assert program("get", path).json() == asked.json()
    assert program_of(bo)("post", path).json() == asked.json()
    assert Job.objects.count() == 1
    job_run(job.pk)
    done = program("post", path)
    assert done.status_code == 200
    found = done.json()
    assert found["job"]["state"] == "done"
    assert found["job"]["done"] == found["job"]["total"] >= 3
    assert [seat["number"] for seat in found["seats"]] == [0, 1]
    assert program("get", path).json() == found


@pytest.mark.usefixtures("no_worker")
def test_a_program_learns_why_an_analysis_failed_and_asks_for_a_new_one(
    over: Playing, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"boards/{over.board.public_id}/analysis"
    program = program_of(ann)
    first = program("post", path).json()["job"]["id"]
    with monkeypatch.context() as without:
        without.setattr(analyses, "has_sage", lambda: False)
        job_run(Job.objects.get().pk)
        failed = program("get", path).json()["job"]
        none = program("post", path)
    assert (failed["id"], failed["state"]) == (first, "failed")
    assert "no engine" in failed["message"]
    assert (none.status_code, none.json()["code"]) == (409, "analysis_none")
    assert program("post", path).json()["job"]["id"] != first


def test_a_program_is_refused_the_analysis_of_a_running_board(playing: Playing, ann: User) -> None:
    answer = program_of(ann)("post", f"boards/{playing.board.public_id}/analysis")
    assert (answer.status_code, answer.json()["code"]) == (409, "analysis_early")
    assert not Job.objects.exists()


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
