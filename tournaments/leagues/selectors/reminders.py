"""What leagues and cups have to tell each of their players now: what waits, what is still open."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from django.db.models import Exists, Min, OuterRef, Q

from games.models import Player, PushSubscription, User
from games.names.identity import sort_key
from tournaments.formats.situation import PLAYOFF
from tournaments.leagues.selectors.fixtures import LATELY, FixtureShown, decisions, fixtures_of
from tournaments.leagues.selectors.playoffs import OPEN
from tournaments.leagues.selectors.seasons import places_of
from tournaments.leagues.selectors.told import told_whats
from tournaments.leagues.times import local, moment
from tournaments.models import (
    Cup,
    Dated,
    Event,
    FixtureNote,
    League,
    LeagueSeason,
    Match,
    MatchStep,
    Round,
)
from tournaments.pairing.brackets import placing
from tournaments.record.selectors.results import matches_of
from tournaments.results.selectors.brackets import bracket_filled

Kind = FixtureNote.Kind
What = Literal["start", "note", "date", "result", "half", "days", "end", "decided"]
DAYS_BEFORE: Final = (14, 3)
"""This many days before a deadline, people are told what they have not played."""
OVER: Final = datetime.timedelta(days=14)
"""For this long after a season has ended, the program tells players who do not know it."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """One thing to tell a player; `key` names it among all that an account was ever told.

    `names` are the opponents it is about, `number` the days left, or the place at the end.
    """

    what: What
    key: str
    dated: Dated
    names: tuple[str, ...] = ()
    at: datetime.datetime | None = None
    place: str = ""
    note: FixtureNote | None = None
    match: Match | None = None
    number: int = 0
    was: int | None = None
    to: int | None = None
    is_over: bool = False
    """Whether `at` is past: the worker may have stood still."""


def reminders_due(now: datetime.datetime) -> dict[User, list[Reminder]]:
    """Return what is to be told and was not, by account; demo accounts are told nothing.

    A constant number of queries for each season and cup that is running or has just ended.
    """
    reminders: dict[User, list[Reminder]] = defaultdict(list)
    for dated in _dated(now):
        people = _accounts(dated)
        if not people:
            continue
        if dated.event.status == Event.Status.FINISHED:
            ends = (
                _cup_ends(dated, people) if isinstance(dated, Cup) else _season_ends(dated, people)
            )
            for user, reminder in ends:
                reminders[user].append(reminder)
            continue
        starts, decided = _starts(dated), _decided(dated, now)
        mine: dict[int, list[FixtureShown]] = defaultdict(list)
        for shown in fixtures_of(dated):
            for player in (shown.match.first, shown.match.second):
                if player is not None and player.current.pk in people:
                    mine[player.current.pk].append(shown)
        for pk, shown_all in mine.items():
            own = _Own(dated, pk, shown_all, now, starts, decided)
            reminders[people[pk]].extend(own.reminders())
    told = told_whats(reminders, now)
    fresh = {
        user: [one for one in all_of_them if one.key not in told[user.pk]]
        for user, all_of_them in reminders.items()
    }
    return {user: ones for user, ones in fresh.items() if ones}


@dataclass(frozen=True, slots=True)
class _Own:
    """A player's fixtures of a season or a cup, and the time."""

    dated: Dated
    player: int
    fixtures: Sequence[FixtureShown]
    now: datetime.datetime
    starts: Mapping[int, datetime.datetime]
    decided: Mapping[int, MatchStep]
    """What the director has decided of late, by the key of the match."""

    def reminders(self) -> Iterator[Reminder]:
        yield from self._begun()
        for shown in self.fixtures:
            if not shown.match.is_settled:
                yield from self._of_fixture(shown)
            elif shown.match.pk in self.decided:
                key = f"decided-{self.decided[shown.match.pk].pk}"
                yield self._reminder("decided", key, [shown], match=shown.match)
        yield from self._open()

    def _begun(self) -> Iterator[Reminder]:
        """Tell the opponents once they are known: of the season, of each round or challenge."""
        is_rounds = self._shape == League.Shape.ROUNDS
        number = max(self.starts, default=0) if is_rounds else 0
        here = [
            shown
            for shown in self.fixtures
            if _is_to_arrange(shown, self.now)
            and number in (0, _round(shown.match).number)
            and _round(shown.match).bracket != PLAYOFF
        ]
        if self._is_one_by_one:
            for one in here:
                key = f"start-match-{one.match.pk}"
                if one.match.known_at is not None:  # a corrected bracket may bring others here
                    key = f"{key}-{one.match.known_at:%Y%m%d%H%M%S}"
                yield self._reminder("start", key, [one], at=one.deadline)
        elif here:
            key = f"start-{self._mark}-{number}"
            ends = [one.deadline for one in here if one.deadline is not None]
            yield self._reminder("start", key, here, at=max(ends))

    def _of_fixture(self, shown: FixtureShown) -> Iterator[Reminder]:
        match, side = shown.match, self._side(shown.match)
        if match.state == Match.State.REPORTED and match.reported_by != side:
            key = f"result-{match.pk}-{match.version}"
            yield self._reminder("result", key, [shown], match=match)
        agreed = shown.agreed_at
        if match.state != Match.State.OPEN:
            return
        if agreed is not None and self._days_until(agreed) == 1:
            key = f"date-{match.pk}-{agreed:%Y%m%d%H%M}"
            place = shown.place
            yield self._reminder("date", key, [shown], at=agreed, place=place, match=match)
        waiting = shown.unanswered(side)
        if waiting is not None:
            ends = _note_ends(shown, waiting)
            said = {"note": waiting, "match": match, "at": ends}
            is_over = ends is not None and ends <= self.now
            yield self._reminder("note", f"note-{waiting.pk}", [shown], **said, is_over=is_over)

    def _open(self) -> Iterator[Reminder]:
        """Tell what is open at half of the time, and some days before each deadline: the latest."""
        open_now: dict[datetime.datetime, list[FixtureShown]] = defaultdict(list)
        for shown in self.fixtures:
            ends = shown.deadline
            if shown.match.state == Match.State.OPEN and ends is not None and ends > self.now:
                open_now[ends].append(shown)
        for deadline, here in open_now.items():
            start = min(map(self._begins, here))
            moments: list[tuple[datetime.datetime, What, int]] = [
                (start + (deadline - start) / 2, "half", 0),
                *((self._day_before(deadline, one), "days", one) for one in DAYS_BEFORE),
            ]
            reached = [one for one in moments if start < one[0] <= self.now]
            if reached:
                _at, what, days = max(reached)
                about = start if what == "half" else deadline
                key = f"{what}{days}-{self._mark}-{about:%Y%m%d}"
                left = self._days_until(deadline)
                yield self._reminder(what, key, here, at=deadline, number=left)

    @property
    def _shape(self) -> str:
        return "" if isinstance(self.dated, Cup) else self.dated.league.shape

    @property
    def _is_one_by_one(self) -> bool:
        """Whether opponents come one after the other: by challenges, or by winning."""
        return isinstance(self.dated, Cup) or self._shape == League.Shape.LADDER

    @property
    def _mark(self) -> str:
        return f"cup{self.dated.pk}" if isinstance(self.dated, Cup) else str(self.dated.pk)

    def _begins(self, shown: FixtureShown) -> datetime.datetime:
        """Return since when a match is to be played: on a ladder since its challenge."""
        if isinstance(self.dated, Cup) or _round(shown.match).bracket == PLAYOFF:
            return shown.begins or self.now
        if self._shape == League.Shape.LADDER and shown.notes:
            return shown.notes[0].created_at
        return self.starts.get(_round(shown.match).number, self.now)

    def _day_before(self, at: datetime.datetime, days: int) -> datetime.datetime:
        """Return when the day begins that is so many days before."""
        there = local(self.dated.event.club, at).replace(hour=0, minute=0, second=0)
        return there - datetime.timedelta(days=days)

    def _days_until(self, at: datetime.datetime) -> int:
        club = self.dated.event.club
        return (local(club, at).date() - local(club, self.now).date()).days

    def _side(self, match: Match) -> int:
        return 0 if match.first is not None and match.first.current.pk == self.player else 1

    def _reminder(
        self, what: What, key: str, here: Iterable[FixtureShown], **more: object
    ) -> Reminder:
        names = tuple(sorted((_opponent(one.match, self.player) for one in here), key=sort_key))
        return Reminder(what, key, self.dated, names, **more)  # type: ignore[arg-type]


