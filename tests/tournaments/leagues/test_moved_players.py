"""Who is moved between the divisions of a season: they pay once, and went where they went."""

from decimal import Decimal

import pytest

from games.models import Club
from tests import evenings
from tests.tournaments.desk.test_division_money import national_open
from tests.tournaments.leagues.pages import shown_to
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_ends import goes
from tests.tournaments.leagues.test_small_faults import posted, read
from tournaments.desk.presenters.questions import QUESTIONS
from tournaments.events.services.entries import entries_add, entry_change, entry_withdraw
from tournaments.events.services.events import division_change
from tournaments.events.services.money import fees_tick
from tournaments.leagues.services import seasons
from tournaments.leagues.services.replacing import player_replace
from tournaments.models import Division, Entry
from tournaments.pages.presenters.purse import fees_of
from tournaments.record.selectors.results import names_of, standings_of

pytestmark = pytest.mark.django_db


def charged(upper: str = "10", lower: str = "10") -> tuple[Running, Division, Division]:
    """A season of two divisions with fees, in which all of the lower one have paid."""
    club = evenings.club("fees", currency="EUR", time_zone="Europe/Berlin")
    of = Running("Ann Bob Cid", "Dee Eve Fay Gus", of=club, is_released=False)
    of.season.event.currency = "EUR"
    of.season.event.save()
    top, low = of.season.event.divisions.order_by("position")
    division_change(division=top, by=of.director, fee=upper, prizes=[100])
    division_change(division=low, by=of.director, fee=lower, prizes=[100])
    of.release()
    for one in (top, low):
        one.refresh_from_db()
    fees_tick(division=low, by=of.director)
    return of, top, low


def move(of: Running, name: str, to: Division) -> Entry:
    """Withdraw somebody, and enter them in another division."""
    entry_withdraw(entry=of.entry(name), by=of.director)
    entries_add(division=to, by=of.director, players=[of.player(name)])
    return Entry.objects.get(division=to, player__name=name)


def paid_in(*divisions: Division) -> list[Decimal]:
    """The sum of the fees of each division, as its pool has it."""
    return [fees_of(one.terms, one.entries.all()) for one in divisions]


def owing(of: Running) -> str:
    """What *Finish the season?* says of open fees."""
    found = QUESTIONS["finish"](of.season.event, of.season.event.divisions.all()[0])
    assert found is not None
    return " ".join(one for one in found[1] if "open" in one or "offen" in one)


def test_who_is_moved_within_a_season_pays_its_fee_once() -> None:
    of, top, low = charged()
    fees_tick(division=top, by=of.director)
    move(of, "Dee", top)
    money = read(of, f"/events/{of.season.event.public_id}/direct/?view=money")
    assert "3 fees paid ·" in money, "nothing is open"
    assert "has paid 10.00 EUR in Division 2, whose pool keeps it" in money
    people = read(of, f"/events/{of.season.event.public_id}/direct/?view=entries")
    assert "fee open" not in people
    assert "Fee not paid yet" not in read(of, f"/leagues/{of.league.public_id}/me/", "Dee")
    assert paid_in(top, low) == [30, 40]
    of.play()
    of.season.event.refresh_from_db()
    assert "fee is open" not in owing(of)
    german = read(of, f"/events/{of.season.event.public_id}/direct/?view=money", language="de")
    assert "hat 10,00 EUR in Division 2 bezahlt; dort bleiben sie im Topf" in german


def test_saving_who_has_paid_counts_a_moved_player_no_second_time() -> None:
    of, top, low = charged()
    dee = move(of, "Dee", top)
    act = f"/events/{of.season.event.public_id}/direct/act/"
    fees_tick(division=top, by=of.director)
    assert paid_in(top, low) == [30, 40]
    ticked = [one.public_id for one in top.entries.exclude(pk=dee.pk)]
    assert ticked
    page = read(of, f"/events/{of.season.event.public_id}/direct/?view=money")
    assert f'value="{dee.public_id}" id="fee-{dee.number}" checked disabled' in page
    posted(of, act, do="fees", division=top.public_id, entry=ticked[0])
    assert paid_in(top, low) == [10, 40]
    entry_change(entry=dee, by=of.director, fees_paid=1)
    assert paid_in(top, low) == [20, 30], "a fee that is ticked here counts here, and not twice"


def test_of_a_higher_fee_the_rest_is_open_and_then_the_whole_is_in_one_pool() -> None:
    of, top, low = charged("10", "7.50")
    fees_tick(division=top, by=of.director)
    move(of, "Dee", top)
    money = read(of, f"/events/{of.season.event.public_id}/direct/?view=money")
    assert "3 fees paid, 1 open" in money
    assert "has paid 7.50 EUR in Division 2: 2.50 EUR are open" in money
    own = read(of, f"/leagues/{of.league.public_id}/me/", "Dee")
    assert "Fee not paid yet: 2.50" in own
    fees_tick(division=top, by=of.director)
    assert paid_in(top, low) == [40, Decimal("22.50")]


def test_two_divisions_of_an_event_that_is_no_season_are_paid_for_apart() -> None:
    olga, masters = national_open()
    first = olga.directed.division
    ann = first.entries.get(player__name="Ann")
    entry_change(entry=ann, by=olga.directed.director, fees_paid=1)
    entry_withdraw(entry=ann, by=olga.directed.director)
    entries_add(division=masters, by=olga.directed.director, players=[ann.player])
    fees_tick(division=masters, by=olga.directed.director)
    assert paid_in(first, masters) == [20, 120]


def test_who_is_moved_in_the_next_season_went_up_all_the_same() -> None:
    club = evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin")
    of = Running("Ann Bob Cid", "Dee Eve Fay Gus", of=club)
    of.play()
    was = of.entry("Dee")
    of.close()
    assert of.draft()["Dee"] == (1, "up")
    after = of.follow()
    top, low = after.event.divisions.order_by("position")
    dee = Entry.objects.get(division=top, player__name="Dee")
    entry_withdraw(entry=dee, by=of.director)
    entries_add(division=low, by=of.director, players=[of.player("Dee")])
    of.again()
    entry_change(entry=was, by=of.director, prize=Decimal(5))
    assert "Dee 2 → 1 · goes up" in goes(of)
    direct = read(of, f"/leagues/{of.league.public_id}/direct/")
    assert "Dee: Division 1 instead of" not in direct


@pytest.mark.parametrize("shape", ["all_play_all", "swiss"])
@pytest.mark.parametrize("when", ["before the release", "after it", "replaced"])
def test_only_who_was_to_play_in_a_division_stands_in_its_table(when: str, shape: str) -> None:
    of = Running("Ann Bob Cid Dee Eve", shape=shape, is_released=False)
    Entry.objects.filter(division__event=of.season.event, player__name="Ann").update(fees_paid=1)
    if when == "before the release":
        entry_withdraw(entry=of.entry("Ann"), by=of.director)
    seasons.season_release(season=of.season, by=of.director)
    of.again()
    if when == "after it":
        entry_withdraw(entry=of.entry("Ann"), by=of.director)
    elif when == "replaced":
        said = {"entry": of.entry("Ann"), "player": of.player("Zoe"), "by": of.director}
        player_replace(season=of.season, **said)
    division = of.season.event.divisions.get()
    [table] = standings_of(division)
    names = names_of(division)
    standing = {names[str(line.key)] for line in table.lines}
    assert ("Ann" in standing) == (when != "before the release")
    assert {"Bob", "Cid", "Dee", "Eve"} <= standing
    page = shown_to(of, f"/leagues/{of.league.public_id}/", "Bob")
    assert (">Ann</a>" in page) == ("Ann" in standing)
