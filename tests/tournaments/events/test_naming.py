"""Names with ratings and clubs: how a pasted list is read, shown, entered, put right, removed."""

from decimal import Decimal

import pytest

from games import errors
from games.models import Player
from games.names.lists import read_list
from tests import evenings
from tests.tournaments.desk.desk import Desk, announce, desk, form
from tests.tournaments.directing import Directed
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services.entries import entry_rename
from tournaments.events.services.entry_files import entries_file
from tournaments.events.services.made_players import made_players_remove
from tournaments.events.services.naming import About, named
from tournaments.models import Division, Entry, Event, EventStep
from tournaments.record.selectors.seeding import strengths_of

PASTED = "1. Anna Berg 1723 BC Berlin\n2. Bob\nCid Kurz; 1650,5; Hamburg"


@pytest.mark.parametrize(
    ("line", "name", "rating", "club"),
    [
        ("Anna Berg", "Anna Berg", None, ""),
        ("1. Anna Berg", "Anna Berg", None, ""),
        ("Anna Berg 1723", "Anna Berg", "1723", ""),
        ("Anna Berg 1723 BC Berlin", "Anna Berg", "1723", "BC Berlin"),
        ("Anna Berg\t1723\tBC Berlin", "Anna Berg", "1723", "BC Berlin"),
        ("Anna Berg;BC Berlin;1723,5", "Anna Berg", "1723.5", "BC Berlin"),
        ("Anna Berg, 1723, BC Berlin", "Anna Berg", "1723", "BC Berlin"),
        ("Anna Berg (1723, BC Berlin)", "Anna Berg", "1723", "BC Berlin"),
        ("Anna Berg (BC Berlin)", "Anna Berg", None, "BC Berlin"),
        ("Anna Berg, BC Berlin", "Anna Berg", None, "BC Berlin"),
        ("Anna Berg 1723 BC 1904", "Anna Berg", "1723", "BC 1904"),
        ("Berg, Anna", "Berg, Anna", None, ""),
        ("Berg, Anna 1723 (Berlin)", "Berg, Anna", "1723", "Berlin"),
        ("Anna 2", "Anna 2", None, ""),
        ("C-3PO", "C-3PO", None, ""),
    ],
)
def test_a_line_keeps_its_name_its_rating_and_its_club(
    line: str, name: str, rating: str | None, club: str
) -> None:
    [found] = map(named, read_list(line).people)
    kept = None if rating is None else Decimal(rating)
    assert (found.name, found.about) == (name, About(kept, club))


@pytest.mark.django_db
def test_a_pasted_list_is_shown_as_it_was_read_before_it_is_entered() -> None:
    olga = desk("")
    olga.directed.player("Bob")
    page = olga.do("add", names=PASTED, view="entries")
    assert "Enter 3 players like this?" in page
    assert "Anna Berg · 1723 · BC Berlin: new in the club." in page
    assert "<li>Bob</li>" in page
    assert not Entry.objects.exists()
    page = olga.do("add", names=PASTED, sure="1", view="entries")
    kept = Entry.objects.order_by("number").values_list("player__name", "rating", "home_club")
    assert list(kept) == [
        ("Anna Berg", Decimal(1723), "BC Berlin"),
        ("Bob", None, ""),
        ("Cid Kurz", Decimal("1650.5"), "Hamburg"),
    ]
    assert "1723 · BC Berlin" in page


@pytest.mark.django_db
def test_plain_names_are_entered_at_once() -> None:
    olga = desk("")
    olga.do("add", names="Ann\nBob")
    assert Entry.objects.count() == 2


@pytest.mark.django_db
def test_the_form_of_a_new_event_shows_how_the_list_was_read() -> None:
    club = evenings.club()
    answer = announce(club, names=PASTED)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "Anna Berg · 1723 · BC Berlin: new in the club." in page
    assert not Event.objects.exists()
    assert announce(club, names=PASTED, names_seen=PASTED).status_code == 302
    assert Entry.objects.get(number=1).home_club == "BC Berlin"
    assert form()["names"]


