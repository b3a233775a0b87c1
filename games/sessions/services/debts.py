"""Writes the debts of a club, recalculated from the games that count and the payments.

A change of debts' inputs first locks the club, then makes the change, then updates the debts, all
in one transaction. Debts before the changed evening stay.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet, Sum
from django.utils.translation import gettext as _

from games.ledger import money
from games.ledger.debts import Evening, Owed, Paid, debts_of, with_payments
from games.models import Club, Debt, GameScore, Payment, Player, Recount, Seat, Session
from games.models.locks import rows_lock

BATCH: Final = 500
logger = structlog.get_logger(__name__)

Figures = dict[tuple[int, int, str], Decimal]
"""The open debts, by debtor, creditor and currency."""


def debts_lock(*club_ids: int) -> None:
    """Lock these clubs until the transaction ends, so that nobody else changes their debts'
    inputs.
    """
    rows_lock(Club.objects.filter(pk__in=club_ids))


@transaction.atomic
def debts_follow(*, club_id: int, since: Session | None = None) -> bool:
    """Update a club's debts to its games and payments; tell whether any changed.

    With `since` only those from that evening on: earlier ones have not changed.
    """
    debts_lock(club_id)
    there = Debt.objects.filter(session__club_id=club_id)
    left: list[Owed] = []
    if since is not None:
        left = open_before(since)
        reached = _from(since, "session__") | _from(since, "carried_to__")
        there = there.filter(reached | Q(carried_to__isnull=True))
    rows = {_key(row): row for row in there}
    known: defaultdict[tuple[int, str], list[Paid]] = defaultdict(list)
    for row in sorted(rows.values(), key=lambda row: row.pk):
        size = money.coins(row.amount, row.currency)
        known[row.session_id, row.currency].append((row.debtor_id, row.creditor_id, size))
    wanted = debts_of(
        evenings_of(club_id, since), left, {key: tuple(found) for key, found in known.items()}
    )
    return _written(rows, wanted)


def debts_check(*, club: Club) -> list[str]:
    """Recalculate a club's debts from the beginning, and report differences."""
    with transaction.atomic():
        debts_lock(club.pk)
        unbalanced: list[int] = []
        wanted = {_key(owed): owed for owed in debts_of(evenings_of(club.pk, None, unbalanced))}
        there = {_key(row): row for row in Debt.objects.filter(session__club=club)}
    names = dict(Player.objects.filter(club=club).values_list("pk", "name"))
    days = dict(Session.objects.filter(club=club).values_list("pk", "public_id"))
    problems = [
        _("%(session)s: the points do not sum to zero") % {"session": days[pk]} for pk in unbalanced
    ]
    for key in sorted(wanted.keys() | there.keys()):
        evening, debtor, creditor, currency = key
        owed, row = wanted.get(key), there.get(key)
        right = (money.amount(owed.amount, currency), owed.carried_to) if owed else None
        written = (row.amount, row.carried_to_id) if row else None
        if right != written:
            problems.append(
                _("%(session)s: %(debtor)s owes %(creditor)s %(right)s, written is %(written)s")
                % {
                    "session": days.get(evening, evening),
                    "debtor": names.get(debtor, debtor),
                    "creditor": names.get(creditor, creditor),
                    "right": _said(right, currency),
                    "written": _said(written, currency),
                }
            )
    return problems


def debts_open(*, club_id: int) -> Figures:
    found: Figures = defaultdict(Decimal)
    rows = Debt.objects.filter(session__club_id=club_id, carried_to__isnull=True)
    for debtor, creditor, currency, amount in rows.values_list(
        "debtor_id", "creditor_id", "currency", "amount"
    ):
        found[debtor, creditor, currency] += amount
    return dict(found)


def recount_keep(*, club_id: int, before: Figures) -> Recount | None:
    """Store for the organizers which open debts are new or have another amount."""
    after = debts_open(club_id=club_id)
    lines = [
        [debtor, creditor, currency, str(before.get(key, 0)), str(after.get(key, 0))]
        for key in sorted(before.keys() | after.keys())
        for debtor, creditor, currency in [key]
        if before.get(key, 0) != after.get(key, 0)
    ]
    return Recount.objects.create(club_id=club_id, lines=lines) if lines else None


def open_before(session: Session) -> list[Owed]:
    """Return the debts that earlier evenings of the club left open before this one."""
    earlier = Debt.objects.filter(session__club_id=session.club_id).exclude(
        _from(session, "session__")
    )
    waiting = earlier.filter(Q(carried_to__isnull=True) | _from(session, "carried_to__"))
    return [
        Owed(
            row.session_id,
            row.debtor_id,
            row.creditor_id,
            money.coins(row.amount, row.currency),
            row.currency,
        )
        for row in waiting.order_by("pk")
    ]


def balances_now(session: Session) -> dict[int, int]:
    """Return what everybody would be owed if a running evening ended now, in smallest coins.

    Payments made with it count, and so does what it would take over from earlier evenings.
    """
    this = Session.objects.filter(pk=session.pk)
    currency = "" if session.stake_amount is None else session.currency
    rate = Decimal(1) if session.stake_amount is None else session.stake_amount
    found = money.balances(_points(this).get(session.pk, {}), rate, currency)
    carried = [
        (owed.creditor, owed.debtor, owed.amount)
        for owed in open_before(session)
        if owed.currency == currency and owed.debtor in found and owed.creditor in found
    ]
    paid = _payments(this).get(session.pk, {}).get(currency, ())
    return with_payments(found, [*carried, *paid])


