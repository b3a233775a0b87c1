"""Matches for tests, settled without anybody playing them."""

import datetime
from typing import Any

from games.models import Club, Player
from tournaments.models import Match

NOON = datetime.datetime(2026, 11, 17, 12, tzinfo=datetime.UTC)
FIRST_DAY = datetime.date(2026, 1, 5)


def player(club: Club, name: str) -> Player:
    """The club's player of that name."""
    return Player.objects.get_or_create(club=club, name=name)[0]


def match(
    club: Club, one: str, other: str, length: int | None = 7, *, day: int = 0, **fields: Any
) -> Match:
    """A match that the first of the two won, `day` days after the first day."""
    count = Match.objects.count()
    return Match.objects.create(
        club=club,
        **{
            "first": player(club, one),
            "second": player(club, other),
            "length": length,
            "winner": 0,
            "state": Match.State.SETTLED,
            "outcome": Match.Outcome.PLAYED,
            "played_on": FIRST_DAY + datetime.timedelta(days=day),
            "settled_at": NOON + datetime.timedelta(minutes=count),
            **fields,
        },
    )
