"""Data for a player's page: a sentence, their figures, charts, and the same as tables."""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.presenters.analysis import FiguresLine, season_lines
from games.boards.selectors.figures import figures_of, sees_figures
from games.clubs.selectors.privacy import Person, person_seen
from games.language import decimal_sign
from games.ledger.charts.bands import Moment, band_chart
from games.ledger.charts.dots import Scale, dot
from games.ledger.charts.lines import Series, line_chart
from games.ledger.charts.months import month_grid
from games.ledger.figures import signed_text
from games.models import Club, Player
from games.permissions import NOBODY, Capability, Reader
from tournaments.ladders.presenters.game_ratings import GamePart, game_part
from tournaments.ladders.presenters.leaderboards import (
    MIDDLE,
    early_words,
    skill_words,
    stand_words,
    wide_words,
)
from tournaments.ladders.presenters.match_ratings import MatchesPart, matches_part
from tournaments.ladders.selectors.game_ratings import GAMES
from tournaments.ladders.selectors.people import AnswerTotal, CubeTotal, Record
from tournaments.ratings.rates import Rate

# Shorter streaks as box are not worth mentioning.
LEAST_STREAK = 3
HISTORY_IN_TABLE = 24


@dataclass(frozen=True, slots=True)
class CubeLine:
    """A player's deeds with cubes, in words."""

    name: str
    total: CubeTotal


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """What a player's takes, or drops, of one kind of double brought, in words."""

    name: str
    time: str
    times: int
    compared: int
    gain: Rate


@dataclass(frozen=True, slots=True)
class MonthLine:
    """A month, and how many games the player played in it."""

    name: str
    games: int


@dataclass(frozen=True, slots=True)
class SkillLine:
    """An estimate on a day, in figures."""

    on: datetime.date
    figure: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's page."""

    club: Club
    player: Person
    record: Record
    remark: str
    skill: str
    skill_width: int
    early: str
    skill_picture: SafeString
    wide: str
    stand: str
    chart: SafeString
    skill_chart: SafeString
    skill_lines: list[SkillLine]
    matches: MatchesPart | None
    games: list[GamePart]
    has_game_lists: bool
    months_chart: SafeString
    months: list[MonthLine]
    cubes: list[CubeLine]
    answers: list[AnswerLine]
    shown_choices: list[tuple[str, str]]
    may_choose: bool
    may_export: bool
    may_decide: bool
    figures: list[FiguresLine]
    figures_shared: bool
    is_own: bool


def player_page(record: Record, reader: Reader = NOBODY) -> PlayerPage:
    """Prepare a player's record in words and charts."""
    player, skill = record.player, record.skill
    is_own = reader.user is not None and player.user_id == reader.user.pk
    return PlayerPage(
        club=player.club,
        player=person_seen(player, reader),
        record=record,
        remark=friend_says(record),
        skill=skill_words(skill) if skill else "",
        skill_width=round(skill.width) if skill else 0,
        early=early_words() if record.games and not skill else "",
        skill_picture=_markup(
            dot(skill.figure, skill.interval, Scale.of([skill.interval], MIDDLE), label="")
            if skill
            else ""
        ),
        wide=wide_words(record.stand),
        stand=stand_words(record.place, record.stand),
        chart=_record_chart(record),
        skill_chart=_skill_chart(record),
        skill_lines=[
            SkillLine(point.on, round(point.skill.figure), *map(round, point.skill.interval))
            for point in record.history[: -HISTORY_IN_TABLE - 1 : -1]
        ],
        matches=matches_part(record.match, record.matches, record.player.club.today)
        if record.match
        else None,
        games=[game_part(one, record.match) for one in record.of_games],
        has_game_lists=any(one.game in GAMES for one in record.of_games),
        months_chart=months_chart(record.months, key="months"),
        months=month_lines(record.months),
        cubes=cube_lines(record),
        answers=answer_lines(record),
        shown_choices=[(value, str(label)) for value, label in Player.Shown.choices],
        may_choose=is_own or reader.may(Capability.MANAGE_PLAYERS),
        may_export=reader.may(Capability.MANAGE_PLAYERS),
        may_decide=reader.may(Capability.USE_ADMIN),
        figures=season_lines(figures_of(player)) if sees_figures(player, reader) else [],
        figures_shared=player.figures_shared,
        is_own=is_own,
    )


