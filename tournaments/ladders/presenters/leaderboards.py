"""Data for the leaderboard's page: places and movements in words, the rest as charts."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.language import decimal_sign
from games.ledger.charts.dots import Scale, dot
from games.ledger.charts.sparks import sparkline
from games.ledger.delimited import Cell
from games.ledger.figures import signed_text
from games.models import Club
from tournaments.ladders.presenters.columns import Column, shown_columns
from tournaments.ladders.selectors.leaderboards import SIZES, Leaderboard, Standing
from tournaments.ladders.selectors.stretches import ALL, TOURNAMENT
from tournaments.ratings.ladder import LEAST_EXPERIENCE, Record
from tournaments.ratings.leaderboard import Missing, Order, Ranked
from tournaments.ratings.places import Stand
from tournaments.ratings.rates import Rate
from tournaments.ratings.skill import TOLD_FROM, Skill

MIDDLE = 1500
SOON = 30
"""At most so many evenings are named that would make a player's skill surer; beyond, none are."""
MONTHS_OFFERED = 36
"""Earlier months are reached by year, or by their address."""


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A line of the leaderboard; `movement` is how many places it moved.

    `cells` has each column of the page, with what stands there where it has no template.
    """

    standing: Standing
    name: str
    public_id: str
    is_nameless: bool
    place: int | None
    points: int
    average: Rate
    per_bet: Rate
    movement: int
    arrow: str
    movement_words: str
    skill: str
    skill_width: int
    skill_picture: SafeString
    trend: SafeString
    is_wide: bool
    note: str
    places: str
    above_next: str
    match: int | None
    match_deviation: int
    matches: int
    matches_won: int
    cells: tuple[tuple[Column, Cell], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a filter."""

    value: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Choices:
    """A group of options; a blank name means no group."""

    name: str
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page of a leaderboard; `earlier` and `later` are addresses, blank if there is none."""

    leaderboard: Leaderboard
    club: Club
    stretches: list[Choices]
    orders: list[Choice]
    officials: list[Choice]
    sizes: list[Choice]
    lines: tuple[LeaderboardLine, ...]
    provisional: tuple[LeaderboardLine, ...]
    below: str
    columns: list[Column]
    earlier: str
    later: str
    asked: str

    @property
    def by_matches(self) -> bool:
        """Whether it ranks by matches, and so shows the number played."""
        return self.leaderboard.order is Order.MATCHES

    @property
    def has_wide(self) -> bool:
        """Whether an interval on the page is marked as wide."""
        stands = (line.ranked.stand for line in self.leaderboard.lines)
        return any(stand is not None and stand.is_wide for stand in stands)

    @property
    def early(self) -> str:
        """That it is too early to sort by skill; blank if not."""
        return early_words() if self.leaderboard.is_early else ""

    @property
    def list_address(self) -> str:
        """Where the whole list by skill is, if this is a part of it; else blank."""
        board = self.leaderboard
        is_part = board.order is Order.SKILL and not (board.is_list or board.is_early)
        return f"?over={ALL}&order={Order.SKILL}" if is_part else ""

    @property
    def stretch_name(self) -> str:
        return self.leaderboard.stretch.name

    @property
    def order_name(self) -> str:
        return next((one.name for one in self.orders if one.chosen), "")

    @property
    def size_name(self) -> str:
        """The table size it is restricted to."""
        return _size(self.leaderboard.size)


def leaderboard_page(leaderboard: Leaderboard) -> LeaderboardPage:
    known = [line.ranked.skill for line in leaderboard.lines if line.ranked.skill]
    scale = Scale.of([skill.interval for skill in known], MIDDLE)
    columns, today = shown_columns(leaderboard), leaderboard.club.today
    return LeaderboardPage(
        leaderboard=leaderboard,
        club=leaderboard.club,
        stretches=_stretches(leaderboard),
        orders=[
            Choice(order, str(name), order is leaderboard.order)
            for order, name in order_names().items()
        ],
        officials=[
            Choice(
                each.day.isoformat(),
                date_format(each.day, "DATE_FORMAT"),
                each == leaderboard.official,
            )
            for each in leaderboard.calendar.officials
        ],
        sizes=[Choice("", _("any size"), not leaderboard.size)]
        + [Choice(str(size), _size(size), size == leaderboard.size) for size in SIZES],
        lines=_lines(leaderboard.standings, columns, scale, today),
        provisional=_lines(leaderboard.provisional, columns, scale, today),
        below=_below(leaderboard),
        columns=columns,
        earlier=_address(leaderboard, leaderboard.page - 1) if leaderboard.page > 1 else "",
        later=_address(leaderboard, leaderboard.page + 1) if leaderboard.has_next else "",
        asked=_address(leaderboard, None),
    )


def order_names() -> dict[Order, str]:
    return {
        Order.POINTS: _("Points"),
        Order.AVERAGE: _("Points per game"),
        Order.PER_BET: _("Points per bet"),
        Order.SKILL: _("Skill"),
        Order.MATCHES: _("Matches (Elo)"),
    }


def match_words(record: Record, day: datetime.date) -> str:
    """Return a match rating in words, with its deviation on a day."""
    return _(
        "%(figure)s after %(matches)s matches; deviation %(deviation)s: in two of three cases "
        "the truth is no further away"
    ) % {
        "figure": round(record.rating.rating),
        "deviation": round(record.on(day).deviation),
        "matches": record.matches,
    }


def experience_words(record: Record) -> str:
    """Return why a player has no place by match rating yet."""
    return _("%(points)s of %(least)s points of matches") % {
        "points": record.rating.experience,
        "least": LEAST_EXPERIENCE,
    }


def _size(size: int) -> str:
    return _("%(size)s or more") % {"size": size} if size == SIZES[-1] else str(size)


def wide_words(stand: Stand | None) -> str:
    """Return that an interval is wide, and when more would be known; blank if it is not."""
    if stand is None or not stand.is_wide:
        return ""
    if stand.evenings is None or stand.evenings > SOON:
        return _("too early to say")
    words = ngettext(
        "wide interval; twice as sure after about %(n)s more evening",
        "wide interval; twice as sure after about %(n)s more evenings",
        stand.evenings,
    )
    return words % {"n": stand.evenings}


def early_words() -> str:
    """Return that, and until when, a club's skill is not told."""
    return _(
        "Too early to say: skill is shown once the club has played about %(games)s games. Before, "
        "one game that is put right could turn it over."
    ) % {"games": round(TOLD_FROM)}


