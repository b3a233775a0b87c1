"""A federation's list through every door where people go in, in every form that the door takes."""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.decisions.services.anonymising import player_anonymise
from games.files.presenters.jobs import job_page
from games.files.services.jobs import job_create, job_start
from games.models import Club, Job, Player
from tests import evenings
from tests.games.api.conftest import program_of
from tests.sheets import ods, xlsx
from tests.tournaments.desk.desk import Desk, announce, form, text_of
from tests.tournaments.directing import Directed, key
from tournaments.errors import EventRefused
from tournaments.events.services.entry_files import entries_file
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

HEAD = ("Land", "Mitglieds-Nr.", "Nachname", "Vorname", "Jahrgang", "Elo", "Verein")
ROWS = (
    ("GER", "10412", "Berg", "Ann", "1980", "1650", "BC Ulm"),
    ("GER", "20713", "Cox", "Bob Lee", "1975", "1580", "BC Ulm"),
    ("FRA", "30999", "García", "José", "", "1712", "Paris"),
)
TABLE = (HEAD, *ROWS)
PASTED = {name: "\n".join(map(sign.join, TABLE)) for name, sign in
          (("commas", ","), ("semicolons", ";"), ("tabs", "\t"))}  # fmt: skip
FILES = {
    "csv": PASTED["semicolons"].encode("cp1252"),
    "xlsx": xlsx(TABLE),
    "ods": ods(TABLE),
}
KEPT = [
    ("Ann Berg", "10412", "GER"),
    ("Bob Lee Cox", "20713", "GER"),
    ("José García", "30999", "FRA"),
]
"""Jose García is in the club already, and is not added again."""
SAID = ("3 of 3 rows read.", "Columns that are left out: Jahrgang", "José García")


def at_desk(club: Club, sent: str | bytes) -> str:
    event = Directed(club)
    desk = Desk(event)
    page = desk.do("add", names=sent, view="entries")
    assert not Entry.objects.exists()
    desk.do("add", names=sent, sure="1", view="entries")
    return page


def new_event(club: Club, sent: str | bytes) -> str:
    seen = announce(club, **_names(sent))
    assert not Entry.objects.exists()
    text = seen.context["page"].names
    announce(club, names=text, names_seen=text)
    return text_of(seen)


def new_division(club: Club, sent: str | bytes) -> str:
    event = Directed(club)
    client = Client()
    client.force_login(event.director)
    at = f"/events/{event.event.public_id}/settings/"
    fields = {**form(about="new", division_name="Beginners"), **_names(sent)}
    seen = client.post(at, fields)
    assert not Entry.objects.exists()
    text = seen.context["page"].names
    client.post(at, {**fields, "key": key(), "names": text, "names_file": "", "names_seen": text})
    return text_of(seen)


def files_of_event(club: Club, sent: str | bytes) -> str:
    event = Directed(club)
    client = Client()
    client.force_login(event.director)
    at = f"/events/{event.event.public_id}/files/"
    file = {"text": sent} if isinstance(sent, str) else {"file": SimpleUploadedFile("f", sent)}
    seen = client.post(at, {"what": "entries", "do": "preview", "key": key(), **file})
    assert not Entry.objects.exists()
    text = seen.context["page"].text
    client.post(at, {"what": "entries", "do": "write", "key": key(), "text": text})
    return text_of(seen)


def program(club: Club, sent: str | bytes) -> str:
    event, ask = Directed(club), program_of(evenings.user("Olga"))
    at = f"events/{event.event.public_id}/import/entries"
    seen = ask("post", at, {"key": "look", "text": sent, "dry_run": True})
    assert not Entry.objects.exists()
    assert ask("post", at, {"key": "do", "text": sent}).status_code == 201
    return seen.content.decode()


def set_up(club: Club, sent: str | bytes) -> str:
    client = Client()
    client.force_login(evenings.user("Olga"))
    at = f"/clubs/{club.slug}/sessions/new/player/"
    seen = client.post(at, {"new_names": sent})
    client.post(at, {"new_names": sent, "names_seen": sent})
    return text_of(seen)


def _names(sent: str | bytes) -> dict[str, Any]:
    if isinstance(sent, str):
        return {"names": sent}
    return {"names": "", "names_file": SimpleUploadedFile("list", sent)}


DOORS: dict[str, tuple[Callable[[Club, str | bytes], str], bool]] = {
    "desk": (at_desk, False),
    "new event": (new_event, True),
    "new division": (new_division, True),
    "files of an event": (files_of_event, True),
    "program": (program, False),
    "set-up of a chouette": (set_up, False),
}
"""Each door, and whether it takes files besides what is pasted."""
WAYS = [
    (door, form)
    for door, (_do, takes_files) in DOORS.items()
    for form in (*PASTED, *(FILES if takes_files else ()))
]


def club_with_jose() -> Club:
    club = evenings.club()
    evenings.user("Olga")
    Player.objects.create(club=club, name="José García")
    return club


def kept(club: Club) -> list[tuple[str, ...]]:
    found = club.players.filter(name__in=[name for name, *_rest in KEPT]).order_by("name")
    return list(found.values_list("name", "federation_number", "country"))


