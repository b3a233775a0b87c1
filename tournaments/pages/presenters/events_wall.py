"""An event on a big screen: slides that change by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Club
from tournaments.events.selectors.events import Board, DivisionShown
from tournaments.models import Entry, Event
from tournaments.pages.presenters.events_matches import MatchLine
from tournaments.pages.presenters.events_rounds import (
    RoundClock,
    RoundView,
    TableLine,
    current_rounds,
)
from tournaments.pages.presenters.events_standings import StandTable, final_places, stand_tables
from tournaments.pages.presenters.events_words import next_start
from tournaments.pages.presenters.finishes import Finisher, PartWinners, podium_of, winners_beside
from tournaments.record.selectors.situations import planned_rounds

MATCHES: Final = 12
"""The matches that fit on one slide, in two columns."""
PLACES: Final = 16
MOST_PLACES: Final = 32
"""Only the best are shown; others find themselves on their phones."""
TABLES: Final = 2
NAMES: Final = 24
ITEM = TypeVar("ITEM")


@dataclass(frozen=True, slots=True)
class WallPlace:
    """A line of the standings: place, name, the main figure, and whether they have withdrawn."""

    place: str
    name: str
    figure: str
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide; one of its lists is filled."""

    key: str
    division: str
    title: str
    note: str
    following: str
    clock: RoundClock | None = None
    page: int = 1
    pages: int = 1
    matches: Sequence[MatchLine] = ()
    is_dated: bool = False
    """Whether its matches have days and times in the place of rounds, read from afar."""
    tables: Sequence[TableLine] = ()
    places: Sequence[WallPlace] = ()
    names: Sequence[str] = ()
    podium: Sequence[Finisher] = ()
    beside: Sequence[PartWinners] = ()


@dataclass(frozen=True, slots=True)
class EventWall:
    """All slides of an event, in the order in which they are shown.

    `live` is where they are asked for again, `beat` what is new when any of them is; `news` is the
    stream that says so, blank where it does not know all that is shown.
    """

    event: Event
    club: Club
    slides: tuple[Slide, ...]
    live: str
    beat: str
    news: str = ""


def event_wall(board: Board) -> EventWall:
    """Return an event for a big screen: for each division the draw, then the standings."""
    several = len(board.divisions) > 1
    slides = [one for field in board.fields for one in _division(field, several)]
    event = board.event
    live = reverse("event_wall_live", args=[event.public_id])
    news = reverse("event_live", args=[event.public_id])
    return EventWall(event, board.club, tuple(slides), live, str(event.beat), news)


def places_of(board: Board, following: str) -> Iterator[Slide]:
    """Yield the standings of all divisions alone."""
    several = len(board.divisions) > 1
    for field in board.fields:
        name = field.division.name if several else ""
        yield from _standings(field, name, following, None)


def _division(field: DivisionShown, several: bool) -> Iterator[Slide]:
    name = field.division.name if several else ""
    key = field.division.public_id
    podium = podium_of(field)
    if podium:
        yield Slide(
            key=f"{key}-podium",
            division=name,
            title=_("The winners"),
            note=date_format(field.division.event.starts_on, "DATE_FORMAT"),
            following=field.division.event.club.name,
            podium=podium,
            beside=winners_beside(field),
        )
    rounds = () if podium else current_rounds(field)
    following = _following(field, rounds)
    if not field.rounds:
        yield from _entered(field, name, key)
        return
    for one in rounds:
        yield from _round(one, name, f"{key}-{one.round.number}", following)
    clock = next((one.clock for one in rounds if one.clock), None)
    yield from _standings(field, name, following, clock)


def _standings(
    field: DivisionShown, name: str, following: str, clock: RoundClock | None
) -> Iterator[Slide]:
    tables = stand_tables(field, with_cross=False)
    places = _places(field, tables)
    basis = tables[0].basis if tables and field.division.is_chouette else ""
    for page, pages, part in wall_pages(places[:MOST_PLACES], PLACES):
        yield Slide(
            key=f"{field.division.public_id}-places-{page}",
            division=name,
            title=_("Standings"),
            note=basis,
            following=following,
            clock=clock,
            page=page,
            pages=pages,
            places=part,
        )


def _round(round: RoundView, name: str, key: str, following: str) -> Iterator[Slide]:
    for page, pages, part in wall_pages(round.lines, MATCHES):
        yield Slide(
            key=f"{key}-draw-{page}",
            division=name,
            title=round.title,
            note=round.progress,
            following=following,
            clock=round.clock,
            page=page,
            pages=pages,
            matches=part,
        )
    for page, pages, tables in wall_pages(round.tables, TABLES):
        yield Slide(
            key=f"{key}-tables-{page}",
            division=name,
            title=round.title,
            note=round.progress,
            following=following,
            clock=round.clock,
            page=page,
            pages=pages,
            tables=tables,
        )


def _entered(field: DivisionShown, name: str, key: str) -> Iterator[Slide]:
    playing = [one for one in field.entries if one.state != Entry.State.WITHDRAWN]
    names = [field.people.name(one) for one in playing]
    here = sum(one.state == Entry.State.PRESENT for one in field.entries)
    count = ngettext("%(count)s player", "%(count)s players", len(names)) % {"count": len(names)}
    note = _("%(count)s, %(here)s here") % {"count": count, "here": here} if here else count
    for page, pages, part in wall_pages(names, NAMES):
        yield Slide(
            key=f"{key}-entered-{page}",
            division=name,
            title=_("Entered"),
            note=note,
            following=next_start(field.division) or _("The draw follows"),
            page=page,
            pages=pages,
            names=part,
        )


def _places(field: DivisionShown, tables: Sequence[StandTable]) -> list[WallPlace]:
    places = [
        WallPlace(f"{table.group}{line.place}", line.name, figure, _is_out(field, line.number))
        for table in tables
        for line in table.lines
        for figure in line.figures[:1]
    ]
    ended = [
        WallPlace(str(place.first), place.name, "")
        for part in final_places(field)[:1]
        for place in part.lines
    ]
    return ended if field.has_bracket and ended else places


def _is_out(field: DivisionShown, number: int) -> bool:
    entry = field.by_number.get(number)
    return entry is not None and entry.state == Entry.State.WITHDRAWN


def _following(field: DivisionShown, rounds: Sequence[RoundView]) -> str:
    """Say what comes next, if the number of rounds is known."""
    division = field.division
    starts = next_start(division)
    planned = planned_rounds(division)
    if not field.rounds or planned is None:
        return starts
    last = field.rounds[-1].number
    if last >= planned:
        over = all(one.is_over for one in rounds)
        return _("All rounds have been played.") if over else _("This is the last round")
    text = _("Next: round %(number)s of %(count)s") % {"number": last + 1, "count": planned}
    return f"{text} · {starts}" if starts else text


def wall_pages(items: Sequence[ITEM], size: int) -> Iterator[tuple[int, int, Sequence[ITEM]]]:
    """Yield the items of each slide, with its number and how many there are."""
    pages = -(-len(items) // size)
    for page in range(pages):
        yield page + 1, pages, items[page * size : (page + 1) * size]
