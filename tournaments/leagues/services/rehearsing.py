"""Rehearsals of a league: invented players play some seasons by chance, with all that happens.

Everything goes through the services that directors use: late entries, withdrawals, walkovers,
corrections, drafts.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clubs.services.clubs import club_create, players_create
from games.models import User
from tournaments.errors import EventRefused
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.rehearsing import agreed, invented_names
from tournaments.leagues.selectors.ladders import ladder_of
from tournaments.leagues.selectors.seasons import rules_of
from tournaments.leagues.services.challenges import challenge_make, challenge_take_back
from tournaments.leagues.services.closing import season_close
from tournaments.leagues.services.drafts import season_draft, season_follow
from tournaments.leagues.services.leagues import league_create
from tournaments.leagues.services.seasons import (
    season_announce,
    season_enter,
    season_release,
    season_wish,
)
from tournaments.models import Entry, League, LeagueSeason, Match
from tournaments.results.reasons import DID_NOT_COME
from tournaments.results.services.match_writing import match_get
from tournaments.results.services.results import (
    match_correct,
    match_forfeit,
    match_no_show,
    match_report,
)
from tournaments.tables.services.play import new_key

LENGTH: Final = 7
SIZES: Final = {
    League.Shape.ALL_PLAY_ALL.value: 6,
    League.Shape.ROUNDS.value: 8,
    League.Shape.LADDER.value: 6,
}
"""How many play in a division; on a ladder at least."""
CHALLENGES: Final = 2
"""So often everybody challenges in a season of a ladder, on average."""
TAKEN_BACK: Final = 0.05
"""How often a challenge is taken back."""
ROUNDS: Final = 3
LASTS: Final = datetime.timedelta(days=90)
NEW: Final = 2
"""So many come late to each season, and so many more for the next."""
WALKOVER, NOBODY, UNPLAYED, CORRECTED = 0.04, 0.06, 0.1, 0.1
"""How often a match ends so, added up; and how often a result is put right."""


@transaction.atomic
def league_rehearsal_create(
    *, by: User, players: int, shape: str = League.Shape.ALL_PLAY_ALL, share: int = 0
) -> LeagueSeason:
    """Found a club with a league of invented players, and announce its first season.

    Raises:
        NotAllowed: demo accounts may not found clubs.
        Refused: the number of players is not possible.
    """
    size = SIZES[shape]
    if players < size:
        raise EventRefused("rehearsal_size", least=size, most=len(invented_names(size)) * 20)
    club = club_create(by=by, name=_("Rehearsal: league"), is_rehearsal=True)
    params: dict[str, Any] = {"rounds": ROUNDS} if shape == League.Shape.ROUNDS else {}
    league = league_create(
        club=club,
        by=by,
        name=_("Rehearsal"),
        shape=shape,
        match_length=LENGTH,
        params=params,
        share=share,
    )
    made = players_create(club=club, by=by, names=invented_names(players))
    count = players // size
    return season_announce(
        league=league,
        by=by,
        divisions=[
            made[number * players // count : (number + 1) * players // count]
            for number in range(count)
        ],
        starts_on=club.today,
        ends_on=club.today + LASTS,
        late_until=club.today + LASTS / 3,
    )


def season_rehearse(*, season: LeagueSeason, by: User, dice: Random) -> Iterator[str]:
    """Play a season to its end and announce the next; say each step after it was done.

    Raises:
        ServiceError: what a director would be refused.
    """
    is_rounds = season.league.shape == League.Shape.ROUNDS
    is_ladder = season.league.shape == League.Shape.LADDER
    for number in range(1, (ROUNDS if is_rounds else 1) + 1):
        season_release(season=season, by=by)
        if number == 1:
            yield _("%(season)s is released.") % {"season": season.event.title}
            yield from _come(season, by)
        if is_ladder:
            yield from _challenge(season, by, dice)
        else:
            yield from _play(season, by, dice, leaves_some=not is_rounds)
        if number == 1:
            yield from _go(season, by, dice)
    season.refresh_from_db()
    season_close(season=season, by=by)
    season_draft(season=season, by=by)
    yield _("The season is closed, and the next one is drafted.")
    today = season.event.club.today
    following = season_follow(
        season=season,
        by=by,
        starts_on=today,
        ends_on=today + LASTS,
        late_until=today + LASTS / 3,
    )
    sizes = [str(one.entries.count()) for one in following.event.divisions.order_by("position")]
    yield _("%(season)s is announced: divisions of %(sizes)s.") % {
        "season": following.event.title,
        "sizes": ", ".join(sizes),
    }


def _come(season: LeagueSeason, by: User) -> Iterator[str]:
    """Somebody comes late, as far as there is room; others want to play the next season."""
    club = season.event.club
    known = club.players.count()
    names = [f"{_('Newcomer')} {known + one}" for one in range(1, NEW + 1)]
    late, later = players_create(club=club, by=by, names=names)
    lowest = season.event.divisions.order_by("-position")[0]
    if (
        season.league.shape != League.Shape.ROUNDS
        and lowest.entries.count() < rules_of(season.league).most
    ):
        season_enter(season=season, player=late, by=by)
        yield _("%(name)s comes late.") % {"name": late.name}
    season_wish(season=season, player=later, by=by, plays=True)


def _go(season: LeagueSeason, by: User, dice: Random) -> Iterator[str]:
    """Somebody withdraws, and somebody else says that they do not play on."""
    there = Entry.objects.filter(division__event=season.event_id)
    there = there.exclude(state=Entry.State.WITHDRAWN).select_related("division__event", "player")
    gone, leaving = dice.sample(list(there.order_by("pk")), 2)
    entry_withdraw(entry=gone, by=by)
    yield _("%(name)s withdraws.") % {"name": gone.name}
    season_wish(season=season, player=leaving.player, by=by, plays=False)


def _challenge(season: LeagueSeason, by: User, dice: Random) -> Iterator[str]:
    """Everybody challenges whom they may, now and then; most of it is played at once."""
    count = 0
    for _turn in range(CHALLENGES * season.event.divisions.get().entries.count()):
        ladder = ladder_of(season)
        assert ladder is not None, "it is released"
        own = ladder.entries[int(dice.choice(ladder.rungs.order))]
        free = [one for one, why in ladder.above(own) if not why]
        if not free:
            continue
        match = challenge_make(
            season=season, challenger=own, challenged=dice.choice(free), by=by, key=new_key()
        )
        if dice.random() < TAKEN_BACK:
            challenge_take_back(season=season, match=match, by=by)
            continue
        play_one(match_get(match.pk), by, dice, leaves_some=True)
        count += 1
    said = ngettext("%(count)s challenge was made.", "%(count)s challenges were made.", count)
    yield said % {"count": count}


def _play(season: LeagueSeason, by: User, dice: Random, *, leaves_some: bool) -> Iterator[str]:
    found = Match.objects.filter(
        round__division__event=season.event_id, round__state="released", state=Match.State.OPEN
    )
    keys = list(found.order_by("pk").values_list("pk", flat=True))
    for pk in keys:
        play_one(match_get(pk), by, dice, leaves_some=leaves_some)
    yield ngettext("%(count)s match is over.", "%(count)s matches are over.", len(keys)) % {
        "count": len(keys)
    }


def play_one(match: Match, by: User, dice: Random, *, leaves_some: bool) -> None:
    """Decide a match by chance; with `leaves_some` some are not played."""
    if match.state != Match.State.OPEN:
        return
    chance = dice.random()
    asked: dict[str, Any] = {"match": match, "by": by, "version": match.version}
    reason = DID_NOT_COME
    if chance < WALKOVER:
        match_forfeit(**asked, loser=dice.randrange(2), reason=reason, key=new_key())
    elif chance < NOBODY:
        match_no_show(**asked, reason=reason, key=new_key())
    elif chance >= UNPLAYED or not leaves_some:
        played = match_report(**asked, points=_points(dice), key=new_key())
        if dice.random() < CORRECTED:
            asked |= {"match": played, "version": played.version, "key": new_key()}
            asked |= {"points": _points(dice), "reason": _("Written down wrongly")}
            # Who has won now may meet somebody who has withdrawn.
            agreed(lambda seen: match_correct(seen=seen, **asked))


def _points(dice: Random) -> tuple[int, int]:
    lost = dice.randrange(LENGTH)
    return (LENGTH, lost) if dice.random() < 0.5 else (lost, LENGTH)