def friend_says(record: Record) -> str:
    """Return the most notable fact about a player: a streak, their nemesis, their favourite
    opponent.
    """
    if not record.games and record.match:
        won = {"won": record.match.won, "matches": record.match.matches}
        return _("Plays matches, and has won %(won)s of %(matches)s.") % won
    if not record.games and record.of_games:
        return _("Plays at the board.")
    if not record.games and record.evenings:
        return _("Known by the totals of evenings so far.")
    if not record.games:
        return _("Has not played a game here yet.")
    streak = record.streak if record.streak and record.streak.games >= LEAST_STREAK else None
    nemesis, favourite = record.nemesis, record.favourite
    words = {
        "streak": streak.games if streak else 0,
        "month": date_format(streak.played_on, "F Y") if streak else "",
        "nemesis": nemesis.player.name if nemesis else "",
        "customer": favourite.player.name if favourite else "",
    }
    if streak and nemesis:
        if nemesis.is_so_far:
            sentence = _("Box streak of %(streak)s in %(month)s, nemesis so far %(nemesis)s.")
        else:
            sentence = _("Box streak of %(streak)s in %(month)s, nemesis %(nemesis)s.")
    elif streak:
        sentence = _("Box streak of %(streak)s in %(month)s, and no nemesis so far.")
    elif nemesis and favourite:
        if nemesis.is_so_far or favourite.is_so_far:
            sentence = _("So far takes most from %(customer)s, and it goes to %(nemesis)s.")
        else:
            sentence = _("Takes most from %(customer)s, and it goes to %(nemesis)s.")
    elif nemesis:
        if nemesis.is_so_far:
            sentence = _("Still looking for someone to beat; nemesis so far %(nemesis)s.")
        else:
            sentence = _("Still looking for someone to beat; nemesis %(nemesis)s.")
    elif favourite:
        sentence = _("Takes most from %(customer)s, and has no nemesis so far.")
    else:
        sentence = _("Even with everybody so far.")
    return sentence % words


def month_lines(months: Mapping[datetime.date, int]) -> list[MonthLine]:
    """Return the months with games, the latest first, as an alternative to the chart."""
    return [MonthLine(date_format(month, "F Y"), months[month]) for month in sorted(months)[::-1]]


def cube_lines(record: Record) -> list[CubeLine]:
    """Return what a player did with cubes, in words."""
    deeds = {
        "doubled": _("doubled"),
        "redoubled": _("redoubled"),
        "took": _("took"),
        "dropped": _("dropped"),
        "beavered": _("beavered"),
    }
    return [CubeLine(deeds[total.deed], total) for total in record.cubes]


def answer_lines(record: Record) -> list[AnswerLine]:
    """Return what takes and drops brought, in words."""
    return [line for total in record.answers for line in _answer_lines(total)]


def _answer_lines(total: AnswerTotal) -> Iterator[AnswerLine]:
    """Yield a line for takes and one for drops, if there were any."""
    side, _part, moment = total.choice.partition("_")
    time = _("first double") if moment == "first" else _("later double")
    if total.takes:
        name = _("took as box") if side == "box" else _("took in the team")
        yield AnswerLine(name, time, total.takes, total.takes, total.take_gain)
    if total.drops:
        name = _("dropped as box") if side == "box" else _("dropped in the team")
        yield AnswerLine(name, time, total.drops, total.compared, total.drop_gain)


def _record_chart(record: Record) -> SafeString:
    """Draw a player's total over their evenings; nothing for fewer than two."""
    if len(record.charted) < 2:
        return SafeString("")
    point = decimal_sign()
    values = [evening.running for evening in record.charted]
    before = record.charted[0].running - record.charted[0].points
    return _markup(
        line_chart(
            [Series("Σ", (before, *values))],
            key="record",
            title=_("Total over the last evenings"),
            description=_("From %(first)s to %(last)s points, lowest %(low)s, highest %(high)s.")
            % {
                "first": signed_text(before, point=point),
                "last": signed_text(values[-1], point=point),
                "low": signed_text(min(before, *values), point=point),
                "high": signed_text(max(before, *values), point=point),
            },
            axis=_("evenings"),
            point=point,
        )
    )


def _skill_chart(record: Record) -> SafeString:
    """Draw a player's skill over time with its band; nothing for fewer than two estimates."""
    if len(record.history) < 2:
        return SafeString("")
    first, last = record.history[0], record.history[-1]
    moments = [
        Moment(
            point.on.toordinal(),
            point.skill.interval[0],
            point.skill.figure,
            point.skill.interval[1],
        )
        for point in record.history
    ]
    return _markup(
        band_chart(
            moments,
            key="skill",
            title=_("Skill over time"),
            description=_("From %(first)s to %(last)s. Latest: %(latest)s.")
            % {
                "first": round(first.skill.figure),
                "last": round(last.skill.figure),
                "latest": skill_words(last.skill),
            },
            first=date_format(first.on, "SHORT_DATE_FORMAT"),
            last=date_format(last.on, "SHORT_DATE_FORMAT"),
            middle=MIDDLE,
        )
    )


def months_chart(months: Mapping[datetime.date, int], *, key: str) -> SafeString:
    """Draw how much was played in each month."""
    total = sum(months.values())
    words = ngettext(
        "%(games)s game in %(months)s months with play.",
        "%(games)s games in %(months)s months with play.",
        total,
    )
    return _markup(
        month_grid(
            months,
            key=key,
            title=_("Games by month"),
            description=words % {"games": total, "months": len(months)},
            letters=[date_format(datetime.date(2000, month, 1), "M")[:3] for month in range(1, 13)],
        )
    )


def _markup(svg: str) -> SafeString:
    return SafeString(svg)  # nosec B703 - the charts escape all their texts