def stand_words(place: int | None, stand: Stand | None) -> str:
    """Return where a player stands in the club's list, and how surely; blank without a place."""
    if place is None or stand is None:
        return ""
    found = {"place": place, "first": stand.first, "last": stand.last}
    if stand.first == stand.last:
        words = _("Place %(place)s in the club's list.") % found
    else:
        words = _(
            "Place %(place)s in the club's list; it may as well be any from %(first)s to %(last)s."
        )
        words %= found
    if stand.above_next is not None:
        chance = {"chance": percent(stand.above_next)}
        words += " " + _("Better than the next one with a chance of %(chance)s.") % chance
    return words


def percent(chance: float) -> str:
    """Write a chance in whole percent; never as certain."""
    return _("%(number)s %%") % {"number": min(99, max(1, round(100 * chance)))}


def skill_words(skill: Skill) -> str:
    """Return an estimate with its interval in words."""
    low, high = skill.interval
    return _("%(figure)s, with 95 %% certainty between %(low)s and %(high)s") % {
        "figure": round(skill.figure),
        "low": round(low),
        "high": round(high),
    }


def _lines(
    standings: Iterable[Standing],
    columns: Sequence[Column],
    scale: Scale,
    today: datetime.date,
) -> tuple[LeaderboardLine, ...]:
    point = decimal_sign()
    return tuple(_line(each, columns, scale, point, today) for each in standings)


def _line(
    standing: Standing,
    columns: Sequence[Column],
    scale: Scale,
    point: str,
    today: datetime.date,
) -> LeaderboardLine:
    ranked, movement = standing.ranked, standing.movement or 0
    total, skill = ranked.total, ranked.skill
    words = ""
    if movement > 0:
        words = ngettext("%(n)s place up", "%(n)s places up", movement)
    elif movement < 0:
        words = ngettext("%(n)s place down", "%(n)s places down", -movement)
    match, stand = ranked.match, ranked.stand
    return LeaderboardLine(
        standing=standing,
        name=standing.player.name,
        public_id=standing.player.public_id,
        is_nameless=standing.player.is_nameless,
        place=ranked.place,
        points=total.points,
        average=total.average,
        per_bet=total.per_bet,
        movement=abs(movement),
        arrow="▲" if movement > 0 else "▼",
        movement_words=words % {"n": abs(movement)} if words else "",
        skill=str(round(skill.figure)) if skill else "",
        skill_width=round(skill.width) if skill else 0,
        skill_picture=_markup(
            dot(skill.figure, skill.interval, scale, label=skill_words(skill)) if skill else ""
        ),
        trend=_trend(standing.trend, point),
        is_wide=ranked.stand is not None and ranked.stand.is_wide and not ranked.missing,
        note=_note(ranked),
        places=_places(stand),
        above_next="" if stand is None or stand.above_next is None else percent(stand.above_next),
        match=round(match.rating.rating) if match else None,
        match_deviation=round(match.on(today).deviation) if match else 0,
        matches=match.matches if match else 0,
        matches_won=match.won if match else 0,
        cells=tuple((one, _first(one.values(standing, today))) for one in columns),
    )


