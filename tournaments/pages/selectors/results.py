"""Reads what a club has played, the latest day first: evenings, matches, boards, analyses."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.boards.selectors.boards import boards_read
from games.clubs.selectors.privacy import Person, people_seen
from games.models import Board, BoardSeat, Club, Job, Player, Seat, Session
from games.models.ids import is_public_id
from games.permissions import NOBODY, Capability, Reader
from games.sessions.selectors.sheets import Card, cards
from tournaments.models import Match
from tournaments.pages.selectors.matches import matches_listed, player_listed

EVENINGS, MATCHES, BOARDS, ANALYSES = "evenings", "matches", "boards", "analyses"
KINDS: Final = (EVENINGS, MATCHES, BOARDS, ANALYSES)
"""In this order within a day."""
PAGE: Final = 30
YEARS: Final = range(1900, 2200)

Row = Card | Match | Board | Job
Moment = datetime.date | datetime.datetime


@dataclass(frozen=True, slots=True)
class Wish:
    """What of a club's results is asked for; a blank is all of it.

    `player` is a public id, `before` says after which entry the page begins, as `Results.older`
    does.
    """

    kind: str = ""
    player: str = ""
    year: int | None = None
    before: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that was played, on a day in the club's time zone."""

    kind: str
    day: datetime.date
    row: Row


@dataclass(frozen=True, slots=True)
class Results:
    """A page of a club's results as one reader may see them.

    `wish` is what of the request is known and theirs to ask; `years` are those to choose from, the
    latest first; `people` are the players of the matches; `older` continues the list, blank at its
    end.
    """

    reader: Reader
    club: Club
    wish: Wish
    player: Person | None
    entries: tuple[Entry, ...]
    people: dict[int, Person]
    years: Sequence[int]
    older: str


@dataclass(frozen=True, slots=True)
class _Source:
    """The rows of one kind, and the column that says when they were played."""

    kind: str
    rows: QuerySet[Any]
    moment: str


@dataclass(frozen=True, slots=True)
class _Place:
    """Where something stands in the list; `after` is its place among those of its kind."""

    day: datetime.date
    kind: str
    after: int
    pk: int
    public_id: str
    moment: Moment

    @property
    def order(self) -> tuple[int, int, int]:
        return -self.day.toordinal(), KINDS.index(self.kind), self.after


def results_of(club: Club, reader: Reader = NOBODY, wish: Wish | None = None) -> Results:
    """Read a page of a club's results, with a constant number of queries.

    A board that belongs to a match or an evening stands there, and by itself only where boards
    alone are asked for. Analyses are those of the reader. What is unknown in a wish, or not theirs
    to ask, is left out of it.
    """
    wish = wish or Wish()
    only = player_listed(club, wish.player, reader)
    kinds = kinds_for(reader)
    wish = Wish(
        wish.kind if wish.kind in kinds else "",
        only.public_id if only is not None else "",
        wish.year if wish.year in YEARS else None,
        wish.before,
    )
    every = [_source(kind, club, reader, is_alone=kind == wish.kind) for kind in kinds]
    sources = [_narrowed(one, club, only, wish.year) for one in every]
    last = _place_of(every, club, wish.before)
    asked = [one for one in sources if wish.kind in ("", one.kind)]
    places = sorted(
        (place for one in asked for place in _places(one, club, last)), key=lambda one: one.order
    )
    shown = places[:PAGE]
    rows = _rows(shown, reader)
    entries = tuple(Entry(one.kind, one.day, rows[one.kind, one.pk]) for one in shown)
    seen = people_seen(_playing(only, entries), reader)
    return Results(
        reader=reader,
        club=club,
        wish=wish,
        player=None if only is None else seen[only.pk],
        entries=entries,
        people=seen,
        years=_years(club),
        older=f"{shown[-1].kind}-{shown[-1].public_id}" if len(places) > PAGE else "",
    )


def kinds_for(reader: Reader) -> tuple[str, ...]:
    """Return the kinds of results there are for a reader: analyses for those who make some."""
    return KINDS if reader.may(Capability.START_MATCH) else KINDS[:-1]


def _source(kind: str, club: Club, reader: Reader, *, is_alone: bool) -> _Source:
    if kind == EVENINGS:
        return _Source(kind, club.sessions.all(), "played_on")
    if kind == MATCHES:
        return _Source(kind, matches_listed(club), "played_on")
    if kind == ANALYSES:
        mine = Job.objects.filter(club=club, by=reader.user, kind=Job.Kind.ANALYSIS)
        return _Source(kind, mine, "created_at")
    boards = club.boards.filter(status=Board.Status.ENDED, ended_at__isnull=False)
    if not is_alone:
        boards = boards.filter(session=None, match=None)
    return _Source(kind, boards, "ended_at")