def _dated(now: datetime.datetime) -> list[Dated]:
    seasons = LeagueSeason.objects.select_related("event__club", "league__club").order_by("pk")
    running = seasons.filter(event__status=Event.Status.RUNNING).filter(
        Q(closed_at__isnull=True)
        | Q(event__in=Match.objects.filter(OPEN).values("round__division__event"))
    )
    over = seasons.filter(
        event__status=Event.Status.FINISHED, event__changed_at__gt=now - OVER, draft__isnull=False
    )
    cups = Cup.objects.select_related("event__club").order_by("pk")
    played = cups.filter(event__status=Event.Status.RUNNING)
    won = cups.filter(event__status=Event.Status.FINISHED, event__changed_at__gt=now - OVER)
    return [*running, *over, *played, *won]


def _accounts(dated: Dated) -> dict[int, User]:
    """Return the accounts of a club's players that a mail or a device reaches, by the key of who
    they are in the club now.
    """
    there = Player.objects.filter(
        ~Q(user__email="") | Exists(PushSubscription.objects.filter(user=OuterRef("user"))),
        club=dated.event.club_id,
        user__is_active=True,
        user__is_demo=False,
    )
    return {one.pk: one.user for one in there.select_related("user") if one.user is not None}


def _decided(dated: Dated, now: datetime.datetime) -> dict[int, MatchStep]:
    """Return what the director has decided of late, by the key of the match."""
    event = {"match__round__division__event": dated.event_id}
    found = decisions().filter(**event, created_at__gt=now - LATELY)
    return {one.match_id: one for one in found}


