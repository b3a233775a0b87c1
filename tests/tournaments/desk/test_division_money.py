"""Divisions with fees, added money, costs and prizes of their own: a national open."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests import evenings
from tests.tournaments.desk.desk import Desk, desk, key, text_of, version
from tests.tournaments.directing import Directed
from tournaments.events.services import events
from tournaments.events.services.entries import entry_change
from tournaments.models import Division, Entry, Event
from tournaments.pages.presenters.purse import purse_of
from tournaments.standings.payouts import Finish, payouts

OPEN = {"fee": Decimal(20), "prizes": [60, 40], "currency": "EUR"}
MASTERS = {"fee": Decimal(120), "added": Decimal(500), "costs": Decimal(10), "prizes": [50, 30, 20]}

amounts = st.decimals(0, 5000, places=2)


@st.composite
def shares_of_all(draw: st.DrawFn) -> list[int]:
    """Shares that make 100 percent together."""
    cuts = sorted(draw(st.sets(st.integers(1, 99), max_size=6)))
    return [high - low for low, high in zip([0, *cuts], [*cuts, 100], strict=True)]


@given(
    fee=amounts,
    again=st.none() | amounts,
    added=amounts,
    costs=st.decimals(0, 100, places=2),
    shares=shares_of_all(),
    paid=st.lists(st.integers(0, 3), max_size=12),
    ends=st.sets(st.integers(1, 12)),
)
def test_what_is_paid_out_and_kept_back_is_what_was_paid_in(
    fee: Decimal,
    again: Decimal | None,
    added: Decimal,
    costs: Decimal,
    shares: list[int],
    paid: list[int],
    ends: set[int],
) -> None:
    own = {"fee": fee, "reentry_fee": again, "added": added, "costs": costs, "prizes": shares}
    division = Division(event=Event(currency="EUR", fee=Decimal(7)), **own)
    entries = [Entry(fees_paid=times, number=number) for number, times in enumerate(paid, 1)]
    purse = purse_of(division, entries)
    first = sum(1 for times in paid if times)
    later = sum(times - 1 for times in paid if times)
    assert purse.fees == fee * first + (fee if again is None else again) * later
    assert purse.pool + purse.costs == purse.fees + added
    assert 0 <= purse.fees * costs / 100 - purse.costs < Decimal("0.01")
    assert sum(one.amount for one in purse.prizes) == purse.pool
    last = [*sorted(ends - {12}), 12]
    finishes = [
        Finish(place, first_place, end)
        for first_place, end in zip([1, *(one + 1 for one in last[:-1])], last, strict=True)
        for place in range(first_place, end + 1)
    ]
    coins = [int(one.amount * 100) for one in purse.prizes]
    out = sum(one.coins for one in payouts(coins, finishes))
    assert 0 <= sum(coins) - out < len(finishes)
    if all(one.first == one.last for one in finishes):
        assert out == purse.pool * 100


def national_open() -> tuple[Desk, Division]:
    """An event with a fee of 20 whose Masters, a second division, pay 120."""
    olga = desk("Ann Bob Cid Dee", format="single", seeding="entry", event_fields=OPEN)
    event, director = olga.directed.event, olga.directed.director
    fields: dict[str, Any] = {"name": "Masters", "format": "single", "seeding": "entry", **MASTERS}
    return olga, events.division_add(event=event, by=director, **fields)


def of_masters(olga: Desk, masters: Division) -> Desk:
    """The desk of the Masters, in which four play."""
    directed = olga.directed
    directed.division = masters
    directed.enter("Eva", "Fay", "Gus", "Hal")
    return olga


def settings_sent(olga: Desk, division: Division, status: int, **fields: str) -> str:
    """Send the settings of a division."""
    sent = {
        "key": key(),
        "about": division.public_id,
        "version": version(olga),
        "division_name": division.name,
        "format": division.format,
        "match_length": "7",
        "seeding": "entry",
        **fields,
    }
    address = f"/events/{division.event.public_id}/settings/"
    answer = olga.client.post(address, sent)
    assert answer.status_code == status, text_of(answer)
    return text_of(answer)


@pytest.mark.django_db
def test_each_division_has_its_own_pool_and_payout_sheet() -> None:
    olga, masters = national_open()
    olga.do("fees_all", version=version(olga))
    assert "80.00" in olga.show(view="money")
    of_masters(olga, masters)
    olga.do("fees_all", version=version(olga))
    shown = olga.show(view="money", division=masters.public_id)
    for said in ("480.00", "Costs, 10 %", "−48.00", "500.00", "932.00", "466.00", "279.60"):
        assert said in shown
    assert "Fee and prizes of “Masters”" in shown
    olga.directed.next_round()
    olga.directed.play_all(lambda _match: 0)
    address = f"/events/{masters.event.public_id}/slips/"
    sheet = olga.client.get(address, {"what": "payout", "division": masters.public_id})
    for said in ("Eva", "466.00", "279.60", "93.20", "Added money"):
        assert said in text_of(sheet)
    assert "Ann" not in text_of(sheet)
    olga.do("prizes_write", sure="1")
    paid = Entry.objects.filter(division=masters).exclude(prize=None)
    assert sum(one.prize for one in paid if one.prize) == Decimal("932.00")
    assert not Entry.objects.exclude(division=masters).exclude(prize=None).exists()


@pytest.mark.django_db
def test_what_a_division_leaves_blank_is_as_the_event_has_it_even_when_that_changes() -> None:
    olga, masters = national_open()
    division, event = Division.objects.exclude(pk=masters.pk).get(), olga.directed.event
    assert division.terms.fee == Decimal(20)
    events.event_change(event=event, by=olga.directed.director, fee=Decimal(25), prizes=[100])
    assert Division.objects.get(pk=division.pk).terms.fee == Decimal(25)
    assert Division.objects.get(pk=division.pk).terms.prizes == [100]
    assert Division.objects.get(pk=masters.pk).terms.fee == Decimal(120)


@pytest.mark.django_db
def test_the_money_of_a_division_is_set_in_its_settings_after_the_draw_too() -> None:
    olga, _masters = national_open()
    division = olga.directed.division
    olga.directed.next_round()
    own = {"division_fee": "15,50", "division_costs": "5", "division_prizes": "70, 30"}
    settings_sent(olga, division, 302, division_added="100", **own)
    division.refresh_from_db()
    assert (division.fee, division.added, division.costs) == (Decimal("15.5"), 100, 5)
    assert division.prizes == [70, 30]
    page = text_of(olga.client.get(f"/events/{division.event.public_id}/settings/"))
    assert 'value="15.50"' in page
    assert 'placeholder="60, 40"' in page
    settings_sent(olga, division, 302, division_prizes="0", division_fee="0")
    division.refresh_from_db()
    assert (division.fee, division.added, division.prizes) == (0, None, [])
    assert "Who has paid" not in olga.show(view="money")
    settings_sent(olga, division, 302)
    division.refresh_from_db()
    assert (division.fee, division.prizes) == (None, None)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "typed", "why"),
    [
        ("division_fee", "ten", "is not an amount"),
        ("division_costs", "101", "less than or equal to 100"),
        ("division_prizes", "70, 40", "at most 100"),
        ("division_added", "-5", "is not an amount"),
    ],
)
def test_money_that_cannot_be_is_refused_at_its_field(field: str, typed: str, why: str) -> None:
    olga, masters = national_open()
    page = settings_sent(olga, masters, 422, **{field: typed})
    fault = page[page.index(f'id="fault-{field}"') :]
    assert why in fault[: fault.index("</p>")]
    masters.refresh_from_db()
    assert masters.terms.fee == Decimal(120)


@pytest.mark.django_db
def test_everybody_reads_what_a_division_costs_and_no_amounts() -> None:
    olga, masters = national_open()
    of_masters(olga, masters)
    olga.do("fees_all", version=version(olga))
    address = f"/events/{masters.event.public_id}/?show=entries&division={masters.public_id}"
    member = Client()
    member.force_login(evenings.member(olga.directed.club, "Pia"))
    page = text_of(member.get(address))
    for said in ("120.00", "500.00", "10 %", "50 %"):
        assert said in page
    assert "932.00" not in page


@pytest.mark.django_db
def test_an_event_like_another_has_the_same_money_in_its_divisions() -> None:
    olga, masters = national_open()
    made = events.event_copy(event=olga.directed.event, by=olga.directed.director)
    again = made.divisions.get(name="Masters")
    assert again.terms == Division.objects.get(pk=masters.pk).terms
    assert made.divisions.exclude(pk=again.pk).get().fee is None


@pytest.mark.django_db
def test_finishing_names_only_those_whose_division_costs_something() -> None:
    olga, masters = national_open()
    events.event_change(event=olga.directed.event, by=olga.directed.director, fee=None)
    of_masters(olga, masters)
    asked = olga.do("finish", version=version(olga))
    assert "4 fees are open: Eva, Fay, Gus, Hal." in asked


@pytest.mark.django_db
def test_a_player_reads_the_prize_that_was_written_down_for_them() -> None:
    olga, masters = national_open()
    of_masters(olga, masters)
    olga.do("fees_all", version=version(olga))
    olga.directed.next_round()
    olga.directed.play_all(lambda _match: 0)
    olga.do("prizes_write")
    olga.do("finish", sure="1", version=version(olga))
    eva = Entry.objects.get(division=masters, player__name="Eva").player
    eva.user = olga.directed.director
    eva.save()
    phone = text_of(olga.client.get(f"/events/{masters.event.public_id}/me/"))
    assert "Your prize: 466.00 EUR." in phone.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.django_db
def test_nobody_has_paid_more_fees_than_there_are_players() -> None:
    olga = desk("Ann Bob Cid", event_fields=OPEN)
    ann = olga.directed.entry("Ann")
    said = olga.do("entry_change", status=400, entry=ann.public_id, fees_paid="40")
    assert "Ann cannot have paid more than 3 fees" in said
    two = [ann.public_id, olga.directed.entry("Bob").public_id]
    assert "more than 3 fees" in olga.do("entries_change", status=400, entry=two, fees_paid="4")
    assert not Entry.objects.exclude(fees_paid=0).exists()
    entry_change(entry=ann, by=olga.directed.director, fees_paid=3)
    Entry.objects.filter(pk=ann.pk).update(reentries=5)
    entry_change(entry=ann, by=olga.directed.director, fees_paid=6)


@pytest.mark.django_db
def test_programs_read_and_write_the_money_of_a_division() -> None:
    directed = Directed(names="Ann Bob", event_fields=OPEN)
    client = Client()
    client.force_login(directed.director)
    address = f"/api/v1/divisions/{directed.division.public_id}"
    read = client.get(address).json()
    assert [read[name] for name in ("fee", "added", "costs", "prizes")] == [None] * 4
    sent = {"fee": "12.50", "added": "100", "costs": "7.5", "prizes": [100]}
    found = client.patch(address, sent, content_type="application/json").json()
    assert (found["fee"], found["added"], found["costs"]) == ("12.50", "100.00", "7.50")
    assert found["prizes"] == [100]
    for wrong, status in (
        ({"costs": "100.5"}, 400),
        ({"prizes": [60, 41]}, 409),
        ({"fee": "-1"}, 400),
    ):
        answer = client.patch(address, wrong, content_type="application/json")
        assert answer.status_code == status, wrong
    back = client.patch(address, {"fee": None, "prizes": None}, content_type="application/json")
    assert (back.json()["fee"], back.json()["prizes"]) == (None, None)
