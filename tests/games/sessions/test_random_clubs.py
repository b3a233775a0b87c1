"""Debts of random clubs: whatever was voided, put right and paid, they are what games say."""

import contextlib
import datetime
import os
import random
from collections import defaultdict
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.db import connection

from games.decisions.services.cutting import session_cut
from games.decisions.services.decisions import (
    game_reinstate_decide,
    game_void_decide,
    session_reinstate_decide,
)
from games.decisions.services.merging import player_separate, players_merge
from games.errors import Conflict, ServiceError
from games.ledger import money
from games.models import Club, Debt, Payment, Session
from games.permissions import Reader
from games.record.log.checking import session_damage_note
from games.sessions.selectors.settling import points_of_session, settlement, stake_of_session
from games.sessions.services.debts import debts_check
from games.sessions.services.settling import debt_pay, payment_take_back
from tests import evenings
from tests.evenings import MONDAY, Evening

pytestmark = pytest.mark.django_db

PEOPLE = "Ann Bob Cid Dee Eve Fay Twin"
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
        merged = set(self.club.players.exclude(merged_into=None).values_list("name", flat=True))
        people = [name for name in PEOPLE.split() if name not in merged]
        people = self.rng.sample(people, self.rng.randrange(3, 6))
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

    def decide(self) -> None:
        """What only an organizer does, afterwards."""
        if not self.evenings:
            return
        by, evening = evenings.user("Olga"), self.rng.choice(self.evenings)
        one = Session.objects.get(pk=evening.session.pk)
        game = self.rng.randrange(1, 4)
        twin = self.club.players.filter(name="Twin").first()
        fay = self.club.players.filter(name="Fay").first()
        with contextlib.suppress(ServiceError):
            match self.rng.choice(("void", "reinstate", "session", "cut", "merge", "separate")):
                case "void":
                    game_void_decide(session=one, game=game, by=by, reason="x")
                case "reinstate":
                    game_reinstate_decide(session=one, game=game, by=by, reason="x")
                case "session":
                    session_reinstate_decide(session=one, by=by, reason="x")
                case "cut":
                    self.cut(one)
                case "merge" if twin and fay:
                    players_merge(player=twin, into=fay, by=by)
                case "separate" if twin:
                    player_separate(player=twin, by=by)

    def cut(self, session: Session) -> None:
        """The record of the last game was damaged, and the evening is cut back."""
        last = session.games.order_by("number").last()
        if last is None or last.number == 1:
            return
        with connection.cursor() as cursor:
            rows = "UPDATE games_action SET payload = '{}' WHERE session_id = %s AND sequence = %s"
            cursor.execute(rows, [session.pk, last.first_sequence])
        session_damage_note(session=session)
        session.refresh_from_db()
        by = evenings.user("Olga")
        key = f"cut-{session.version}"
        session_cut(session=session, by=by, version=session.version, key=key)

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
            (
                self.evening,
                self.change,
                self.change,
                self.decide,
                self.decide,
                self.pay,
                self.pay,
                self.take_back,
            )
        )()

    def settle_all(self) -> None:
        for one in self.evenings:
            one.session.refresh_from_db()
            if one.session.status == Session.Status.OPEN:
                one.end()


def reckoned(club: Club) -> dict[tuple[str, str], int]:
    """What everybody is owed: games that count, less payments that stand; no evening by evening."""
    found: defaultdict[tuple[str, str], int] = defaultdict(int)
    people = {one.pk: one.current.name for one in club.players.all()}
    for session in club.sessions.filter(status="ended"):
        stake, currency = stake_of_session(session)
        for pk, size in money.balances(points_of_session(session), stake, currency).items():
            found[people[pk], currency] += size
    for row in Payment.objects.filter(takes_back=None, taken_back=None):
        size = money.coins(row.amount, row.currency)
        found[people[row.payer_id], row.currency] += size
        found[people[row.payee_id], row.currency] -= size
    return {key: size for key, size in found.items() if size}


def written(club: Club) -> dict[tuple[str, str], int]:
    """What everybody is owed by the debts that are open."""
    found: defaultdict[tuple[str, str], int] = defaultdict(int)
    for row in Debt.objects.filter(session__club=club, carried_to=None):
        size = money.coins(row.amount, row.currency)
        found[row.creditor.current.name, row.currency] += size
        found[row.debtor.current.name, row.currency] -= size
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


EVENINGS = 50 if os.environ.get("ALL_TESTS") else 25


@pytest.mark.slow
def test_both_checks_are_clean_on_a_random_club_of_many_evenings() -> None:
    made = RandomClub(50)
    while len(made.evenings) < EVENINGS:
        made.step()
    judge(made)
    call_command("check_ledger")
    call_command("check_debts")
