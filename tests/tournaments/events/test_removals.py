"""A wrong entry is removed until it has played, as if it had never been, and brought back."""

import re

import pytest

from games.errors import NotAllowed, NotFound
from games.models import Club, Player
from tests import evenings
from tests.tournaments.desk.desk import Desk, desk
from tests.tournaments.directing import Directed
from tournaments.errors import EventRefused
from tournaments.events.selectors.events import board_read
from tournaments.events.services import events
from tournaments.events.services.draws import draw_confirm, draw_discard, draw_make
from tournaments.events.services.removals import entry_remove, entry_restore
from tournaments.models import Entry, EventStep, Match, RemovedEntry
from tournaments.pages.exports import entries_rows, results_rows
from tournaments.pages.exports.office import table_form
from tournaments.results.services.results import match_report

pytestmark = pytest.mark.django_db


def names(event: Directed) -> set[str]:
    return set(event.division.entries.values_list("player__name", flat=True))


def listed() -> Directed:
    """An event whose players came with a list, but for Ann, who is of the club."""
    club = evenings.club()
    event = Directed(club)
    Player.objects.filter(pk=event.player("Ann").pk).update(created_at="2020-01-01T00:00:00Z")
    Desk(event).do("add", names="Ann\nBob\nCid 1500 Ulm\nDee\nWrong", sure="1")
    event.event.refresh_from_db()
    return event


def test_who_came_with_the_list_leaves_list_exports_and_club_and_comes_back() -> None:
    event = listed()
    wrong = event.entry("Cid")
    before = (wrong.public_id, wrong.number, wrong.rating, wrong.home_club, wrong.player.public_id)
    Player.objects.filter(name="Cid").update(federation_number="10412")
    entry_remove(entry=wrong, by=event.director, key="r")
    assert names(event) == {"Ann", "Bob", "Dee", "Wrong"}
    assert not Player.objects.filter(name="Cid").exists()
    told = str(entries_rows(board_read(event.event))) + str(results_rows(board_read(event.event)))
    assert "Cid" not in told + str(table_form(event.event))
    assert "Cid" not in str([one.payload for one in EventStep.objects.all()])
    back = entry_restore(event=event.event, by=event.director, public_id=before[0], key="b")
    assert back.player.federation_number == "10412"
    assert before == (
        back.public_id, back.number, back.rating, back.home_club, back.player.public_id,
    )  # fmt: skip
    with pytest.raises(NotFound):
        entry_restore(event=event.event, by=event.director, public_id=before[0])


def stays_of_the_club(club: Club, event: Directed) -> None:
    """They were there before."""


def has_an_account(club: Club, event: Directed) -> None:
    Player.objects.filter(name="Bob").update(user=evenings.user("Bob"))


def is_entered_elsewhere(club: Club, event: Directed) -> None:
    Directed(club, "Bob", event_fields={"place": "x"})


def has_met_somebody(club: Club, event: Directed) -> None:
    bob, ann = event.player("Bob"), event.player("Ann")
    Match.objects.create(club=club, first=bob, second=ann, length=5, played_on=club.today)


@pytest.mark.parametrize(
    ("name", "made"),
    [("Ann", stays_of_the_club), ("Bob", has_an_account), ("Bob", is_entered_elsewhere),
     ("Bob", has_met_somebody)],
)  # fmt: skip
def test_who_is_more_than_this_entry_stays_in_the_club(name: str, made) -> None:
    event = listed()
    made(event.club, event)
    entry = event.entry(name)
    page = Desk(event).do("entry_remove", entry=entry.public_id, view="entries")
    assert f"{name} stays a player of the club." in page
    entry_remove(entry=entry, by=event.director)
    assert name not in names(event)
    assert Player.objects.filter(name=name).exists()
    entry_restore(event=event.event, by=event.director, public_id=entry.public_id)
    assert name in names(event)


def test_an_opponent_has_a_bye_and_plays_after_all_if_it_is_taken_back() -> None:
    event = Directed(names="Ann Bob Cid Dee", match_length=5)
    event.next_round()
    first, second = event.open()
    match_report(match=first, by=event.director, points=(5, 1), version=first.version, key="a")
    for side in (first.first, first.second):
        assert side is not None
        with pytest.raises(EventRefused, match="has played"):
            entry_remove(entry=event.entry(side.name), by=event.director)
    wrong, other = second.first, second.second
    assert wrong is not None
    assert other is not None
    entry = event.entry(wrong.name)
    page = Desk(event).do("entry_remove", entry=entry.public_id, view="entries")
    assert f"{other.name} has a bye in round 1." in page
    entry_remove(entry=entry, by=event.director)
    second.refresh_from_db()
    assert (second.first, second.second, second.outcome) == (other, None, "bye")
    assert len(board_read(event.event).fields[0].entries) == 3
    entry_restore(event=event.event, by=event.director, public_id=entry.public_id)
    second.refresh_from_db()
    assert (str(second.first), second.second, second.state) == (wrong.name, other, "open")
    # So they do after the next draw, as long as nobody has touched the bye.
    entry_remove(entry=event.entry(wrong.name), by=event.director)
    event.next_round()
    entry_restore(event=event.event, by=event.director, public_id=entry.public_id)
    second.refresh_from_db()
    assert (str(second.first), second.second, second.state) == (wrong.name, other, "open")


