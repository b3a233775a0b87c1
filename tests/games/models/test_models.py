"""What the database itself holds: the log only grows, transfers have two parties."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from games.models import (
    Action,
    AppendOnly,
    Debt,
    Membership,
    Origin,
    Payment,
    Player,
    Season,
    Seat,
    Transfer,
    User,
    public_id,
)
from games.record.log.origins import origins_delete
from games.sessions.services.sessions import session_create
from games.tasks import old_traces_delete


@pytest.fixture
def refused():
    """Expects the database to refuse a row."""

    def check(make):
        with pytest.raises(IntegrityError), transaction.atomic():
            make()

    return check


def test_a_row_of_the_log_is_never_changed(session):
    row = session.log.get()
    row.payload = {"other": 1}

    with pytest.raises(AppendOnly, match="append-only"):
        row.save()
    with pytest.raises(AppendOnly):
        Action.objects.filter(pk=row.pk).update(payload={})
    with pytest.raises(AppendOnly):
        Action.objects.bulk_update([row], ["payload"])
    assert session.log.get().payload != {"other": 1}


def test_a_row_of_the_log_is_never_deleted(session, organizer):
    with pytest.raises(AppendOnly):
        session.log.get().delete()
    with pytest.raises(AppendOnly):
        session.log.all().delete()
    with pytest.raises(ProtectedError):
        session.delete()
    with pytest.raises(ProtectedError):
        organizer.delete()
    assert session.log.count() == 1


def test_a_sequence_is_taken_once(session, refused):
    row = {"session": session, "kind": "play", "payload": {}, "step": 1, "version": 1}

    refused(lambda: Action.objects.create(sequence=1, **row))
    Action.objects.create(sequence=2, **row)


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_key_is_taken_once_by_its_sender(session, organizer, refused, signed_in):
    row = {"session": session, "kind": "play", "payload": {}, "step": 1, "version": 1}
    row["sender"] = organizer if signed_in else None

    Action.objects.create(sequence=2, key="k", **row)
    refused(lambda: Action.objects.create(sequence=3, key="k", **row))
    Action.objects.create(sequence=3, key="", **row)
    Action.objects.create(sequence=4, key="", **row)


def test_an_address_is_stored_in_small_letters_only(db, refused):
    User.objects.create_user("Ann@Example.org", name="Ann")

    refused(lambda: User.objects.filter(name="Ann").update(email="Ann@example.org"))
    refused(lambda: User.objects.create_user("ANN@EXAMPLE.ORG", name="Other"))


def test_a_superuser_is_staff_and_nobody_else_is(db):
    assert User.objects.create_superuser("root@example.org", name="Root").is_staff
    assert not User.objects.create_user("ann@example.org", name="Ann").is_staff


def test_names_and_roles_are_unique_in_a_club(club, organizer, players, refused):
    refused(lambda: Player.objects.create(club=club, name="Ann"))
    refused(lambda: Membership.objects.create(club=club, user=organizer, role="player"))
    refused(lambda: club.memberships.update(role="king"))
    Player.objects.filter(name="Ann").update(user=organizer)
    refused(lambda: Player.objects.filter(name="Bob").update(user=organizer))


def test_transfers_and_debts_have_two_parties_and_an_amount(scorer, session, players, refused):
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    ann, bob = players["Ann"], players["Bob"]
    game = session.games.get()
    Transfer.objects.all().delete()

    refused(lambda: Transfer.objects.create(game=game, payer=ann, payee=ann, amount=1))
    refused(lambda: Transfer.objects.create(game=game, payer=ann, payee=bob, amount=0))
    Transfer.objects.create(game=game, payer=ann, payee=bob, amount=1)
    refused(lambda: Transfer.objects.create(game=game, payer=ann, payee=bob, amount=1))

    refused(lambda: Debt.objects.create(session=session, debtor=ann, creditor=ann, amount=1))
    refused(lambda: Debt.objects.create(session=session, debtor=ann, creditor=bob, amount=0))
    debt = Debt.objects.create(session=session, debtor=ann, creditor=bob, amount=1)
    assert debt.is_outstanding
    refused(lambda: Debt.objects.create(session=session, debtor=ann, creditor=bob, amount=1))
    paid = {"session": session, "payer": ann, "amount": 1}
    refused(lambda: Payment.objects.create(**paid, payee=ann))
    refused(lambda: Payment.objects.create(**{**paid, "amount": 0}, payee=bob))
    payment = Payment.objects.create(**paid, payee=bob)
    Payment.objects.create(**paid, payee=bob, takes_back=payment)
    refused(lambda: Payment.objects.create(**paid, payee=bob, takes_back=payment))


def test_seats_and_seasons_hold_together(session, players, club, refused):
    refused(lambda: Seat.objects.create(session=session, player=players["Ann"], position=9))
    refused(lambda: Seat.objects.filter(position=1).update(position=2))
    refused(lambda: Seat.objects.filter(position=1).update(stake=0))
    first, last = datetime.date(2026, 1, 2), datetime.date(2026, 1, 1)
    refused(lambda: Season.objects.create(club=club, name="x", starts_on=first, ends_on=last))


def test_public_identifiers_are_random_and_easy_to_read():
    ids = {public_id() for _ in range(200)}

    assert len(ids) == 200
    assert all(len(one) == 16 and not set(one) & set("01ilo") for one in ids)


@pytest.mark.parametrize(("days", "left"), [(29, 1), (31, 0)])
def test_origins_are_forgotten_after_thirty_days_and_the_log_is_not(session, days, left):
    Origin.objects.create(action=session.log.get(), address="192.0.2.1", device="phone")

    now = timezone.now() + datetime.timedelta(days=days)

    assert origins_delete(now=now) == 1 - left
    assert Origin.objects.count() == left
    assert session.log.count() == 1


def test_the_task_forgets_what_is_old(session):
    long_ago = timezone.now() - datetime.timedelta(days=31)
    Origin.objects.create(action=session.log.get(), created_at=long_ago)

    old_traces_delete.delay()

    assert not Origin.objects.exists()


def test_a_new_evening_sweeps_out_what_is_old(
    session, club, organizer, players, django_capture_on_commit_callbacks
):
    long_ago = timezone.now() - datetime.timedelta(days=31)
    Origin.objects.create(action=session.log.get(), created_at=long_ago)

    with django_capture_on_commit_callbacks(execute=True):
        session_create(club=club, by=organizer, players=list(players.values()))

    assert not Origin.objects.exists()