def _first(values: Sequence[Cell]) -> Cell:
    return values[0] if values else None


def _places(stand: Stand | None) -> str:
    if stand is None:
        return ""
    if stand.first == stand.last:
        return str(stand.first)
    return f"{stand.first}–{stand.last}"


def _note(ranked: Ranked) -> str:
    """Return why a player has no place; blank if they have one."""
    if Missing.MATCHES in ranked.missing:
        return experience_words(ranked.match) if ranked.match else ""
    if Missing.RATING in ranked.missing:
        return _("not estimated yet")
    if Missing.ABSENT in ranked.missing:
        return absent_words()
    return ""


def absent_words() -> str:
    """Return why a settled player has no place."""
    return _("has not played for two years")


def _trend(values: Iterable[int], point: str) -> SafeString:
    listed = list(values)
    label = _("Totals: %(values)s") % {
        "values": ", ".join(signed_text(value, point=point) for value in listed)
    }
    return _markup(sparkline(listed, label=label))


def _below(leaderboard: Leaderboard) -> str:
    """Return the sentence on the line below which nobody has a place."""
    if leaderboard.order is Order.SKILL:
        return _("Without a place: no evening of theirs has ended yet, or none for two years.")
    if leaderboard.order is Order.MATCHES:
        return _(
            "A place needs matches to %(points)s points together: until then a figure jumps."
        ) % {"points": LEAST_EXPERIENCE}
    least = leaderboard.club.minimum_games
    words = ngettext(
        "Fewer than %(games)s game: too few for an average that means something",
        "Fewer than %(games)s games: too few for an average that means something",
        least,
    )
    return words % {"games": least}


def _stretches(leaderboard: Leaderboard) -> list[Choices]:
    calendar, chosen = leaderboard.calendar, leaderboard.stretch.key
    groups = [Choices("", [Choice(ALL, _("All time"), chosen == ALL)])]
    if leaderboard.stretch.session is not None:
        groups[0].choices.append(Choice(chosen, leaderboard.stretch.name, True))
    seasons = [
        Choice(each.public_id, each.name, chosen == each.public_id) for each in calendar.seasons
    ]
    years = [Choice(str(year), str(year), chosen == str(year)) for year in calendar.years]
    months = [
        Choice(f"{month:%Y-%m}", date_format(month, "F Y"), chosen == f"{month:%Y-%m}")
        for month in calendar.months[:MONTHS_OFFERED]
    ]
    events = [
        Choice(
            f"{TOURNAMENT}{event.public_id}",
            event.title,
            chosen == f"{TOURNAMENT}{event.public_id}",
        )
        for event in calendar.tournaments
    ]
    if not any(
        choice.chosen for choice in (*groups[0].choices, *seasons, *events, *years, *months)
    ):
        groups[0].choices.append(Choice(chosen, leaderboard.stretch.name, True))
    named = [
        (_("Seasons"), seasons),
        (_("Events"), events),
        (_("Years"), years),
        (_("Months"), months),
    ]
    return groups + [Choices(name, choices) for name, choices in named if choices]


def _address(leaderboard: Leaderboard, page: int | None) -> str:
    """Return the query string of a page of this leaderboard, or of the whole."""
    asked: dict[str, str | int] = {
        "over": leaderboard.stretch.key,
        "order": leaderboard.order.value,
    }
    if leaderboard.least:
        asked["least"] = leaderboard.least
    if leaderboard.size:
        asked["size"] = leaderboard.size
    if leaderboard.is_active:
        asked["active"] = 1
    if leaderboard.official and leaderboard.official != leaderboard.calendar.officials[0]:
        asked["official"] = leaderboard.official.day.isoformat()
    if page is not None:
        asked["page"] = page
    return "?" + urlencode(asked)


def _markup(svg: str) -> SafeString:
    return SafeString(svg)  # nosec B703 - the charts escape all their texts
