"""One person, through whatever door and in whatever spelling their name comes."""

import contextlib
import json
import unicodedata
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.test import Client

from games.clubs.selectors.clubs import seatable_players
from games.clubs.services.clubs import player_create, player_rename
from games.decisions.services.moving import counterparts
from games.decisions.services.quick_entry import sheet_enter
from games.decisions.services.sheet_reading import Row
from games.errors import Refused
from games.files.importing.names import Known, matched, resolved
from games.models import Club, Player, Seat, User
from games.models.names import begins_with
from games.record.services.newcomers import newcomer_join
from games.sessions.services.csn import csn_import
from tests import evenings
from tests.evenings import Evening
from tests.games.api.conftest import program_of
from tests.tournaments.desk.desk import Desk, announce
from tests.tournaments.directing import Directed
from tournaments.events.services.entries import entry_rename
from tournaments.events.services.entry_files import entries_file
from tournaments.events.services.result_files import results_file
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

NAME = "José O’Løv-Berg"
FORMS = {
    "decomposed": unicodedata.normalize("NFD", NAME),
    "wide": "Ｊosé O’Løv-Berg",
    "capitals": "JOSÉ O’LØV-BERG",
    "plain": "Jose O'Lov-Berg",
    "turned": "O’Løv-Berg, José",
    "written out": "Jose O'Loev-Berg",
    "other apostrophe": "José O´Løv‑Berg",
    "typed in a hurry": "Jose O`Lov–Berg",
    "zero width": "\u200bJosé O\u200d’Løv-Berg\u2060",
    "soft hyphen": "José O’L\u00adøv-Berg",
    "byte order mark": "\ufeffJosé O’Løv-Berg",
}
TWIN = "Jose O'Lov-Berg"
OTHERS = ("Ann", "Bob", "Cid")
CSN = """[Date "2026.01.07"]
[Rules "canberra"]
[Players "Ann, Bob, \\"{name}\\""]
order Ann, Bob, "{name}"
game Ann | Bob "{name}"
  team wins
"""


def sheet(club: Club, by: User, name: str) -> None:
    names = ["Ann", "Bob", name]
    sheet_enter(
        club=club, by=by, played_on=club.today, names=names,
        rows=[Row(("b 2", "c -1", "-1"))], add_players=True,
    )  # fmt: skip


def newcomer(club: Club, by: User, name: str) -> None:
    evening = Evening(club)
    version = evening.session.version
    newcomer_join(
        session=evening.session, name=name, stake=None, version=version, key="k", sender=by
    )


def desk(club: Club, by: User, name: str) -> None:
    Desk(Directed(club)).do("add", names=name, sure="1")
    assert Entry.objects.get().player.name == NAME


def new_event(club: Club, by: User, name: str) -> None:
    announce(club, names=name, names_seen=name)
    assert Entry.objects.get().player.name == NAME


def file_of_entries(club: Club, by: User, name: str) -> None:
    event = Directed(club)
    data = f'Name;Rating\n"{name}";1500'.encode()
    entries_file(event=event.event, by=event.director, data=data, key="k")
    assert Entry.objects.get().player.name == NAME


def file_of_results(club: Club, by: User, name: str) -> None:
    event = Directed(club, match_length=5)
    event.enter(NAME, "Ann")
    event.next_round()
    data = f'round;player;points;opponent points\n1;"{name}";5;2'.encode()
    results_file(event=event.event, by=event.director, data=data, key="k")
    assert not event.open()


def table_of_people(club: Club, by: User, name: str) -> None:
    known = [Known(one.public_id, one.name) for one in club.players.all()]
    people = matched([("2", name)], known, {})
    assert resolved(people)["2"] == club.players.get(name=NAME).public_id


def set_up(club: Club, by: User, name: str) -> None:
    client = Client()
    client.force_login(by)
    page = client.post(f"/clubs/{club.slug}/sessions/new/player/", {"new_name": name})
    there = club.players.get(name=NAME).public_id
    assert f'id="p-{there}" checked' in page.content.decode()


def score_file(club: Club, by: User, name: str) -> None:
    csn_import(club=club, by=by, text=CSN.format(name=name))


