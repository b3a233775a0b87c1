"""Settling up: debts when a session ends, ticks, and what is carried to the next evening."""

import datetime
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.decisions.services.merging import player_separate, players_merge
from games.errors import Conflict, NotAllowed, Refused
from games.models import AppendOnly, Debt, Payment, User
from games.permissions import Reader
from games.sessions.selectors.settling import debts_of_club, settlement
from games.sessions.services.debts import debts_check, debts_follow
from games.sessions.services.sessions import session_describe, session_worth
from games.sessions.services.settling import debt_pay, debts_pay, payment_take_back
from tests import evenings
from tests.evenings import MONDAY, TUESDAY, WEDNESDAY, Evening

pytestmark = pytest.mark.django_db


def owed(evening: Evening) -> list[str]:
    """The open debts of a session in words."""
    debts = evening.session.debts.filter(carried_to=None)
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
    seen = settlement(evening.session, Reader.system())
    assert not seen.is_final
    assert [(p.debtor.name, p.amount) for p in seen.payments] == [
        ("Bob", Decimal("2.00")),
        ("Cid", Decimal("4.00")),
    ]
    assert Debt.objects.count() == 0


def test_settling_twice_is_settling_once() -> None:
    evening = Evening(evenings.club()).game(Bob=-1, Cid=-2).end()
    assert not debts_follow(club_id=evening.club.pk)
    assert not debts_follow(club_id=evening.club.pk, since=evening.session)
    assert owed(evening) == ["Bob owes Ann 1", "Cid owes Ann 2"]


def test_a_debt_is_ticked_off_once_and_the_tick_can_be_taken_back() -> None:
    evening = Evening(evenings.club()).game(Bob=-1, Cid=-2).end()
    debt = evening.session.debts.get(debtor__name="Bob")
    assert debt_pay(debt=debt, by=evening.organizer)
    assert not debt_pay(debt=debt, by=evening.organizer)
    assert owed(evening) == ["Cid owes Ann 2"]
    payment = evening.session.payments.get()
    assert payment_take_back(payment=payment, by=evening.organizer)
    assert owed(evening) == ["Bob owes Ann 1", "Cid owes Ann 2"]
    assert not payment_take_back(payment=payment, by=evening.organizer)
    assert [row.takes_back for row in evening.session.payments.all()] == [None, payment]


def test_several_debts_are_marked_paid_at_once_or_not_at_all() -> None:
    club = evenings.club()
    monday = Evening(club, "Ann Bob Cid", day=MONDAY).game(Bob=-3, Cid=-1).end()
    tuesday = Evening(club, "Dee Eve Fay", day=TUESDAY).game(Eve=-2, Fay=-2).end()
    shown = {one.public_id: one.amount for one in Debt.objects.all()}
    assert debt_pay(debt=monday.session.debts.get(debtor__name="Bob"), by=monday.organizer)
    with pytest.raises(Conflict):
        debts_pay(club=club, debts=shown, by=monday.organizer)
    assert (owed(monday), len(owed(tuesday))) == (["Cid owes Ann 1"], 2)
    left = {one.public_id: one.amount for one in Debt.objects.all()}
    assert debts_pay(club=club, debts=left, by=monday.organizer) == 3
    assert owed(monday) + owed(tuesday) == []
    assert Payment.objects.standing().count() == 4
    assert debts_check(club=club) == []


def test_a_stranger_neither_ticks_off_nor_takes_a_tick_back() -> None:
    evening = Evening(evenings.club()).game(Bob=-1, Cid=-2).end()
    debt = evening.session.debts.get(debtor__name="Bob")
    stranger = User.objects.create_user("stranger@example.org")
    with pytest.raises(NotAllowed):
        debt_pay(debt=debt, by=stranger)
    debt_pay(debt=debt, by=evening.organizer)
    with pytest.raises(NotAllowed):
        payment_take_back(payment=Payment.objects.get(), by=stranger)
    assert owed(evening) == ["Cid owes Ann 2"]


def test_what_was_paid_counts_when_the_session_goes_on() -> None:
    # Bob has paid 1; another game costs Bob 2 more and gives Cid 1: only the rest is owed.
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
    seen = settlement(tuesday.session, Reader.system())
    assert [(r.evening, r.carried, r.total) for r in seen.rows if r.player.name == "Bob"] == [
        (Decimal(2), Decimal(-3), Decimal(-1))
    ]
    assert [debt.session for debt in seen.carried_from] == [monday.session]
    before = settlement(monday.session, Reader.system())
    assert [debt.carried_to for debt in before.carried_on] == [tuesday.session]


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


def test_an_evening_that_is_entered_late_is_carried_on_to_those_after_it() -> None:
    club = evenings.club()
    wednesday = Evening(club, day=WEDNESDAY).game(Bob=-3).end()
    tuesday = Evening(club, day=TUESDAY).game(Bob=-1).end()
    assert owed(tuesday) == []
    assert owed(wednesday) == ["Bob owes Ann 4"]


