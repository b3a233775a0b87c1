"""What the desk of a season asks first, as the page of its league does."""

from __future__ import annotations

import datetime

import pytest

from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services import wishes
from tournaments.events.services.entries import entry_withdraw
from tournaments.models import Entry, LeagueSeason

pytestmark = pytest.mark.django_db

BACK = "is open again: its walkover is taken back."
LATE = "Enter them although it is too late for this season?"
SHAPES = ("all_play_all", "swiss", "ladder")


def at_desk(of: Running, **sent: str) -> str:
    """What the desk answers to a button."""
    path = f"/events/{of.season.event.public_id}/direct/act/"
    sent = {"division": of.season.event.divisions.all()[0].public_id, **sent, "key": key()}
    return " ".join(client_of(of.director).post(path, sent, follow=True).content.decode().split())


def at_league(of: Running, **sent: str) -> str:
    """What the director's page of the league answers to a button."""
    path = f"/leagues/{of.league.public_id}/direct/"
    page = client_of(of.director).post(path, {**sent, "once": key()}, follow=True)
    return " ".join(page.content.decode().split())


def left(shape: str) -> tuple[Running, int]:
    """A season from which Bob has withdrawn; and how many matches their opponents have won so."""
    of = Running("Ann Bob Cid Dee", shape=shape)
    entry_withdraw(entry=of.entry("Bob"), by=of.director)
    return of, {"all_play_all": 3, "swiss": 1, "ladder": 1}[shape]


def plays(of: Running, name: str) -> bool:
    entries = Entry.objects.filter(division__event=of.season.event, player__name=name)
    return entries.exclude(state=Entry.State.WITHDRAWN).exists()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("page", [at_desk, at_league])
def test_plays_again_says_first_which_walkovers_it_takes_back(page, shape: str) -> None:
    of, count = left(shape)
    sent = {"do": "resume", "entry": of.entry("Bob").public_id}
    shown = page(of, **sent)
    assert ("Bob plays again?" in shown, shown.count(BACK)) == (True, count)
    assert ("the walkover stays" in shown) == (shape == "ladder")
    assert not plays(of, "Bob")
    page(of, **sent, sure="1")
    assert plays(of, "Bob")


@pytest.mark.parametrize("shape", SHAPES)
def test_so_does_the_desk_where_somebody_is_entered_by_name_who_has_withdrawn(shape: str) -> None:
    of, count = left(shape)
    assert at_desk(of, do="add", names="bob").count(BACK) == count
    assert not plays(of, "Bob")
    at_desk(of, do="add", names="bob", sure="1")
    assert plays(of, "Bob")


ENTERED = [
    ("late", "Zoe", True),
    ("late", "Ann", False),
    ("no day", "Zoe", True),
    ("in time", "Zoe", False),
    ("announced", "Zoe", False),
    ("no day on a ladder", "Zoe", False),
    ("late on a ladder", "Zoe", True),
    ("late on a ladder", "Bob", False),
]


@pytest.mark.parametrize(("when", "name", "is_asked"), ENTERED)
def test_the_desk_asks_before_it_enters_somebody_after_the_last_day_for_it(
    when: str, name: str, *, is_asked: bool
) -> None:
    shape = "ladder" if "ladder" in when else "all_play_all"
    of = Running("Ann Bob Cid", shape=shape, is_released=when != "announced")
    if name == "Bob":
        entry_withdraw(entry=of.entry("Bob"), by=of.director)
    day = of.today - datetime.timedelta(days=1)
    late = None if "no day" in when else of.today if when == "in time" else day
    LeagueSeason.objects.filter(pk=of.season.pk).update(late_until=late)
    shown = at_desk(of, do="add", names=name)
    assert (LATE in shown) == is_asked
    assert ("is on the list of the next season instead." in shown) == is_asked
    if is_asked:
        assert ("The day for late entries was" in shown) == ("no day" not in when)
        assert not plays(of, name)
        at_desk(of, do="add", names=name, sure="1")
    elif name == "Zoe":
        assert plays(of, name)


def in_a_file(of: Running) -> str:
    path = f"/events/{of.season.event.public_id}/files/"
    sent = {"what": "entries", "text": "Zoe", "do": "preview", "key": key()}
    return client_of(of.director).post(path, sent).content.decode()


def by_the_code(of: Running) -> str:
    path = f"/events/{of.season.event.public_id}/entering/"
    return client_of(of.director).get(path).content.decode()


@pytest.mark.parametrize("page", [in_a_file, by_the_code])
@pytest.mark.parametrize("when", ["late", "in time", "announced", "closed"])
def test_a_file_and_who_asks_to_play_come_with_the_same_words(page, when: str) -> None:
    of = Running("Ann Bob Cid", is_released=False)
    event = wishes.entering_open(event=of.season.event, by=of.director)
    division = event.divisions.get().public_id
    wishes.wish_make(code=event.entry_code or "", division=division, name="Zoe")
    if when != "announced":
        of.release()
    if when == "closed":
        of.play()
        of.close()
    day = of.today - datetime.timedelta(days=when != "in time")
    LeagueSeason.objects.filter(pk=of.season.pk).update(late_until=day)
    assert ("plays in this season all the same" in page(of)) == (when == "late")
