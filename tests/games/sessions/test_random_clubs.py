"""Debts of random clubs: whatever was voided, put right and paid, they are what games say."""

import datetime
import random
from collections import defaultdict
from decimal import Decimal

import pytest
from django.core.management import call_command

from games.errors import Conflict
from games.ledger import money
from games.models import Club, Debt, Payment, Session
from games.permissions import Reader
from games.sessions.selectors.settling import points_of_session, settlement, stake_of_session
from games.sessions.services.debts import debts_check
from games.sessions.services.settling import debt_pay, payment_take_back
from tests import evenings
from tests.evenings import MONDAY, Evening

pytestmark = pytest.mark.django_db

PEOPLE = "Ann Bob Cid Dee Eve Fay"
STAKES = ((None, ""), ("0.25", "EUR"), ("1.00", "EUR"), ("0.33", "CHF"), ("50.00", "JPY"))


class RandomClub:
    """A club in which somebody plays, ends, voids, puts right and pays at random."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.club: Club = evenings.club()
        self.evenings: list[Evening] = []

    def play(self, evening: Evening, games: int = 1) -> None:
        for _ in range(games):
            members = list(evening.session.seats.values_list("player__name", flat=True))
            box, team = evening.start()
            names = [name for name in members if evening.player(name).public_id != box]
            half = Decimal(self.rng.randrange(-12, 13)) / 2
            evening.points(team, {names[0]: half, names[-1]: self.rng.randrange(-4, 5)})

    def evening(self) -> None:
        people = self.rng.sample(PEOPLE.split(), self.rng.randrange(3, 6))
        stake, currency = self.rng.choice(STAKES)
        day = MONDAY + datetime.timedelta(days=self.rng.randrange(20))
        made = Evening(self.club, " ".join(people), stake=stake, currency=currency, day=day)
        self.evenings.append(made)
        self.play(made, self.rng.randrange(1, 3))
        if self.rng.random() < 0.9:
            made.end()

    def change(self) -> None:
        if not self.evenings:
            return
        one = self.rng.choice(self.evenings)
        what = self.rng.choice(("end", "void", "reopen", "amend"))
        try:
            if what != "amend":
                getattr(one, what)()
            elif one.session.status == Session.Status.ENDED:
                one.reopen()
                self.play(one)
                one.end()
        except Conflict:
            pass

    def pay(self) -> None:
        debts = list(Debt.objects.filter(carried_to=None).select_related("session__club"))
        if debts:
            assert debt_pay(debt=self.rng.choice(debts), by=evenings.user("Olga"))

    def take_back(self) -> None:
        payments = list(Payment.objects.standing().select_related("session__club"))
        if payments:
            payment_take_back(payment=self.rng.choice(payments), by=evenings.user("Olga"))

    def step(self) -> None:
        self.rng.choice(
            (self.evening, self.change, self.change, self.pay, self.pay, self.take_back)
        )()

    def settle_all(self) -> None:
        for one in self.evenings:
            if one.session.status == Session.Status.OPEN:
                one.end()


def reckoned(club: Club) -> dict[tuple[str, str], int]:
    """What everybody is owed: games that count, less payments that stand; no evening by evening."""
    found: defaultdict[tuple[str, str], int] = defaultdict(int)
    for session in club.sessions.filter(status="ended"):
        stake, currency = stake_of_session(session)
        names = dict(session.seats.values_list("player_id", "player__name"))
        for pk, size in money.balances(points_of_session(session), stake, currency).items():
            found[names[pk], currency] += size
    for row in Payment.objects.filter(takes_back=None, taken_back=None):
        size = money.coins(row.amount, row.currency)
        found[row.payer.name, row.currency] += size
        found[row.payee.name, row.currency] -= size
    return {key: size for key, size in found.items() if size}


def written(club: Club) -> dict[tuple[str, str], int]:
    """What everybody is owed by the debts that are open."""
    found: defaultdict[tuple[str, str], int] = defaultdict(int)
    for row in Debt.objects.filter(session__club=club, carried_to=None):
        size = money.coins(row.amount, row.currency)
        found[row.creditor.name, row.currency] += size
        found[row.debtor.name, row.currency] -= size
    return {key: size for key, size in found.items() if size}


def judge(made: RandomClub) -> None:
    made.settle_all()
    assert written(made.club) == reckoned(made.club)
    pairs = [
        (frozenset((row.debtor_id, row.creditor_id)), row.currency)
        for row in Debt.objects.filter(carried_to=None)
    ]
    assert len(pairs) == len(set(pairs)), "two debts are open between the same two people"
    for one in made.evenings:
        lines = settlement(one.session, Reader.system()).payments
        open_ones = one.session.debts.filter(carried_to=None).count()
        assert len(lines) == open_ones + one.session.payments.standing().count()


@pytest.mark.parametrize("seed", range(4))
def test_debts_of_a_random_club_are_what_its_games_and_payments_say(seed: int) -> None:
    made = RandomClub(seed)
    made.evening()
    for _ in range(14):
        made.step()
        assert debts_check(club=made.club) == []
    judge(made)


@pytest.mark.slow
def test_both_checks_are_clean_on_a_random_club_of_fifty_evenings() -> None:
    made = RandomClub(50)
    while len(made.evenings) < 50:
        made.step()
    judge(made)
    call_command("check_ledger")
    call_command("check_debts")
