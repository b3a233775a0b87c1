"""Reads who owes whom: an evening's settle-up, and the open debts of a club."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q, QuerySet, Sum

from games.errors import NotFound
from games.ledger import money
from games.ledger.settle_up import settle_up
from games.models import Club, Debt, GameScore, Payment, Player, Recount, Session
from games.models.ids import is_public_id
from games.names.identity import sort_key
from games.permissions import NOBODY, Asker, Capability, Reader, permitted

OUTSTANDING = Q(carried_to__isnull=True)


@dataclass(frozen=True)
class BalanceRow:
    """One player's result of the evening, and what they still had open from earlier ones."""

    player: Player
    points: int
    evening: Decimal
    carried: Decimal
    total: Decimal


@dataclass(frozen=True)
class PaymentLine:
    """Who pays whom: an open debt, a payment, or neither while the session runs."""

    debtor: Player
    creditor: Player
    amount: Decimal
    currency: str
    debt: Debt | None = None
    payment: Payment | None = None

    @property
    def is_paid(self) -> bool:
        return self.payment is not None

    @property
    def public_id(self) -> str | None:
        """The identifier for recording the payment, or withdrawing it."""
        row = self.payment or self.debt
        return row.public_id if row else None


@dataclass(frozen=True)
class Settlement:
    """A session's settle-up. `is_final` unless it is running; a blank currency means points.

    `carried_from` are debts of earlier evenings that were taken over, `carried_on` debts of this
    one that a later evening took over.
    """

    currency: str
    stake_amount: Decimal | None
    rows: tuple[BalanceRow, ...]
    payments: tuple[PaymentLine, ...]
    carried_from: tuple[Debt, ...]
    carried_on: tuple[Debt, ...]
    is_final: bool
    is_void: bool

    @property
    def has_carried(self) -> bool:
        """Whether it includes debts of earlier evenings."""
        return bool(self.carried_from)


def debt_get(public_id: str, user: Asker) -> Debt:
    """Find a debt with its session and club, for a user who may record its payment.

    Raises:
        NotFound: it does not exist, or the user may not.
    """
    if not is_public_id(public_id):
        raise NotFound
    debts = Debt.objects.select_related("session__club", "session__season")
    debt = debts.filter(public_id=public_id).first()
    if debt is None:
        raise NotFound
    session = debt.session
    if not permitted(user, Capability.SETTLE, session.club, session):
        raise NotFound
    return debt


def payment_get(public_id: str, user: Asker) -> Payment:
    """Find a payment with its session and club, for a user who may withdraw it.

    Raises:
        NotFound: it does not exist, or the user may not.
    """
    if not is_public_id(public_id):
        raise NotFound
    payments = Payment.objects.filter(takes_back__isnull=True)
    payment = payments.select_related("session__club").filter(public_id=public_id).first()
    if payment is None:
        raise NotFound
    session = payment.session
    if not permitted(user, Capability.SETTLE, session.club, session):
        raise NotFound
    return payment


def points_of_session(session: Session) -> dict[int, int]:
    """Return hundredths of a point by player's key, for everybody with a seat; none for a void
    session.
    """
    seats = session.seats.order_by("position").values_list("player_id", "total")
    found = {player: total or 0 for player, total in seats}
    if session.status == Session.Status.VOID:
        return found
    scores = GameScore.objects.filter(game__session=session).order_by()
    found.update(scores.values_list("player_id").annotate(Sum("points")))
    return found


def stake_of_session(session: Session) -> tuple[Decimal, str]:
    """Return the value of a point and its currency; by default points themselves."""
    if session.stake_amount is None:
        return Decimal(1), ""
    return session.stake_amount, session.currency


def debts_to_carry(session: Session, players: Iterable[int]) -> QuerySet[Debt]:
    """Return debts of earlier evenings between players of this one, which it would take over.

    It includes those taken over by later evenings: this one comes before them.
    """
    seated = list(players)
    day, pk = session.played_on, session.pk
    earlier = Q(session__played_on__lt=day) | Q(session__played_on=day, session__lt=pk)
    later = Q(carried_to__played_on__gt=day) | Q(carried_to__played_on=day, carried_to__gte=pk)
    return Debt.objects.filter(
        earlier,
        OUTSTANDING | later,
        session__club_id=session.club_id,
        currency=stake_of_session(session)[1],
        debtor__in=seated,
        creditor__in=seated,
    ).order_by("pk")


def net(debts: Iterable[Debt], currency: str) -> dict[int, int]:
    """Sum the debts of each player, in smallest coins: plus is owed to the player."""
    found: dict[int, int] = {}
    for debt in debts:
        size = money.coins(debt.amount, currency)
        found[debt.debtor_id] = found.get(debt.debtor_id, 0) - size
        found[debt.creditor_id] = found.get(debt.creditor_id, 0) + size
    return found