def evenings_of(
    club_id: int, since: Session | None = None, unbalanced: list[int] | None = None
) -> Iterator[Evening]:
    """Return a club's evenings with their figures, in order, in a constant number of queries.

    Ended ones include their games. Payments always count: a payment for an evening that is void now
    is owed back, and one with a running evening waits for its end.
    """
    sessions = Session.objects.filter(club_id=club_id)
    if since is not None:
        sessions = sessions.filter(_from(since, ""))
    payments = _payments(sessions)
    ended = Q(status=Session.Status.ENDED)
    sessions = sessions.filter(ended | Q(pk__in=payments)).order_by("played_on", "pk")
    points = _points(sessions.filter(ended))
    for pk, status, stake, unit in sessions.values_list("pk", "status", "stake_amount", "currency"):
        currency = "" if stake is None else unit
        paid = payments.get(pk, {})
        balances: dict[str, dict[int, int]] = {}
        if status == Session.Status.ENDED:
            try:
                rate = Decimal(1) if stake is None else stake
                balances[currency] = money.balances(points.get(pk, {}), rate, currency)
            except ValueError:
                logger.error("points_do_not_sum_to_zero", session=pk)
                balances[currency] = dict.fromkeys(points.get(pk, {}), 0)
                if unbalanced is not None:
                    unbalanced.append(pk)
        for unit in sorted(balances.keys() | paid.keys()):
            figures = with_payments(balances.get(unit, {}), paid.get(unit, ()))
            yield Evening(pk, unit, figures, settles=status != Session.Status.OPEN)


def _from(session: Session, path: str) -> Q:
    """Return the condition for an evening and all later ones."""
    return Q(**{f"{path}played_on__gt": session.played_on}) | Q(
        **{f"{path}played_on": session.played_on, f"{path}pk__gte": session.pk}
    )


def _points(sessions: QuerySet[Session]) -> dict[int, dict[int, int]]:
    """Return hundredths of a point by evening and player, for everybody with a seat, in order.

    Of an evening by totals it is what they owe: nothing, once it is settled.
    """
    found: defaultdict[int, dict[int, int]] = defaultdict(dict)
    seats = Seat.objects.filter(session__in=sessions.order_by()).order_by("session_id", "position")
    for session, player, total, is_settled in seats.values_list(
        "session_id", "player_id", "total", "session__is_settled"
    ):
        found[session][player] = 0 if is_settled else total or 0
    scores = GameScore.objects.filter(game__session__in=sessions.order_by()).order_by()
    sums = scores.values_list("game__session_id", "player_id").annotate(Sum("points"))
    for session, player, total in sums:
        found[session][player] = total
    return dict(found)


def _payments(sessions: QuerySet[Session]) -> dict[int, dict[str, list[Paid]]]:
    """Return the standing payments, by evening and currency, between the players they count for."""
    payments: dict[int, dict[str, list[Paid]]] = {}
    standing = Payment.objects.standing().filter(session__in=sessions.order_by()).order_by("pk")
    rows = list(standing.select_related("payer", "payee"))
    seats = Seat.objects.filter(session__in={row.session_id for row in rows})
    persons = {
        (session, logged): player
        for session, logged, player in seats.values_list("session_id", "logged_as", "player_id")
    }
    for row in rows:
        payer, payee = (
            persons.get((row.session_id, one.public_id), one.merged_into_id or one.pk)
            for one in (row.payer, row.payee)
        )
        size = money.coins(row.amount, row.currency)
        payments.setdefault(row.session_id, {}).setdefault(row.currency, []).append(
            (payer, payee, size)
        )
    return payments


def _key(row: Debt | Owed) -> tuple[int, int, int, str]:
    if isinstance(row, Debt):
        return row.session_id, row.debtor_id, row.creditor_id, row.currency
    return row.evening, row.debtor, row.creditor, row.currency


def _written(rows: dict[tuple[int, int, int, str], Debt], wanted: Sequence[Owed]) -> bool:
    new, moved = [], []
    for owed in wanted:
        row = rows.get(_key(owed))
        amount = money.amount(owed.amount, owed.currency)
        if row is None or row.amount != amount:
            new.append(
                Debt(
                    session_id=owed.evening,
                    debtor_id=owed.debtor,
                    creditor_id=owed.creditor,
                    amount=amount,
                    currency=owed.currency,
                    carried_to_id=owed.carried_to,
                )
            )
            continue
        del rows[_key(owed)]
        if row.carried_to_id != owed.carried_to:
            row.carried_to_id = owed.carried_to
            moved.append(row)
    if rows or moved:
        rows_lock(Debt.objects.filter(pk__in=[row.pk for row in (*rows.values(), *moved)]))
        Debt.objects.filter(pk__in=[row.pk for row in rows.values()]).delete()
        Debt.objects.bulk_update(moved, ["carried_to"], batch_size=BATCH)
    Debt.objects.bulk_create(new, batch_size=BATCH)
    return bool(rows or moved or new)


def _said(figure: tuple[Decimal, int | None] | None, currency: str) -> str:
    if figure is None:
        return _("nothing")
    amount, carried_to = figure
    text = f"{amount.normalize():f} {currency}".strip()
    return _("%(amount)s (carried on)") % {"amount": text} if carried_to is not None else text
