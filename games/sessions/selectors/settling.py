"""Reads who owes whom: an evening's settle-up, and what is open between people of a club."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q, QuerySet, Sum

from games.errors import NotFound
from games.ledger import money
from games.ledger.settle_up import settle_up
from games.models import Debt, GameScore, Player, Session
from games.models.ids import is_public_id
from games.permissions import Capability, Somebody, permitted

OUTSTANDING = Q(paid_at__isnull=True, carried_to__isnull=True)


@dataclass(frozen=True)
class BalanceRow:
    """What one player's evening comes to, with what he still had open from earlier ones."""

    player: Player
    points: int
    evening: Decimal
    carried: Decimal
    total: Decimal


@dataclass(frozen=True)
class PaymentLine:
    """Who pays whom; `debt` is None while the session runs and nothing is owed yet."""

    debtor: Player
    creditor: Player
    amount: Decimal
    debt: Debt | None = None

    @property
    def is_paid(self) -> bool:
        """Tell whether it has been ticked off."""
        return self.debt is not None and self.debt.paid_at is not None


@dataclass(frozen=True)
class Settlement:
    """A session's settle-up. `is_final` once the session has ended; blank currency means points.

    `carried_from` are debts of earlier evenings that play a part, `carried_on` debts of this one
    that a later evening took over.
    """

    currency: str
    stake_amount: Decimal | None
    rows: tuple[BalanceRow, ...]
    payments: tuple[PaymentLine, ...]
    carried_from: tuple[Debt, ...]
    carried_on: tuple[Debt, ...]
    is_final: bool

    @property
    def has_carried(self) -> bool:
        """Tell whether earlier evenings play a part."""
        return bool(self.carried_from)


def debt_get(public_id: str, user: Somebody) -> Debt:
    """Find a debt with its session and club, for who may tick it off.

    Raises:
        NotFound: there is none, or he may not.
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


def points_of_session(session: Session) -> dict[int, int]:
    """Hundredths of a point by player's pk, of everybody with a seat."""
    found: dict[int, int] = dict.fromkeys(
        session.seats.order_by("position").values_list("player_id", flat=True), 0
    )
    scores = GameScore.objects.filter(game__session=session).order_by()
    found.update(scores.values_list("player_id").annotate(Sum("points")))
    return found


def stake_of_session(session: Session) -> tuple[Decimal, str]:
    """Tell what a point is worth and in what; where nobody said, points themselves."""
    if session.stake_amount is None:
        return Decimal(1), ""
    return session.stake_amount, session.currency


def debts_to_carry(session: Session, players: Iterable[int]) -> QuerySet[Debt]:
    """Debts of other evenings that are open between people who sit here, in the same currency."""
    seated = list(players)
    return (
        Debt.objects.filter(
            OUTSTANDING,
            session__club_id=session.club_id,
            session__status=Session.Status.ENDED,
            session__played_on__lte=session.played_on,
            currency=stake_of_session(session)[1],
            debtor__in=seated,
            creditor__in=seated,
        )
        .exclude(session=session)
        .order_by("pk")
    )


def net(debts: Iterable[Debt], currency: str) -> dict[int, int]:
    """Sum the debts for each player, in smallest coins: plus is owed to him."""
    found: dict[int, int] = {}
    for debt in debts:
        size = money.coins(debt.amount, currency)
        found[debt.debtor_id] = found.get(debt.debtor_id, 0) - size
        found[debt.creditor_id] = found.get(debt.creditor_id, 0) + size
    return found


def settlement(session: Session) -> Settlement:
    """Read the session's settle-up as it stands, in a constant number of queries.

    Of an ended session it shows the debts as written; of a running one what they would be now.
    """
    is_final = session.status == Session.Status.ENDED
    points = points_of_session(session)
    stake, currency = stake_of_session(session)
    evening = money.balances(points, stake, currency)
    related = Debt.objects.select_related("debtor", "creditor", "session")
    carried = list(related.filter(carried_to=session).order_by("pk"))
    if not is_final:
        carried += debts_to_carry(session, points).select_related("debtor", "creditor", "session")
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
    written = list(
        related.filter(session=session)
        .select_related("carried_to")
        .order_by("debtor__name", "creditor__name", "pk")
    )
    if is_final:
        payments = tuple(payment_line(debt) for debt in written if not debt.carried_to_id)
    else:
        payments = _payments_now(rows, net(written, currency), currency)
    return Settlement(
        currency=currency,
        stake_amount=session.stake_amount,
        rows=rows,
        payments=payments,
        carried_from=tuple(carried),
        carried_on=tuple(debt for debt in written if debt.carried_to_id),
        is_final=is_final,
    )


def debts_of_club(club_id: int, *, only_of: int | None) -> tuple[PaymentLine, ...]:
    """List open debts in a club, the newest evening first; of one user's player, if given."""
    debts = Debt.objects.filter(OUTSTANDING, session__club_id=club_id).select_related(
        "debtor", "creditor", "session"
    )
    if only_of is not None:
        debts = debts.filter(Q(debtor__user_id=only_of) | Q(creditor__user_id=only_of))
    ordered = debts.order_by("-session__played_on", "-session_id", "debtor__name", "creditor__name")
    return tuple(payment_line(debt) for debt in ordered)


def payment_line(debt: Debt) -> PaymentLine:
    """Show a debt, its amount with the decimals of the currency, whatever the column has."""
    exact = money.amount(money.coins(debt.amount, debt.currency), debt.currency)
    return PaymentLine(debt.debtor, debt.creditor, exact, debt)


def _payments_now(
    rows: Iterable[BalanceRow], settled: Mapping[int, int], currency: str
) -> tuple[PaymentLine, ...]:
    players = {row.player.pk: row.player for row in rows}
    balances = {
        row.player.pk: money.coins(row.total, currency) - settled.get(row.player.pk, 0)
        for row in rows
    }
    return tuple(
        PaymentLine(players[p.debtor], players[p.creditor], money.amount(p.amount, currency))
        for p in settle_up(balances)
    )
