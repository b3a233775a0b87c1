"""Data for the pages of a session and a club: sheet, chart, money, permissions."""

import re
from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.clubs.presenters.first_steps import Step, steps
from games.models import Club, Game, Note, Session
from games.permissions import NOBODY, Capability, Reader
from games.record.presenters.actions import actions_in_words, line_words
from games.record.presenters.outcome import LONG
from games.record.selectors.log import game_actions, game_notation
from games.record.selectors.sessions import names_of
from games.rule_texts import Names
from games.rules.chouette import StartGame
from games.sessions.presenters.charts import totals_chart
from games.sessions.presenters.earlier_games import rules_title
from games.sessions.presenters.evening import Evening, evening
from games.sessions.selectors.settling import (
    PaymentLine,
    RecountLine,
    Settlement,
    recount_unseen,
    settlement,
)
from games.sessions.selectors.sheets import (
    Card,
    Column,
    Row,
    Sheet,
    cards,
    row_get,
    sheet_get,
)
from games.web.figures import signed
from games.web.money import money_text

LATEST_SESSIONS = 8
"""Enough for the front page; the results have the rest."""


@dataclass(frozen=True)
class SheetPage:
    """The page of a session."""

    reader: Reader
    session: Session
    club: Club
    sheet: Sheet
    chart: SafeString
    settlement: Settlement | None
    rules: str
    evening: Evening | None

    @property
    def is_long(self) -> bool:
        """Whether figures such as +1234.5 need wider columns."""
        return any(len(signed(column.total)) > LONG for column in self.sheet.columns)

    @property
    def is_wide(self) -> bool:
        """Whether the sheet scrolls sideways on a phone."""
        return self.sheet.has_many_players or self.is_long

    @property
    def may_settle(self) -> bool:
        """Whether the reader may record payments."""
        return self.reader.may(Capability.SETTLE)

    @property
    def open_payments(self) -> tuple[PaymentLine, ...]:
        """The payments that are not made yet."""
        settled = self.settlement
        return tuple(line for line in settled.payments if not line.is_paid) if settled else ()

    @property
    def pot_first(self) -> bool:
        """Whether the club settles through a pot, and more than one payment is open."""
        return self.club.pot_first and len(self.open_payments) > 1

    @property
    def pot(self) -> list[str]:
        """The same through a pot: what each pays in or takes out, one amount for everybody."""
        sums: defaultdict[tuple[str, str], Decimal] = defaultdict(Decimal)
        for line in self.open_payments:
            sums[line.currency, line.debtor.name] -= line.amount
            sums[line.currency, line.creditor.name] += line.amount
        found = []
        for (unit, name), amount in sorted(sums.items(), key=lambda one: (one[1], one[0])):
            words = _("%(name)s takes out %(amount)s.")
            if amount < 0:
                words = _("%(name)s pays in %(amount)s.")
            if amount:
                found.append(words % {"name": name, "amount": money_text(abs(amount), unit)})
        return found

    @property
    def leavers(self) -> list[Column]:
        """Who has left a running evening, and can settle up at once."""
        if not self.session.is_open or self.settlement is None:
            return []
        return [column for column in self.sheet.columns if column.has_left]

    @property
    def may_say_worth(self) -> bool:
        """Whether the reader may say what a point is worth."""
        return self.reader.may(Capability.START_SESSION)

    @property
    def may_decide(self) -> bool:
        """Whether the reader may decide what becomes of a damaged evening."""
        return self.reader.may(Capability.VOID_SESSION)

    @property
    def may_organize(self) -> bool:
        """Whether the reader may decide whether the evening counts, and for which season."""
        return self.reader.may(Capability.USE_ADMIN)

    @property
    def sum(self) -> int:
        """What everybody's points sum to; of an evening by totals it may be something."""
        return sum(column.total for column in self.sheet.columns)

    @property
    def may_correct(self) -> bool:
        """Whether the reader may put the points of an evening by totals right."""
        counts = self.session.status == Session.Status.ENDED
        return counts and self.reader.may(Capability.IMPORT_SESSION)

    @property
    def may_play(self) -> bool:
        """Whether the reader may continue at the table."""
        return self.reader.may(Capability.PLAY) and self.session.is_open

    @property
    def may_reopen(self) -> bool:
        """Whether the evening is over, and the reader may go on with it at the table."""
        ended = self.session.status == Session.Status.ENDED and not self.session.by_totals
        return ended and self.reader.may(Capability.REOPEN_SESSION)


