"""The results of a club as a page shows them: by day, and what they can be narrowed to."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.boards.presenters.lists import board_cards
from games.clubs.selectors.privacy import Person
from games.models import Board, Club
from games.permissions import Capability, Reader
from games.sessions.selectors.sheets import Card
from tournaments.models import Match
from tournaments.pages.presenters.match_texts import names_of, title_of
from tournaments.pages.selectors.results import (
    ANALYSES,
    BOARDS,
    EVENINGS,
    MATCHES,
    Results,
    kinds_for,
)


@dataclass(frozen=True, slots=True)
class Kind:
    """What a kind of results is called, its icon, and what a page says that has none of it."""

    title: str | Promise
    one: str | Promise
    icon: str
    none: str | Promise
    will_be: str | Promise


OF_ALL: Final = Kind(
    gettext_lazy("All"),
    "",
    "",
    gettext_lazy("Nothing has been played here yet"),
    gettext_lazy(
        "Evenings, matches and games on the board stand here day by day, the latest first."
    ),
)
OF: Final[Mapping[str, Kind]] = {
    EVENINGS: Kind(
        gettext_lazy("Evenings"),
        gettext_lazy("Evening"),
        "dices",
        gettext_lazy("No chouette has been played here yet"),
        gettext_lazy("Every chouette stands here from its start on, with the best three."),
    ),
    MATCHES: Kind(
        gettext_lazy("Matches"),
        gettext_lazy("Match"),
        "swords",
        gettext_lazy("No match has been played here yet"),
        gettext_lazy("Matches stand here with their score, those of tournaments and leagues too."),
    ),
    BOARDS: Kind(
        gettext_lazy("On the board"),
        gettext_lazy("On the board"),
        "grid-3x3",
        gettext_lazy("No game on the board has ended yet"),
        gettext_lazy("Games that are played here on the board stand here when they are over."),
    ),
    ANALYSES: Kind(
        gettext_lazy("Analyses"),
        gettext_lazy("Analysis"),
        "search-check",
        gettext_lazy("You have had nothing analysed"),
        gettext_lazy("Your analyses stand here for a week. Nobody else sees them in this list."),
    ),
}


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was played, in the list: `row` is what its kind's template shows."""

    kind: str
    said: str
    icon: str
    url: str
    row: Any


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match: both names, its score, and what else there is to say."""

    first: str
    second: str
    score: str
    note: str
    winner: int | None
    is_live: bool


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose."""

    value: str
    name: str
    is_chosen: bool
    icon: str = ""


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """A page of a club's results, and the choices above it."""

    reader: Reader
    club: Club
    days: tuple[tuple[datetime.date, tuple[Line, ...]], ...]
    kinds: tuple[Option, ...]
    people: tuple[Option, ...]
    years: tuple[Option, ...]
    chosen: str
    """What is chosen, in words: “Matches · Ann · 2026”."""
    kind: str
    is_narrowed: bool
    is_later: bool
    """Whether something later stands on pages before."""
    address: str
    """The address of the first page of this choice."""
    older: str
    none: str
    will_be: str

    @property
    def count(self) -> int:
        """How many results the page has."""
        return sum(len(lines) for _day, lines in self.days)

    @property
    def may_start(self) -> bool:
        return self.reader.may(Capability.START_SESSION)

    @property
    def may_enter(self) -> bool:
        """Whether the reader may enter an evening from paper."""
        return self.reader.may(Capability.IMPORT_SESSION)

    @property
    def may_match(self) -> bool:
        """Whether the reader may start matches, and have some analysed."""
        return self.reader.may(Capability.START_MATCH)


def results_page(results: Results, people: Sequence[Person]) -> ResultsPage:
    """Shape a page of results; `people` are the players to choose from."""
    wish, reader = results.wish, results.reader
    lines = _lines(results)
    here = OF.get(wish.kind, OF_ALL)
    known = {one.public_id: one.name for one in people}
    if results.player is not None:
        known |= {results.player.public_id: results.player.name}
    kinds = [("", OF_ALL), *((kind, OF[kind]) for kind in kinds_for(reader))]
    year = str(wish.year or "")
    years = [str(one) for one in results.years]
    if year and year not in years:
        years.append(year)
    asked = {"kind": wish.kind, "player": wish.player, "year": year}
    said = {key: value for key, value in asked.items() if value}
    address = reverse("results", args=[results.club.slug])
    chosen = [str(here.title), known.get(wish.player, ""), year]
    return ResultsPage(
        reader=reader,
        club=results.club,
        days=tuple(
            (day, tuple(line for _day, line in of_day))
            for day, of_day in groupby(lines, key=lambda one: one[0])
        ),
        kinds=tuple(
            Option(kind, str(one.title), kind == wish.kind, one.icon) for kind, one in kinds
        ),
        people=tuple(Option(key, name, key == wish.player) for key, name in known.items()),
        years=tuple(Option(one, one, one == year) for one in years) if len(years) > 1 else (),
        chosen=" · ".join(one for one in chosen if one),
        kind=wish.kind,
        is_narrowed=bool(wish.player or year),
        is_later=bool(wish.before),
        address=f"{address}?{urlencode(said)}" if said else address,
        older=f"{address}?{urlencode({**said, 'before': results.older})}" if results.older else "",
        none=str(here.none),
        will_be=str(here.will_be),
    )


def _lines(results: Results) -> Iterable[tuple[datetime.date, Line]]:
    boards = [one.row for one in results.entries if isinstance(one.row, Board)]
    user = results.reader.user
    of_board = {one.board.pk: one for one in board_cards(boards, user=user, reader=results.reader)}
    for entry in results.entries:
        row: Any = entry.row
        if isinstance(row, Card):
            url = reverse("sheet", args=[row.session.public_id])
        elif isinstance(row, Match):
            url, row = reverse("match", args=[row.public_id]), match_row(row, results.people)
        elif isinstance(row, Board):
            url, row = reverse("board", args=[row.public_id]), of_board[row.pk]
        else:
            url = reverse("analysis", args=[row.public_id])
        kind = OF[entry.kind]
        yield entry.day, Line(entry.kind, str(kind.one), kind.icon, url, row)


def match_row(match: Match, people: Mapping[int, Person]) -> MatchRow:
    """Shape a match of the list."""
    names = names_of(match, people)
    has_points = match.state != Match.State.OPEN or match.first_points or match.second_points
    has_points = has_points and match.state != Match.State.DISPUTED
    notes = [title_of(match)]
    if match.round is not None:
        notes.append(match.round.division.event.title)
    if match.outcome in Match.NOT_PLAYED_OUT:
        notes.append(str(match.get_outcome_display()))
    if match.state == Match.State.REPORTED:
        notes.append(_("reported, to be confirmed"))
    if match.state == Match.State.DISPUTED:
        notes.append(_("disputed, the director decides"))
    forfeited = match.outcome in {Match.Outcome.FORFEIT, Match.Outcome.NO_SHOW}
    return MatchRow(
        first=names[0],
        second=names[1],
        score=" : ".join(match.figures) if has_points and not forfeited else "",
        note=" · ".join(notes),
        winner=match.winner if match.is_settled else None,
        is_live=match.state == Match.State.OPEN,
    )
