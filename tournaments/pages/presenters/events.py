"""An event's public page: what is being played, standings, draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Club
from games.permissions import Capability
from tournaments.events.selectors.events import Board, DivisionShown
from tournaments.formats.situation import PLAYOFF, WITHOUT_BRACKET
from tournaments.models import Division, Entry, Event, Round
from tournaments.pages.presenters.brackets import BracketPart, bracket_parts
from tournaments.pages.presenters.events_rounds import (
    Reason,
    RoundView,
    current_rounds,
    going_on,
    reasons,
    round_view,
)
from tournaments.pages.presenters.events_standings import (
    Places,
    StandTable,
    final_places,
    player_url,
    stand_tables,
    state_note,
)
from tournaments.pages.presenters.events_words import division_line, next_start, round_title
from tournaments.pages.presenters.finishes import Finisher, PartWinners, podium_of, winners_beside
from tournaments.pages.presenters.purse import purse_of
from tournaments.record.selectors.rounds import next_digest_of
from tournaments.record.selectors.situations import format_of

SHOWS: Final = ("now", "rounds", "entries")
"""The parts of an event's page; the first is the default."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A link to another part or division of the page."""

    name: str
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry."""

    number: int
    name: str
    url: str
    level: int
    state: str
    is_active: bool
    is_here: bool
    note: str


@dataclass(frozen=True, slots=True)
class Prize:
    """A place, its share of the pool in percent, and the amount, for directors."""

    place: int
    share: Decimal
    amount: Decimal | None


@dataclass(frozen=True, slots=True)
class Money:
    """What was announced; for directors also what was paid. The program moves no money."""

    currency: str
    fee: Decimal | None
    reentry_fee: Decimal | None
    added: Decimal
    costs: Decimal
    paid: int
    pool: Decimal | None
    prizes: tuple[Prize, ...]


@dataclass(frozen=True, slots=True)
class DrawView:
    """A round with its draw, and links to the other rounds."""

    tabs: tuple[Tab, ...]
    round: RoundView
    reasons: tuple[Reason, ...]
    is_drawn: bool
    """Whether it was drawn at all: on a ladder nothing is."""


@dataclass(frozen=True, slots=True)
class EventPage:
    """The page of an event: one part of one division."""

    event: Event
    club: Club
    division: Division
    line: str
    entered: int
    divisions: tuple[Tab, ...]
    tabs: tuple[Tab, ...]
    show: str
    live: str
    news: str
    may_direct: bool
    current: tuple[RoundView, ...] = ()
    going_on: tuple[str, ...] = ()
    standings: tuple[StandTable, ...] = ()
    brackets: tuple[BracketPart, ...] = ()
    places: tuple[Places, ...] = ()
    podium: tuple[Finisher, ...] = ()
    beside: tuple[PartWinners, ...] = ()
    draw: DrawView | None = None
    next_digest: str = ""
    entries: tuple[EntryLine, ...] = ()
    money: Money | None = None

    @property
    def next_start(self) -> str:
        """When the next round starts, if it was announced."""
        return next_start(self.division)

    @property
    def is_polled(self) -> bool:
        """Whether the page may still change by itself."""
        return self.event.is_open


def event_page(board: Board, show: str = "", round_number: int | None = None) -> EventPage:
    """Gather one part of an event's page; an unknown name means the first."""
    event, field = board.event, board.fields[0]
    leaf = show if show in SHOWS else SHOWS[0]
    current = current_rounds(field) if leaf == "now" else ()
    goers = going_on(field, current)
    may_direct = board.reader.may(Capability.DIRECT)
    asked = _address(field.division, leaf, round_number)
    live = reverse("event_live", args=[event.public_id])
    return EventPage(
        event=event,
        club=board.club,
        division=field.division,
        line=division_line(field.division),
        entered=sum(one.state != Entry.State.WITHDRAWN for one in field.entries),
        divisions=_divisions(board, field.division),
        tabs=_tabs(field, leaf),
        show=leaf,
        live=f"{live}?{asked}&beat={event.beat}",
        news=_news(current, goers),
        may_direct=may_direct,
        current=current,
        going_on=goers,
        standings=stand_tables(field, has_links=may_direct) if leaf == "now" else (),
        brackets=bracket_parts(field) if leaf == "now" else (),
        places=final_places(field) if leaf == "now" else (),
        podium=podium_of(field) if leaf == "now" else (),
        beside=winners_beside(field) if leaf == "now" else (),
        draw=_draw(field, round_number) if leaf == "rounds" else None,
        next_digest=next_digest_of(field.division) if _shows_seeds(field, leaf) else "",
        entries=_entries(field) if leaf == "entries" else (),
        money=_money(board, field) if leaf == "entries" else None,
    )