def sheet_page(session: Session, reader: Reader = NOBODY, page: int | None = None) -> SheetPage:
    """Gather a session's page for a reader, with money if they may see it."""
    sheet = sheet_get(session, reader, page=page)
    settled = settlement(session, reader)
    return SheetPage(
        reader=reader,
        session=session,
        club=session.club,
        sheet=sheet,
        chart=totals_chart(sheet),
        settlement=settled,
        rules=rules_title(session),
        evening=evening(sheet, settled),
    )


@dataclass(frozen=True)
class StoryLine:
    """A step in words, or in the notation; `concerns` whether it names the requested player."""

    text: str
    concerns: bool


@dataclass(frozen=True)
class Story:
    """What happened in a game; `asked` is the player whose cell was tapped, if any."""

    reader: Reader
    session: Session
    club: Club
    row: Row
    asked: str
    steps: tuple[StoryLine, ...]
    lines: tuple[StoryLine, ...]
    notes: tuple[Note, ...]
    earlier: int | None
    later: int | None

    @property
    def game(self) -> Game:
        return self.row.game

    @property
    def may_note(self) -> bool:
        """Whether the reader may add a note or a dispute."""
        return self.reader.may(Capability.NOTE)

    @property
    def may_amend(self) -> bool:
        """Whether the reader may amend the game, also of an evening that is over."""
        is_over = self.session.status == Session.Status.ENDED
        again = is_over and self.reader.may(Capability.REOPEN_SESSION)
        return self.reader.may(Capability.AMEND) and (self.session.is_open or again)

    @property
    def may_decide(self) -> bool:
        """Whether the reader may declare the game void."""
        return self.reader.may(Capability.USE_ADMIN)


def story(session: Session, number: int, reader: Reader = NOBODY, asked: str = "") -> Story:
    """Tell a game in the notation; NotFound if it does not exist."""
    row, games = row_get(session, number, reader)
    name = next((c.player.name for c in row.cells if c and c.player.public_id == asked), "")
    lines = (line.strip() for line in game_notation(session, number, reader))
    return Story(
        reader=reader,
        session=session,
        club=session.club,
        row=row,
        asked=name,
        steps=tuple(StoryLine(step, _names(step, name)) for step in _told(session, number, reader)),
        lines=tuple(StoryLine(line, _names(line, name)) for line in lines),
        notes=tuple(session.notes.filter(game_number=number).order_by("pk")),
        earlier=number - 1 if number > 1 else None,
        later=number + 1 if number < games else None,
    )


def _told(session: Session, number: int, reader: Reader) -> list[str]:
    """Return the steps of a game in the reader's language, its line first."""
    names = Names(names_of(session, reader))
    start, *others = game_actions(session, number)
    assert isinstance(start, StartGame)  # a game's actions begin with it
    partner = (start.partner,) if start.partner else ()
    line = line_words((start.box, *partner, *start.team), names)
    return [line, *actions_in_words(others, names)]


def _names(line: str, name: str) -> bool:
    """Tell whether a statement names a player: "Anna doubles" does not name Ann."""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) is not None


@dataclass(frozen=True)
class ClubPage:
    """A club's front page."""

    reader: Reader
    club: Club
    running: tuple[Card, ...]
    cards: tuple[Card, ...]
    has_older: bool
    recount: tuple[RecountLine, ...]
    steps: tuple[Step, ...]

    @property
    def is_for_guests(self) -> bool:
        """Whether the reader does not belong to the club, which is public."""
        return not self.reader.sees_names_of(self.club.pk)

    @property
    def may_start(self) -> bool:
        """Whether the reader may start a session."""
        return self.reader.may(Capability.START_SESSION)

    @property
    def may_direct(self) -> bool:
        """Whether the reader may plan an event."""
        return self.reader.may(Capability.DIRECT)


def club_front(club: Club, reader: Reader = NOBODY) -> ClubPage:
    """Gather what a club's front page shows of its sessions: the latest few, running ones apart."""
    sessions = list(club.sessions.order_by("-played_on", "-id")[: LATEST_SESSIONS + 1])
    shown = cards(sessions[:LATEST_SESSIONS], reader)
    ended = tuple(card for card in shown if not card.session.is_open)
    return ClubPage(
        reader=reader,
        club=club,
        running=tuple(card for card in shown if card.session.is_open),
        cards=ended,
        has_older=len(sessions) > LATEST_SESSIONS,
        recount=recount_unseen(club, reader),
        steps=steps(club, reader, played=len(shown), ended=len(ended)),
    )
