"""Settling up: debts when a session ends, ticks, and what is carried to the next evening."""

from decimal import Decimal
from typing import Any

import pytest

from games.errors import NotAllowed
from games.models import Debt, User
from games.sessions.selectors.settling import debts_of_club, settlement
from games.sessions.services.settling import debt_pay, debt_unpay, debts_settle_up
from tests import evenings
from tests.evenings import MONDAY, TUESDAY, WEDNESDAY, Evening

pytestmark = pytest.mark.django_db


def owed(evening: Evening) -> list[str]:
    """The open debts of a session in words."""
    debts = evening.session.debts.filter(paid_at=None, carried_to=None)
    found = debts.order_by("debtor__name", "creditor__name")
    return [f"{d.debtor} owes {d.creditor} {d.amount.normalize():f}" for d in found]


def test_the_end_of_a_session_writes_the_fewest_debts_in_its_currency() -> None:
    # Bob -1, Cid -2 at 0.50: 0.50 and 1.00.
    evening = Evening(evenings.club(), stake="0.50", currency="EUR").game(Bob=-1, Cid=-2)
    assert owed(evening) == []
    assert owed(evening.end()) == ["Bob owes Ann 0.5", "Cid owes Ann 1"]
    assert set(Debt.objects.values_list("currency", flat=True)) == {"EUR"}


def test_without_a_stake_points_are_owed() -> None:
    evening = Evening(evenings.club()).game(Bob="-1.5", Cid=-2).end()
    assert owed(evening) == ["Bob owes Ann 1.5", "Cid owes Ann 2"]


def test_while_the_session_runs_nothing_is_owed_but_it_can_be_seen() -> None:
    evening = Evening(evenings.club(), stake="2", currency="EUR").game(Bob=-1, Cid=-2)
    seen = settlement(evening.session)
    assert not seen.is_final
    assert [(p.debtor.name, p.amount) for p in seen.payments] == [
        ("Bob", Decimal("2.00")),
        ("Cid", Decimal("4.00")),
    ]
    assert Debt.objects.count() == 0


def test_settling_twice_is_settling_once() -> None:
    evening = Evening(evenings.club()).game(Bob=-1, Cid=-2).end()
    debts_settle_up(session=evening.session)
    assert owed(evening) == ["Bob owes Ann 1", "Cid owes Ann 2"]


def test_a_debt_is_ticked_off_once_and_the_tick_can_be_taken_back() -> None:
    evening = Evening(evenings.club()).game(Bob=-1, Cid=-2).end()
    debt = evening.session.debts.get(debtor__name="Bob")
    assert debt_pay(debt=debt, by=evening.organizer)
    assert not debt_pay(debt=debt, by=evening.organizer)
    assert owed(evening) == ["Cid owes Ann 2"]
    assert debt_unpay(debt=debt, by=evening.organizer)
    assert owed(evening) == ["Bob owes Ann 1", "Cid owes Ann 2"]
    assert not debt_unpay(debt=debt, by=evening.organizer)


def test_a_stranger_neither_ticks_off_nor_takes_a_tick_back() -> None:
    evening = Evening(evenings.club()).game(Bob=-1, Cid=-2).end()
    debt = evening.session.debts.get(debtor__name="Bob")
    stranger = User.objects.create_user("stranger@example.org")
    with pytest.raises(NotAllowed):
        debt_pay(debt=debt, by=stranger)
    debt_pay(debt=debt, by=evening.organizer)
    with pytest.raises(NotAllowed):
        debt_unpay(debt=debt, by=stranger)
    assert owed(evening) == ["Cid owes Ann 2"]


def test_what_was_paid_counts_when_the_session_goes_on() -> None:
    # Bob has paid his 1; another game costs him 2 more and gives Cid 1: only the rest is owed.
    evening = Evening(evenings.club()).game(Bob=-1, Cid=-2).end()
    debt_pay(debt=evening.session.debts.get(debtor__name="Bob"), by=evening.organizer)
    evening.reopen()
    assert owed(evening) == []
    evening.game(Bob=-2, Cid=1).end()
    assert owed(evening) == ["Bob owes Ann 2", "Cid owes Ann 1"]


