"""What people bring that is not as it should be: a sentence each, nothing lost, nothing half."""

import io
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connections
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from games.accounts.services.founding import founding_link_create
from games.files.services.demo import demo_create
from games.models import Club, Job, Player, Session, User
from games.names.lists import read_list
from tests.games.clubs.test_welcome import FORM
from tests.games.files.conftest import Send
from tests.games.files.test_old_totals import begin, points

FIRST_NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jörg")
SURNAMES = tuple(f"{letter}{end}" for letter in "BDFGHKLMNPRSW" for end in ("auer", "ender"))
PEOPLE = [f"{first} {surname}" for first in FIRST_NAMES for surname in SURNAMES]


def three_hundred() -> str:
    """260 people, 40 of whom stand there again: numbered, in capitals, with a rating behind."""
    doubles = [f"{at + 1}. {name.upper()} (1500)" for at, name in enumerate(PEOPLE[::6][:40])]
    return "\n".join([*PEOPLE, *doubles])


def test_three_hundred_names_with_forty_doubles_are_read_whole() -> None:
    found = read_list(three_hundred())
    assert found.rows == len(PEOPLE) + 40 == 300
    assert len(found.people) - len(found.twice) == 260
    assert len(found.twice) == 40


@pytest.mark.thorough
@pytest.mark.django_db
def test_they_are_named_before_and_each_is_one_player(
    club: Club, organizer: User, client: Client
) -> None:
    client.force_login(organizer)
    before, url = club.players.count(), reverse("players_add", args=[club.slug])
    preview = client.post(url, {"names": three_hundred()}).content.decode()
    assert club.players.count() == before
    assert preview.count("stands in the list twice") == 40
    [seen] = [part.split('"')[0] for part in preview.split('name="names_seen" value="')[1:]]
    added = client.post(url, {"names": three_hundred(), "names_seen": seen}, follow=True)
    assert "260 players added." in added.content.decode()
    assert club.players.count() == before + 260
    again = client.post(url, {"names": three_hundred()}).content.decode()
    assert "new in the club" not in again


def workbook(fill: Callable[[Workbook], None]) -> bytes:
    made, file = Workbook(), io.BytesIO()
    fill(made)
    made.save(file)
    return file.getvalue()


HEAD, FIRST, SECOND = ["Date", "Ann", "Bob"], ["2026-03-03", 7, -7], ["2026-03-10", -2, 2]
BOTH = [
    ("2026-03-03", {"Ann": 700, "Bob": -700}),
    ("2026-03-10", {"Ann": -200, "Bob": 200}),
]


def merged_heads(made: Workbook) -> None:
    """A title over all columns, and a heading of two rows in which cells are joined."""
    sheet = made.active
    assert sheet is not None
    for row in (["Chouette 2026", None, None], HEAD, [None, None, None], FIRST, SECOND):
        sheet.append(row)
    sheet.merge_cells("A1:C1")
    for column in "ABC":
        sheet.merge_cells(f"{column}2:{column}3")


def merged_days(made: Workbook) -> None:
    """A list in which the date is written once for all who were there."""
    sheet = made.active
    assert sheet is not None
    for row in (
        ["Date", "Name", "Points"],
        ["2026-03-03", "Ann", 7],
        [None, "Bob", -7],
        ["2026-03-10", "Ann", -2],
        [None, "Bob", 2],
    ):
        sheet.append(row)
    sheet.merge_cells("A2:A3")
    sheet.merge_cells("A4:A5")


def hidden_sheets(made: Workbook) -> None:
    sheet = made.active
    assert sheet is not None
    for row in (HEAD, FIRST, SECOND):
        sheet.append(row)
    for name in ("Cash", "Old"):
        other = made.create_sheet(name)
        other.sheet_state = "hidden"
        for row in (HEAD, ["2026-04-07", 100, -100]):
            other.append(row)


@pytest.mark.django_db
@pytest.mark.parametrize("fill", [merged_heads, merged_days, hidden_sheets])
def test_a_spreadsheet_as_people_make_them_comes_in_whole(
    send: Send, club: Club, fill: Callable[[Workbook], None]
) -> None:
    job = send("results", workbook(fill))
    assert job.message == "2 evenings entered."
    assert points(club) == BOTH


@pytest.fixture
def draft(club: Club, organizer: User, data_folder: Any, client: Client) -> Callable[..., str]:
    """Sends a file by the page, and returns the address of its preview."""
    client.force_login(organizer)

    def do(data: bytes, name: str = "old.csv") -> str:
        file = io.BytesIO(data)
        file.name = name
        sent = client.post(reverse("files_send", args=[club.slug, "results"]), {"file": file})
        assert sent.status_code == 302
        return str(sent.url)

    return do


def formulas(made: Workbook) -> None:
    sheet = made.active
    assert sheet is not None
    for row in (HEAD, ["2026-03-03", 7, "=-B2"], SECOND):
        sheet.append(row)


