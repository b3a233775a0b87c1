"""Data for the page on which somebody who leaves early settles up."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from games.ledger.money import written
from games.models import Club, Player, Session
from games.permissions import Capability, Reader
from games.sessions.selectors.leaving import Leaving, leaving_get
from games.web.money import money_text


@dataclass(frozen=True)
class Offer:
    """A payment that one tap marks as made; `amount` as the form sends it."""

    other: Player
    amount: str
    words: str


@dataclass(frozen=True)
class LeavingPage:
    """What is open for who left, and whom they may settle it with."""

    reader: Reader
    session: Session
    club: Club
    leaving: Leaving

    @property
    def may_settle(self) -> bool:
        """Whether the reader may record payments."""
        return self.reader.may(Capability.SETTLE)

    @property
    def headline(self) -> str:
        """What it comes to, in a sentence."""
        left = self.leaving.left
        told = {"name": self.leaving.player.name, "amount": self._money(abs(left))}
        if not left:
            return _("%(name)s is even.") % told
        is_owed = left > 0
        if self.club.pot_first:
            into, out = _("%(name)s pays in %(amount)s."), _("%(name)s takes out %(amount)s.")
            return (out if is_owed else into) % told
        owes, owed = _("%(name)s owes %(amount)s."), _("%(name)s is owed %(amount)s.")
        return (owed if is_owed else owes) % told

    @property
    def how(self) -> str:
        """How it adds up, where there is more than the evening in it."""
        leaving = self.leaving
        parts = [_("evening %(amount)s") % {"amount": self._signed(leaving.evening)}]
        if leaving.carried:
            parts.append(
                _("open from before %(amount)s") % {"amount": self._signed(leaving.carried)}
            )
        paid = leaving.left - leaving.evening - leaving.carried
        if paid:
            parts.append(_("paid %(amount)s") % {"amount": self._signed(paid)})
        return " · ".join(parts) if len(parts) > 1 else ""

    @property
    def between_two(self) -> list[Offer]:
        """Their part of the fewest payments."""
        mine = self.leaving.player
        return [
            self._offer(line.creditor if line.debtor == mine else line.debtor, line.amount)
            for line in self.leaving.lines
        ]

    @property
    def with_one(self) -> list[Offer]:
        """All of it with one person: who holds the pot, or just hands it over."""
        leaving = self.leaving
        if not leaving.left:
            return []
        alone = len(leaving.lines) == 1 and not self.club.pot_first
        known = {one.other for one in self.between_two} if alone else set()
        size = abs(leaving.left)
        return [self._offer(other, size) for other in leaving.others if other not in known]

    def _offer(self, other: Player, amount: Decimal) -> Offer:
        debtor, creditor = self.leaving.player.name, other.name
        if self.leaving.left > 0:
            debtor, creditor = creditor, debtor
        told = {"debtor": debtor, "creditor": creditor, "amount": self._money(amount)}
        words = _("%(debtor)s pays %(creditor)s %(amount)s") % told
        return Offer(other, written(amount, self.leaving.currency), words)

    def _money(self, amount: Decimal) -> str:
        return money_text(amount, self.leaving.currency)

    def _signed(self, amount: Decimal) -> str:
        return ("+" if amount > 0 else "") + self._money(amount)


def leaving_page(session: Session, player: str, reader: Reader) -> LeavingPage:
    """Gather the page.

    Raises:
        NotFound: see `leaving_get`.
    """
    return LeavingPage(reader, session, session.club, leaving_get(session, player, reader))
