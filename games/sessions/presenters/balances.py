"""Data for a club's open balances: who owes whom, and what marking them paid would change."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import Club, Player
from games.names.identity import sort_key
from games.permissions import Capability, Reader
from games.sessions.selectors.settling import PaymentLine, debts_of_club
from games.web.money import money_text


@dataclass(frozen=True, slots=True)
class Narrowed:
    """Which balances are asked for: of an evening, of a person, of evenings before a day."""

    evening: str = ""
    person: str = ""
    before: datetime.date | None = None

    @classmethod
    def by(cls, asked: Mapping[str, str]) -> Narrowed:
        try:
            before = parse_date(asked.get("before", ""))
        except ValueError:
            before = None
        return cls(asked.get("evening", ""), asked.get("person", ""), before)

    @property
    def is_any(self) -> bool:
        return bool(self.evening or self.person or self.before)

    def holds(self, line: PaymentLine) -> bool:
        debt = line.debt
        assert debt is not None  # open balances are debts
        return (
            self.evening in ("", debt.session.public_id)
            and self.person in ("", line.debtor.public_id, line.creditor.public_id)
            and (self.before is None or debt.session.played_on < self.before)
        )


@dataclass(frozen=True, slots=True)
class Balances:
    """The page of open balances."""

    lines: Sequence[PaymentLine]
    narrowed: Narrowed
    evenings: Sequence[tuple[str, str]]
    people: Sequence[Player]
    effects: Sequence[str]
    """What each player will have paid or been given once all of it is marked paid."""
    shown: Sequence[str]
    """The debts with their amounts, for `shown_amounts` to read again."""
    sees_all: bool
    sees_any: bool
    may_settle: bool

    @property
    def chosen(self) -> str:
        """What they are narrowed to, for the button of the filters on a phone."""
        people = {who.public_id: who.name for who in self.people}
        before = self.narrowed.before
        said = (
            dict(self.evenings).get(self.narrowed.evening, ""),
            people.get(self.narrowed.person, ""),
            _("before %(day)s") % {"day": date_format(before)} if before else "",
        )
        return " · ".join(filter(None, said))


def balances_page(club: Club, reader: Reader, asked: Mapping[str, str]) -> Balances:
    """Return what a reader sees of a club's open balances, narrowed as they asked."""
    every = debts_of_club(club, reader)
    narrowed = Narrowed.by(asked)
    lines = [line for line in every if narrowed.holds(line)]
    people = {who.pk: who for line in every for who in (line.debtor, line.creditor)}
    sees_all = reader.sees_money_of(club)
    own = reader.user is not None and club.players.filter(user=reader.user).exists()
    return Balances(
        lines=lines,
        narrowed=narrowed,
        evenings=list(dict.fromkeys(_evening(line) for line in every)),
        people=sorted(people.values(), key=lambda who: sort_key(who.name)),
        effects=_effects(lines) if narrowed.is_any else (),
        shown=[f"{line.public_id} {line.debt.amount}" for line in lines if line.debt],
        sees_all=sees_all,
        sees_any=sees_all or own,
        may_settle=reader.may(Capability.SETTLE),
    )


def shown_amounts(posted: Sequence[str]) -> dict[str, Decimal]:
    """Read what a form says was shown: "identifier amount" for each debt."""
    found = {}
    for one in posted:
        key, _, amount = one.partition(" ")
        found[key] = Decimal(amount)
    return found


def _evening(line: PaymentLine) -> tuple[str, str]:
    assert line.debt is not None  # open balances are debts
    session = line.debt.session
    said = filter(None, (date_format(session.played_on), session.title))
    return session.public_id, " · ".join(said)


def _effects(lines: Sequence[PaymentLine]) -> list[str]:
    """Say each player's sum by currency, who is given most first."""
    sums: defaultdict[tuple[str, str], Decimal] = defaultdict(Decimal)
    for line in lines:
        sums[line.currency, line.debtor.name] -= line.amount
        sums[line.currency, line.creditor.name] += line.amount
    ordered = sorted(sums.items(), key=lambda one: (one[0][0], -one[1], one[0][1]))
    return [_effect(name, amount, unit) for (unit, name), amount in ordered]


def _effect(name: str, amount: Decimal, unit: str) -> str:
    if not amount:
        return _("%(name)s has paid and been given the same.") % {"name": name}
    words = (
        _("%(name)s has been given %(amount)s.")
        if amount > 0
        else _("%(name)s has paid %(amount)s.")
    )
    return words % {"name": name, "amount": money_text(abs(amount), unit)}
