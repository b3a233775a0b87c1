"""Players from a table: all of it or nothing, and nobody twice."""

import pytest

from games.clubs.services.noting import NOTED
from games.files.importing.players import LONGEST
from games.models import Club, Job, Player
from tests.games.files.conftest import Send


def names(club: Club) -> list[str]:
    return list(club.players.order_by("pk").values_list("name", flat=True))


def test_two_hundred_players_arrive(send: Send, club: Club) -> None:
    rows = "\n".join(f"Player {number:03d}" for number in range(200))
    job = send("players", f"name\n{rows}\n".encode())
    assert (job.state, job.message) == ("done", "200 players added.")
    assert (job.done, job.total) == (200, 200)
    assert len(names(club)) == 200


def test_windows_1252_with_semicolons_and_two_columns_of_names(send: Send, club: Club) -> None:
    data = "Vorname;Nachname;aktiv\nZoë;Müller;ja\nJürgen;Weiß;nein\n".encode("cp1252")
    send("players", data)
    assert names(club) == ["Zoë Müller", "Jürgen Weiß"]
    assert not Player.objects.get(name="Jürgen Weiß").is_active


def test_who_is_here_already_is_not_added_again(
    send: Send, club: Club, players: dict[str, Player]
) -> None:
    job = send("players", b"name\nAnn\nbob\nEve\nEve\n")
    assert names(club) == ["Ann", "Bob", "Cid", "Dee", "Eve"]
    assert job.message == "1 player added. 3 were here already."


def test_a_similar_name_is_somebody_new_where_that_was_chosen(
    send: Send, club: Club, players: dict[str, Player]
) -> None:
    send("players", b"name\nBOB\n", people={"2": ""})
    assert "BOB" in names(club)


def test_one_wrong_row_and_nothing_is_written(send: Send, club: Club) -> None:
    job = send("players", b"name\nAnn\n=1+1\n")
    assert job.state == Job.State.FAILED
    assert job.message == (
        "Row 3, column “name”: this is a formula; only its text or number can be imported."
    )
    assert names(club) == []


def test_names_that_cannot_be_played_under_are_refused_with_the_row(send: Send, club: Club) -> None:
    job = send("players", "name\nAnn\nBob\N{RIGHT-TO-LEFT OVERRIDE}\n".encode())
    assert job.message == (
        "Row 3, column “name”: A name has no line breaks and no invisible characters."
    )
    job = send("players", b"name\n" + b"x" * 61 + b"\n")
    assert job.message == "Row 2, column “name”: At most 60 characters."
    assert names(club) == []


def test_a_file_that_is_none_is_refused_with_a_sentence(send: Send, club: Club) -> None:
    assert send("players", b"PK\x03\x04").message == (
        "This spreadsheet cannot be read: save it as .xlsx or .ods without a password, or as CSV."
    )
    assert send("players", b"mail;phone\na;b\n").message == "Say which column is “name”."


def test_a_name_that_was_taken_since_the_preview_stops_everything(
    send: Send, club: Club, players: dict[str, Player]
) -> None:
    job = send("players", b"name\nEve\nann\n", people={"3": ""})
    assert (job.state, "ann" in names(club)) == ("done", True)


LISTS = {
    "Ann\nBob Berg\nCid\n": ["Ann", "Bob Berg", "Cid"],
    "Ann": ["Ann"],
    "Ann, Bob, Cid": ["Ann", "Bob", "Cid"],
    "1. Ann\n2. Bob\n3. Cid": ["Ann", "Bob", "Cid"],
    "1500 Ann\n1600 Bob": ["Ann", "Bob"],
    "- [x] Ann\n- [ ] Bob": ["Ann", "Bob"],
    "name\n1. Ann\n(2) Bob": ["Ann", "Bob"],
    "joueur\nAnn\nBob": ["Ann", "Bob"],
    "Berg;Ann;1500\nCox;Bob;1600": ["Ann Berg", "Bob Cox"],
    "Nachname;Vorname;Elo\nBerg;Ann;1500": ["Ann Berg"],
    "Ann\n----\nBob": ["Ann", "Bob"],
}


@pytest.mark.parametrize("text", LISTS)
def test_a_list_without_a_heading_loses_nobody(send: Send, club: Club, text: str) -> None:
    job = send("players", text.encode())
    assert (job.state, names(club)) == (Job.State.DONE, LISTS[text]), job.message


def test_somebody_says_whether_the_first_row_is_a_heading(send: Send, club: Club) -> None:
    data = b"nombre;apellido\nAnn;Berg\n"
    send("players", data, heading="yes", columns=["first_name", "last_name"])
    assert names(club) == ["Ann Berg"]
    send("players", b"name\nBob\n", heading="no")
    assert names(club) == ["Ann Berg", "name", "Bob"]


def test_a_table_may_say_as_much_of_a_player_as_is_kept() -> None:
    kept = {name: Player._meta.get_field(name).max_length for name in NOTED}
    assert kept == LONGEST
