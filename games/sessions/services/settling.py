"""Writes who owes whom: debts when a session ends, ticks when they are paid, what is carried."""

from django.db import transaction
from django.utils import timezone

from games.ledger import money
from games.ledger.settle_up import settle_up
from games.models import Debt, Session, User
from games.models.locks import rows_locked
from games.permissions import Capability, require
from games.sessions.selectors.settling import (
    OUTSTANDING,
    debts_to_carry,
    net,
    points_of_session,
    stake_of_session,
)


@transaction.atomic
def debts_settle_up(*, session: Session, carry: bool = True) -> list[Debt]:
    """Write the fewest debts that settle an ended session, and return those that are open.

    Debts of earlier evenings that are open between the same people are carried into this one. What
    has been paid of this session, or carried on from it, stays as it is and counts; all else is
    reckoned anew, so that calling it again, or after an amendment, is right and does no harm.
    """
    session = rows_locked(Session.objects).get(pk=session.pk)
    points = points_of_session(session)
    stake, currency = stake_of_session(session)
    session.debts.filter(OUTSTANDING).delete()
    if carry:
        found = rows_locked(debts_to_carry(session, points))
        pks = [debt.pk for debt in found]
        Debt.objects.filter(pk__in=pks).update(carried_to=session)
    balances = money.balances(points, stake, currency)
    changes = (net(session.carried_in.all(), currency), 1), (net(session.debts.all(), currency), -1)
    for coins, sign in changes:
        for pk, size in coins.items():
            balances[pk] = balances.get(pk, 0) + sign * size
    return Debt.objects.bulk_create(
        Debt(
            session=session,
            debtor_id=payment.debtor,
            creditor_id=payment.creditor,
            amount=money.amount(payment.amount, currency),
            currency=currency,
        )
        for payment in settle_up(balances)
    )


@transaction.atomic
def debts_withdraw(*, session: Session) -> None:
    """Take back what nobody has paid yet: the session is played on, or does not count.

    Debts that had been carried into a void session go back to the evenings they came from.
    """
    session.debts.filter(OUTSTANDING).delete()
    if session.status != Session.Status.VOID:
        return
    origins = {debt.session for debt in session.carried_in.select_related("session")}
    session.carried_in.all().delete()
    for origin in sorted(origins, key=lambda origin: origin.pk):
        debts_settle_up(session=origin, carry=False)


@transaction.atomic
def debt_pay(*, debt: Debt, by: User) -> bool:
    """Tick a debt off; False if it was paid already or has been carried to a later evening.

    Raises:
        NotAllowed: he may not.
    """
    require(by, Capability.SETTLE, debt.session.club, debt.session)
    changed = Debt.objects.filter(OUTSTANDING, pk=debt.pk).update(
        paid_at=timezone.now(), paid_by=by
    )
    return bool(changed)


@transaction.atomic
def debt_unpay(*, debt: Debt, by: User) -> bool:
    """Take a tick back, and settle as if it had not been paid; False if it was not.

    Raises:
        NotAllowed: he may not.
    """
    require(by, Capability.SETTLE, debt.session.club, debt.session)
    paid = Debt.objects.filter(pk=debt.pk, paid_at__isnull=False)
    session = rows_locked(Session.objects).get(pk=debt.session_id)
    deleted, _ = paid.delete()
    if deleted and session.status == Session.Status.ENDED:
        debts_settle_up(session=session, carry=False)
    return bool(deleted)