DOORS: dict[str, Callable[[Club, User, str], None]] = {
    "sheet typed in": sheet,
    "newcomer at the table": newcomer,
    "desk": desk,
    "new event": new_event,
    "file of entries": file_of_entries,
    "file of results": file_of_results,
    "table of people": table_of_people,
    "set-up page": set_up,
    "score file": score_file,
}


def known(club: Club) -> User:
    for name in (NAME, *OTHERS):
        Player.objects.create(club=club, name=name)
    return evenings.user("Olga")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("door", DOORS)
def test_a_name_is_one_person_through_every_door(door: str, form: str) -> None:
    club = evenings.club()
    by = known(club)
    before = club.players.count()
    DOORS[door](club, by, FORMS[form])
    assert club.players.count() == before


MAKING = {door: way for door, way in DOORS.items() if way not in {file_of_results, table_of_people}}


@pytest.mark.parametrize("door", MAKING)
def test_somebody_new_comes_in_without_signs_that_nobody_sees(door: str) -> None:
    club = evenings.club()
    by = evenings.user("Olga")
    for name in OTHERS:
        Player.objects.create(club=club, name=name)
    with contextlib.suppress(Club.DoesNotExist, Player.DoesNotExist, AssertionError):
        MAKING[door](club, by, "\u200bPat O\u00ad’Bri\u2060en\ufeff")
    assert set(club.players.values_list("name", flat=True)) - {"Olga"} == {"Pat O’Brien", *OTHERS}


def test_a_back_office_search_finds_any_apostrophe() -> None:
    club = evenings.club()
    Player.objects.create(club=club, name="Pat O’Brien")
    for typed in ("pat o'b", "PAT O´", "pat\u200b o`brien"):
        assert Player.objects.filter(begins_with("name_key", typed)).exists(), typed


def test_keys_of_names_that_were_there_are_folded_anew() -> None:
    club = evenings.club()
    there = Player.objects.create(club=club, name="Pat O’Brien")
    Player.objects.filter(pk=there.pk).update(name_key="pat o’brien")
    migration = import_module("games.migrations.0052_one_apostrophe")
    migration.fold_again(apps, SimpleNamespace(connection=connection))
    there.refresh_from_db()
    assert (there.name, there.name_key) == ("Pat O’Brien", "pat o'brien")


def test_keys_that_were_there_lose_their_accents() -> None:
    club = evenings.club()
    there = Player.objects.create(club=club, name="Ömer Łukasz")
    Player.objects.filter(pk=there.pk).update(name_key="ömer łukasz")
    migration = import_module("games.migrations.0060_names_in_order")
    migration.keys_again(apps, SimpleNamespace(connection=connection))
    there.refresh_from_db()
    assert (there.name, there.name_key) == ("Ömer Łukasz", "omer lukasz")


def test_players_are_listed_by_their_letters_not_by_their_accents() -> None:
    club = evenings.club()
    for name in ("Zoë", "łukasz", "Ömer", "Oda", "Ágnes", "Ben", "élodie"):
        Player.objects.create(club=club, name=name)
    listed = ["Ágnes", "Ben", "élodie", "łukasz", "Oda", "Ömer", "Zoë"]
    assert [one.name for one in club.players.all() if one.name != "Olga"] == listed
    assert [one.name for one in seatable_players(club) if one.name != "Olga"] == listed


def test_a_search_by_the_beginning_of_a_name_needs_no_accents() -> None:
    club = evenings.club()
    Player.objects.create(club=club, name="Élodie")
    for typed in ("Elo", "élo", "Élodie"):
        assert Player.objects.filter(begins_with("name_key", typed)).exists(), typed


@pytest.mark.parametrize(
    ("name", "typed", "others"),
    [
        ("Jürgen Groß", "Juergen", "Jurgen"),
        ("Søren Ångström", "soeren aang", "Soren"),
        ("Ömer Üstün", "Oemer Ue", "Ometer"),
        ("Manuela Boe", "Manuela Boe", "Manula"),
    ],
)
def test_a_search_by_the_beginning_finds_umlauts_that_are_written_out(
    name: str, typed: str, others: str
) -> None:
    club = evenings.club()
    there = Player.objects.create(club=club, name=name)
    Player.objects.create(club=club, name=others)
    for start in (typed, typed.upper(), typed[:-1]):
        assert list(Player.objects.filter(begins_with("name_key", start))) == [there], start
    seats = Seat.objects.filter(begins_with("player__name_key", typed))
    assert not seats.exists(), "it is asked for through another row, too"


