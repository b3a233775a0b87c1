"""What pages of a session and a club show: sheet, chart, money, what their reader may do."""

import re
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.models import Club, Game, Note, Session
from games.permissions import Capability, Somebody, capabilities
from games.record.presenters.actions import signed
from games.record.presenters.outcome import LONG
from games.record.selectors.log import game_notation
from games.sessions.presenters.charts import totals_chart
from games.sessions.presenters.earlier_games import rules_title
from games.sessions.selectors.settling import RecountLine, Settlement, recount_unseen, settlement
from games.sessions.selectors.sheets import (
    SESSIONS_PER_PAGE,
    Card,
    Row,
    Sheet,
    cards,
    row_get,
    sessions_before,
    sheet_get,
)


@dataclass(frozen=True)
class SheetPage:
    """A session's page."""

    session: Session
    club: Club
    sheet: Sheet
    chart: SafeString
    settlement: Settlement | None
    rules: str
    may: frozenset[str]

    @property
    def is_long(self) -> bool:
        """Tell whether figures such as +1234.5 need wider columns."""
        return any(len(signed(column.total)) > LONG for column in self.sheet.columns)

    @property
    def is_wide(self) -> bool:
        """Tell whether the sheet is scrolled sideways on a phone."""
        return self.sheet.has_many_players or self.is_long

    @property
    def may_settle(self) -> bool:
        """Tell whether its reader may tick debts off."""
        return Capability.SETTLE in self.may

    @property
    def may_play(self) -> bool:
        """Tell whether its reader may play on at the table."""
        return Capability.PLAY in self.may and self.session.is_open


def _may(reader: Somebody, club: Club, session: Session | None = None) -> frozenset[str]:
    return frozenset(str(each) for each in capabilities(reader, club, session))


def sheet_page(session: Session, reader: Somebody, page: int | None = None) -> SheetPage:
    """Gather a session's page for a reader; money only if he may see it."""
    may = _may(reader, session.club, session)
    sheet = sheet_get(session, page=page)
    return SheetPage(
        session=session,
        club=session.club,
        sheet=sheet,
        chart=totals_chart(sheet),
        settlement=settlement(session) if Capability.VIEW_MONEY in may else None,
        rules=rules_title(session),
        may=may,
    )


@dataclass(frozen=True)
class StoryLine:
    """A statement of the notation; `concerns` whether it names the player asked about."""

    text: str
    concerns: bool


@dataclass(frozen=True)
class Story:
    """What happened in a game; `asked` is the player whose cell was tapped, if any."""

    session: Session
    club: Club
    row: Row
    asked: str
    lines: tuple[StoryLine, ...]
    notes: tuple[Note, ...]
    earlier: int | None
    later: int | None
    may: frozenset[str]

    @property
    def game(self) -> Game:
        """The game it tells of."""
        return self.row.game

    @property
    def may_note(self) -> bool:
        """Tell whether its reader may add a note or a dispute."""
        return Capability.NOTE in self.may

    @property
    def may_amend(self) -> bool:
        """Tell whether its reader may put the game right."""
        return Capability.AMEND in self.may and self.session.is_open


def story(session: Session, number: int, reader: Somebody, asked: str) -> Story:
    """Tell a game in the words of the notation; NotFound where there is none."""
    row, games = row_get(session, number)
    name = next((c.player.name for c in row.cells if c and c.player.public_id == asked), "")
    lines = (line.strip() for line in game_notation(session, number))
    return Story(
        session=session,
        club=session.club,
        row=row,
        asked=name,
        lines=tuple(StoryLine(line, _names(line, name)) for line in lines),
        notes=tuple(session.notes.filter(game_number=number).order_by("pk")),
        earlier=number - 1 if number > 1 else None,
        later=number + 1 if number < games else None,
        may=_may(reader, session.club, session),
    )


def _names(line: str, name: str) -> bool:
    """Tell whether a statement names somebody: Ann is not meant where Anna doubles."""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) is not None


@dataclass(frozen=True)
class ClubPage:
    """A club's front page, or a page of its list of sessions."""

    club: Club
    running: tuple[Card, ...]
    cards: tuple[Card, ...]
    older: str | None
    may: frozenset[str]
    recount: tuple[RecountLine, ...] = ()

    @property
    def may_start(self) -> bool:
        """Tell whether its reader may start a chouette."""
        return Capability.START_SESSION in self.may


def club_page(
    club: Club, reader: Somebody, *, before: str | None = None, size: int | None = None
) -> ClubPage:
    """Gather a club's sessions, the running ones apart; its front page shows the first few."""
    is_front, size = size is not None, size or SESSIONS_PER_PAGE
    found = list(sessions_before(club, before)[: size + 1])
    shown = cards(found[:size])
    may = _may(reader, club)
    return ClubPage(
        club=club,
        running=tuple(card for card in shown if card.session.is_open),
        cards=tuple(card for card in shown if not card.session.is_open),
        older=found[size - 1].public_id if len(found) > size else None,
        may=may,
        recount=recount_unseen(club.pk) if is_front and Capability.SETTLE in may else (),
    )
