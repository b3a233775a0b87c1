"""A replacement, a join or a split is taken back; later deeds may stand in the way."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from games.errors import NotAllowed, ServiceError
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_league_archives import copied
from tests.tournaments.leagues.test_who_plays import division, opponents, replace
from tournaments.events.services.entries import entries_add, entry_withdraw
from tournaments.leagues.selectors.progress import unread_of
from tournaments.leagues.selectors.seasons import season_current
from tournaments.leagues.services import fixtures, seasons
from tournaments.leagues.services.replacing import division_split, divisions_join
from tournaments.leagues.services.undoing import change_latest, change_undo
from tournaments.models import Entry, EventStep, Fixture, FixtureNote, Match, PartedFixture

pytestmark = pytest.mark.django_db
SHAPES = ("all_play_all", "swiss")


def undo(of: Running, step: int | None = None, **more: str) -> None:
    of.again()
    latest = change_latest(of.season)
    change_undo(
        season=of.season,
        by=of.director,
        step=(0 if latest is None else latest.sequence) if step is None else step,
        reason=more.get("reason", "A slip"),
    )
    of.again()


def refused(of: Running, step: int | None = None, **more: str) -> str:
    """The sentence with which it is refused; nothing is written."""
    before = EventStep.objects.count(), Match.objects.count(), Entry.objects.count()
    with pytest.raises(ServiceError) as why:
        undo(of, step, **more)
    assert (EventStep.objects.count(), Match.objects.count(), Entry.objects.count()) == before
    return str(why.value)


def state(of: Running) -> object:
    """Who plays where, against whom, and what is agreed."""
    of.again()
    return (
        of.divisions(),
        list(of.season.event.divisions.order_by("position").values_list("name", flat=True)),
        {name: opponents(of, name) for group in of.divisions() for name in group},
    )


def join(of: Running) -> None:
    divisions_join(season=of.season, upper=division(of, 1), by=of.director)
    of.again()


def split(of: Running) -> None:
    """The first division of six, made by joining, becomes two of four and two."""
    stay = 4 if of.league.shape == "swiss" else 3
    division_split(season=of.season, division=division(of, 1), by=of.director, stay=stay)
    of.again()


def replaced(of: Running) -> None:
    replace(of, "Ann", "Zoe")


CHANGES: dict[str, Callable[[Running], None]] = {
    "replaced": replaced,
    "joined": join,
    "split": split,
}


def nothing(of: Running) -> None:
    """Nothing was done since."""


def played(of: Running) -> None:
    name = "Zoe" if Entry.objects.filter(player__name="Zoe").exists() else "Ann"
    match = next(one for one in of.open() if name in (str(one.first), str(one.second)))
    of.win(match, 0)


def came_late(of: Running) -> None:
    """Into the first division, by the desk."""
    entries_add(division=division(of, 1), by=of.director, players=[of.player("Yan")])


def withdrew(of: Running) -> None:
    name = "Zoe" if Entry.objects.filter(player__name="Zoe").exists() else "Bob"
    entry_withdraw(entry=of.entry(name), by=of.director)


def undone(of: Running) -> None:
    undo(of)


def closed(of: Running) -> None:
    of.again()
    of.close()


# What was done since, and what is said then for each change: blank where it is taken back.
SINCE: dict[Callable[[Running], None], dict[str, str]] = {
    nothing: {"replaced": "", "joined": "", "split": ""},
    played: {
        "replaced": "Zoe has begun a match since",
        "joined": "has played already",
        "split": "has played already",
    },
    withdrew: {
        "replaced": "Who plays has changed since|has begun a match since",
        "joined": "Who plays has changed since|has played already",
        "split": "Who plays has changed since|has played already",
    },
    undone: {
        "replaced": "There is nothing to take back",
        "joined": "There is nothing to take back",
        "split": "There is nothing to take back",
    },
    closed: {
        "replaced": "This season is closed",
        "joined": "This season is closed",
        "split": "This season is closed",
    },
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("since", SINCE, ids=lambda one: one.__name__)
def test_a_change_is_taken_back_unless_later_deeds_rest_on_it(
    since: Callable[[Running], None], change: str, shape: str
) -> None:
    of = Running(shape=shape)
    if change == "split":
        join(of)
    before = state(of)
    CHANGES[change](of)
    of.again()
    latest = change_latest(of.season)
    assert latest is not None
    since(of)
    sentence = SINCE[since][change]
    if sentence:
        said = refused(of, latest.sequence)
        assert any(one in said for one in sentence.split("|")), said
        return
    assert state(of) != before
    undo(of)
    if shape == "all_play_all":
        assert state(of) == before
    else:  # a round is drawn anew: the divisions are what they were
        assert state(of)[:2] == before[:2]  # type: ignore[index]
    step = EventStep.objects.get(kind="league_undo")
    assert (step.sender, step.payload["reason"]) == (of.director, "A slip")
    assert step.payload["undoes"] == latest.kind


def test_who_came_late_stands_in_the_way_of_a_join() -> None:
    of = Running()
    join(of)
    came_late(of)
    assert "Who plays has changed since" in refused(of)


def test_changes_are_taken_back_from_the_latest_on() -> None:
    of = Running()
    replace(of, "Ann", "Zoe")
    of.again()
    first = change_latest(of.season)
    assert first is not None
    replace(of, "Dee", "Yan")
    assert "There is nothing to take back" in refused(of, first.sequence)
    undo(of)
    undo(of)
    assert opponents(of, "Ann") == ["Bob", "Cid"]
    assert opponents(of, "Dee") == ["Eve", "Fay"]
    assert change_latest(of.season) is None


def test_a_date_that_was_agreed_comes_back_and_who_took_over_for_good_stays() -> None:
    of = Running()
    match = of.match("Ann", "Bob")
    at = timezone.now() + datetime.timedelta(days=3)
    Fixture.objects.create(match=match, agreed_at=at, place="Club room")
    of.win(of.match("Ann", "Cid"), 0)
    replace(of, "Ann", "Zoe")
    assert Fixture.objects.get().agreed_at is None
    undo(of)
    fixture = Fixture.objects.get()
    assert (fixture.agreed_at, fixture.place) == (at, "Club room")
    assert of.entry("Ann").is_active
    assert not Entry.objects.filter(player__name="Zoe").exists()


def test_words_stay_where_the_two_still_meet() -> None:
    of = Running()
    bob, dee = of.account("Bob"), of.account("Dee")
    fixtures.fixture_say(match=of.match("Ann", "Bob"), by=bob, text="Hello", key=key())
    join(of)
    fixtures.fixture_say(match=of.match("Ann", "Dee"), by=dee, text="Hi", key=key())
    undo(of)
    [note] = FixtureNote.objects.all()
    assert note.text == "Hello"


@pytest.mark.parametrize("shape", SHAPES)
def test_what_a_split_parts_comes_back_with_its_undo(shape: str) -> None:
    """A date, words of both and of the director, and a deadline of their own; nobody reads them
    meanwhile.
    """
    of = Running(shape=shape)
    join(of)
    # The two who meet and are parted: one of the upper, one of the lower division of before.
    lower = {"all_play_all": "Dee Eve Fay", "swiss": "Eve Fay Gus Hal"}[shape].split()
    match = next(
        one for one in of.open() if (str(one.first) in lower) != (str(one.second) in lower)
    )
    one, other = str(match.first), str(match.second)
    at = (timezone.now() + datetime.timedelta(days=3)).replace(microsecond=0)
    note = fixtures.fixture_propose(match=match, by=of.account(one), times=[at], key=key())
    fixtures.fixture_accept(match=match, by=of.account(other), proposal=note.pk, at=at, key=key())
    fixtures.fixture_say(match=match, by=of.account(other), text="A secret", key=key())
    fixtures.fixture_extend(
        match=match,
        by=of.director,
        ends_on=of.today + datetime.timedelta(days=40),
        reason="Holidays",
        key=key(),
    )

    def said() -> object:
        found = Fixture.objects.get(notes__text="A secret")
        notes = found.notes.order_by("created_at")
        rows = list(notes.values_list("kind", "player__name", "text", "sender", "created_at"))
        two = {str(found.match.first), str(found.match.second)}
        return found.agreed_at, found.deadline, rows, two

    before = said()
    of.again()
    split(of)
    assert not FixtureNote.objects.exists()
    kept = PartedFixture.objects.get()
    assert {str(kept.first), str(kept.second)} == {one, other}
    assert "A secret" not in str(list(EventStep.objects.values_list("payload", flat=True)))
    undo(of)
    if shape == "swiss" and not Fixture.objects.exists():
        assert PartedFixture.objects.exists(), "drawn anew, the two may not meet: it is kept"
        return
    assert said() == before
    assert not PartedFixture.objects.exists()


def test_what_is_parted_comes_back_in_the_club_that_is_read_from_an_archive() -> None:
    of = Running()
    join(of)
    fixtures.fixture_say(
        match=of.match("Ann", "Dee"), by=of.account("Dee"), text="A secret", key=key()
    )
    of.again()
    split(of)
    season = season_current(copied(of).leagues.get())
    assert season is not None
    [kept] = PartedFixture.objects.filter(event=season.event)
    assert {str(kept.first), str(kept.second)} == {"Ann", "Dee"}
    latest = change_latest(season)
    assert latest is not None
    change_undo(season=season, by=of.director, step=latest.sequence, reason="A slip")
    note = FixtureNote.objects.get(fixture__match__round__division__event=season.event)
    assert (note.text, str(note.player)) == ("A secret", "Dee")


def test_only_directors_take_back_and_they_say_why() -> None:
    of = Running()
    join(of)
    assert "Say why" in refused(of, reason=" ")
    of.again()
    latest = change_latest(of.season)
    assert latest is not None
    for name in ("Ann", "Nobody"):
        with pytest.raises(NotAllowed):
            change_undo(
                season=of.season,
                by=of.account(name),
                step=latest.sequence,
                reason="A slip",
            )


def test_the_page_shows_first_what_it_changes() -> None:
    of = Running()
    page, olga = f"/leagues/{of.league.public_id}/direct/", Client()
    olga.force_login(of.director)
    assert "Take it back" not in olga.get(page).content.decode()
    dee = of.account("Dee")
    join(of)
    fixtures.fixture_say(match=of.match("Ann", "Dee"), by=dee, text="Hi", key=key())
    shown = olga.get(page).content.decode()
    assert "Two divisions were joined" in shown
    latest = change_latest(of.season)
    assert latest is not None
    sent = {"do": "undo", "step": latest.sequence, "reason": "A slip", "once": key()}
    asked = olga.post(page, sent).content.decode()
    assert "So many play then: Division 1: 3, Division 2: 3, Division 3: 3." in asked
    assert "1 word about a match that is not played then is kept until the two meet." in asked
    assert "A slip" in asked
    assert len(of.divisions()) == 2  # nothing was written by asking
    assert olga.post(page, {**sent, "sure": "1"}).status_code == 302
    assert len(of.divisions()) == 3
    late = olga.post(page, {**sent, "once": key()})
    assert late.status_code == 409
    assert "nothing to take back" in late.content.decode()


def test_a_late_entry_to_another_division_is_not_in_the_way() -> None:
    of = Running()
    join(of)
    seasons.season_enter(season=of.season, player=of.player("Yan"), by=of.director)
    undo(of)
    assert [len(one) for one in of.divisions()] == [3, 3, 4]


def asked_of(of: Running) -> str:
    """What the director's page asks before it takes the latest change back."""
    of.again()
    olga = Client()
    olga.force_login(of.director)
    latest = change_latest(of.season)
    assert latest is not None
    sent = {"do": "undo", "step": latest.sequence, "reason": "A slip", "once": key()}
    return olga.post(f"/leagues/{of.league.public_id}/direct/", sent).content.decode()