def settlement(session: Session, reader: Reader = NOBODY) -> Settlement | None:
    """Read the session's present settle-up, in a constant number of queries.

    It is None for readers whom money does not concern, and where all has been paid before it was
    entered. For an ended session it has the debts as
    written; for a running one a preview.
    """
    if session.is_settled or not reader.sees_money_of(session):
        return None
    is_final = session.status != Session.Status.OPEN
    points = points_of_session(session)
    stake, currency = stake_of_session(session)
    evening = money.balances(points, stake, currency)
    if is_final:
        found = Debt.objects.filter(Q(session=session) | Q(carried_to=session)).order_by(
            "debtor__name", "creditor__name", "pk"
        )
    else:
        found = debts_to_carry(session, points)
    debts = list(found.select_related("debtor", "creditor", "session", "carried_to"))
    written = [debt for debt in debts if debt.session_id == session.pk]
    carried = [
        debt for debt in debts if debt.session_id != session.pk and debt.currency == currency
    ]
    players = Player.objects.in_bulk(points)
    carried_net = net(carried, currency)
    rows = tuple(
        BalanceRow(
            player=players[pk],
            points=value,
            evening=money.amount(evening[pk], currency),
            carried=money.amount(carried_net.get(pk, 0), currency),
            total=money.amount(evening[pk] + carried_net.get(pk, 0), currency),
        )
        for pk, value in points.items()
    )
    paid = _paid(session)
    if is_final:
        payments = [payment_line(debt) for debt in written if debt.is_outstanding]
    else:
        payments = _payments_now(rows, paid, currency)
    ordered = sorted(
        paid + payments, key=lambda line: (sort_key(line.debtor.name), sort_key(line.creditor.name))
    )
    return Settlement(
        currency=currency,
        stake_amount=session.stake_amount,
        rows=rows,
        payments=tuple(ordered),
        carried_from=tuple(carried),
        carried_on=tuple(debt for debt in written if not debt.is_outstanding),
        is_final=is_final,
        is_void=session.status == Session.Status.VOID,
    )


def debts_of_club(club: Club, reader: Reader = NOBODY) -> tuple[PaymentLine, ...]:
    """List open debts in a club, the newest evening first: a player's own, or all for
    organizers.
    """
    debts = Debt.objects.filter(debts_seen(club, reader), OUTSTANDING).select_related(
        "debtor", "creditor", "session"
    )
    by_name = ("debtor__name_key", "creditor__name_key")
    ordered = debts.order_by("-session__played_on", "-session_id", *by_name)
    return tuple(payment_line(debt) for debt in ordered)


@dataclass(frozen=True)
class RecountLine:
    """A debt between two people before and after a recalculation."""

    debtor: str
    creditor: str
    currency: str
    before: Decimal
    after: Decimal


def recount_unseen(club: Club, reader: Reader = NOBODY) -> tuple[RecountLine, ...]:
    """Return changes after a recalculation to organizers, until one of them dismisses the
    notice.
    """
    if not reader.sees_money_of(club):
        return ()
    recounts = Recount.objects.filter(club_id=club.pk, seen_at__isnull=True)
    rows = [line for recount in recounts.order_by("pk") for line in recount.lines]
    if not rows:
        return ()
    names = dict(Player.objects.filter(club_id=club.pk).values_list("pk", "name"))
    return tuple(
        RecountLine(names.get(one, "?"), names.get(two, "?"), unit, Decimal(old), Decimal(new))
        for one, two, unit, old, new in rows
    )


def debts_seen(club: Club, reader: Reader = NOBODY) -> Q:
    """Return the condition for debts of a club that a reader may see."""
    return _seen(club, reader, "debtor", "creditor")


def payments_seen(club: Club, reader: Reader = NOBODY) -> Q:
    """Return the condition for payments in a club that a reader may see."""
    return _seen(club, reader, "payer", "payee")


def _seen(club: Club, reader: Reader, giver: str, taker: str) -> Q:
    here = Q(session__club=club)
    if reader.sees_money_of(club):
        return here
    own = 0 if reader.user is None else reader.user.pk
    return here & (Q(**{f"{giver}__user_id": own}) | Q(**{f"{taker}__user_id": own}))


def payment_line(debt: Debt) -> PaymentLine:
    """Return a debt for display, with the currency's decimals."""
    return PaymentLine(
        debt.debtor, debt.creditor, _exact(debt.amount, debt.currency), debt.currency, debt
    )


def _exact(amount: Decimal, currency: str) -> Decimal:
    return money.amount(money.coins(amount, currency), currency)


def _paid(session: Session) -> list[PaymentLine]:
    """Return the standing payments, between the players they count for."""
    made = Payment.objects.standing().filter(session=session).order_by("pk")
    rows = list(made.select_related("payer__merged_into", "payee__merged_into"))
    if not rows:
        return []
    seats = session.seats.select_related("player")
    persons = {seat.logged_as: seat.player for seat in seats}
    return [
        PaymentLine(
            persons.get(row.payer.public_id, row.payer.current),
            persons.get(row.payee.public_id, row.payee.current),
            _exact(row.amount, row.currency),
            row.currency,
            payment=row,
        )
        for row in rows
    ]


def _payments_now(
    rows: Iterable[BalanceRow], paid: Iterable[PaymentLine], currency: str
) -> list[PaymentLine]:
    players = {row.player.pk: row.player for row in rows}
    balances = {row.player.pk: money.coins(row.total, currency) for row in rows}
    for line in paid:
        if line.currency == currency:
            size = money.coins(line.amount, currency)
            for player, change in ((line.debtor, size), (line.creditor, -size)):
                players.setdefault(player.pk, player)
                balances[player.pk] = balances.get(player.pk, 0) + change
    return [
        PaymentLine(
            players[p.debtor], players[p.creditor], money.amount(p.amount, currency), currency
        )
        for p in settle_up(balances)
    ]
