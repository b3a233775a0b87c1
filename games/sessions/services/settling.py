"""Records payments, and withdraws such records. Both are facts; debts follow them."""

from collections.abc import Mapping
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from games.errors import Conflict, Refused
from games.ledger import money
from games.models import Club, Debt, Payment, Player, Recount, Seat, Session, User
from games.permissions import Capability, require
from games.record.selectors.sessions import players_present
from games.sessions.services.debts import balances_now, debts_follow, debts_lock


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
def leaver_pay(
    *, session: Session, player: Player, other: Player, amount: Decimal, by: User
) -> Payment:
    """Record that who left a running evening settled up with somebody, for all or a part of it.

    Who pays whom follows from what is open: who left pays if they owe, and is paid otherwise. It is
    a payment of the evening like any other, so whatever happens later leaves only a difference.

    Raises:
        NotAllowed: the user may not do this.
        Refused: they have not left, or the other is nobody else of this evening.
        Conflict: the session has ended, or not so much is open any more.
    """
    require(by, Capability.SETTLE, session.club, session)
    debts_lock(session.club_id)
    session.refresh_from_db()
    if not session.is_open:
        raise Conflict("session_ended")
    seats = dict(session.seats.values_list("player_id", "logged_as"))
    there = players_present(session)
    if there is None or player.pk not in seats or seats[player.pk] in there:
        raise Refused("leaver_stays", name=player.name)
    if other.pk not in seats or other.pk == player.pk:
        raise Refused("leaver_with")
    currency = "" if session.stake_amount is None else session.currency
    left = balances_now(session)[player.pk]
    if not (_in_coins(amount, currency) and 0 < amount <= money.amount(abs(left), currency)):
        raise Conflict("debts_changed")
    payer, payee = (player, other) if left < 0 else (other, player)
    return Payment.objects.create(
        session=session,
        payer=_logged(session, payer.pk),
        payee=_logged(session, payee.pk),
        amount=amount,
        currency=currency,
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


def _in_coins(amount: Decimal, currency: str) -> bool:
    """Tell whether an amount can be paid: it is not finer than the smallest coin."""
    return amount.is_finite() and amount == amount.quantize(money.amount(1, currency))


def _logged(session: Session, player: int) -> Player:
    """Return the player that the log of an evening names for someone seated there."""
    seats = Seat.objects.filter(session=session, player=player)
    return Player.objects.filter(public_id__in=seats.values("logged_as")).first() or (
        Player.objects.get(pk=player)
    )
