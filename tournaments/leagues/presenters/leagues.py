"""The pages of a league: its tables, a player's own fixtures, the director's."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.db.models import Q
from django.utils import timezone

from games.clubs.selectors.privacy import people_seen, person_seen
from games.models import Club, Player
from games.permissions import Capability, Reader
from games.web.money import money_text
from tournaments.events.selectors.events import Board
from tournaments.events.selectors.wishes import asking_names
from tournaments.leagues.presenters.ending import (
    Closing,
    LevelAsked,
    MoveLine,
    closing_of,
    draft_lines,
    level_asked,
    moved_lines,
)
from tournaments.leagues.presenters.fixtures import FixtureCard, cards_of, said_day
from tournaments.leagues.presenters.history import corrected_said
from tournaments.leagues.presenters.ladders import RungLine, rungs_listed
from tournaments.leagues.presenters.meeting import EntryLine
from tournaments.leagues.presenters.tables import DivisionTable, division_tables
from tournaments.leagues.presenters.told import entering_said, walkover_of
from tournaments.leagues.presenters.words import STAGES, stage_said
from tournaments.leagues.selectors.fixtures import (
    FixtureShown,
    decided_in,
    fixtures_of,
    strikes_of,
)
from tournaments.leagues.selectors.ladders import ladder_of
from tournaments.leagues.selectors.leagues import LeagueSeen, champions_of
from tournaments.leagues.selectors.playoffs import playoffs_open
from tournaments.leagues.selectors.progress import (
    Progress,
    is_to_be_drawn,
    overdue_of,
    progress_of,
    silent_of,
    waiting_of,
)
from tournaments.leagues.selectors.seasons import (
    ENTERS,
    LEAVES,
    Stage,
    draft_of,
    is_past,
    is_too_late,
    newcomers_of,
    stage_of,
)
from tournaments.models import Entry, League, LeagueSeason, Match
from tournaments.pages.presenters.events_standings import desk_of
from tournaments.record.selectors.dated import ends_now

NOBODY: Final[Mapping[str, int | None]] = MappingProxyType({})
MOST_PEOPLE: Final = 60
"""Players who are listed at once for who leaves; of more, those of one division."""
AHEAD: Final = (Stage.ANNOUNCED, Stage.DRAWN)
"""Before the release."""
OVER: Final = (Stage.ENDED, Stage.CANCELLED)
MOST_SILENT: Final = 40
"""Matches without a date or a word that are listed at once; of more, those of one division."""


@dataclass(frozen=True, slots=True)
class DivisionLink:
    """A division of a league that is too large to show all at once."""

    name: str
    public_id: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class PersonLink:
    """A player whose fixtures can be asked for."""

    public_id: str
    name: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season in the list, with its champion once it is over."""

    number: int
    title: str
    stage: str
    champion: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """A league for everybody who may see its club."""

    club: Club
    league: League
    season: LeagueSeason | None
    stage: str
    deadline: str
    deadline_reason: str
    divisions: tuple[DivisionTable, ...]
    links: tuple[DivisionLink, ...]
    """All divisions, where not all of them are shown."""
    challenges: tuple[FixtureCard, ...]
    """The open challenges of a ladder, or else the open play-offs."""
    recent: tuple[FixtureCard, ...]
    """The latest results."""
    people: tuple[PersonLink, ...]
    """Everybody of the shown divisions whom the reader may know, once there are fixtures."""
    theirs: tuple[FixtureCard, ...]
    """The fixtures of the one who is asked for."""
    is_over: bool
    """Whether it is running although the deadline, or that of its round, is over."""
    seasons: tuple[SeasonLine, ...]
    is_mine: bool
    may_enter: bool
    """Whether somebody of the club who does not play in it can enter: the newest season alone."""
    is_listed: bool
    """Whether they have entered already, for the next one."""
    may_direct: bool
    is_ended: bool
    is_ladder: bool
    moves: tuple[MoveLine, ...]
    """Who of the shown divisions plays elsewhere next, or stays for a reason; once it is over."""


