"""What an analysis shows: both accounts, the worst decisions as pictures, all of them as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.assistant.analysis import Errors, Rating, SideReport
from games.assistant.findings import Act, Decision, Findings
from games.boards.presenters.geometry import View
from games.boards.presenters.picture import Picture, picture_of
from games.boards.selectors.figures import MonthFigures, SeasonFigures
from games.ledger.charts.bands import Moment, band_chart
from games.rules.backgammon import game_from_xgid
from games.web.figures import decimals, equity

Names = tuple[str, str]

ACTS: Final[Mapping[Act, str | Promise]] = {
    "hold": gettext_lazy("no double"),
    "double": gettext_lazy("doubles"),
    "take": gettext_lazy("takes"),
    "drop": gettext_lazy("drops"),
}
RIGHT: Final[Mapping[str, str | Promise]] = {
    "missed_double": gettext_lazy("Better: double."),
    "wrong_double": gettext_lazy("Better: no double."),
    "wrong_take": gettext_lazy("Better: drop."),
    "wrong_pass": gettext_lazy("Better: take."),
}


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """A decision in words; `picture` only where it is one of the worst."""

    game: int
    move: int
    name: str
    said: str
    better: str
    loss: str
    luck: str
    is_wrong: bool
    equities: str = ""
    position: str = ""
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """All that the page of an analysis shows."""

    title: str
    names: Names
    engine: str
    rows: Sequence[tuple[str, str, str]]
    worst: Sequence[DecisionShown]
    games: Sequence[tuple[int, Sequence[DecisionShown]]]


def analysis_page(found: Findings, names: Names) -> AnalysisPage:
    """Return the page of what was found, with the players called as its reader knows them."""
    return AnalysisPage(
        title=f"{names[0]} – {names[1]}, {_length_text(found)}",
        names=names,
        engine=found.engine,
        rows=_rows(found.sides),
        worst=[_shown(one, names, with_picture=True) for one in found.worst],
        games=[
            (number + 1, [_shown(one, names) for one in of_game if one.counts or one.act == "play"])
            for number, of_game in groupby(found.decisions, key=lambda one: one.game)
        ],
    )


@dataclass(frozen=True, slots=True)
class FiguresLine:
    """How well somebody played in a season, or a club in a month."""

    name: str
    boards: int
    rating: str
    plays: str
    cubes: str
    luck: str


def season_lines(seasons: Sequence[SeasonFigures]) -> list[FiguresLine]:
    """Return a player's seasons, with what lies outside of all of them."""
    return [
        _line(
            one.season.name if one.season is not None else _("Other games"), one.boards, one.report
        )
        for one in seasons
    ]


def month_lines(months: Sequence[MonthFigures]) -> list[FiguresLine]:
    """Return a club's months, the latest first."""
    return [
        _line(date_format(one.first, "F Y"), one.boards, one.report) for one in reversed(months)
    ]


def level_chart(months: Sequence[MonthFigures]) -> SafeString:
    """Draw a club's rating against time, with its interval; nothing before the second month."""
    moments = [
        Moment(one.first.toordinal(), rating.low, rating.value, rating.high)
        for one in months
        if (rating := one.report.rating) and rating.low is not None and rating.high is not None
    ]
    if len(moments) < 2:
        return SafeString("")
    ends = [date_format(one.first, "F Y") for one in (months[0], months[-1])]
    description = _("From %(first)s to %(last)s: lower is better. The band holds 19 of 20.")
    svg = band_chart(
        moments,
        key="level",
        title=_("Performance rating (PR)"),
        description=description % {"first": ends[0], "last": ends[1]},
        first=ends[0],
        last=ends[1],
        middle=0,
    )
    return SafeString(svg)  # nosec B703 - the chart escapes its texts


def _line(name: str, boards: int, report: SideReport) -> FiguresLine:
    return FiguresLine(
        name,
        boards,
        rating_text(report.rating),
        decimals(report.play_loss, 3),
        decimals(report.cube_loss, 3),
        equity(report.luck),
    )


def rating_text(rating: Rating | None) -> str:
    """Write a performance rating with its interval."""
    if rating is None:
        return "–"
    value = decimals(rating.value, 1)
    if rating.low is None or rating.high is None:
        return value
    return _("%(value)s (%(low)s to %(high)s)") % {
        "value": value,
        "low": decimals(rating.low, 1),
        "high": decimals(rating.high, 1),
    }


def _length_text(found: Findings) -> str:
    if not found.length:
        count = found.games
        return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}
    count = found.length
    return ngettext("a match to %(count)s point", "a match to %(count)s points", count) % {
        "count": count
    }


def _rows(sides: tuple[SideReport, SideReport]) -> list[tuple[str, str, str]]:
    def row(label: str, *cells: str) -> tuple[str, str, str]:
        first, second = cells
        return label, first, second

    return [
        row(_("Performance rating (PR)"), *(rating_text(one.rating) for one in sides)),
        row(_("Plays that counted"), *(str(one.plays) for one in sides)),
        row(_("lost by plays"), *(decimals(one.play_loss, 3) for one in sides)),
        row(_("Cube decisions that counted"), *(str(one.cubes) for one in sides)),
        row(_("lost by the cube"), *(decimals(one.cube_loss, 3) for one in sides)),
        row(_("missed doubles"), *(_errors(one.missed_doubles) for one in sides)),
        row(_("wrong doubles"), *(_errors(one.wrong_doubles) for one in sides)),
        row(_("wrong takes"), *(_errors(one.wrong_takes) for one in sides)),
        row(_("wrong passes"), *(_errors(one.wrong_passes) for one in sides)),
        row(_("Luck of the dice"), *(equity(one.luck) for one in sides)),
    ]


def _errors(errors: Errors) -> str:
    if not errors.count:
        return "0"
    return f"{errors.count} ({decimals(errors.loss, 3)})"


def _shown(one: Decision, names: Names, *, with_picture: bool = False) -> DecisionShown:
    is_wrong = one.counts and one.loss > 0
    picture = _picture(one) if with_picture else None
    return DecisionShown(
        game=one.game + 1,
        move=one.move + 1,
        name=names[one.side],
        said=_said(one),
        better=_better(one) if is_wrong else "",
        loss=decimals(one.loss, 3) if is_wrong else "",
        luck=equity(one.luck) if one.act == "play" else "",
        is_wrong=is_wrong,
        equities=_equities(one),
        position=one.position,
        picture=picture,
    )


def _said(one: Decision) -> str:
    if one.roll is None:
        return str(ACTS[one.act])
    return f"{one.roll[0]}-{one.roll[1]}: {one.played or _('nothing can be played')}"


def _better(one: Decision) -> str:
    if one.error is not None:
        return str(RIGHT[one.error])
    return _("Better: %(play)s") % {"play": one.best}


def _equities(one: Decision) -> str:
    if not one.equities:
        return ""
    hold, taken, dropped = (equity(value) for value in one.equities)
    return _("No double %(hold)s, double and take %(taken)s, double and drop %(dropped)s") % {
        "hold": hold,
        "taken": taken,
        "dropped": dropped,
    }


def _picture(one: Decision) -> Picture:
    """Draw the position from the side of who decides."""
    game = game_from_xgid(one.position)
    return picture_of(game, layout="wide", view=View(below=one.side), numbers="own")
