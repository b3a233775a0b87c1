"""A player's match rating in words and charts: the figure, its history, match by match."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import Person
from games.language import decimal_sign
from games.ledger.charts.bands import Moment, band_chart
from games.ledger.figures import MINUS
from tournaments.ladders.presenters.leaderboards import MIDDLE, experience_words, match_words
from tournaments.ladders.selectors.match_ratings import RatedMatch
from tournaments.ratings.ladder import Record

CERTAIN = 1.96
"""The width of the interval, in deviations, that holds the true rating in 19 of 20 cases."""


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A rated match; ratings are rounded, `change` has a sign and one place."""

    played_on: datetime.date
    opponent: Person
    length: int
    score: str
    won: bool
    chance: int
    before: int
    after: int
    change: str


@dataclass(frozen=True, slots=True)
class MatchesPart:
    """The matches on a player's page."""

    rating: int
    deviation: int
    words: str
    provisional: str
    matches: int
    won: int
    chart: SafeString
    lines: list[MatchLine]


def matches_part(
    record: Record, matches: Sequence[RatedMatch], today: datetime.date
) -> MatchesPart:
    """Prepare a player's rated matches, the latest first; `today` is the club's date."""
    return MatchesPart(
        rating=round(record.rating.rating),
        deviation=round(record.on(today).deviation),
        words=match_words(record, today),
        provisional=experience_words(record) if record.is_provisional else "",
        matches=record.matches,
        won=record.won,
        chart=_chart(record, matches, today),
        lines=[_line(one) for one in matches],
    )


def moved_tenths(by: float) -> str:
    """Write a change of rating with one decimal of the reader's language: +3.5, or +3,5; with a
    real minus sign.
    """
    text = f"{abs(by):.1f}"
    sign = "" if text == "0.0" else "+" if by > 0 else MINUS
    return sign + text.replace(".", decimal_sign())


def _line(rated: RatedMatch) -> MatchLine:
    return MatchLine(
        played_on=rated.played_on,
        opponent=rated.opponent,
        length=rated.length,
        score=f"{rated.own_points} : {rated.other_points}"
        if rated.own_points + rated.other_points
        else "",
        won=rated.won,
        chance=round(100 * rated.expected),
        before=round(rated.before),
        after=round(rated.after),
        change=moved_tenths(rated.change),
    )


def _chart(record: Record, matches: Sequence[RatedMatch], today: datetime.date) -> SafeString:
    """Draw the rating after each of the latest matches; nothing for fewer than two."""
    if len(matches) < 2:
        return SafeString("")
    ordered = matches[::-1]
    moments = []
    for number, match in enumerate(ordered):
        width = CERTAIN * match.deviation
        moments.append(Moment(number, match.after - width, match.after, match.after + width))
    svg = band_chart(
        moments,
        key="match-rating",
        title=_("Match rating, match by match"),
        description=_("From %(first)s to %(last)s. Latest: %(latest)s.")
        % {
            "first": round(ordered[0].before),
            "last": round(ordered[-1].after),
            "latest": match_words(record, today),
        },
        first=date_format(ordered[0].played_on, "SHORT_DATE_FORMAT"),
        last=date_format(ordered[-1].played_on, "SHORT_DATE_FORMAT"),
        middle=MIDDLE,
    )
    return SafeString(svg)  # nosec B703 - the charts escape all their texts
