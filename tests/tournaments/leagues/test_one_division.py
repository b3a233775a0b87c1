"""Nobody plays in two divisions of a season, whichever way they come back into one."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.errors import Refused
from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_moved_players import charged
from tournaments.events.services import entries
from tournaments.events.services.removals import entry_remove, entry_restore
from tournaments.leagues.services.replacing import divisions_join, player_replace
from tournaments.leagues.services.undoing import change_latest, change_undo
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def enters(of: Running, place: int) -> None:
    division = of.season.event.divisions.get(position=place)
    entries.entries_add(division=division, by=of.director, players=[of.player("Ann")])


def first(of: Running) -> Entry:
    return Entry.objects.get(
        division__event=of.season.event, division__position=1, player__name="Ann"
    )


def resumed(of: Running) -> Callable[[], object]:
    entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    enters(of, 2)
    return lambda: entries.entry_resume(entry=first(of), by=of.director)


def paused(of: Running) -> Callable[[], object]:
    entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    enters(of, 2)
    return lambda: entries.entry_pause(entry=first(of), by=of.director)


def restored(of: Running) -> Callable[[], object]:
    gone = of.entry("Ann")
    entry_remove(entry=gone, by=of.director)
    enters(of, 2)
    return lambda: entry_restore(event=of.season.event, by=of.director, public_id=gone.public_id)


def entered_again(of: Running) -> Callable[[], object]:
    entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    enters(of, 2)
    return lambda: enters(of, 1)


def given_back(of: Running) -> Callable[[], object]:
    player_replace(season=of.season, entry=of.entry("Ann"), by=of.director, player=of.player("Zoe"))
    enters(of, 2)
    change = change_latest(of.season)
    assert change is not None
    return lambda: change_undo(
        season=of.season, by=of.director, step=change.sequence, reason="A slip.", key=key()
    )


@pytest.mark.parametrize("way", [resumed, paused, restored, entered_again, given_back])
def test_who_plays_in_one_division_does_not_come_back_into_another(
    way: Callable[[Running], Callable[[], object]],
) -> None:
    of = Running()
    come_back = way(of)
    with pytest.raises(Refused, match="Ann stands in Division 2"):
        come_back()
    there = Entry.objects.filter(division__event=of.season.event, player__name="Ann")
    plays = there.exclude(state=Entry.State.WITHDRAWN)
    assert [one.division.name for one in plays] == ["Division 2"]


@pytest.mark.parametrize("is_undone", [False, True])
def test_who_has_withdrawn_from_one_division_takes_over_a_place_in_another(
    is_undone: bool,
) -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    of.win(of.match("Dee", "Eve"), 0)
    entries.entry_withdraw(entry=of.entry("Dee"), by=of.director)
    there = of.entry("Dee")
    olga = client_of(of.director)
    path = f"/leagues/{of.league.public_id}/direct/"
    sent = {"do": "leave", "entry": of.entry("Ann").public_id, "who": "Dee", "once": key()}
    page = " ".join(olga.post(path, sent).content.decode().split())
    assert "Dee takes over 2 matches" in page
    assert "Dee stays withdrawn in Division 2: what is in its table stays." in page
    olga.post(path, {**sent, "sure": "1"})
    assert of.divisions() == [["Bob", "Cid", "Dee"], ["Dee", "Eve", "Fay"]]
    if is_undone:
        change = change_latest(of.season)
        assert change is not None
        said = {"step": change.sequence, "reason": "A slip.", "key": key()}
        change_undo(season=of.season, by=of.director, **said)
        assert of.divisions() == [["Ann", "Bob", "Cid"], ["Dee", "Eve", "Fay"]]
        return
    there.refresh_from_db()
    assert there.state == Entry.State.WITHDRAWN
    of.play()
    of.close()
    assert of.draft()["Dee"][0] == 1, "they stand where they play"


def test_divisions_of_which_somebody_is_in_both_are_joined_once_one_entry_is_removed() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay", is_released=False)
    gone = of.entry("Dee")
    entries.entry_withdraw(entry=gone, by=of.director)
    top = of.season.event.divisions.get(position=1)
    entries.entries_add(division=top, by=of.director, players=[of.player("Dee")])
    with pytest.raises(Refused, match="Dee is entered in both divisions, and has withdrawn"):
        divisions_join(season=of.season, upper=top, by=of.director)
    entry_remove(entry=gone, by=of.director)
    divisions_join(season=of.season, upper=top, by=of.director)
    assert [sorted(one) for one in of.divisions()] == [["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"]]


FEES = [("10", "10", ""), ("10", "7.50", "Dee has paid 7.50 EUR in Division 2: 2.50 EUR are open.")]


@pytest.mark.parametrize(("upper", "lower", "owed"), FEES)
def test_who_has_paid_in_their_division_owes_no_second_fee_where_they_take_over(
    upper: str, lower: str, owed: str
) -> None:
    of, _top, _low = charged(upper, lower)
    entries.entry_withdraw(entry=of.entry("Dee"), by=of.director)
    sent = {"do": "leave", "entry": of.entry("Ann").public_id, "who": "Dee", "once": key()}
    path = f"/leagues/{of.league.public_id}/direct/"
    page = " ".join(client_of(of.director).post(path, sent).content.decode().split())
    assert owed in page
    assert "whole fee" not in page


def test_who_plays_elsewhere_is_not_among_the_withdrawn() -> None:
    of = Running()
    client = Client()
    client.force_login(of.director)
    path = f"/leagues/{of.league.public_id}/direct/"
    entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    assert "Ann has withdrawn" in client.get(path).content.decode()
    enters(of, 2)
    assert "Ann has withdrawn" not in client.get(path).content.decode()