def _narrowed(source: _Source, club: Club, only: Player | None, year: int | None) -> _Source:
    rows = source.rows
    if only is not None:
        rows = rows.filter(_played_by(source.kind, only))
    if year is not None:
        first, after = (datetime.date(one, 1, 1) for one in (year, year + 1))
        rows = rows.filter(
            **{
                f"{source.moment}__gte": _bound(source, club, first),
                f"{source.moment}__lt": _bound(source, club, after),
            }
        )
    return _Source(source.kind, rows, source.moment)


def _played_by(kind: str, only: Player) -> Q | Exists:
    """Return what holds for the rows of a player, and of those who were merged into them."""
    theirs = Player.objects.filter(Q(pk=only.pk) | Q(merged_into=only)).values("pk")
    if kind == EVENINGS:
        return Exists(Seat.objects.filter(session=OuterRef("pk"), player__in=theirs))
    if kind == MATCHES:
        return Q(first__in=theirs) | Q(second__in=theirs)
    board = OuterRef("pk" if kind == BOARDS else "board")
    return Exists(BoardSeat.objects.filter(board=board, player__in=theirs))


def _places(source: _Source, club: Club, last: _Place | None) -> list[_Place]:
    """Return the first of a kind behind a place, one more than a page holds."""
    rows = source.rows
    if last is not None:
        rows = rows.filter(_behind(source, club, last))
    keys = rows.order_by(f"-{source.moment}", "-pk").values_list("pk", "public_id", source.moment)
    return [
        _Place(_day(club, moment), source.kind, number, pk, public_id, moment)
        for number, (pk, public_id, moment) in enumerate(keys[: PAGE + 1])
    ]


def _behind(source: _Source, club: Club, last: _Place) -> Q:
    """Return what holds behind a place: of its day the kinds that stand below, and all earlier."""
    moment = source.moment
    if source.kind != last.kind:
        is_below = KINDS.index(source.kind) > KINDS.index(last.kind)
        day = last.day + datetime.timedelta(days=1) if is_below else last.day
        return Q(**{f"{moment}__lt": _bound(source, club, day)})
    earlier = Q(**{f"{moment}__lt": last.moment}) | Q(**{moment: last.moment, "pk__lt": last.pk})
    return earlier & Q(**{f"{moment}__lte": last.moment})  # so that an index finds the first


def _place_of(sources: Iterable[_Source], club: Club, before: str) -> _Place | None:
    """Return the place of an entry, given as `kind-id`; None where there is no such entry."""
    kind, _dash, public_id = before.partition("-")
    source = next((one for one in sources if one.kind == kind), None)
    if source is None or not is_public_id(public_id):
        return None
    found = source.rows.filter(public_id=public_id).order_by()
    key = found.values_list("pk", source.moment).first()
    if key is None:
        return None
    pk, moment = key
    return _Place(_day(club, moment), kind, 0, pk, public_id, moment)


def _day(club: Club, moment: Moment) -> datetime.date:
    if isinstance(moment, datetime.datetime):
        return moment.astimezone(ZoneInfo(club.time_zone)).date()
    return moment


def _bound(source: _Source, club: Club, day: datetime.date) -> Moment:
    """Return where a day begins, as the column of a kind of rows counts."""
    if source.moment == "played_on":
        return day
    return datetime.datetime.combine(day, datetime.time(), ZoneInfo(club.time_zone))


def _rows(places: Iterable[_Place], reader: Reader) -> dict[tuple[str, int], Row]:
    keys: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for one in places:
        keys[one.kind].append(one.pk)
    found: dict[tuple[str, int], Row] = {}
    if pks := keys[EVENINGS]:
        sessions = Session.objects.filter(pk__in=pks).order_by()
        found |= {(EVENINGS, one.session.pk): one for one in cards(sessions, reader)}
    if pks := keys[MATCHES]:
        matches = Match.objects.filter(pk__in=pks).order_by().defer("score")
        related = matches.select_related("first", "second", "round__division__event")
        found |= {(MATCHES, one.pk): one for one in related}
    if pks := keys[BOARDS]:
        found |= {(BOARDS, one.pk): one for one in boards_read(pks)}
    if pks := keys[ANALYSES]:
        jobs = Job.objects.filter(pk__in=pks).order_by()
        found |= {(ANALYSES, one.pk): one for one in jobs}
    return found


def _playing(only: Player | None, entries: Iterable[Entry]) -> list[Player]:
    matches = [one.row for one in entries if isinstance(one.row, Match)]
    people = [one for match in matches for one in (match.first, match.second) if one is not None]
    return people if only is None else [*people, only]


def _years(club: Club) -> Sequence[int]:
    """Return the years since the first evening, match or board of a club, the latest first."""
    ordered = (
        (club.sessions.order_by("played_on", "pk"), "played_on"),
        (club.matches.order_by("played_on", "pk"), "played_on"),
        (club.boards.filter(ended_at__isnull=False).order_by("ended_at", "pk"), "ended_at"),
    )
    first = [rows.values_list(moment, flat=True).first() for rows, moment in ordered]
    known = [_day(club, one).year for one in first if one is not None]
    return range(club.today.year, min([*known, club.today.year]) - 1, -1)