def _shows_seeds(field: DivisionShown, leaf: str) -> bool:
    """Tell whether a part shows the seed's digest; before the first draw the first part does."""
    is_drawn = not format_of(field.division).has_challenges
    return is_drawn and leaf == ("rounds" if field.rounds else SHOWS[0])


def _address(division: Division, show: str, number: int | None = None) -> str:
    asked: dict[str, str | int] = {"division": division.public_id, "show": show}
    if number is not None:
        asked["round"] = number
    return urlencode(asked)


def _divisions(board: Board, here: Division) -> tuple[Tab, ...]:
    if len(board.divisions) < 2:
        return ()
    return tuple(
        Tab(division.name, f"?{_address(division, SHOWS[0])}", division.pk == here.pk)
        for division in board.divisions
    )


def _tabs(field: DivisionShown, show: str) -> tuple[Tab, ...]:
    names = {"now": _("Now"), "rounds": _("Rounds and draws"), "entries": _("Players")}
    return tuple(
        Tab(name, f"?{_address(field.division, leaf)}", leaf == show)
        for leaf, name in names.items()
        if leaf != "rounds" or field.rounds
    )


def _news(current: Sequence[RoundView], goers: Sequence[str]) -> str:
    """Return the state in sentences on one line, for screen readers."""
    return " ".join((*(f"{one.title}: {one.progress}." for one in current), *goers))


def _draw(field: DivisionShown, number: int | None) -> DrawView | None:
    if not field.rounds:
        return None
    shown = next((one for one in field.rounds if one.number == number), field.rounds[-1])
    return DrawView(
        tabs=tuple(_round_tab(field, one, shown) for one in field.rounds),
        round=round_view(field, shown),
        reasons=reasons(field, shown),
        is_drawn=not format_of(field.division).has_challenges,
    )


def _round_tab(field: DivisionShown, round: Round, shown: Round) -> Tab:
    name = str(round.number)
    if field.bracket is not None and round.bracket not in WITHOUT_BRACKET:
        name = round_title(round, field.bracket[0])
    elif round.bracket == PLAYOFF:
        name = round_title(round)
    address = _address(field.division, "rounds", round.number)
    return Tab(name, f"?{address}", round.pk == shown.pk)


def _entries(field: DivisionShown) -> tuple[EntryLine, ...]:
    return tuple(
        EntryLine(
            number=entry.number,
            name=field.people.name(entry),
            url=player_url(field, entry.number),
            level=entry.level,
            state=str(entry.get_state_display()),
            is_active=entry.is_active,
            is_here=entry.state == Entry.State.PRESENT,
            note=state_note(entry) or _entry_note(entry),
        )
        for entry in sorted(field.entries, key=lambda one: (not one.is_active, one.number))
    )


def _entry_note(entry: Entry) -> str:
    notes = []
    if entry.from_round > 1:
        notes.append(_("from round %(number)s") % {"number": entry.from_round})
    if entry.reentries:
        again = ngettext("came back %(count)s time", "came back %(count)s times", entry.reentries)
        notes.append(again % {"count": entry.reentries})
    return ", ".join(notes)


def _money(board: Board, field: DivisionShown) -> Money | None:
    """Return the fees and the shares of the prizes, for directors with what was paid.

    Prizes are shares of the pool: the fees paid, for entries and for later buy-ins, without what
    costs take of them, and what is added. Without a separate fee a later buy-in costs the same.
    """
    terms, currency = field.division.terms, board.event.currency
    if terms.is_blank:
        return None
    said = (currency, terms.fee, terms.reentry_fee, terms.added, terms.costs)
    if not board.reader.may(Capability.DIRECT):
        announced = (
            Prize(place, Decimal(str(share)), None) for place, share in enumerate(terms.prizes, 1)
        )
        return Money(*said, 0, None, tuple(announced))
    purse = purse_of(field.division, field.entries)
    prizes = tuple(
        Prize(prize.place, Decimal(str(share)), prize.amount)
        for prize, share in zip(purse.prizes, terms.prizes, strict=True)
    )
    return Money(*said, purse.paid, purse.pool, prizes)