def test_a_void_evening_gives_back_what_was_carried_into_it() -> None:
    club = evenings.club()
    monday = Evening(club, day=MONDAY).game(Bob=-3).end()
    tuesday = Evening(club, day=TUESDAY).game(Bob=2).end()
    tuesday.void()
    assert owed(tuesday) == []
    assert owed(monday) == ["Bob owes Ann 3"]


def test_whatever_is_played_paid_and_carried_the_books_balance() -> None:
    # In all Ann made +3 -2 +1 = 2 (of Bob), Cid nothing: after all evenings Bob still owes
    # what is not paid yet, 2 - 1 = 1.
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
    everybody, his = Reader.system(), Reader.of(bob, club)
    assert [line.debtor.name for line in debts_of_club(club, everybody)] == ["Bob", "Cid"]
    assert [line.debtor.name for line in debts_of_club(club, his)] == ["Bob"]
    assert debts_of_club(club) == ()


def test_reading_a_settlement_takes_a_constant_number_of_queries(
    django_assert_max_num_queries: Any,
) -> None:
    club = evenings.club()
    for day in (MONDAY, TUESDAY):
        last = Evening(club, "Ann Bob Cid Dee Eve", day=day).game(Bob=-1, Cid=-2, Dee=3).end()
    with django_assert_max_num_queries(5):
        found = settlement(last.session, Reader.system())
    assert found.payments


def test_a_void_evening_takes_its_debt_along_wherever_it_was_carried() -> None:
    club = evenings.club()
    monday = Evening(club, day=MONDAY).game(Bob=-9).end()
    tuesday = Evening(club, day=TUESDAY).game(Bob=-1).end()
    assert owed(tuesday) == ["Bob owes Ann 10"]
    monday.void()
    assert owed(tuesday) == ["Bob owes Ann 1"]
    monday.reopen().end()
    assert owed(tuesday) == ["Bob owes Ann 10"]


def test_an_evening_put_right_after_it_was_carried_gives_one_payment_and_none_back() -> None:
    club = evenings.club()
    monday = Evening(club, day=MONDAY).game(Bob=-9).end()
    tuesday = Evening(club, day=TUESDAY).game().end()
    monday.reopen().game(Bob=6).end()
    assert owed(monday) == []
    assert owed(tuesday) == ["Bob owes Ann 3"]


def test_what_was_paid_for_an_evening_that_is_void_is_owed_back() -> None:
    evening = Evening(evenings.club()).game(Bob=-4).end()
    debt_pay(debt=evening.session.debts.get(), by=evening.organizer)
    evening.void()
    assert owed(evening) == ["Ann owes Bob 4"]
    seen = settlement(evening.session, Reader.system())
    assert seen.is_void
    assert [(line.debtor.name, line.is_paid) for line in seen.payments] == [
        ("Ann", False),
        ("Bob", True),
    ]
    payment_take_back(payment=evening.session.payments.get(), by=evening.organizer)
    assert owed(evening) == []


def test_an_evening_that_was_played_on_another_day_stands_there_with_its_debts() -> None:
    club = evenings.club()
    monday = Evening(club, day=MONDAY).game(Bob=-3).end()
    wednesday = Evening(club, day=WEDNESDAY).game(Bob=-1).end()
    assert owed(wednesday) == ["Bob owes Ann 4"]
    session_describe(
        session=wednesday.session,
        by=wednesday.organizer,
        title="",
        place="",
        played_on=MONDAY - datetime.timedelta(days=1),
    )
    assert owed(monday) == ["Bob owes Ann 4"]
    assert debts_check(club=club) == []


def test_a_stake_forgotten_at_the_start_is_said_while_the_session_runs() -> None:
    evening = Evening(evenings.club()).game(Bob=-1, Cid=-2)
    session_worth(
        session=evening.session,
        by=evenings.member(evening.club, "Sue", "scorer"),
        amount=Decimal("0.50"),
        currency=" EUR ",
    )
    seen = settlement(evening.session, Reader.system())
    assert [(p.debtor.name, p.amount, p.currency) for p in seen.payments] == [
        ("Bob", Decimal("0.50"), "EUR"),
        ("Cid", Decimal("1.00"), "EUR"),
    ]
    assert owed(evening.end()) == ["Bob owes Ann 0.5", "Cid owes Ann 1"]


