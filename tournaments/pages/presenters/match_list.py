"""The list of a club's matches, and the form to start one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import Club
from games.permissions import Capability
from games.web.input import Input
from tournaments.models import Match
from tournaments.pages.presenters.match_texts import names_of, title_of
from tournaments.pages.selectors import MatchesPage

NOTHING: Final = Input()


@dataclass(frozen=True, slots=True)
class ListLine:
    """A match in the list of a club."""

    url: str
    first: str
    second: str
    score: str
    note: str
    winner: int | None
    state: str
    """"live", or "open" where nobody plays yet; blank once there is a result."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player to choose."""

    id: str
    name: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ListPage:
    """A club's matches, the latest first."""

    club: Club
    days: tuple[tuple[str, tuple[ListLine, ...]], ...]
    people: tuple[Person, ...]
    only: str
    only_id: str
    older: str
    may_start: bool
    starters: tuple[Person, ...]
    problem: str = ""
    typed: Input = NOTHING
    lengths: tuple[int, ...] = (1, 3, 5, 7, 9, 11)


def list_page(found: MatchesPage, people: Sequence[tuple[str, str]], own: str) -> ListPage:
    """Gather the list; `people` are ids and names to choose from, `own` is the reader's player."""
    only = found.player
    days: dict[str, list[ListLine]] = {}
    for match in found.matches:
        day = str(date_format(match.played_on, "DATE_FORMAT"))
        days.setdefault(day, []).append(_list_line(match, found))
    chosen = "" if only is None else only.public_id
    may_start = found.reader.may(Capability.START_MATCH)
    return ListPage(
        club=found.club,
        days=tuple((day, tuple(lines)) for day, lines in days.items()),
        people=tuple(Person(key, name, key == chosen) for key, name in people),
        only="" if only is None else only.name,
        only_id=chosen,
        older=found.older,
        may_start=may_start,
        starters=tuple(Person(key, name, key == own) for key, name in people) if may_start else (),
    )


def _list_line(match: Match, found: MatchesPage) -> ListLine:
    names = names_of(match, found.people)
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
    return ListLine(
        url=reverse("match", args=[match.public_id]),
        first=names[0],
        second=names[1],
        score=" : ".join(match.figures) if has_points and not forfeited else "",
        note=" · ".join(notes),
        winner=match.winner if match.is_settled else None,
        state=_state(match, found),
    )


def _state(match: Match, found: MatchesPage) -> str:
    """Tell whether a match is being played, as far as anybody can know.

    Its score is kept, it is on the board, or it was called to one of the tables there are; without
    tables, as in a league, a number says nothing about when two meet.
    """
    if match.state not in Match.UNDECIDED:
        return ""
    event = None if match.round is None else match.round.division.event
    is_called = event is None or (event.tables is not None and match.board is not None)
    is_kept = match.pk in found.kept or match.online_id is not None
    return "live" if is_called or is_kept else "open"