@pytest.mark.parametrize(("door", "form"), WAYS)
def test_a_list_comes_in_whole_and_is_shown_first(door: str, form: str) -> None:
    club = club_with_jose()
    page = DOORS[door][0](club, PASTED.get(form) or FILES[form])
    for said in (*SAID, "Ann Berg"):
        assert said in page, said
    assert kept(club) == KEPT
    if door != "set-up of a chouette":
        entries = Entry.objects.order_by("number").values_list("rating", "home_club")
        assert list(entries) == [(Decimal(row[5]), row[6]) for row in ROWS]


@pytest.mark.parametrize("form", FILES)
def test_a_club_takes_the_list_as_its_players(
    form: str, settings: Any, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    settings.DATA = tmp_path
    club = club_with_jose()
    job = job_create(
        club=club, by=evenings.user("Olga"), kind=Job.Kind.PLAYERS,
        pieces=[FILES[form]], file_name="f", options={},
    )  # fmt: skip
    table = job_page(job).table
    assert table is not None
    assert table.notes[:2] == [
        "3 of 3 rows read.",
        "Columns that are left out: Jahrgang, Elo, Verein.",
    ]
    assert [row.text for row in table.rows] == ["new", "new", "here already"]
    with django_capture_on_commit_callbacks(execute=True):
        job_start(job=job)
    assert kept(club) == KEPT


@pytest.mark.thorough
def test_doubles_and_who_is_entered_already_are_said_and_lose_nobody() -> None:
    event = Directed(names="Bob")
    rows = [f"P{chr(97 + n % 26)}{chr(97 + n // 26)};Ann;{10_000 + n}" for n in range(220)]
    text = "\n".join(["Surname;First name;Id", *rows, *rows[:30], "Name;Rating", "Bob;1500"])
    sent = {"event": event.event, "by": event.director, "data": text.encode(), "key": "k"}
    found = entries_file(**sent, dry_run=True)
    assert [one.code for one in found.lines].count("new") == 220
    assert [one.number for one in found.lines if one.code == "twice"] == list(range(222, 252))
    assert [one.number for one in found.lines if one.code == "entered"] == [253]
    assert found.notes[0] == "251 of 251 rows read."
    assert "Line 252 is another heading: the rows below it are read by it." in found.notes
    entries_file(**sent)
    assert Entry.objects.count() == 221
    desk = Desk(event)
    page = desk.do("add", names="Bob\nCid", view="entries")
    assert "Bob is entered already: their entry stays as it is." in page
    desk.do("add", names="Bob\nCid", sure="1")
    assert "is entered already" in desk.do("add", 400, names="Bob")
    assert "All of them are entered already." in desk.do("add", 400, names="Bob\nCid", sure="1")


def test_one_name_with_two_numbers_is_refused_and_another_number_is_asked_about() -> None:
    event = Directed(names="Ann")
    Player.objects.filter(name="Ann").update(federation_number="10412")
    desk = Desk(event)
    twins = "Name;Id\nBob Cox;10500\nCox, Bob;20713"
    assert "two federation numbers, 10500 and 20713" in desk.do("add", 400, names=twins)
    assert "two federation numbers" in text_of(announce(event.club, names=twins))
    with pytest.raises(EventRefused, match="two federation numbers"):
        entries_file(event=event.event, by=event.director, data=twins.encode(), key="k")
    other = "Name;Id\nAnn;30999\nDee;1"
    assert "Ann has the federation number 10412 in the club and 30999" in desk.do(
        "add", names=other
    )


def test_who_is_made_anonymous_loses_club_country_and_number() -> None:
    event = Directed()
    Desk(event).do("add", names=PASTED["tabs"], sure="1")
    ann = Player.objects.get(name="Ann Berg")
    now = player_anonymise(player=ann, by=event.director)
    assert (now.federation_number, now.country) == ("", "")
    entry = Entry.objects.get(player=ann)
    assert (entry.home_club, entry.rating) == ("", Decimal(1650))
    for step in event.event.log.all():
        assert "10412" not in str(step.payload)


def test_a_refused_file_stays_out_of_the_names() -> None:
    club = evenings.club()
    twins = b"Name;Federation number\nAnna Berg;1\nAnna Berg;2\n"
    seen = announce(club, **{**_names(twins), "names": "Bea Cole"})
    assert seen.status_code == 422
    assert "two federation numbers" in text_of(seen)
    assert seen.context["page"].names == "Bea Cole"
    assert not Entry.objects.exists()


def test_a_refused_file_stays_out_of_the_names_of_a_new_division() -> None:
    event = Directed()
    client = Client()
    client.force_login(event.director)
    twins = b"Name;Federation number\nAnna Berg;1\nAnna Berg;2\n"
    fields = {**form(about="new", division_name="B"), **_names(twins), "names": "Bea Cole"}
    seen = client.post(f"/events/{event.event.public_id}/settings/", fields)
    assert seen.status_code == 422
    assert seen.context["page"].names == "Bea Cole"