@dataclass(frozen=True, slots=True)
class MinePage:
    """A player's own fixtures, and whether they play on."""

    club: Club
    league: League
    season: LeagueSeason | None
    player: Player | None
    division: str
    deadline: str
    deadline_reason: str
    is_past: bool
    """Whether it is running although its deadline is over."""
    is_over: bool
    cards: tuple[FixtureCard, ...]
    waiting: int
    still_open: int
    may_enter: bool
    is_entered: bool
    is_ahead: bool
    """Whether it is not released yet: who says now that they do not play is left out of it."""
    plays_next: bool
    is_signed_in: bool
    may_leave: bool
    """Whether they can leave at any time: a ladder that goes on."""
    asks: bool
    """Whether they say here who plays; a ladder that goes on has no next season."""
    fee: str
    """The fee that they have not paid."""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Absence:
    """A fixture to which somebody did not come, for the director to decide."""

    card: FixtureCard
    strikes: int
    answer: str
    """What the other has said to it."""
    walkover: tuple[str, ...] = ()
    """What each of the two gets for a walkover."""
    is_asked: bool = True
    """Whether who did not come has an account, and can answer here."""


@dataclass(frozen=True, slots=True)
class EnteredDivision:
    """A division with who plays in it, for the director."""

    name: str
    public_id: str
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Silent:
    """How many matches have neither a date nor a word; where they are many, one division's."""

    number: int
    divisions: tuple[tuple[DivisionLink, int], ...]
    """Where not all are shown: each division that has some, with how many."""
    cards: tuple[FixtureCard, ...]


@dataclass(frozen=True, slots=True)
class LateLine:
    """A match of a round that was not played in time, and where the director decides it."""

    title: str
    deadline: str
    desk: str


@dataclass(frozen=True, slots=True)
class DirectPage:
    """What the director of a league does next."""

    club: Club
    league: League
    season: LeagueSeason | None
    stage: Stage | None
    stage_text: str
    deadline: str
    is_late: bool
    """Whether that day is over: the season's, or in rounds that of the round."""
    entered: tuple[EnteredDivision, ...]
    people: tuple[EntryLine, ...]
    """Who can leave; where they are many, those of the division that is asked for."""
    people_by: tuple[DivisionLink, ...]
    """All divisions, where not all who can leave are listed at once."""
    withdrawn: tuple[EntryLine, ...]
    newcomers: tuple[str, ...]
    """Who plays the next season and not this one."""
    entering: str
    """What becomes of who is entered now."""
    enters_now: bool
    """Whether who is entered now plays in this season, and the director says where."""
    challenges: tuple[FixtureCard, ...]
    """The open challenges of a ladder."""
    rungs: tuple[RungLine, ...]
    """Who plays on a ladder, from the top, for a challenge that the director enters."""
    late: tuple[LateLine, ...]
    """What of a round was not played in time."""
    absences: tuple[Absence, ...]
    closing: Closing
    silent: Silent
    still_open: int
    level: tuple[LevelAsked, ...]
    playoffs: tuple[FixtureCard, ...]
    is_over: bool
    moves: tuple[MoveLine, ...]
    places: tuple[int, ...]
    is_outdated: bool
    left_out: tuple[str, ...]
    """Who is entered, and has said that they do not play: not in it once it is released."""
    asking: tuple[str, ...]
    """Who has entered by the link, and waits for the director's yes."""
    corrected: tuple[str, ...]
    """Who would play elsewhere by the results of the season before, as they are now."""
    draws_next: bool
    """Whether it is played in rounds, and one is still to be drawn."""
    is_played: bool
    """Whether nothing is to be played any more, so that the season is closed next."""
    is_ladder: bool
    may_merge: bool
    """To say that two names are one person is the organizers' decision."""
    problem: str = ""
    typed: str = ""