def test_words_that_a_split_parted_are_said_to_stand_again() -> None:
    of = Running()
    join(of)
    dee = of.account("Dee")
    for text in ("Hi", "Tuesday?"):
        fixtures.fixture_say(match=of.match("Ann", "Dee"), by=dee, text=text, key=key())
    of.again()
    split(of)
    asked = asked_of(of)
    assert "2 words that were kept stand at their matches again." in asked
    assert "-2 w" not in asked


def test_who_took_over_from_whom_is_asked_with_their_names() -> None:
    of = Running()
    replace(of, "Bob", "Zoe")
    assert "Take this back: Zoe took over from Bob?" in asked_of(of)


def test_what_a_director_has_read_is_not_to_be_read_again_after_a_join_or_split() -> None:
    of = Running()
    for name in ("Bob", "Cid"):
        fixtures.fixture_say(match=of.match("Ann", name), by=of.account(name), text="X", key=key())
    join(of)
    dee = {"match": of.match("Ann", "Dee"), "by": of.account("Dee")}
    fixtures.fixture_say(**dee, text="Read", key=key())
    read_to = FixtureNote.objects.order_by("-pk")[0].pk
    fixtures.fixtures_read(dated=of.season, by=of.director, up_to=read_to)
    fixtures.fixture_say(**dee, text="New", key=key())
    for number in (1, 0, 1):  # the words of the two are kept, and come back
        assert unread_of(of.season, 5)[0] == number
        (undo if number else join)(of)
