"""What an analysis shows: both accounts, the worst decisions as pictures, all of them as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Final

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.assistant.analysis import WORST, Errors, Rating, SideReport
from games.assistant.chouette_decisions import majority_lost
from games.assistant.findings import Decision, Findings
from games.boards.faces.backgammon.geometry import View
from games.boards.faces.backgammon.judged import (
    ChoiceShown,
    Names,
    alike,
    better,
    choices_of,
    decision_url,
    is_shown,
    lost,
    name_of,
    places_of,
    said,
    window_text,
)
from games.boards.faces.backgammon.picture import Picture, picture_of
from games.boards.selectors.figures import MonthFigures, SeasonFigures
from games.ledger.charts.bands import Moment, band_chart
from games.rules.backgammon import game_from_xgid
from games.web.figures import decimals, equity

NOTHING: Final = frozenset({"0", "–"})


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """A decision in words; `picture` only where it is one of the worst.

    `is_several`: the name is those of several, each of whom it cost that much.
    """

    game: int
    move: int
    name: str
    said: str
    better: str
    loss: str
    luck: str
    is_wrong: bool
    is_several: bool = False
    choices: Sequence[ChoiceShown] = ()
    window: str = ""
    position: str = ""
    replay_url: str = ""
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """All that the page of an analysis shows."""

    title: str
    names: Names
    engine: str
    rows: Sequence[tuple[str, Sequence[str]]]
    accounts: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    """In a chouette the figures of each seat that say something, in place of a wide table."""
    worst: Sequence[DecisionShown]
    games: Sequence[tuple[int, Sequence[DecisionShown]]]
    table: str = ""
    """The match equity table of a match."""
    is_old: bool = False
    """Made before the candidates of each decision were kept."""


def analysis_page(findings: Findings, names: Names, replay: str = "") -> AnalysisPage:
    """Return the page of what was found, with the players called as its reader knows them.

    `replay`: the public id of the analysis, if its match can be replayed: decisions lead there.
    """
    box, *others = names
    is_pair = len(findings.sides) == 2
    places = places_of(findings)

    def shown(decision: Decision, *, with_picture: bool = False) -> DecisionShown:
        url = ""
        if replay and decision in places:
            url = decision_url(replay, *places[decision])
        return _shown(decision, names, url, with_picture=with_picture)

    rows = [*_rows(findings.sides), *_chouette_rows(findings)]
    return AnalysisPage(
        title=f"{box} – {', '.join(others)}, {_length_text(findings)}",
        names=names,
        engine=findings.engine,
        rows=rows if is_pair else [],
        accounts=[] if is_pair else _accounts(rows, names),
        worst=_worst(findings, names, shown),
        games=[
            (number + 1, [shown(one) for one in of_game if is_shown(one)])
            for number, of_game in groupby(findings.decisions, key=lambda one: one.game)
        ],
        table=findings.table,
        is_old=not findings.has_candidates,
    )


def _accounts(
    rows: Sequence[tuple[str, Sequence[str]]], names: Names
) -> list[tuple[str, Sequence[tuple[str, str]]]]:
    """Return each seat's figures, without those that say that there is nothing."""
    return [
        (name, [(label, cells[seat]) for label, cells in rows if cells[seat] not in NOTHING])
        for seat, name in enumerate(names)
    ]


def _worst(
    findings: Findings, names: Names, shown: Callable[..., DecisionShown]
) -> list[DecisionShown]:
    """Return the worst decisions as pictures; equal cubes decided alike are one."""
    return [
        replace(
            shown(together[0], with_picture=True),
            name=name_of(together, names),
            is_several=len(together) > 1,
        )
        for together in islice(alike(findings.wrong), WORST)
    ]


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
            figures.season.name if figures.season is not None else _("Other games"),
            figures.boards,
            figures.report,
        )
        for figures in seasons
    ]


def month_lines(months: Sequence[MonthFigures]) -> list[FiguresLine]:
    """Return a club's months, the latest first."""
    return [
        _line(date_format(month.first, "F Y"), month.boards, month.report)
        for month in reversed(months)
    ]


def level_chart(months: Sequence[MonthFigures]) -> SafeString:
    """Draw a club's rating against time, with its interval; nothing before the second month."""
    moments = [
        Moment(month.first.toordinal(), rating.low, rating.value, rating.high)
        for month in months
        if (rating := month.report.rating) and rating.low is not None and rating.high is not None
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


def _length_text(findings: Findings) -> str:
    if not findings.length:
        count = findings.games
        return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}
    count = findings.length
    return ngettext("a match to %(count)s point", "a match to %(count)s points", count) % {
        "count": count
    }


def _rows(sides: Sequence[SideReport]) -> list[tuple[str, Sequence[str]]]:
    def row(label: str, *cells: str) -> tuple[str, Sequence[str]]:
        return label, cells

    return [
        row(_("Performance rating (PR)"), *(rating_text(one.rating) for one in sides)),
        row(_("Plays that counted"), *(str(one.plays) for one in sides)),
        row(_("lost by plays"), *(_lost(one.plays, one.play_loss) for one in sides)),
        row(_("Cube decisions that counted"), *(str(one.cubes) for one in sides)),
        row(_("lost by the cube"), *(_lost(one.cubes, one.cube_loss) for one in sides)),
        row(_("missed doubles"), *(_errors(one.missed_doubles) for one in sides)),
        row(_("wrong doubles"), *(_errors(one.wrong_doubles) for one in sides)),
        row(_("wrong takes"), *(_errors(one.wrong_takes) for one in sides)),
        row(_("wrong passes"), *(_errors(one.wrong_passes) for one in sides)),
        row(_("Luck of the dice"), *(equity(one.luck) if one.luck else "–" for one in sides)),
    ]


def _chouette_rows(findings: Findings) -> list[tuple[str, Sequence[str]]]:
    """Return what only a chouette has: what the majority had cost, and the luck of each bet."""
    if len(findings.sides) == 2:
        return []
    lost = majority_lost(findings.decisions)
    by_majority = [
        decimals(lost[seat][1], 3) if seat in lost else "–" for seat in range(len(findings.sides))
    ]
    return [
        (_("lost by the cube, had the majority decided"), by_majority),
        (_("Luck of the bets, in points"), [equity(one.bet_luck) for one in findings.sides]),
    ]


def _lost(decisions: int, loss: float) -> str:
    return decimals(loss, 3) if decisions else "–"


def _errors(errors: Errors) -> str:
    if not errors.count:
        return "0"
    return f"{errors.count} ({decimals(errors.loss, 3)})"


def _shown(
    decision: Decision, names: Names, url: str, *, with_picture: bool = False
) -> DecisionShown:
    return DecisionShown(
        game=decision.game + 1,
        move=decision.move + 1,
        name=name_of([decision], names),
        said=said(decision),
        better=better(decision),
        loss=lost(decision) if decision.is_wrong else "",
        luck=equity(decision.luck) if decision.act == "play" else "",
        is_wrong=decision.is_wrong,
        choices=choices_of(decision) if with_picture else (),
        window=window_text(decision),
        position=decision.position,
        replay_url=url,
        picture=_picture(decision) if with_picture else None,
    )


def _picture(decision: Decision) -> Picture:
    """Draw the position from the side of who decides."""
    game = game_from_xgid(decision.position)
    doubler = game.turn or 0
    below = 1 - doubler if decision.act in ("take", "drop") else doubler
    return picture_of(game, layout="wide", view=View(below=below), numbers="own")