def league_page(
    seen: LeagueSeen,
    season: LeagueSeason | None,
    board: Board | None,
    player: Player | None,
    fixtures: Sequence[FixtureShown] = (),
    recent: Sequence[FixtureShown] = (),
    theirs: Sequence[FixtureShown] = (),
    asked: Player | None = None,
    *,
    is_paper: bool = False,
) -> LeaguePage:
    """Return the tables of a season, and all seasons with their champions.

    `theirs` are the fixtures of the player that is asked for.

    `fixtures` are the challenges of a ladder or the play-offs, `recent` the latest results.
    """
    reader = seen.reader
    champions = champions_of(seen)
    latest = max((one.number for one in seen.seasons), default=0)
    until = _until(season)
    return LeaguePage(
        club=seen.club,
        league=seen.league,
        season=season,
        stage="" if season is None else stage_said(season, latest),
        deadline=said_day(seen.club, until),
        deadline_reason=_reason(season, until),
        divisions=()
        if board is None
        else division_tables(
            board, player, has_links=not is_paper and reader.may(Capability.DIRECT)
        ),
        links=() if board is None else _links(board),
        challenges=tuple(one for one in cards_of(fixtures, seen.club, reader) if one.is_open),
        recent=cards_of(recent, seen.club, reader),
        people=() if board is None else _people(board, asked),
        theirs=cards_of(theirs, seen.club, reader),
        is_over=_is_late(season),
        seasons=tuple(
            SeasonLine(
                one.number,
                one.event.title,
                stage_said(one, latest),
                person_seen(champions[one.number], reader).name if one.number in champions else "",
                season is not None and one.pk == season.pk,
            )
            for one in seen.seasons
        ),
        is_mine=player is not None,
        may_enter=season is not None and season.number == latest and _is_open_to(season, player),
        is_listed=_wish_of(season, player) == ENTERS,
        may_direct=reader.may(Capability.DIRECT),
        is_ended=season is not None and stage_of(season) == Stage.ENDED,
        is_ladder=seen.league.shape == League.Shape.LADDER,
        moves=()
        if season is None or board is None
        else moved_lines(season, seen.after(season), board, reader),
    )


def _wish_of(season: LeagueSeason | None, player: Player | None) -> str:
    return "" if season is None or player is None else season.wishes.get(player.public_id, "")


def _is_open_to(season: LeagueSeason | None, player: Player | None) -> bool:
    """Tell whether who does not play in a season can still say *I play*."""
    if season is None or stage_of(season) in OVER:
        return False
    return _wish_of(season, player) != ENTERS


def mine_page(
    league: League,
    season: LeagueSeason | None,
    reader: Reader,
    player: Player | None,
    entry: Entry | None,
    fixtures: Sequence[FixtureShown],
    *,
    is_signed_in: bool,
    forgotten: Collection[int] = (),
    news: Collection[int] = (),
    problem: str = "",
) -> MinePage:
    """Return a player's own page: what waits for them first, and the `news` of the director;
    matches against who is `forgotten` count for nobody.
    """
    decided = decided_in(fixtures)
    cards = cards_of(fixtures, league.club, reader, player, forgotten, decided, news)
    is_entered = entry is not None and entry.state != Entry.State.WITHDRAWN
    wish = _wish_of(season, player)
    is_over = season is None or stage_of(season) in OVER
    may_enter = not is_entered and _is_open_to(season, player)
    is_ladder = league.shape == League.Shape.LADDER
    until = _until(season)
    return MinePage(
        club=league.club,
        league=league,
        season=season,
        player=player,
        division="" if entry is None or is_ladder else entry.division.name,
        deadline=said_day(league.club, until),
        deadline_reason=_reason(season, until),
        is_past=_is_late(season),
        is_over=season is not None and is_over,
        cards=cards,
        waiting=sum(one.waits for one in cards),
        still_open=sum(one.is_open for one in cards),
        may_enter=may_enter,
        may_leave=is_entered and not is_over and season is not None and season.goes_on,
        asks=may_enter or season is None or not season.goes_on,
        fee="" if season is None or entry is None else _fee_open(season, entry),
        is_entered=is_entered,
        is_ahead=season is not None and stage_of(season) in AHEAD,
        plays_next=wish == ENTERS or (is_entered and wish != LEAVES),
        is_signed_in=is_signed_in,
        problem=problem,
    )


