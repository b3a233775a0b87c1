"""Data for the pages about ratings: what a figure is made of, in words and a chart."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import Person, person_seen
from games.ledger.charts.bands import Moment, band_chart
from games.ledger.figures import MINUS
from games.models import Club, GameScore
from games.permissions import NOBODY, Reader
from tournaments.ladders.presenters.leaderboards import (
    MIDDLE,
    early_words,
    skill_words,
    stand_words,
    wide_words,
)
from tournaments.ladders.selectors.ratings import Evening, Explained
from tournaments.ladders.services.skills import SETTINGS
from tournaments.models import RatingPoint, RatingState
from tournaments.ratings.evidence import CAPTAIN_SHARE, CLIP, TEAM_WEIGHT
from tournaments.ratings.fibs import WIDENING
from tournaments.ratings.ladder import LEAST_EXPERIENCE
from tournaments.ratings.places import WIDE
from tournaments.ratings.skill import FORGETTING_MONTHS, TOLD_FROM, Z95, Settings, Spread


@dataclass(frozen=True)
class EveningLine:
    """An evening: hundredths of points, and what it adds to the figure, rounded.

    `beyond` is the result less what was expected, and `width` how far dice take it.
    """

    evening: Evening
    games: int
    won: int
    expected: int
    beyond: int
    width: int
    adds: str


@dataclass(frozen=True)
class GameLine:
    """A game of the latest evening."""

    number: int
    role: str
    won: int
    expected: int


@dataclass(frozen=True)
class HistoryLine:
    """A month's figure with its interval."""

    point: RatingPoint
    figure: int
    low: int
    high: int


@dataclass(frozen=True)
class RatingPage:
    """What a player's figure is made of; `change` says how it moved since the previous month."""

    found: Explained
    club: Club
    player: Person
    words: str
    wide: str
    stand: str
    change: str
    evenings: tuple[EveningLine, ...]
    games: tuple[GameLine, ...]
    older: str
    chart: SafeString
    history: tuple[HistoryLine, ...]

    @property
    def figure(self) -> int:
        """The figure, rounded."""
        return round(self.found.rating.estimate.figure) if self.found.rating else 0


@dataclass(frozen=True)
class MethodPage:
    """The method, with its parameters."""

    club: Club
    settings: Settings
    team: int
    captain: int
    clip: int
    months: int
    spread: Spread
    matches: int
    experience: int
    widening: int
    wide: int
    told_from: int


def rating_page(explained: Explained, reader: Reader = NOBODY) -> RatingPage:
    """Prepare a player's page."""
    estimate = explained.rating.estimate if explained.rating else None
    games = explained.evenings[0].games if explained.evenings else ()
    return RatingPage(
        found=explained,
        club=explained.club,
        player=person_seen(explained.player, reader),
        words=skill_words(estimate) if estimate else early_words(),
        wide=wide_words(explained.rating.stand) if explained.rating else "",
        stand=stand_words(explained.rating.place, explained.rating.stand)
        if explained.rating
        else "",
        change=_change(explained),
        evenings=tuple(_evening(one) for one in explained.evenings),
        games=tuple(
            GameLine(
                game.number,
                str(GameScore.Role(game.role).label),
                round(100 * game.won),
                round(100 * game.expected),
            )
            for game in games
        ),
        older=moved(explained.older),
        chart=_chart(explained.history),
        history=tuple(
            HistoryLine(point, round(point.estimate.figure), *map(round, point.estimate.interval))
            for point in reversed(explained.history)
        ),
    )


def method_page(club: Club, state: RatingState | None) -> MethodPage:
    """Prepare the page about the method, with the club's own spread."""
    spread = state.spread if state else SETTINGS.spread
    return MethodPage(
        club=club,
        settings=SETTINGS,
        team=round(100 * TEAM_WEIGHT),
        captain=round(100 * CAPTAIN_SHARE),
        clip=round(CLIP),
        months=round(FORGETTING_MONTHS),
        spread=spread,
        matches=state.matches if state else 0,
        experience=LEAST_EXPERIENCE,
        widening=round(WIDENING),
        wide=round(1000 * Z95 * WIDE * spread.tau),
        told_from=round(TOLD_FROM),
    )


def moved(by: float) -> str:
    """Write a change of a figure: +12, or with a real minus sign."""
    whole = round(by)
    return f"+{whole}" if whole > 0 else f"{MINUS}{-whole}" if whole < 0 else "0"


def _evening(evening: Evening) -> EveningLine:
    return EveningLine(
        evening,
        len(evening.games),
        round(100 * evening.won),
        round(100 * evening.expected),
        round(100 * evening.beyond),
        round(100 * evening.width),
        moved(evening.adds),
    )


def _change(explained: Explained) -> str:
    """Say how the figure moved since the previous month, and why."""
    before, rating = explained.before, explained.rating
    if before is None or rating is None or not explained.evenings:
        return ""
    now = rating.estimate.figure
    since = [one for one in explained.evenings if one.session.played_on > before.played_on]
    new = sum(one.adds for one in since)
    by = now - before.estimate.figure
    words = {
        "month": date_format(before.month, "YEAR_MONTH_FORMAT"),
        "before": round(before.estimate.figure),
        "now": round(now),
        "new": moved(new),
        "rest": moved(by - new),
    }
    if round(by) == 0:
        sentence = _("In %(month)s it was %(before)s as well.")
    elif by > 0:
        sentence = _("In %(month)s it was %(before)s: it has risen to %(now)s.")
    else:
        sentence = _("In %(month)s it was %(before)s: it has fallen to %(now)s.")
    parts = [sentence % words]
    if since:
        parts.append(_("The evenings since then add %(new)s.") % words)
    parts.append(
        _("Older evenings count for less by now, and others are judged anew: %(rest)s.") % words
    )
    return " ".join(parts)


def _chart(history: Sequence[RatingPoint]) -> SafeString:
    if len(history) < 2:
        return SafeString("")
    first, last = history[0], history[-1]
    moments = [
        Moment(
            point.played_on.toordinal(),
            point.estimate.interval[0],
            point.estimate.figure,
            point.estimate.interval[1],
        )
        for point in history
    ]
    svg = band_chart(
        moments,
        key="rating",
        title=_("Skill over time"),
        description=_("From %(first)s to %(last)s. Latest: %(latest)s.")
        % {
            "first": round(first.estimate.figure),
            "last": round(last.estimate.figure),
            "latest": skill_words(last.estimate),
        },
        first=date_format(first.played_on, "SHORT_DATE_FORMAT"),
        last=date_format(last.played_on, "SHORT_DATE_FORMAT"),
        middle=MIDDLE,
    )
    return SafeString(svg)  # nosec B703 - the charts escape all their texts