def test_open_balances_are_carried_to_the_next_evening_of_the_same_people() -> None:
    # Monday: Bob owes Ann 3. Tuesday: Ann -2 (Bob +2). Together Bob owes Ann 1.
    club = evenings.club()
    monday = Evening(club, day=MONDAY).game(Bob=-3).end()
    tuesday = Evening(club, day=TUESDAY).game(Bob=2).end()
    assert owed(monday) == []
    assert owed(tuesday) == ["Bob owes Ann 1"]
    seen = settlement(tuesday.session)
    assert [(r.evening, r.carried, r.total) for r in seen.rows if r.player.name == "Bob"] == [
        (Decimal(2), Decimal(-3), Decimal(-1))
    ]
    assert [debt.session for debt in seen.carried_from] == [monday.session]
    assert [debt.carried_to for debt in settlement(monday.session).carried_on] == [tuesday.session]


def test_a_debt_to_somebody_who_is_not_there_is_not_carried() -> None:
    club = evenings.club()
    monday = Evening(club, "Ann Bob Cid", day=MONDAY).game(Bob=-3).end()
    Evening(club, "Bob Cid Dee", day=TUESDAY).game(Cid=-1).end()
    assert owed(monday) == ["Bob owes Ann 3"]


def test_a_debt_in_another_currency_is_not_carried() -> None:
    club = evenings.club()
    monday = Evening(club, day=MONDAY, stake="1", currency="CHF").game(Bob=-3).end()
    Evening(club, day=TUESDAY, stake="1", currency="EUR").game(Bob=-1).end()
    assert owed(monday) == ["Bob owes Ann 3"]


def test_a_later_evening_is_not_carried_back() -> None:
    club = evenings.club()
    wednesday = Evening(club, day=WEDNESDAY).game(Bob=-3).end()
    Evening(club, day=TUESDAY).game(Bob=-1).end()
    assert owed(wednesday) == ["Bob owes Ann 3"]


def test_a_void_evening_gives_back_what_was_carried_into_it() -> None:
    club = evenings.club()
    monday = Evening(club, day=MONDAY).game(Bob=-3).end()
    tuesday = Evening(club, day=TUESDAY).game(Bob=2).end()
    tuesday.void()
    assert owed(tuesday) == []
    assert owed(monday) == ["Bob owes Ann 3"]


def test_whatever_is_played_paid_and_carried_the_books_balance() -> None:
    # In all Ann made +3 -2 +1 = 2 (of Bob), Cid nothing: after all evenings Bob still owes
    # what he has not paid, 2 - 1 = 1.
    club = evenings.club()
    Evening(club, day=MONDAY).game(Bob=-3).end()
    tuesday = Evening(club, day=TUESDAY).game(Bob=2).end()
    debt_pay(debt=tuesday.session.debts.get(), by=tuesday.organizer)
    wednesday = Evening(club, day=WEDNESDAY).game(Bob=-1).end()
    assert owed(tuesday) == []
    assert owed(wednesday) == ["Bob owes Ann 1"]


def test_a_player_lists_his_own_balances_and_an_organizer_all() -> None:
    club = evenings.club()
    evening = Evening(club).game(Bob=-1, Cid=-2).end()
    bob = evenings.member(club, "Bob")
    evening.player("Bob").__class__.objects.filter(name="Bob").update(user=bob)
    assert [line.debtor.name for line in debts_of_club(club.pk, only_of=None)] == ["Bob", "Cid"]
    assert [line.debtor.name for line in debts_of_club(club.pk, only_of=bob.pk)] == ["Bob"]


def test_reading_a_settlement_takes_a_constant_number_of_queries(
    django_assert_max_num_queries: Any,
) -> None:
    club = evenings.club()
    for day in (MONDAY, TUESDAY):
        last = Evening(club, "Ann Bob Cid Dee Eve", day=day).game(Bob=-1, Cid=-2, Dee=3).end()
    with django_assert_max_num_queries(5):
        settlement(last.session)
