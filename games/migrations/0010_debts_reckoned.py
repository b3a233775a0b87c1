"""Keeps every payment made, and reckons all debts anew from the games that count.

Until here a debt that had been carried on stayed when its evening was declared void. Where another
amount comes out, the club's organizers are shown both.
"""

from collections import defaultdict
from decimal import Decimal

from django.db import migrations
from django.db.models import Q, Sum

from games.ledger import money
from games.ledger.debts import Evening, debts_of, with_payments

BATCH = 500


def reckon(apps, schema_editor):
    """Turn paid debts into payments, and make the others anew, a club at a time."""
    Club, Debt, Recount = (apps.get_model("games", name) for name in ("Club", "Debt", "Recount"))
    clubs = Debt.objects.order_by().values_list("session__club_id", flat=True).distinct()
    unsettled = Club.objects.filter(sessions__status="ended").values_list("pk", flat=True)
    for club in sorted(set(clubs) | set(unsettled)):
        before = still_open(Debt, club)
        payments_keep(apps, club)
        Debt.objects.filter(session__club=club).delete()
        owed = debts_of(evenings_of(apps, club))
        Debt.objects.bulk_create(
            (
                Debt(
                    session_id=one.evening,
                    debtor_id=one.debtor,
                    creditor_id=one.creditor,
                    amount=money.amount(one.amount, one.currency),
                    currency=one.currency,
                    carried_to_id=one.carried_to,
                )
                for one in owed
            ),
            batch_size=BATCH,
        )
        after = still_open(Debt, club)
        lines = [
            [*key, str(before.get(key, 0)), str(after.get(key, 0))]
            for key in sorted(before.keys() | after.keys())
            if before.get(key, 0) != after.get(key, 0)
        ]
        if lines:
            Recount.objects.create(club_id=club, lines=lines)


def still_open(Debt, club):
    """Return what is open, by debtor, creditor and currency."""
    found = defaultdict(Decimal)
    rows = Debt.objects.filter(session__club=club, paid_at=None, carried_to=None)
    for *key, amount in rows.values_list("debtor_id", "creditor_id", "currency", "amount"):
        found[tuple(key)] += amount
    return found


def payments_keep(apps, club):
    """Write what has been paid as payments, under the names of the log."""
    Payment, Debt, Seat, Player = (
        apps.get_model("games", name) for name in ("Payment", "Debt", "Seat", "Player")
    )
    paid = list(Debt.objects.filter(session__club=club, paid_at__isnull=False).order_by("pk"))
    seats = Seat.objects.filter(session__in={row.session_id for row in paid})
    logged = {
        (session, player): name
        for session, player, name in seats.values_list("session_id", "player_id", "logged_as")
    }
    players = dict(
        Player.objects.filter(public_id__in=logged.values()).values_list("public_id", "pk")
    )
    Payment.objects.bulk_create(
        (
            Payment(
                public_id=row.public_id,
                session_id=row.session_id,
                payer_id=players.get(logged.get((row.session_id, row.debtor_id)), row.debtor_id),
                payee_id=players.get(
                    logged.get((row.session_id, row.creditor_id)), row.creditor_id
                ),
                amount=row.amount,
                currency=row.currency,
                made_at=row.paid_at,
                made_by_id=row.paid_by_id,
            )
            for row in paid
        ),
        batch_size=BATCH,
    )


def evenings_of(apps, club):
    """Return what evenings of a club add, in their order."""
    Session, Seat, GameScore = (
        apps.get_model("games", name) for name in ("Session", "Seat", "GameScore")
    )
    payments = defaultdict(lambda: defaultdict(list))
    for session, paid in payments_of(apps, club):
        payments[session][paid[0]].append(paid[1:])
    points = defaultdict(dict)
    seats = Seat.objects.filter(session__club=club, session__status="ended")
    for session, player in seats.order_by("session", "position").values_list(
        "session_id", "player_id"
    ):
        points[session][player] = 0
    scores = GameScore.objects.filter(
        game__session__club=club, game__session__status="ended"
    ).order_by()
    for session, player, total in scores.values_list("game__session_id", "player_id").annotate(
        Sum("points")
    ):
        points[session][player] = total
    sessions = Session.objects.filter(Q(status="ended") | Q(pk__in=payments), club=club)
    for pk, status, stake, unit in sessions.order_by("played_on", "pk").values_list(
        "pk", "status", "stake_amount", "currency"
    ):
        balances = {}
        if status == "ended":
            currency = "" if stake is None else unit
            try:
                balances[currency] = money.balances(
                    points[pk], Decimal(1) if stake is None else stake, currency
                )
            except ValueError:  # a damaged record: `check_ledger` says more of it
                balances[currency] = dict.fromkeys(points[pk], 0)
        for one in sorted(balances.keys() | payments[pk].keys()):
            figures = with_payments(balances.get(one, {}), payments[pk].get(one, ()))
            yield Evening(pk, one, figures, settles=status != "open")


def payments_of(apps, club):
    """Return evening, currency, payer, payee and amount of what was paid, as people count now."""
    Payment, Seat = apps.get_model("games", "Payment"), apps.get_model("games", "Seat")
    rows = list(
        Payment.objects.filter(session__club=club).select_related("payer", "payee").order_by("pk")
    )
    seats = Seat.objects.filter(session__in={row.session_id for row in rows})
    persons = {
        (session, logged): player
        for session, player, logged in seats.values_list("session_id", "player_id", "logged_as")
    }
    for row in rows:
        payer, payee = (
            persons.get((row.session_id, one.public_id), one.merged_into_id or one.pk)
            for one in (row.payer, row.payee)
        )
        size = money.coins(row.amount, row.currency)
        yield row.session_id, (row.currency, payer, payee, size)


class Migration(migrations.Migration):
    dependencies = [("games", "0009_payments")]

    operations = [migrations.RunPython(reckon)]
