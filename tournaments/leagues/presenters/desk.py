"""The director's page of a league."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from django.db.models import Exists, OuterRef, Q

from games.clubs.selectors.privacy import people_seen
from games.models import Club, Player
from games.names.identity import sort_key
from games.permissions import Capability, Reader
from tournaments.errors import EventRefused
from tournaments.events.selectors.changes import REPLACE, changes_of, taken_over_by
from tournaments.events.selectors.wishes import asking_names
from tournaments.leagues.presenters.absences import Absence, absences_of
from tournaments.leagues.presenters.at_club import EntryLine
from tournaments.leagues.presenters.days import AHEAD, OVER, is_late, until_of
from tournaments.leagues.presenters.ending import (
    Closing,
    LevelAsked,
    MoveLine,
    closing_of,
    draft_lines,
    late_said,
    level_asked,
    too_small,
)
from tournaments.leagues.presenters.fixtures import FixtureCard, cards_of, said_day
from tournaments.leagues.presenters.history import corrected_said
from tournaments.leagues.presenters.ladders import RungLine, rungs_listed
from tournaments.leagues.presenters.leagues import DivisionLink
from tournaments.leagues.presenters.told import entering_said
from tournaments.leagues.presenters.words import STAGES
from tournaments.leagues.selectors.fixtures import FixtureShown, fixtures_of, strikes_of
from tournaments.leagues.selectors.ladders import ladder_of
from tournaments.leagues.selectors.leagues import LeagueSeen
from tournaments.leagues.selectors.playoffs import playoffs_open
from tournaments.leagues.selectors.progress import (
    Progress,
    is_to_be_drawn,
    opened_again,
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
    wishes_of,
)
from tournaments.models import Entry, League, LeagueSeason, Match
from tournaments.pages.presenters.events_standings import desk_of

NOBODY: Final[Mapping[str, int | None]] = MappingProxyType({})
MOST_PEOPLE: Final = 60
"""Players who are listed at once for who leaves; of more, those of one division."""
MOST_SILENT: Final = 40
"""Matches without a date or a word that are listed at once; of more, those of one division."""


@dataclass(frozen=True, slots=True)
class EnteredDivision:
    """A division with who plays in it, for the director."""

    name: str
    public_id: str
    people: tuple[str, ...]
    is_begun: bool = False
    """Whether it has a result: it stays as it is until the season ends."""


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
class OpenAgain:
    """A match whose result was taken back in a season that is over: where it is entered."""

    title: str
    season: str
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
    reopened: tuple[LeagueSeason, ...]
    """Seasons before this one that are open, to be put right."""
    open_again: tuple[OpenAgain, ...]
    """What has no result any more in seasons that are closed, ended, or open to be put right."""
    entered: tuple[EnteredDivision, ...]
    people: tuple[EntryLine, ...]
    """Who can leave; where they are many, those of the division that is asked for."""
    people_by: tuple[DivisionLink, ...]
    """All divisions, where not all who can leave are listed at once."""
    withdrawn: tuple[EntryLine, ...]
    """Who can play again."""
    taken_over: tuple[str, ...]
    """Why others who have withdrawn do not: somebody has taken their matches over."""
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
    late_said: str
    """How that can be decided, and what closing makes of it."""
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
    too_small: tuple[str, ...]
    """The divisions of the draft that have too few players to be released."""
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

    @property
    def joins(self) -> tuple[EnteredDivision, ...]:
        """The divisions that can be joined with the one below."""
        return tuple(
            upper
            for upper, lower in pairwise(self.entered)
            if not upper.is_begun and not lower.is_begun
        )

    @property
    def splits(self) -> tuple[EnteredDivision, ...]:
        """The divisions that can be split."""
        return tuple(one for one in self.entered if not one.is_begun)


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
    playing = {one.player for one in staying}
    is_short = len(staying) <= MOST_PEOPLE
    taken = (
        {} if season is None or len(staying) == len(people) else _taken_over(season, seen.reader)
    )
    leaves_of = next((one.name for one in entered if one.public_id == who), "")
    return DirectPage(
        club=club,
        league=seen.league,
        season=season,
        stage=stage,
        stage_text="" if stage is None else str(STAGES[stage]),
        deadline=said_day(club, until_of(season)),
        is_late=is_late(season),
        reopened=seen.reopened,
        open_again=_open_again(seen, stage),
        entered=entered,
        people=staying if is_short else tuple(one for one in staying if one.division == leaves_of),
        people_by=()
        if is_short
        else tuple(DivisionLink(one.name, one.public_id, one.name == leaves_of) for one in entered),
        withdrawn=tuple(
            one
            for one in people
            if one.is_out and one.player not in playing and one.public_id not in taken
        ),
        taken_over=tuple(
            taken[one.public_id]
            for one in people
            if one.player not in playing and one.public_id in taken
        ),
        newcomers=() if season is None else _newcomers(season, seen.reader),
        entering="" if season is None else entering_said(season),
        enters_now=season is not None and not is_too_late(season),
        challenges=_challenges(seen, season) if is_running else (),
        rungs=() if season is None else rungs_listed(ladder_of(season), seen.reader),
        late=() if season is None or not is_running else _late_lines(season, seen.reader),
        late_said=late_said(seen.league, draws_next=draws_next),
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
        too_small=too_small(seen.league, moves),
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


def _open_again(seen: LeagueSeen, stage: Stage | None) -> tuple[OpenAgain, ...]:
    is_played = stage in (*AHEAD, Stage.RUNNING)
    found = opened_again(seen.seasons[1:] if is_played else seen.seasons)
    two = {one.pk: one for match in found for one in (match.first, match.second) if one}
    people = people_seen(two.values(), seen.reader)
    return tuple(
        OpenAgain(
            " – ".join(people[pk].name for pk in (match.first_id, match.second_id) if pk),
            match.round.division.event.title,
            f"{desk_of(match.round.division)}{match.public_id}#sheet",
        )
        for match in found
        if match.round is not None
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


def _challenges(seen: LeagueSeen, season: LeagueSeason | None) -> tuple[FixtureCard, ...]:
    if season is None or seen.league.shape != League.Shape.LADDER:
        return ()
    found = fixtures_of(season, where=Q(state=Match.State.OPEN))
    return cards_of([one for one in found if one.is_challenge], seen.club, seen.reader)


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
    return tuple(sorted((one.name for one in people.values()), key=sort_key))


def _left_out(season: LeagueSeason | None, people: Sequence[EntryLine]) -> tuple[str, ...]:
    wishes = {} if season is None else wishes_of(season)
    return tuple(one.name for one in people if wishes.get(one.player_id) == LEAVES)


def _taken_over(season: LeagueSeason, reader: Reader) -> dict[str, str]:
    """Say of each entry that has withdrawn who has taken their matches over, and what to do."""
    replacements = changes_of(season.event, (REPLACE,))
    if not replacements:
        return {}
    gone = Entry.objects.filter(division__event=season.event_id, state=Entry.State.WITHDRAWN)
    takers = {
        entry: taker
        for entry in gone.select_related("player__merged_into")
        if (taker := taken_over_by(replacements, entry)) is not None
    }
    found = Player.objects.filter(public_id__in=takers.values()).select_related("merged_into")
    others = {one.public_id: one.current for one in found}
    everybody = {*others.values(), *(entry.player.current for entry in takers)}
    names = {pk: one.name for pk, one in people_seen(everybody, reader).items()}
    return {
        entry.public_id: str(
            EventRefused(
                "league_taken_over",
                name=names[entry.player.current.pk],
                other=names[others[taker].pk],
            )
        )
        for entry, taker in takers.items()
        if taker in others
    }


def _entered(season: LeagueSeason, people: Sequence[EntryLine]) -> tuple[EnteredDivision, ...]:
    names: dict[str, list[str]] = {}
    for line in people:
        if not line.is_out:
            names.setdefault(line.division, []).append(line.name)
    matches = Match.objects.filter(round__division=OuterRef("pk"))
    played = matches.exclude(outcome=Match.Outcome.BYE).filter(
        Q(state__in=Match.ENTERED) | Q(score__isnull=False)
    )
    divisions = season.event.divisions.annotate(is_begun=Exists(played)).order_by("position")
    return tuple(
        EnteredDivision(one.name, one.public_id, tuple(names.get(one.name, ())), one.is_begun)
        for one in divisions
    )
