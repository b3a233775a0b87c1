"""Old evenings by totals come in from a spreadsheet: seen first, written once, taken back."""

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from games.models import Club, Debt, Job, Session, User
from games.sessions.exports.evening_rows import evening_rows
from games.sessions.selectors.totals import evenings_told
from tests.games.files.conftest import Send

TABLE = """Date;Ann;Bob;Cid;Dee
2026-03-03;7;-7;;
2026-03-10;-2;-3;5;x
"""


def points(club: Club) -> list[tuple[str, dict[str, int]]]:
    evenings, players = evenings_told(club)
    return [
        (
            one.played_on.isoformat(),
            {players[player].name: total for player, total in totals.items()},
        )
        for one, totals in evenings
    ]


def book(**sheets: Any) -> bytes:
    made = Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name.removeprefix("hidden_").replace("_", " "))
        if name.startswith("hidden_"):
            sheet.sheet_state = "hidden"
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def test_they_come_in_as_paid_evenings_without_games(send: Send, club: Club) -> None:
    Club.objects.update(stake_amount=1, currency="EUR")
    job = send("results", TABLE.encode())
    assert job.message == "2 evenings entered."
    assert points(club) == [
        ("2026-03-03", {"Ann": 700, "Bob": -700}),
        ("2026-03-10", {"Ann": -200, "Bob": -300, "Cid": 500}),
    ]
    assert all(one.by_totals and one.is_settled for one in Session.objects.all())
    assert not Debt.objects.exists()


def test_unpaid_they_make_debts(send: Send, club: Club) -> None:
    Club.objects.update(stake_amount=1, currency="EUR")
    send("results", TABLE.encode(), settled=False)
    assert Debt.objects.filter(carried_to=None).exists()


def test_a_file_sent_twice_brings_nothing_twice(send: Send, club: Club) -> None:
    send("results", TABLE.encode())
    again = send("results", TABLE.encode())
    assert (again.state, again.message) == (
        Job.State.FAILED,
        "All of these evenings are here already.",
    )
    more = send("results", (TABLE + "2026-03-17;1;-1;;\n").encode())
    assert more.message == "1 evening entered. 2 were here already."


def test_a_sheet_for_each_month_and_one_that_is_hidden(send: Send, club: Club) -> None:
    head = ["Day", "Ann", "Bob"]
    data = book(
        March_2026=[["Chouette"], head, [3, 7, -7], ["Sum", 7, -7]],
        April_2026=[head, [7, -2, 2]],
        hidden_May_2026=[head, [5, 100, -100]],
    )
    send("results", data)
    assert points(club) == [
        ("2026-03-03", {"Ann": 700, "Bob": -700}),
        ("2026-04-07", {"Ann": -200, "Bob": 200}),
    ]


def test_what_is_exported_comes_in_again(
    send: Send, club: Club, organizer: User, client: Client
) -> None:
    send("results", TABLE.encode())
    before = points(club)
    client.force_login(organizer)
    for kind in ("csv", "xlsx"):
        file = client.get(reverse(f"evenings_{kind}", args=[club.slug])).content
        assert send("results", file).message == "All of these evenings are here already."
        Session.objects.update(status=Session.Status.VOID)
        assert send("results", file).message == "2 evenings entered."
        assert points(club) == before
    assert evening_rows([], {}) == [["date"]]


@pytest.fixture
def draft(
    club: Club, organizer: User, data_folder: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> Any:
    """Sends a file by the page, and returns the address of its preview."""
    client.force_login(organizer)

    def do(text: str) -> str:
        file = io.BytesIO(text.encode())
        file.name = "old.csv"
        sent = client.post(reverse("files_send", args=[club.slug, "results"]), {"file": file})
        assert sent.status_code == 302
        return str(sent.url)

    return do


def begin(client: Client, page: str, **said: str) -> Job:
    job = Job.objects.get(public_id=page.strip("/").split("/")[-1])
    form = {"seen": "", "seen_shape": "totals", "shape": "totals", "of_totals": "1", **said}
    client.post(reverse("job_begin", args=[job.public_id]), form)
    job.refresh_from_db()
    return job


def test_the_preview_names_sums_and_asks_before_anything_is_written(
    draft: Any, client: Client, club: Club
) -> None:
    page = draft("Date;Ann;Bob\n2026-03-03;7;-4\n")
    shown = client.get(page).content.decode()
    assert "the points sum to +3" in shown
    assert "Enter 1 evening" in shown
    assert begin(client, page, settled="on").state == Job.State.DRAFT
    assert not Session.objects.exists()
    assert begin(client, page, settled="on", as_they_are="on").state != Job.State.DRAFT


def test_a_table_of_totals_may_still_be_read_as_games(draft: Any, client: Client) -> None:
    page = draft(TABLE)
    job = Job.objects.get()
    client.post(reverse("job_choices", args=[job.public_id]), {"shape": "games"})
    assert "Say which column is “box”" in client.get(page).content.decode()


def test_an_import_is_taken_back_as_a_whole(
    send: Send, club: Club, organizer: User, client: Client
) -> None:
    job = send("results", TABLE.encode())
    client.force_login(organizer)
    assert "Remove these evenings again" in client.get(f"/jobs/{job.public_id}/").content.decode()
    client.post(reverse("job_back", args=[job.public_id]))
    assert points(club) == []
    again = client.get(f"/jobs/{job.public_id}/").content.decode()
    assert "2 evenings removed." in again
    assert "Remove these evenings again" not in again
