"""Records payments, and withdraws such records. Both are facts; debts follow them."""

from collections.abc import Mapping
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from games.errors import Conflict
from games.models import Club, Debt, Payment, Player, Recount, Seat, Session, User
from games.permissions import Capability, require
from games.sessions.services.debts import debts_follow, debts_lock


@transaction.atomic
def debt_pay(*, debt: Debt, by: User) -> bool:
    """Record the payment of a debt; False if it was paid, changed or carried over already.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.SETTLE, debt.session.club, debt.session)
    debts_lock(debt.session.club_id)
    open_ones = Debt.objects.filter(pk=debt.pk, carried_to__isnull=True).select_related("session")
    now = open_ones.first()
    if now is None:
        return False
    _paid(now, by)
    debts_follow(club_id=now.session.club_id, since=now.session)
    return True


@transaction.atomic
def debts_pay(*, club: Club, debts: Mapping[str, Decimal], by: User) -> int:
    """Record the payment of several debts of a club, all or none; return how many they are.

    `debts` are the amounts that were shown, by the debts' identifiers.

    Raises:
        NotAllowed: the user may not do this.
        Conflict: one of them was paid, changed or carried over meanwhile.
    """
    require(by, Capability.SETTLE, club)
    debts_lock(club.pk)
    there = Debt.objects.filter(
        session__club=club, public_id__in=debts.keys(), carried_to__isnull=True
    ).select_related("session")
    open_ones = list(there.order_by("session__played_on", "session_id", "pk"))
    if {one.public_id: one.amount for one in open_ones} != dict(debts):
        raise Conflict("debts_changed")
    for one in open_ones:
        _paid(one, by)
    if open_ones:
        debts_follow(club_id=club.pk, since=open_ones[0].session)
    return len(open_ones)


def _paid(debt: Debt, by: User) -> None:
    """Write that a debt was paid."""
    Payment.objects.create(
        public_id=debt.public_id,
        session=debt.session,
        payer=_logged(debt.session, debt.debtor_id),
        payee=_logged(debt.session, debt.creditor_id),
        amount=debt.amount,
        currency=debt.currency,
        made_by=by,
    )


@transaction.atomic
def payment_take_back(*, payment: Payment, by: User) -> bool:
    """Withdraw a payment: what it paid is owed again; False if that was done already.

    Raises:
        NotAllowed: the user may not do this.
    """
    session = payment.session
    require(by, Capability.SETTLE, session.club, session)
    debts_lock(session.club_id)
    if not Payment.objects.standing().filter(pk=payment.pk).exists():
        return False
    Payment.objects.create(
        session=session,
        payer_id=payment.payer_id,
        payee_id=payment.payee_id,
        amount=payment.amount,
        currency=payment.currency,
        made_by=by,
        takes_back=payment,
    )
    debts_follow(club_id=session.club_id, since=session)
    return True


def recount_seen(*, club: Club, by: User) -> None:
    """Dismiss the organizers' notice about recalculated debts.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.SETTLE, club)
    unseen = Recount.objects.filter(club=club, seen_at__isnull=True)
    unseen.update(seen_at=timezone.now(), seen_by=by)


def _logged(session: Session, player: int) -> Player:
    """Return the player that the log of an evening names for someone seated there."""
    seats = Seat.objects.filter(session=session, player=player)
    return Player.objects.filter(public_id__in=seats.values("logged_as")).first() or (
        Player.objects.get(pk=player)
    )
