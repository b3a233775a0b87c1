"""Nobody plays in two divisions of a season, whichever way they come back into one."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.errors import Refused
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services import entries
from tournaments.events.services.removals import entry_remove, entry_restore
from tournaments.leagues.services.replacing import player_replace
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


def test_who_plays_elsewhere_is_not_among_the_withdrawn() -> None:
    of = Running()
    client = Client()
    client.force_login(of.director)
    path = f"/leagues/{of.league.public_id}/direct/"
    entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    assert "Ann has withdrawn" in client.get(path).content.decode()
    enters(of, 2)
    assert "Ann has withdrawn" not in client.get(path).content.decode()
