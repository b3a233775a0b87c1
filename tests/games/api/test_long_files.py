"""Long files that programs send: read by the worker, whose job they look at."""

from typing import Any

import pytest

from games.files.services.drafts import draft_read
from games.models import Job, Session
from tests import evenings
from tests.games.api.conftest import program_of
from tests.tournaments.directing import Directed
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

LONG = '[Event "Cup"]\n[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\n' + "game\nbox wins\n" * 300
WRONG = LONG.replace("box wins", "box vins")
LINES = "name;club\n" + "".join(
    f"Somebody called {number};The Backgammon Club of Somewhere\n" for number in range(400)
)


@pytest.fixture(autouse=True)
def data(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


def test_a_long_score_file_is_a_job_whose_line_names_the_session(
    django_capture_on_commit_callbacks: Any,
) -> None:
    club, ask = evenings.club(), program_of(evenings.user("Olga"))
    at = f"clubs/{club.slug}/import"
    with django_capture_on_commit_callbacks(execute=True):
        made = ask("post", at, {"text": LONG, "end": False}, Idempotency_Key="one")
    again = ask("post", at, {"text": LONG, "end": False}, Idempotency_Key="one")
    assert (made.status_code, again.status_code) == (202, 200)
    assert Job.objects.count() == 1
    found = ask("get", f"jobs/{made.json()['id']}").json()
    session = Session.objects.get()
    assert (found["state"], found["lines"][0]["session"]) == ("done", session.public_id)
    assert session.is_open
    assert again.json()["id"] == found["id"]


def test_what_is_wrong_in_it_is_said_by_the_job(django_capture_on_commit_callbacks: Any) -> None:
    club, ask = evenings.club(), program_of(evenings.user("Olga"))
    with django_capture_on_commit_callbacks(execute=True):
        made = ask("post", f"clubs/{club.slug}/import", {"text": WRONG})
    found = ask("get", f"jobs/{made.json()['id']}").json()
    assert found["state"] == "failed"
    assert "Line 5" in found["lines"][0]["text"]
    assert not Session.objects.exists()


def test_a_short_one_is_a_session_at_once() -> None:
    club, ask = evenings.club(), program_of(evenings.user("Olga"))
    made = ask("post", f"clubs/{club.slug}/import", {"text": LONG[:300].rpartition("game")[0]})
    assert made.status_code == 201


def test_a_long_file_of_an_event_is_read_by_the_worker(
    django_capture_on_commit_callbacks: Any,
) -> None:
    club, ask = evenings.club(), program_of(evenings.user("Olga"))
    event = Directed(club).event
    at = f"events/{event.public_id}/import/entries"
    seen = ask("post", at, {"key": "look", "text": LINES, "dry_run": True})
    assert (seen.status_code, seen.json()["preview"]) == (202, None)
    draft_read(Job.objects.get().pk, "en")
    found = ask("get", f"jobs/{seen.json()['id']}").json()
    assert len(found["preview"]["lines"]) == 400
    assert not Entry.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        made = ask("post", at, {"key": "do", "text": LINES})
    assert made.status_code == 202
    assert ask("get", f"jobs/{made.json()['id']}").json()["state"] == "done"
    assert Entry.objects.count() == 400
    # The same request again is answered by what was written.
    assert ask("post", at, {"key": "do", "text": LINES}).json()["replayed"]


def test_nobody_else_and_no_token_of_another_club_sees_the_job() -> None:
    club, other = evenings.club(), evenings.club("other")
    olga = evenings.user("Olga")
    made = program_of(olga)("post", f"clubs/{club.slug}/import", {"text": LONG}).json()
    asking = {
        "hers": program_of(olga),
        "of this club": program_of(olga, club=club),
        "of another club": program_of(olga, club=other),
        "somebody else's": program_of(evenings.user("Otto")),
        "nobody's": program_of(None),
    }
    answers = {who: ask("get", f"jobs/{made['id']}").status_code for who, ask in asking.items()}
    assert answers == {
        "hers": 200, "of this club": 200, "of another club": 404, "somebody else's": 404,
        "nobody's": 401,
    }  # fmt: skip