def _starts(dated: Dated) -> dict[int, datetime.datetime]:
    """Return when each round was released, the first of its divisions."""
    rounds = Round.objects.filter(division__event=dated.event_id, released_at__isnull=False)
    rows = (
        rounds.exclude(bracket=PLAYOFF)
        .order_by()
        .values_list("number")
        .annotate(Min("released_at"))
    )
    return dict(rows)


def _season_ends(
    season: LeagueSeason, people: Mapping[int, User]
) -> Iterator[tuple[User, Reminder]]:
    """Tell everybody their place, by a correction made since, and where they play next."""
    draft = season.draft or {}
    later = LeagueSeason.objects.filter(league=season.league_id, number__gt=season.number)
    places = places_of(season, later.select_related("event").order_by("number").first())
    next_by = {row["key"]: row for row in draft.get("moves", ())}
    keys = {one.public_id: one.pk for one in Player.objects.filter(pk__in=people)}
    for row in draft.get("computed", ()):
        if row["key"] not in keys or row["was"] is None:
            continue
        to = next_by.get(row["key"], row)["to"]
        _was, number = places.get(row["key"], (row["was"], row["place"] or 0))
        key = f"end-{season.pk}"
        yield (
            people[keys[row["key"]]],
            Reminder("end", key, season, number=number, was=row["was"], to=to),
        )


def _cup_ends(cup: Cup, people: Mapping[int, User]) -> Iterator[tuple[User, Reminder]]:
    """Tell everybody who was entered who has won, and which place they have got themselves."""
    for division in cup.event.divisions.order_by("position"):
        filled = bracket_filled(division, matches_of(division))
        places = {} if filled is None else {int(one.player): one for one in placing(*filled)}
        entries = {
            entry.number: entry for entry in division.entries.select_related("player__merged_into")
        }
        won = [entries[one].player.current.name for one, at in places.items() if at.last == 1]
        for number, at in places.items():
            pk = entries[number].player.current.pk
            if pk in people:
                key = f"end-cup{cup.pk}-{division.pk}"
                yield people[pk], Reminder("end", key, cup, tuple(won), number=at.first)


def _is_to_arrange(shown: FixtureShown, now: datetime.datetime) -> bool:
    """Whether the two still have to propose dates: neither has, there is no result to confirm, and
    there is time left.

    Who was quicker than the first mail is not asked to do what is done, nor, after a standstill of
    the worker, what cannot be done any more.
    """
    if shown.deadline is not None and shown.deadline <= now:
        return False
    has_dates = shown.agreed_at is not None or shown.proposal is not None
    return shown.match.state == Match.State.OPEN and not has_dates


def _note_ends(shown: FixtureShown, note: FixtureNote) -> datetime.datetime | None:
    """Return until when a word can be answered: proposed dates, and who did not come."""
    if note.kind == Kind.ABSENT:
        return shown.answer_by
    return max(map(moment, note.times)) if note.kind == Kind.PROPOSED else None


def _round(match: Match) -> Round:
    assert match.round is not None, "a fixture is a match of an event"
    return match.round


def _opponent(match: Match, player: int) -> str:
    two = [one.current for one in (match.first, match.second) if one is not None]
    return next((one.name for one in two if one.pk != player), "")