@pytest.mark.django_db
def test_a_formula_that_never_showed_a_number_is_named_with_its_cell(
    draft: Any, client: Client
) -> None:
    page = draft(workbook(formulas), "old.xlsx")
    shown = client.get(page).content.decode()
    assert "Row 2, column “C”: this is a formula" in shown
    assert begin(client, page, settled="on").state == Job.State.DRAFT
    assert not Session.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("03.03.2026", "10.03.2026"),
        ("03/13/2026", "03/17/2026"),
        ("2026-03-03", "2026-03-10"),
        ("3. März 2026", "March 10, 2026"),
    ],
)
def test_dates_as_text_are_read_in_each_order(
    send: Send, club: Club, first: str, second: str
) -> None:
    send("results", f"Date;Ann;Bob\n{first};7;-7\n{second};-2;2\n".encode())
    assert [day[:8] for day, _points in points(club)] == ["2026-03-", "2026-03-"]


@pytest.mark.django_db
def test_three_orders_in_one_column_are_read_where_each_says_which(send: Send, club: Club) -> None:
    rows = "Date;Ann;Bob\n2026-03-03;7;-7\n17.03.2026;-2;2\nMarch 24, 2026;1;-1\n"
    send("results", rows.encode())
    assert [day for day, _points in points(club)] == ["2026-03-03", "2026-03-17", "2026-03-24"]


@pytest.mark.django_db
def test_a_day_that_no_order_makes_sense_of_is_named(draft: Any, client: Client) -> None:
    page = draft(b"Date;Ann;Bob\n13/03/2026;7;-7\n03/14/2026;-2;2\n")
    shown = client.get(page).content.decode()
    assert "Row 3, column “A”: “03/14/2026” is no date" in shown
    assert begin(client, page, settled="on").state == Job.State.DRAFT
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_decimals_in_a_club_of_whole_points_are_named_and_kept(
    send: Send, draft: Any, client: Client, club: Club
) -> None:
    send("results", b"Date;Ann;Bob\n2026-03-03;7;-7\n")
    page = draft(b"Date;Ann;Bob\n2026-03-10;2.25;-2.25\n2026-03-17;1;-1\n")
    shown = client.get(page).content.decode()
    assert "2 totals are no whole points, such as Ann’s +2.25" in shown
    assert begin(client, page, settled="on").state != Job.State.DRAFT


@pytest.mark.django_db
def test_nobody_is_told_of_decimals_that_the_club_has_anyway(
    send: Send, draft: Any, client: Client, club: Club
) -> None:
    send("results", b"Date;Ann;Bob\n2026-03-03;7.5;-7.5\n")
    page = draft(b"Date;Ann;Bob\n2026-03-10;2.25;-2.25\n")
    assert "no whole points" not in client.get(page).content.decode()


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Do these in threads that begin together; return what each came to."""
    start, told = threading.Barrier(len(acts)), list[str]()

    def run(act: Callable[[], object]) -> None:
        start.wait(timeout=60)
        try:
            told.append(str(act()))
        except Exception as error:  # what it was is what the test asks
            told.append(type(error).__name__)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for one in threads:
        one.start()
    for one in threads:
        one.join(timeout=60)
    return told


@pytest.mark.usefixtures("small_demo")
@pytest.mark.django_db(transaction=True)
def test_a_demo_that_two_load_at_once_is_one(data_folder: Any) -> None:
    told = at_once(demo_create, demo_create)
    assert told == ["Chouette Demo Club"] * 2
    assert Club.objects.filter(is_demo=True).count() == 1
    assert User.objects.filter(is_demo=True).count() == 1
    demo_create()
    assert Club.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_founders_at_once_leave_one_club_and_the_other_a_sentence(
    settings: LazySettings,
) -> None:
    settings.DEMO_ACCOUNTS = True
    link = reverse("welcome", args=[founding_link_create()])

    def found(name: str) -> Callable[[], int]:
        sent = {**FORM, "founder": name, "name": f"Club of {name}", "players": "Cid\nDee"}
        return lambda: Client().post(link, sent).status_code

    told = at_once(found("Ann"), found("Bob"))
    club = Club.objects.get()
    assert sorted(told)[0] == "302"
    founder = club.name.removeprefix("Club of ")
    assert set(club.players.values_list("name", flat=True)) == {founder, "Cid", "Dee"}
    assert User.objects.count() == 1
    assert Player.objects.count() == 3


@pytest.mark.django_db
def test_a_sheet_of_evenings_sent_as_players_makes_nobody_called_like_a_day(
    send: Send, club: Club
) -> None:
    before = club.players.count()
    job = send("players", b"Date;Ann;Bob\n3.03.2026;7;-7\n10.03.2026;-2;2\n")
    assert job.state == Job.State.FAILED
    assert "is a day, and no name" in job.message
    assert club.players.count() == before