def test_what_is_not_written_out_is_found_as_it_stands() -> None:
    club = evenings.club()
    for name in ("Manuel", "Michael", "Joel"):
        there = Player.objects.create(club=club, name=name)
        assert list(Player.objects.filter(begins_with("name_key", name[:-1]))) == [there]


@pytest.mark.parametrize("form", FORMS)
def test_nobody_is_made_or_renamed_into_somebody_who_is_there(form: str) -> None:
    club = evenings.club()
    by = known(club)
    ann = club.players.get(name="Ann")
    event = Directed(club)
    [entry] = event.enter("Ann")
    ways: list[Callable[[], object]] = [
        lambda: player_create(club=club, by=by, name=FORMS[form]),
        lambda: player_rename(player=ann, by=by, name=FORMS[form]),
        lambda: entry_rename(entry=entry, by=by, name=FORMS[form]),
    ]
    for way in ways:
        with pytest.raises(Refused):
            way()
    answer = program_of(by)("post", f"clubs/{club.slug}/players", {"name": FORMS[form]})
    assert answer.json()["code"] in {"player_there", "invalid"}
    # Their own name is put right in any spelling.
    player_rename(player=club.players.get(name=NAME), by=by, name=FORMS[form])


@pytest.mark.parametrize("form", FORMS)
def test_a_session_finds_everybody_in_another_club(form: str) -> None:
    club, other = evenings.club(), evenings.club("other")
    for name in (FORMS[form], *OTHERS):
        Player.objects.create(club=other, name=name)
    evening = Evening(club)
    newcomer_join(
        session=evening.session, name=NAME, stake=None,
        version=evening.session.version, key="k", sender=evening.organizer,
    )  # fmt: skip
    assert all(counterparts(evening.session, other).values())


def test_a_club_that_tells_people_apart_by_spelling_goes_on() -> None:
    club = evenings.club()
    by = known(club)
    twin = Player.objects.create(club=club, name=TWIN)
    for door in ("sheet typed in", "newcomer at the table", "score file", "set-up page"):
        DOORS[door](club, by, NAME)
    event = Directed(club)
    Desk(event).do("add", names=f"{NAME}\n{TWIN}", sure="1")
    assert set(Entry.objects.values_list("player__name", flat=True)) == {NAME, TWIN}
    assert player_rename(player=twin, by=by, name=TWIN.upper()).name == TWIN.upper()
    call_command("check_ledger")


def test_a_name_in_two_forms_of_unicode_is_one_line_of_a_calculated_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.csv"
    rows = (
        f"2026-01-0{day},chess,{FORMS['decomposed'] if day % 2 else NAME},Ann,1-0" for day in (1, 2)
    )
    file.write_text("\n".join(["date,game,first,second,result", *rows]), encoding="utf-8")
    call_command("rate", str(file), format="json")
    assert {one["player"] for one in json.loads(capsys.readouterr().out)} == {NAME, "Ann"}


@pytest.mark.parametrize("form", FORMS)
def test_programs_send_names_in_files_in_any_form(form: str) -> None:
    club = evenings.club()
    by = known(club)
    event, ask = Directed(club), program_of(by)
    text = f'Name;Rating\n"{FORMS[form]}";1500'
    at = f"events/{event.event.public_id}/import/entries"
    answer = ask("post", at, {"key": "file", "text": text})
    assert answer.status_code in {200, 201}, answer.content
    assert Entry.objects.get().player.name == NAME
    imported = ask("post", f"clubs/{club.slug}/import", {"text": CSN.format(name=FORMS[form])})
    assert imported.status_code in {200, 201}, imported.content
    assert club.players.count() == len(OTHERS) + 1


def test_several_names_do_not_join_a_table_as_one() -> None:
    club = evenings.club()
    by = known(club)
    with pytest.raises(Refused, match="3 names"):
        newcomer(club, by, "Dee, Eve, Fay")
    newcomer(club, by, "Dee, Eve")  # a surname and a first name
    assert club.players.filter(name="Dee, Eve").exists()