@pytest.mark.parametrize("format", ["single", "progressive", "double", "round_robin", "club_night"])
def test_from_a_field_that_was_drawn_as_a_whole_the_draw_goes_first(format: str) -> None:
    event = Directed(names="Ann Bob Cid Dee", format=format)
    draw_make(division=event.division, by=event.director)
    wrong = event.entry("Cid")
    with pytest.raises(EventRefused, match="take the draw back"):
        entry_remove(entry=wrong, by=event.director)
    draw_confirm(division=event.division, by=event.director, in_spite=True)
    draw_discard(division=event.division, by=event.director)
    entry_remove(entry=wrong, by=event.director)
    draw_make(division=event.division, by=event.director)
    assert "Cid" not in names(event)


def met(event: Directed, name: str) -> list[str]:
    """Whom somebody meets, round by round, as far as it is not a bye."""
    found = Match.objects.filter(round__division=event.division).order_by("round__number")
    pairs = [(str(one.first), str(one.second)) for one in found if one.second is not None]
    return [one if other == name else other for one, other in pairs if name in (one, other)]


@pytest.mark.parametrize("entered", ["Ann Bob Cid Dee", "Ann Bob Cid Dee Eve"])
def test_opponents_of_a_wrong_entry_in_a_round_robin_have_byes_and_a_late_one_plays_instead(
    entered: str,
) -> None:
    event = Directed(names=entered, format="round_robin", match_length=5)
    event.next_round()
    played = next(one for one in event.open() if "Cid" not in (str(one.first), str(one.second)))
    event.win(played, 0)
    before, entry = {name: met(event, name) for name in entered.split()}, event.entry("Cid")
    entry_remove(entry=entry, by=event.director)
    assert met(event, "Ann") == [one for one in before["Ann"] if one != "Cid"]
    entry_restore(event=event.event, by=event.director, public_id=entry.public_id)
    assert {name: met(event, name) for name in entered.split()} == before
    entry_remove(entry=event.entry("Cid"), by=event.director)
    event.enter("Zoe")
    assert met(event, "Zoe") == before["Cid"]
    if len(names(event)) % 2 == 0:
        with pytest.raises(EventRefused):
            entry_restore(event=event.event, by=event.director, public_id=entry.public_id)


def test_it_is_said_first_and_undone_at_the_desk() -> None:
    event = listed()
    olga = Desk(event)
    entry = event.entry("Wrong")
    page = olga.do("entry_remove", entry=entry.public_id, view="entries")
    assert "Remove Wrong, as if they had never been entered?" in page
    assert "Wrong leaves the club as well: they were added with this list." in page
    page = olga.do("entry_remove", entry=entry.public_id, sure="1", view="entries")
    assert f'value="{entry.public_id}">Bring back' in page
    log = olga.client.get(f"/events/{event.event.public_id}/log/?what=corrections").content.decode()
    assert "removed a wrong entry: Wrong" in log
    page = olga.do("entry_restore", value=entry.public_id, view="entries")
    assert "Wrong" in names(event)
    olga.do("entry_remove", entry=entry.public_id, sure="1")
    events.event_cancel(event=event.event, by=event.director)
    assert not RemovedEntry.objects.exists()
    log = olga.client.get(f"/events/{event.event.public_id}/log/?what=corrections").content.decode()
    assert f"removed a wrong entry: number {entry.number}" in log


def test_who_cannot_be_removed_any_more_is_withdrawn_from_the_sentence_that_says_so() -> None:
    olga = desk(format="single", match_length=5)
    event = olga.directed
    event.next_round()
    first, second, *_others = event.open()
    match_report(match=first, by=event.director, points=(5, 1), version=first.version, key="a")
    wrong = second.first
    assert wrong is not None
    entry = event.entry(wrong.name)
    assert olga.show(view="entries").count('value="entry_remove"') == 6
    page = olga.do("entry_remove", entry=entry.public_id, view="entries")
    assert f"{wrong.name} is in a draw of the whole field" in page
    assert f"{wrong.name} loses it without play." in page
    assert 'id="do-it">Withdraw them instead' in page
    form = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', question_of(page)))
    entry.refresh_from_db()
    assert entry.state != Entry.State.WITHDRAWN
    olga.do(form.pop("do"), **form)
    entry.refresh_from_db()
    second.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
    assert (second.winner, second.outcome) == (1, Match.Outcome.FORFEIT)
    # Once they are withdrawn, nothing more is offered.
    page = olga.do("entry_remove", status=400, entry=entry.public_id, view="entries")
    assert "Withdraw them instead" not in page


def question_of(page: str) -> str:
    """The question on a page, with its form."""
    return page[page.index('aria-labelledby="question"') :].split("</section>")[0]


@pytest.mark.parametrize("role", ["player", "scorer"])
def test_only_directors_remove(role: str) -> None:
    event = listed()
    other = evenings.member(event.club, "Mia", role)
    with pytest.raises(NotAllowed):
        entry_remove(entry=event.entry("Bob"), by=other)
    assert Entry.objects.count() == 5


def test_the_button_is_there_as_long_as_it_works() -> None:
    olga = desk("Ann Bob Cid Dee", match_length=5)
    olga.directed.next_round()
    first, _second = olga.directed.open()
    match_report(
        match=first, by=olga.directed.director, points=(5, 1), version=first.version, key="a"
    )
    assert olga.show(view="entries").count('value="entry_remove"') == 2
