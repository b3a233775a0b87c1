"""The columns of a leaderboard: each is declared once, for the page and for files."""

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.ledger.delimited import Cell, points_number
from tournaments.ladders.selectors.leaderboards import Leaderboard, Standing
from tournaments.ratings.leaderboard import Order, Total
from tournaments.ratings.rates import Rate

Text = str | Promise
Values = Callable[[Standing, datetime.date], Sequence[Cell]]


def _nothing(standing: Standing, today: datetime.date) -> Sequence[Cell]:
    return ()


def _always(leaderboard: Leaderboard) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the page, of files, or of both.

    On the page it is called `name`, at length `help`, where `is_shown`. Its cell is the template of
    this name in `leaderboards/cells`; without one, the first of the `values`. In a file it has a
    column for each of its `heads`, with its `values` of a day.
    """

    name: Text
    heads: tuple[Text, ...] = ()
    values: Values = _nothing
    help: Text = ""
    cell: str = ""
    is_shown: Callable[[Leaderboard], bool] = _always
    order: Order | None = None
    """It stands beside the name, in sight on a phone, where the list is sorted by this."""

    @property
    def template(self) -> str:
        return f"tournaments/ladders/leaderboards/cells/{self.cell}.html" if self.cell else ""


def shown_columns(leaderboard: Leaderboard) -> list[Column]:
    """Return the columns of a page, from left to right: first what it is sorted by."""
    shown = [one for one in ON_THE_PAGE if one.is_shown(leaderboard)]
    return sorted(shown, key=lambda one: one.order is not leaderboard.order)


def _of_total(read: Callable[[Total], Cell]) -> Values:
    return lambda standing, today: (read(standing.ranked.total),)


def _rate(read: Callable[[Total], Rate]) -> Values:
    def values(standing: Standing, today: datetime.date) -> Sequence[Cell]:
        rate = read(standing.ranked.total)
        width = None if rate.width is None else points_number(rate.width)
        return points_number(rate.value), width

    return values


def _skill(standing: Standing, today: datetime.date) -> Sequence[Cell]:
    skill = standing.ranked.skill
    return tuple(map(round, (skill.figure, *skill.interval))) if skill else (None,) * 3


def _stand(standing: Standing, today: datetime.date) -> Sequence[Cell]:
    """Return how sure a place in the whole list by skill is."""
    stand = standing.ranked.stand
    if stand is None:
        return (None,) * 4
    above = None if stand.above_next is None else Decimal(f"{stand.above_next:.2f}")
    return stand.first, stand.last, above, stand.evenings if stand.is_wide else None


def _match(standing: Standing, today: datetime.date) -> Sequence[Cell]:
    match = standing.ranked.match
    if match is None:
        return (None,) * 4
    figures = match.rating.rating, match.on(today).deviation
    return (*map(round, figures), match.matches, match.won)


PLACE: Final = Column("#", (_("place"),), lambda line, today: (line.ranked.place,))
NAME: Final = Column(_("Name"), (_("name"),), lambda line, today: (line.player.name,))
POINTS: Final = Column(
    _("Points"),
    (_("points"),),
    _of_total(lambda total: points_number(total.points)),
    cell="points",
    order=Order.POINTS,
)
AVERAGE: Final = Column(
    _("Per game"),
    (_("points per game"), _("give or take (95 %)")),
    _rate(lambda total: total.average),
    help=_("Points per game, with the 95 % interval from evening to evening"),
    cell="average",
    order=Order.AVERAGE,
)
PER_BET: Final = Column(
    _("Per bet"),
    (_("points per bet"), _("give or take (95 %)")),
    _rate(lambda total: total.per_bet),
    help=_("Points per bet, with the 95 % interval from evening to evening"),
    cell="per_bet",
    order=Order.PER_BET,
)
GAMES: Final = Column(_("Games"), (_("games"),), _of_total(lambda total: total.games))
BETS: Final = Column("", (_("bets"),), _of_total(lambda total: points_number(total.bets)))
TREND: Final = Column(_("Trend"), cell="trend")
BOX: Final = Column(_("Box"), (_("box"),), _of_total(lambda total: total.as_box))
PARTNER: Final = Column(
    _("Partner"),
    (_("partner"),),
    _of_total(lambda total: total.as_partner),
    is_shown=lambda leaderboard: leaderboard.has_partners,
)
CAPTAIN: Final = Column(_("Captain"), (_("captain"),), _of_total(lambda total: total.as_captain))
CREW: Final = Column(_("Crew"), (_("crew"),), _of_total(lambda total: total.as_crew))
SKILL: Final = Column(
    _("Skill"),
    (_("skill"), _("skill from"), _("skill to")),
    _skill,
    cell="skill",
    is_shown=lambda leaderboard: leaderboard.has_skill,
    order=Order.SKILL,
)
INTERVAL: Final = Column(
    _("95 % interval"),
    cell="interval",
    is_shown=lambda leaderboard: leaderboard.has_skill,
    order=Order.SKILL,
)
PLACES: Final = Column(
    _("Places"),
    (
        *(_("place from"), _("place to"), _("chance to be above the next")),
        _("evenings until twice as certain"),
    ),
    _stand,
    help=_("From which to which place they may stand"),
    cell="places",
    is_shown=lambda leaderboard: leaderboard.is_list,
)
ABOVE_NEXT: Final = Column(
    _("Above next"),
    help=_("Chance to be better than the next in the list"),
    cell="above_next",
    is_shown=lambda leaderboard: leaderboard.is_list,
)
OFFICIAL: Final = Column(
    _("Official"),
    (_("official place"),),
    lambda line, today: (line.official,),
    help=_("Place on the official list"),
    is_shown=lambda leaderboard: leaderboard.official is not None,
)
MATCHES: Final = Column(
    _("Matches (Elo)"),
    (_("matches (Elo)"), _("deviation (two of three cases)"), _("matches"), _("won")),
    _match,
    help=_("Rating of matches between two, and its deviation"),
    cell="matches",
    is_shown=lambda leaderboard: leaderboard.has_matches or leaderboard.order is Order.MATCHES,
    order=Order.MATCHES,
)
WON: Final = Column(
    _("Won"),
    cell="won",
    is_shown=lambda leaderboard: leaderboard.order is Order.MATCHES,
    order=Order.MATCHES,
)

ON_THE_PAGE: Final = (
    *(SKILL, INTERVAL, PLACES, ABOVE_NEXT, OFFICIAL, MATCHES, WON, POINTS, AVERAGE, PER_BET),
    *(GAMES, TREND, BOX, PARTNER, CAPTAIN, CREW),
)
"""The columns of the page behind place and name, from left to right."""
IN_FILES: Final = (
    *(PLACE, NAME, POINTS, AVERAGE, PER_BET, GAMES, BETS, BOX, PARTNER, CAPTAIN, CREW),
    *(SKILL, PLACES, OFFICIAL, MATCHES),
)
"""The columns of a file, from left to right."""