def direct_page(
    seen: LeagueSeen,
    season: LeagueSeason | None,
    people: Sequence[EntryLine],
    *,
    problem: str = "",
    typed: str = "",
    silent: str = "",
    who: str = "",
    chosen: Mapping[str, int | None] = NOBODY,
) -> DirectPage:
    """Return the director's page; `silent` is the division whose silent matches are asked for,
    `who` the one whose players are, and `chosen` where a form puts the players of the draft.
    """
    club, stage = seen.club, None if season is None else stage_of(season)
    is_running = season is not None and stage == Stage.RUNNING
    progress = progress_of(season) if season is not None and is_running else []
    fixtures = waiting_of(season) if season is not None and is_running else []
    still_open = sum(one.still_open for one in progress)
    draws_next = season is not None and is_running and is_to_be_drawn(season)
    draft = None if season is None or stage != Stage.DRAFTED else draft_of(season)
    moves = () if draft is None else draft.moves
    count = max((one.to for one in moves if one.to is not None), default=0)
    entered = () if season is None else _entered(season, people)
    staying = tuple(one for one in people if not one.is_out)
    is_short = len(staying) <= MOST_PEOPLE
    leaves_of = next((one.name for one in entered if one.public_id == who), "")
    return DirectPage(
        club=club,
        league=seen.league,
        season=season,
        stage=stage,
        stage_text="" if stage is None else str(STAGES[stage]),
        deadline=said_day(club, _until(season)),
        is_late=_is_late(season),
        entered=entered,
        people=staying if is_short else tuple(one for one in staying if one.division == leaves_of),
        people_by=()
        if is_short
        else tuple(DivisionLink(one.name, one.public_id, one.name == leaves_of) for one in entered),
        withdrawn=tuple(one for one in people if one.is_out),
        newcomers=() if season is None else _newcomers(season, seen.reader),
        entering="" if season is None else entering_said(season),
        enters_now=season is not None and not is_too_late(season),
        challenges=_challenges(seen, season) if is_running else (),
        rungs=() if season is None else rungs_listed(ladder_of(season), seen.reader),
        late=() if season is None or not is_running else _late_lines(season, seen.reader),
        absences=_absences(seen, season, fixtures),
        closing=closing_of(season if is_running else None, fixtures, still_open, seen.reader),
        silent=_silent(seen, progress, silent),
        still_open=still_open,
        level=() if season is None else level_asked(season, seen.reader),
        playoffs=() if season is None else cards_of(playoffs_open(season), club, seen.reader),
        is_over=is_past(season),
        moves=draft_lines(seen, moves, chosen),
        places=_places(seen, count) if moves else (),
        is_outdated=draft is not None and draft.is_outdated,
        left_out=_left_out(season, staying) if stage in AHEAD else (),
        asking=() if season is None or stage in OVER else tuple(asking_names(season.event)),
        corrected=corrected_said(seen),
        draws_next=draws_next,
        is_played=is_running
        and not still_open
        and not draws_next
        and seen.league.shape != League.Shape.LADDER,
        is_ladder=seen.league.shape == League.Shape.LADDER,
        may_merge=seen.reader.may(Capability.USE_ADMIN),
        problem=problem,
        typed=typed,
    )


def _places(seen: LeagueSeen, count: int) -> tuple[int, ...]:
    """Return the divisions into which the draft can put somebody: a ladder is one list."""
    return (1,) if seen.league.shape == League.Shape.LADDER else tuple(range(1, count + 2))


def _absences(
    seen: LeagueSeen, season: LeagueSeason | None, fixtures: Sequence[FixtureShown]
) -> tuple[Absence, ...]:
    missed = [one for one in fixtures if one.absence is not None]
    if season is None or not missed:
        return ()
    cards = {one.public_id: one for one in cards_of(missed, seen.club, seen.reader)}
    return absences_of(missed, cards, strikes_of(season), seen.reader)


def absences_of(
    fixtures: Sequence[FixtureShown],
    cards: Mapping[str, FixtureCard],
    strikes: Mapping[int, int],
    reader: Reader,
) -> tuple[Absence, ...]:
    """Return the fixtures of which one says that the other did not come, as the director decides
    them. `cards` are by the public id of the match, `strikes` by player.
    """
    return tuple(
        Absence(
            cards[shown.match.public_id],
            strikes.get(absent_of(shown), 0),
            "" if answer is None else answer.text,
            walkover_of(shown, reader),
            _is_asked(shown),
        )
        for shown in fixtures
        if shown.absence is not None
        for answer in (shown.answer(),)
    )


def _challenges(seen: LeagueSeen, season: LeagueSeason | None) -> tuple[FixtureCard, ...]:
    if season is None or seen.league.shape != League.Shape.LADDER:
        return ()
    found = fixtures_of(season, where=Q(state=Match.State.OPEN))
    return cards_of([one for one in found if one.is_challenge], seen.club, seen.reader)


def _until(season: LeagueSeason | None) -> datetime.datetime | None:
    """Return until when a season is to be played, as long as something of it can be; in rounds,
    until when the round is that is played now.
    """
    if season is None or stage_of(season) not in (Stage.ANNOUNCED, Stage.DRAWN, Stage.RUNNING):
        return None
    return ends_now(season)


