"""The demo club's three months, one thing after the other, through the services people use."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any, Final

from django.db import transaction

from docs.demo.chances import Evening
from docs.demo.clock import Clock
from docs.demo.people import PEOPLE
from games.clubs.services.clubs import club_create, player_create, season_create
from games.errors import ServiceError
from games.models import Club, Debt, Player, User
from games.record.log.bulk import steps_write
from games.record.log.snapshots import position_of
from games.sessions.services.sessions import session_create, session_end
from games.sessions.services.settling import debts_pay
from games.sessions.services.totals import evening_enter
from tournaments.events.services.draws import draw_confirm, draw_make, draw_release
from tournaments.events.services.entries import entries_add, entries_check_in
from tournaments.events.services.events import event_create, event_finish
from tournaments.leagues.services.closing import season_close
from tournaments.leagues.services.leagues import league_create
from tournaments.leagues.services.seasons import season_announce, season_release
from tournaments.models import Division, Event, LeagueSeason, Match, Round
from tournaments.record.selectors.rounds import breaks_rules
from tournaments.results.services.results import match_report
from tournaments.tables.services.play import new_key

LAST: Final = datetime.date(2026, 6, 30)
"""The Tuesday on which it ends; what loads it moves everything by whole weeks."""
WEEK: Final = datetime.timedelta(weeks=1)
TUESDAYS: Final = 14
TYPED: Final = 3
"""The first evenings are known by totals alone: the club kept a spreadsheet then."""
EVENING: Final = datetime.time(18, 30, tzinfo=datetime.UTC)
AFTERNOON: Final = datetime.time(13, tzinfo=datetime.UTC)
GAMES: Final = (22, 27)
"""So many games an evening has: skill is told only once a club has played some hundreds."""
STEP: Final = datetime.timedelta(seconds=75)
TITLE: Final = "Tuesday chouette"
PLACE: Final = "Club room"
UNPAID: Final = 2
"""So many of the last evenings are not settled yet."""


@dataclass(slots=True)
class Making:
    """What is being made: its club, who makes it, the dice, and the clock."""

    club: Club
    by: User
    dice: Random
    clock: Clock
    players: dict[str, Player]

    def at(self, day: datetime.date, time: datetime.time = EVENING) -> None:
        """Put the clock to an hour of a day."""
        self.clock.at = datetime.datetime.combine(day, time)

    def called(self, names: Sequence[str]) -> list[Player]:
        return [self.players[name] for name in names]


def day_of(week: int, after: int = 0) -> datetime.date:
    """Return the Tuesday of a week from 0, or so many days after it."""
    return LAST - (TUESDAYS - 1 - week) * WEEK + datetime.timedelta(days=after)


def founded(by: User, dice: Random, clock: Clock) -> Making:
    """Found the club, with its people and its two seasons."""
    club = club_create(
        by=by,
        name="Chouette Demo Club",
        is_demo=True,
        stake_amount=Decimal("0.50"),
        currency="EUR",
        boards_rated=True,
    )
    players = {name: player_create(club=club, by=by, name=name) for name in PEOPLE}
    half = day_of(TUESDAYS // 2)
    day = datetime.timedelta(days=1)
    season_create(
        club=club,
        by=by,
        name="First season",
        starts_on=day_of(0) - 3 * WEEK,
        ends_on=half - day,
    )
    season_create(club=club, by=by, name="Second season", starts_on=half, ends_on=LAST + 12 * WEEK)
    return Making(club, by, dice, clock, players)


def evenings(making: Making, on_board: Callable[[Making, list[str]], None]) -> None:
    """Play the Tuesdays; the one before the last is played on the board."""
    for week in range(TUESDAYS):
        making.at(day_of(week))
        names = _company(making)
        if week < TYPED:
            _typed(making, names)
        elif week == TUESDAYS - 2:
            on_board(making, ["Ann", *[name for name in names if name != "Ann"][:3]])
        else:
            _played(making, names)
        if week == TUESDAYS - 1 - UNPAID:
            _all_paid(making)


def _company(making: Making) -> list[str]:
    """Return who comes tonight, at least four and at most eight."""
    found = [name for name, style in PEOPLE.items() if making.dice.random() * 10 < style.comes]
    making.dice.shuffle(found)
    missing = [name for name in ("Ann", "Bob", "Cid", "Dee") if name not in found]
    return [*found, *missing[: max(0, 4 - len(found))]][:8]


def _played(making: Making, names: list[str]) -> None:
    """Play an evening at the table; from six on the last one comes later, and one goes earlier."""
    late = names[-1] if len(names) > 5 else None
    there = [name for name in names if name != late]
    session = session_create(
        club=making.club,
        by=making.by,
        players=making.called(there),
        stake_amount=making.club.stake_amount,
        currency=making.club.currency,
        title=TITLE,
        place=PLACE,
    )
    ids = {making.players[name].public_id: name for name in names}
    evening = Evening(position_of(session).table, making.dice, ids)
    games = making.dice.randint(*GAMES)
    joins = [(making.dice.randint(3, 6), making.players[late].public_id)] if late else []
    leaves = [(games - 4, making.players[there[0]].public_id)] if len(names) > 6 else []
    steps = list(evening.steps(games, joins=joins, leaves=leaves))
    steps_write(session=session, steps=steps, sender=making.by, at=making.clock.at, every=STEP)
    making.clock.at += len(steps) * STEP
    session_end(session=session, by=making.by, version=session.version, key=new_key())


def _typed(making: Making, names: list[str]) -> None:
    """Enter an evening by its totals."""
    points = [making.dice.randint(-14, 14) for _name in names[1:]]
    points.insert(0, -sum(points))
    evening_enter(
        club=making.club,
        by=making.by,
        totals={making.players[name]: 100 * one for name, one in zip(names, points, strict=True)},
        played_on=making.clock.at.date(),
        title=TITLE,
        place=PLACE,
    )


def _all_paid(making: Making) -> None:
    """Record that everything that is open has been paid."""
    open_ones = Debt.objects.filter(session__club=making.club, carried_to=None)
    debts_pay(
        club=making.club, debts=dict(open_ones.values_list("public_id", "amount")), by=making.by
    )


# events


def the_open(making: Making) -> None:
    """Play a bracket with consolation and last chance to its end, on a Saturday."""
    making.at(day_of(6, after=4), AFTERNOON)
    event = _event(making, "Club open", "progressive", list(PEOPLE), match_length=7)
    _directed(making, event, minutes=11)
    event.refresh_from_db()
    event_finish(event=event, by=making.by)


def the_swiss(making: Making) -> None:
    """Play two rounds of four, and half of the third, on the last day."""
    making.at(LAST, AFTERNOON)
    names = list(PEOPLE)[:10]
    event = _event(making, "Club Swiss", "swiss", names, params={"rounds": 4}, match_length=5)
    _directed(making, event, minutes=7, rounds=3, open_ones=3)


def the_league(making: Making) -> None:
    """Play a season of two divisions to its end, and half of the next."""
    making.at(day_of(1, after=1))
    league = league_create(
        club=making.club, by=making.by, name="Club league", shape="all_play_all", match_length=5
    )
    names = list(PEOPLE)
    top, low = names[:6], names[6:]
    for number, week in enumerate((1, 9)):
        making.at(day_of(week, after=1))
        season = season_announce(
            league=league,
            by=making.by,
            divisions=[making.called(top), making.called(low)],
            starts_on=day_of(week, after=1),
            ends_on=day_of(week, after=1) + 8 * WEEK,
        )
        season_release(season=season, by=making.by)
        event = Event.objects.get(pk=season.event_id)
        _directed(making, event, minutes=300, open_ones=0 if number == 0 else 7, draws=False)
        if number == 0:
            making.at(day_of(week, after=1) + 7 * WEEK)
            _league_closed(season, making)
            top, low = [*names[:4], *names[6:8]], [*names[4:6], *names[8:]]


def _league_closed(season: LeagueSeason, making: Making) -> None:
    season.refresh_from_db()
    season_close(season=season, by=making.by)
    event = Event.objects.get(pk=season.event_id)
    event_finish(event=event, by=making.by)


def _event(making: Making, title: str, format: str, names: Sequence[str], **division: Any) -> Event:
    event = event_create(
        club=making.club,
        by=making.by,
        title=title,
        place=PLACE,
        starts_on=making.clock.at.date(),
        divisions=[{"format": format, "name": "", **division}],
    )
    drawn = event.divisions.get()
    entries_add(division=drawn, by=making.by, players=making.called(names))
    entries_check_in(division=drawn, by=making.by)
    return event


def _directed(
    making: Making,
    event: Event,
    *,
    minutes: float,
    rounds: int = 99,
    open_ones: int = 0,
    draws: bool = True,
) -> None:
    """Draw and play an event's rounds; of the last one so many matches stay open."""
    for division in event.divisions.select_related("event__club").order_by("position"):
        for number in range(1, rounds + 1):
            if draws and not _drawn(making, division):
                break
            last = number == rounds or not draws
            _matches_played(making, division, minutes, open_ones if last else 0)
            if not draws:
                break


def _drawn(making: Making, division: Division) -> bool:
    """Draw and release the next round; False after the last."""
    try:
        with transaction.atomic():
            if not division.rounds.filter(state=Round.State.CONFIRMED).exists():
                draw_make(division=division, by=making.by)
                draw_confirm(division=division, by=making.by, in_spite=breaks_rules(division))
            draw_release(division=division, by=making.by)
    except ServiceError:
        return False
    return True


def _matches_played(making: Making, division: Division, minutes: float, open_ones: int) -> None:
    waiting = Match.objects.filter(
        round__division=division, round__state=Round.State.RELEASED, state=Match.State.OPEN
    ).order_by("round__number", "position")
    while waiting.count() > open_ones:
        match = waiting.select_related("first", "second").first()
        assert match is not None
        assert match.first is not None
        assert match.second is not None
        making.clock.wait(minutes=minutes)
        edge = PEOPLE[match.first.name].skill - PEOPLE[match.second.name].skill
        length = match.length or 5
        wins = making.dice.random() < 0.5 + 14 * edge
        lost = making.dice.randrange(length)
        match_report(
            match=match,
            by=making.by,
            points=(length, lost) if wins else (lost, length),
            version=match.version,
            key=new_key(),
        )