def test_a_stake_said_after_the_end_changes_the_debts_also_those_carried_on() -> None:
    club = evenings.club()
    monday = Evening(club, day=MONDAY, stake="1", currency="EUR").game(Bob=-4).end()
    tuesday = Evening(club, day=TUESDAY).game(Bob=-1, Cid=-2).end()
    assert owed(monday) == ["Bob owes Ann 4"]
    session_worth(session=tuesday.session, by=tuesday.organizer, amount=Decimal(2), currency="EUR")
    assert owed(monday) == []
    assert owed(tuesday) == ["Bob owes Ann 6", "Cid owes Ann 4"]
    assert debts_check(club=club) == []

    session_worth(session=tuesday.session, by=tuesday.organizer, amount=None, currency="EUR")
    assert owed(monday) == ["Bob owes Ann 4"]
    assert owed(tuesday) == ["Bob owes Ann 1", "Cid owes Ann 2"]
    assert tuesday.session.currency == ""


def test_what_was_ticked_off_was_of_the_old_stake_so_it_stays_until_the_tick_is_taken_back() -> (
    None
):
    evening = Evening(evenings.club()).game(Bob=-4).end()
    debt_pay(debt=evening.session.debts.get(), by=evening.organizer)
    new = {"session": evening.session, "by": evening.organizer, "currency": "EUR"}
    with pytest.raises(Refused) as refused:
        session_worth(amount=Decimal(2), **new)
    assert refused.value.code == "worth_paid"
    evening.session.refresh_from_db()
    assert evening.session.stake_amount is None

    payment_take_back(payment=evening.session.payments.get(), by=evening.organizer)
    session_worth(amount=Decimal(2), **new)
    assert owed(evening) == ["Bob owes Ann 8"]


def test_an_amount_without_a_currency_or_below_nothing_is_no_stake() -> None:
    evening = Evening(evenings.club()).game(Bob=-4).end()
    for amount, currency, code in (("1", " ", "currency_missing"), ("-1", "EUR", "field_invalid")):
        with pytest.raises(Refused) as refused:
            session_worth(
                session=evening.session,
                by=evening.organizer,
                amount=Decimal(amount),
                currency=currency,
            )
        assert refused.value.code == code
    assert owed(evening) == ["Bob owes Ann 4"]


@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("owner", True),
        ("organizer", True),
        ("director", True),
        ("scorer", True),
        ("player", False),
        (None, False),
    ],
)
def test_scorers_and_who_stands_above_them_say_what_a_point_is_worth(
    role: str | None, may: bool
) -> None:
    evening = Evening(evenings.club()).game(Bob=-4)
    somebody = evenings.member(evening.club, "Max", role) if role else evenings.user("Max")
    change = {"session": evening.session, "by": somebody, "amount": Decimal(1), "currency": "EUR"}
    if may:
        assert session_worth(**change).stake_amount == 1
    else:
        with pytest.raises(NotAllowed):
            session_worth(**change)


def test_a_payment_is_a_fact_that_nobody_edits_or_deletes() -> None:
    evening = Evening(evenings.club()).game(Bob=-4).end()
    debt_pay(debt=evening.session.debts.get(), by=evening.organizer)
    payment = evening.session.payments.get()
    for forbidden in (
        payment.save,
        payment.delete,
        Payment.objects.all().delete,
        lambda: Payment.objects.update(amount=1),
    ):
        with pytest.raises(AppendOnly, match="payments"):
            forbidden()


def test_debts_name_whom_a_merged_player_counts_as_and_payments_follow() -> None:
    club = evenings.club()
    monday = Evening(club, "Ann Bobby Cid", day=MONDAY).game(Bobby=-3).end()
    debt_pay(debt=monday.session.debts.get(), by=monday.organizer)
    monday.reopen().game(Bobby=-2).end()
    tuesday = Evening(club, day=TUESDAY).game(Bob=-1).end()
    bobby, bob = monday.player("Bobby"), tuesday.player("Bob")
    players_merge(player=bobby, into=bob, by=monday.organizer)
    assert owed(tuesday) == ["Bob owes Ann 3"]
    assert settlement(monday.session, Reader.system()).payments[0].debtor == bob
    assert debts_check(club=club) == []
    bobby.refresh_from_db()
    player_separate(player=bobby, by=monday.organizer)
    assert (owed(monday), owed(tuesday)) == (["Bobby owes Ann 2"], ["Bob owes Ann 1"])
    assert debts_check(club=club) == []


def test_check_debts_names_what_is_wrong_and_repairs_it(capsys: Any) -> None:
    evening = Evening(evenings.club()).game(Bob=-4).end()
    call_command("check_debts")
    Debt.objects.update(amount=5)
    with pytest.raises(CommandError, match="in 1 debts are not"):
        call_command("check_debts")
    told = f"tuesday: {evening.session.public_id}: Bob owes Ann 4, written is 5"
    assert told in capsys.readouterr().out
    call_command("check_debts", "--repair")
    assert owed(evening) == ["Bob owes Ann 4"]
    with pytest.raises(CommandError, match="No such club: elsewhere"):
        call_command("check_debts", "elsewhere")
