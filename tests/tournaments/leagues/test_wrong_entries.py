"""A wrong entry of a season that is played: it goes with its matches, and comes back with them."""

from types import SimpleNamespace
from typing import cast

import pytest

from tests.tournaments.desk.desk import Desk
from tests.tournaments.directing import Directed, key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_who_plays import opponents
from tournaments.errors import EventRefused
from tournaments.events.services.removals import entry_remove, entry_restore
from tournaments.leagues.services import fixtures
from tournaments.models import Entry, EventStep, FixtureNote, Match

pytestmark = pytest.mark.django_db


def test_a_wrong_entry_goes_with_its_matches_and_comes_back_with_what_was_said() -> None:
    of = Running("Ann Bob Cid Dee", "Eve Fay Gus")
    said = of.match("Ann", "Bob")
    fixtures.fixture_say(match=said, by=of.account("Ann"), text="When?", key=key())
    before, wrong = Match.objects.count(), of.entry("Ann")
    entry_remove(entry=wrong, by=of.director)
    assert Match.objects.count() == before - 3
    assert opponents(of, "Bob") == ["Cid", "Dee"]
    assert not FixtureNote.objects.exists()
    assert EventStep.objects.filter(kind="entry_remove").count() == 1
    entry_restore(event=of.season.event, by=of.director, public_id=wrong.public_id)
    assert opponents(of, "Ann") == ["Bob", "Cid", "Dee"]
    note = FixtureNote.objects.get()
    assert (note.text, note.fixture.match) == ("When?", of.match("Ann", "Bob"))


def test_who_has_played_is_withdrawn_instead_and_it_is_not_said_in_words_of_a_bracket() -> None:
    of = Running("Ann Bob Cid Dee")
    of.win(of.match("Ann", "Bob"), 0)
    with pytest.raises(EventRefused, match="has played or begun a match"):
        entry_remove(entry=of.entry("Ann"), by=of.director)
    event = of.season.event
    directed = SimpleNamespace(event=event, division=event.divisions.get(), director=of.director)
    desk = Desk(cast("Directed", directed))

    def asked(name: str) -> str:
        return desk.do("entry_remove", entry=of.entry(name).public_id, view="entries")

    shown = asked("Ann")
    assert "Withdraw them instead" in shown
    assert "whose places depend on each other" not in shown
    assert "2 matches go" not in shown
    shown = asked("Dee")
    assert "3 matches go with the entry" in shown
    assert "has a bye" not in shown


def test_a_wrong_entry_of_a_ladder_goes_with_its_open_challenge() -> None:
    of = Running(shape="ladder")
    assert of.match("Ann", "Bob")
    entry_remove(entry=of.entry("Bob"), by=of.director)
    assert not Entry.objects.filter(player__name="Bob").exists()
    assert "Bob" not in of.ladder()
    assert "Cid" in of.ladder()