@pytest.mark.django_db
def test_a_file_keeps_ratings_and_clubs_and_shows_them_first() -> None:
    event = Directed()
    data = b"Name;Elo;Verein\nAnn;1801;Ulm\nBob;;\n"
    sent = {"event": event.event, "by": event.director, "data": data, "key": "file"}
    found = entries_file(**sent, dry_run=True)
    assert [one.text for one in found.lines] == [
        "Ann · 1801 · Ulm: new in the club.",
        "Bob: new in the club.",
    ]
    entries_file(**sent)
    ann = Entry.objects.get(player__name="Ann")
    assert (ann.rating, ann.home_club) == (Decimal(1801), "Ulm")
    wrong = {**sent, "data": b"name,rating\nCid,strong", "key": "other"}
    with pytest.raises(EventRefused, match="is not a rating"):
        entries_file(**wrong)


@pytest.mark.django_db
def test_by_rating_the_field_is_put_in_order_by_what_stood_behind_the_names() -> None:
    event = Directed(names="Ann Bob Cid", seeding=Division.Seeding.RATING)
    for name, rating in (("Bob", 1900), ("Cid", 1700)):
        Entry.objects.filter(player__name=name).update(rating=rating)
    entries = list(event.division.entries.select_related("player"))
    strengths = strengths_of(event.division, entries)
    ordered = sorted(entries, key=lambda one: strengths[one.number])
    assert [one.player.name for one in ordered] == ["Bob", "Cid", "Ann"]


@pytest.mark.django_db
def test_an_entry_is_renamed_on_the_desk_and_keeps_its_results() -> None:
    olga = desk("Ann Bob", params={"rounds": 1})
    olga.directed.next_round()
    olga.quick(olga.directed.open()[0])
    entry = olga.directed.entry("Ann")
    sent = {"entry": entry.public_id, "name": "Anna Berg", "rating": "1723,5", "home_club": "Ulm"}
    page = olga.do("entry_change", view="entries", **sent)
    assert "Anna Berg" in page
    entry.refresh_from_db()
    assert (entry.player.name, entry.rating, entry.home_club) == (
        "Anna Berg",
        Decimal("1723.5"),
        "Ulm",
    )
    assert "Anna Berg" in olga.show(view="standings")
    assert EventStep.objects.filter(kind="entry_rename").count() == 1
    page = olga.do("entry_change", 400, entry=entry.public_id, name="bob")
    assert "Somebody else of the club is called bob already" in page
    with pytest.raises(errors.Refused):
        entry_rename(entry=entry, by=olga.directed.director, name="")


@pytest.mark.django_db
def test_who_was_made_by_an_event_that_is_called_off_can_be_removed() -> None:
    club = evenings.club()
    old = Player.objects.create(club=club, name="Old Hand")
    olga = Desk(Directed(club))
    olga.do("add", names="Old Hand\nAnn\nBob\nCid")
    cid = olga.directed.player("Cid")
    Directed(club).enter("Cid")  # plays elsewhere, too
    with pytest.raises(EventConflict, match="nobody"):
        made_players_remove(event=olga.directed.event, by=olga.directed.director)
    olga.directed.next_round()
    olga.do("cancel", sure="1")
    assert "Remove 2 players who were made for it" in olga.show()
    asked = olga.do("made_remove")
    assert "Remove these players from the club?" in asked
    assert "<li>Ann</li><li>Bob</li>" in asked
    olga.do("made_remove", sure="1")
    left = set(club.players.values_list("name", flat=True))
    assert not {"Ann", "Bob"} & left
    assert {old.name, cid.name} <= left
    assert olga.directed.division.entries.count() == 2
    assert "made for it" not in olga.show()
    olga.do("reopen")
    assert "Draw round 1" in olga.step()


@pytest.mark.django_db
def test_who_has_played_in_an_event_that_is_called_off_stays() -> None:
    olga = desk("")
    olga.do("add", names="Ann\nBob")
    olga.directed.next_round()
    olga.quick(olga.directed.open()[0])
    olga.do("cancel", sure="1")
    assert "made for it" not in olga.show()
    olga.do("made_remove", 409, sure="1")
    assert {"Ann", "Bob"} <= set(Player.objects.values_list("name", flat=True))
