"""Rehearsals of a cup: invented players play a bracket by chance, over weeks."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from random import Random
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clubs.services.clubs import club_create, players_create
from games.models import User
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.rehearsing import invented_names
from tournaments.leagues.services.cups import (
    LATE,
    cup_announce,
    cup_enter,
    cup_release,
    late_decide,
    round_deadline,
)
from tournaments.leagues.services.rehearsing import LENGTH, play_one
from tournaments.models import Cup, Entry, Match, Round
from tournaments.results.services.match_writing import match_get
from tournaments.tables.services.play import new_key

EVERY: Final = datetime.timedelta(days=14)


@transaction.atomic
def cup_rehearsal_create(*, by: User, players: int) -> Cup:
    """Found a club with a cup of invented players that is announced.

    Raises:
        NotAllowed: demo accounts may not found clubs.
        Refused: the number of players is not possible.
    """
    names = invented_names(players)
    club = club_create(by=by, name=_("Rehearsal: cup"), is_rehearsal=True)
    return cup_announce(
        club=club,
        by=by,
        title=_("Rehearsal"),
        players=players_create(club=club, by=by, names=names),
        first_on=club.today + EVERY,
        every_days=EVERY.days,
        match_length=LENGTH,
    )


def cup_rehearse(*, cup: Cup, by: User, dice: Random, rounds: int | None = None) -> Iterator[str]:
    """Play a cup up to its final, which is for the director; say each step after it was done.

    With `rounds`, so many of them.

    Raises:
        ServiceError: what a director would be refused.
    """
    cup_release(cup=cup, by=by)
    yield _("%(season)s is released.") % {"season": cup.event.title}
    yield from _come(cup, by)
    number = 0
    while rounds is None or number < rounds:
        number += 1
        found = Match.objects.filter(round__division__event=cup.event_id)
        keys = list(_open(cup).values_list("pk", flat=True))
        if not keys or (len(keys) == 1 and not found.filter(state=Match.State.WAITING).exists()):
            return
        if number == 2:
            yield from _later(cup, by)
        if number == 1:
            yield from _go(cup, by, dice)
        for pk in keys:
            play_one(match_get(pk), by, dice, leaves_some=True)
        late = list(_open(cup).filter(pk__in=keys))
        for match in late:
            how = dice.choice(list(LATE))
            late_decide(cup=cup, match=match, by=by, how=how, key=new_key())
        yield ngettext("%(count)s match is over.", "%(count)s matches are over.", len(keys)) % {
            "count": len(keys)
        }
        if late:
            text = ngettext(
                "%(count)s was not played in time, and is decided.",
                "%(count)s were not played in time, and are decided.",
                len(late),
            )
            yield text % {"count": len(late)}


def _open(cup: Cup) -> QuerySet[Match]:
    found = Match.objects.filter(
        round__division__event=cup.event_id,
        state=Match.State.OPEN,
        first__isnull=False,
        second__isnull=False,
    )
    return found.select_related("round__division__event__club", "club").order_by("pk")


def _come(cup: Cup, by: User) -> Iterator[str]:
    """Somebody comes late, if somebody has a bye."""
    byes = Match.objects.filter(round__division__event=cup.event_id, outcome=Match.Outcome.BYE)
    if not byes.exists():
        return
    [late] = players_create(club=cup.event.club, by=by, names=[_("Newcomer")])
    cup_enter(cup=cup, player=late, by=by)
    yield _("%(name)s comes late.") % {"name": late.name}


def _go(cup: Cup, by: User, dice: Random) -> Iterator[str]:
    there = Entry.objects.filter(division__event=cup.event_id)
    gone = dice.choice(list(there.select_related("division__event", "player").order_by("pk")))
    entry_withdraw(entry=gone, by=by)
    yield _("%(name)s withdraws.") % {"name": gone.name}


def _later(cup: Cup, by: User) -> Iterator[str]:
    """The deadline of the second round is moved, and of those after it."""
    rounds = Round.objects.filter(division__event=cup.event_id, matches__in=_open(cup))
    second = rounds.distinct().order_by("number").first()
    if second is None or second.deadline is None:
        return
    until = second.deadline.date() + datetime.timedelta(days=7)
    round_deadline(cup=cup, round=second, by=by, ends_on=until, reason=_("Holidays"))
    yield _("The deadline of a round is moved by a week.")