def _is_late(season: LeagueSeason | None) -> bool:
    """Tell whether the day until which a season, or its round, is to be played is over."""
    until = _until(season)
    return _is_running(season) and until is not None and until < timezone.now()


def _fee_open(season: LeagueSeason, entry: Entry) -> str:
    """Return the fee that somebody has not paid; blank if they owe none."""
    division, event = entry.division, season.event
    division.event = event
    terms = division.terms
    is_paid = entry.fees_paid > 0 or entry.state == Entry.State.WITHDRAWN
    return "" if is_paid or not terms.fee else money_text(terms.fee, event.currency)


def _reason(season: LeagueSeason | None, until: datetime.datetime | None) -> str:
    """Return why the deadline of a season was moved, if it is the day that is said."""
    return season.deadline_reason if season is not None and until == season.deadline else ""


def _is_running(season: LeagueSeason | None) -> bool:
    return season is not None and stage_of(season) == Stage.RUNNING


def _late_lines(season: LeagueSeason, reader: Reader) -> tuple[LateLine, ...]:
    """Return what of the rounds of a season was not played in time."""
    late = overdue_of(season)
    titles = {one.public_id: one for one in cards_of(late, season.event.club, reader)}
    return tuple(
        LateLine(titles[key].title, titles[key].deadline, f"{desk_of(found.division)}{key}#sheet")
        for shown in late
        for key, found in ((shown.match.public_id, shown.match.round),)
        if found is not None
    )


def absent_of(shown: FixtureShown) -> int:
    """Return the primary key of who did not come."""
    absence = shown.absence
    sides = (shown.match.first_id, shown.match.second_id)
    return 0 if absence is None or absence.side is None else sides[1 - absence.side] or 0


def _is_asked(shown: FixtureShown) -> bool:
    match = shown.match
    two = {match.first_id: match.first, match.second_id: match.second}
    absent = two.get(absent_of(shown))
    return absent is None or absent.current.user_id is not None


def _people(board: Board, asked: Player | None) -> tuple[PersonLink, ...]:
    links = [
        PersonLink(key, field.people.name(entry), entry.player == asked)
        for field in board.fields
        if field.matches
        for entry in field.entries
        for key in [field.people.known_id(entry.player)]
        if key is not None
    ]
    return tuple(sorted(links, key=lambda one: one.name.casefold()))


def _links(board: Board) -> tuple[DivisionLink, ...]:
    here = {one.division.pk for one in board.fields}
    if len(here) == len(board.divisions):
        return ()
    return tuple(DivisionLink(one.name, one.public_id, one.pk in here) for one in board.divisions)


def _silent(seen: LeagueSeen, progress: Sequence[Progress], asked: str) -> Silent:
    number = sum(one.silent for one in progress)
    if seen.current is None or not number:
        return Silent(0, (), ())
    chosen = next((one.division for one in progress if one.division.public_id == asked), None)
    is_whole = number <= MOST_SILENT
    links = (
        ()
        if is_whole
        else tuple(
            (
                DivisionLink(one.division.name, one.division.public_id, one.division == chosen),
                one.silent,
            )
            for one in progress
            if one.silent
        )
    )
    found = silent_of(seen.current, None if is_whole else chosen) if is_whole or chosen else []
    return Silent(number, links, cards_of(found, seen.club, seen.reader))


def _newcomers(season: LeagueSeason, reader: Reader) -> tuple[str, ...]:
    if ENTERS not in season.wishes.values():
        return ()
    keys = newcomers_of(season)
    people = people_seen(season.league.club.players.filter(public_id__in=keys), reader)
    return tuple(sorted((one.name for one in people.values()), key=str.casefold))


def _left_out(season: LeagueSeason | None, people: Sequence[EntryLine]) -> tuple[str, ...]:
    wishes = {} if season is None else season.wishes
    return tuple(one.name for one in people if wishes.get(one.player_id) == LEAVES)


def _entered(season: LeagueSeason, people: Sequence[EntryLine]) -> tuple[EnteredDivision, ...]:
    names: dict[str, list[str]] = {}
    for line in people:
        if not line.is_out:
            names.setdefault(line.division, []).append(line.name)
    return tuple(
        EnteredDivision(division.name, division.public_id, tuple(names.get(division.name, ())))
        for division in season.event.divisions.order_by("position")
    )
