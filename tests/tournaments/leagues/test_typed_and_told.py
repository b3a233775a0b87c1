"""What directors type and what files tell: amounts, doubled names, long results, moved players."""

import csv
import io
from decimal import Decimal

import pytest
from django.test import Client
from django.utils.translation import override

from games.ledger.figures import money_read
from games.web.forms import AmountField
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_small_faults import read
from tests.tournaments.leagues.test_typed_results import points_of, sent
from tournaments.errors import EventRefused
from tournaments.events.services.announcing import players_named
from tournaments.events.services.entries import entries_add, entry_change, entry_withdraw
from tournaments.events.services.events import division_change, event_finish
from tournaments.events.services.money import fees_tick
from tournaments.leagues.services import seasons

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("10 €", "10"),
        ("€10", "10"),
        ("7,50 EUR", "7.50"),
        ("EUR 7.50", "7.50"),
        ("12.5CHF", "12.5"),
        ("$ 3", "3"),
        ("7,50", "7.50"),
        ("ten €", None),
        ("€", None),
        ("EUR", None),
        ("€ 10 €€", None),
        ("1e5", None),
    ],
)
def test_an_amount_may_have_its_currency(text: str, amount: str | None) -> None:
    assert money_read(text) == (None if amount is None else Decimal(amount))


def test_the_fee_of_a_new_league_may_have_its_currency() -> None:
    assert AmountField().clean("10 €") == 10


def test_all_names_that_stand_in_two_divisions_are_named() -> None:
    of = Running("Ann Bob Cid")
    of.play()
    of.close()
    event_finish(event=of.season.event, by=of.director)
    twice = [
        [of.player(name) for name in group.split()] for group in ("Ann Bob Cid", "Bob Ann Cid")
    ]

    def announce() -> None:
        seasons.season_announce(
            league=of.league,
            by=of.director,
            divisions=twice,
            starts_on=of.today,
            ends_on=of.today,
        )

    with pytest.raises(EventRefused, match="Ann, Bob, Cid stand in two divisions each"):
        announce()
    with override("de"), pytest.raises(EventRefused, match="Ann, Bob, Cid stehen jeweils in zwei"):
        announce()
    twice[1] = [of.player("Dee"), of.player("Bob")]
    with pytest.raises(EventRefused, match="Bob stands in two divisions"):
        announce()


def test_a_result_that_is_longer_than_its_match_is_told_as_it_is_kept() -> None:
    of = Running("Ann Bob Cid")
    [line] = sent(of, "Ann – Bob 13 1", dry_run=True).lines
    assert line.code == "result_cut"
    assert "11" in line.text
    assert "is more than the match is played to" in line.text
    sent(of, "Ann – Bob 13 1")
    assert points_of(of, "Ann", "Bob") == (11, 1)
    [again] = sent(of, "Ann – Bob 13 1").lines
    assert again.code == "there", "sent again it is no other result"
    with override("de"):
        [line] = sent(of, "Ann – Cid 12 1", dry_run=True).lines
        assert "ist mehr, als das Match lang ist" in line.text


def test_who_was_moved_stands_once_in_fixtures_by_player_with_both_divisions() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay Gus")
    of.win(of.match("Dee", "Eve"), 0)
    entry_withdraw(entry=of.entry("Dee"), by=of.director)
    upper = of.season.event.divisions.get(position=1)
    entries_add(division=upper, by=of.director, players=[of.player("Dee")])
    page = read(of, f"/leagues/{of.league.public_id}/")
    choices = page.partition('id="player"')[2].partition("</select>")[0]
    assert choices.count(">Dee") == 1
    assert ">Dee (Division 1, Division 2)<" in choices
    assert ">Ann<" in choices


def test_directors_have_fees_and_prizes_in_the_file_of_the_entries() -> None:
    of = Running("Ann Bob Cid")
    of.season.event.currency = "EUR"
    of.season.event.save()
    division = of.season.event.divisions.get()
    path = f"/events/{of.season.event.public_id}/entries.csv"

    def rows(name: str = "") -> list[dict[str, str]]:
        client = Client()
        client.force_login(of.account(name) if name else of.director)
        return list(csv.DictReader(io.StringIO(client.get(path).text.lstrip("\ufeff"))))

    assert "prize" not in rows()[0], "no money is in play"
    division_change(division=division, by=of.director, fee="7.50", prizes=[100])
    ann = of.entry("Ann")
    fees_tick(division=division, by=of.director, paid=[ann])
    entry_change(entry=ann, by=of.director, prize=Decimal(20))
    found = {row["name"]: (row["fees paid"], row["prize"], row["currency"]) for row in rows()}
    assert found == {
        "Ann": ("7.50", "20.00", "EUR"),
        "Bob": ("", "", "EUR"),
        "Cid": ("", "", "EUR"),
    }
    assert "fees paid" not in rows("Ann")[0]


def test_all_names_that_stand_twice_in_a_list_are_named() -> None:
    of = Running("Ann Bob Cid")
    names = ["Ann", "Bob", "Cid", "ann", "Zoe", "BOB", "zoe"]
    with pytest.raises(EventRefused, match="ann, BOB, zoe are named twice"):
        players_named(of.club, of.director, names)
    with override("de"), pytest.raises(EventRefused, match="ann, BOB, zoe stehen zweimal da"):
        players_named(of.club, of.director, names)
    with pytest.raises(EventRefused, match="zoe is named twice"):
        players_named(of.club, of.director, ["Ann", "Zoe", "zoe"])
    assert not of.club.players.filter(name="Zoe").exists()
