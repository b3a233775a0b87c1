"""Score files by the dozen: one wrong file and none is imported."""

import io
import zipfile
from typing import Any

from games.files.services.jobs import JobFiles
from games.models import Club, Job, Player, Session
from games.sessions.services.sessions import session_void
from games.signals import session_changed
from tests.games.conftest import Scorer
from tests.games.files.conftest import Send

GOOD = b'[Event "Cup"]\n[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\ngame\nbox wins\n'
OTHER, THIRD = (b'[Date "2026.11.%02d"]\n' % day + GOOD for day in (3, 10))
WRONG = GOOD.replace(b"box wins", b"box vins")


def packed(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(f"{name}.csn", data)
    return out.getvalue()


def test_one_file_is_one_session(send: Send, club: Club) -> None:
    job = send("scores", GOOD)
    assert job.message == "1 evening was made."
    assert job.lines[0]["good"]
    assert Session.objects.get().title == "Cup"


def test_many_in_a_zip_come_in_together(send: Send, club: Club) -> None:
    job = send("scores", packed(a=GOOD, b=OTHER, c=THIRD))
    assert [line["name"] for line in job.lines] == ["a.csn", "b.csn", "c.csn"]
    assert Session.objects.count() == 3
    assert Player.objects.count() == 3


def test_one_wrong_file_is_named_with_its_line_and_nothing_is_written(
    send: Send, club: Club
) -> None:
    job = send("scores", packed(a=GOOD, b=WRONG, c=THIRD))
    assert job.state == Job.State.FAILED
    assert job.message == "1 file cannot be imported, so nothing was written."
    assert [line["good"] for line in job.lines] == [True, False, True]
    assert job.lines[1]["text"].startswith("Line 5:")
    assert not Session.objects.exists()
    assert not Player.objects.exists()


def test_a_zip_bomb_is_refused(send: Send, club: Club) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csn", b"\n" * 3_000_000)
    assert send("scores", out.getvalue()).message == "“a.csn” grows too much when it is unpacked."


def test_sessions_go_out_as_files_that_come_in_again(
    send: Send, session: Session, scorer: Scorer
) -> None:
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    job = send("scores_out")
    assert job.message == "1 evening is in the file."
    result = JobFiles.of(job).result
    with zipfile.ZipFile(result) as archive:
        (name,) = archive.namelist()
    assert name == f"{session.played_on}-tuesday-{session.public_id}.csn"
    again = send("scores", result.read_bytes())
    assert again.state == Job.State.FAILED  # the evening would count twice
    assert "is there already" in again.lines[0]["text"]
    session.refresh_from_db()
    session_void(session=session, by=scorer.user, version=session.version, key="void")
    assert send("scores", result.read_bytes()).state == Job.State.DONE
    first, second = Session.objects.order_by("pk")
    assert first.games.get().result["points"].keys() == second.games.get().result["points"].keys()


def test_the_same_sessions_are_the_same_file(send: Send, session: Session) -> None:
    files = [JobFiles.of(send("scores_out")).result.read_bytes() for _time in range(2)]
    assert files[0] == files[1]


def test_only_chosen_sessions_of_this_club_go_out(
    send: Send, session: Session, scorer: Scorer
) -> None:
    assert send("scores_out", sessions=[session.public_id]).total == 1
    assert send("scores_out", sessions=["2222222222222222"]).total == 0


def test_the_others_are_told_once_of_all_of_them(send: Send, club: Club) -> None:
    told: list[dict[str, Any]] = []

    def listen(**news: Any) -> None:
        told.append(news)

    session_changed.connect(listen)
    try:
        send("scores", packed(a=GOOD, b=OTHER, c=THIRD))
    finally:
        session_changed.disconnect(listen)
    assert [(news["club_id"], news["results_changed"]) for news in told] == [(club.pk, True)]
