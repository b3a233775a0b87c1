"""Names for the parts of events: rounds, brackets, states, times of day."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from django.urls import get_script_prefix, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules.online import BACKGAMMON
from tournaments.formats.match_parameters import AllPlayAllParameters
from tournaments.formats.situation import PLAYOFF
from tournaments.models import Division, Event, Round
from tournaments.pairing.brackets import Bracket, Node, round_name
from tournaments.record.selectors.situations import (
    format_of,
    lengths_by_round,
    lower_lengths,
    params_known,
    planned_rounds,
)
from tournaments.standings.tiebreaks import COLUMNS, LEAGUE_POINTS

PLACE: Final = "0public0id0"
"""A placeholder in URLs for an identifier to be inserted."""

PARTS: Final[Mapping[str, str | Promise]] = {
    "main": gettext_lazy("Main bracket"),
    "consolation": gettext_lazy("Consolation"),
    "last_chance": gettext_lazy("Last chance"),
    "lower": gettext_lazy("Lower bracket"),
    "final": gettext_lazy("Grand final"),
    "third": gettext_lazy("Third place"),
}
"""The names of a bracket's parts."""


def address(name: str, *args: str) -> str:
    """Return a URL, resolved once: pages need hundreds that differ only in `PLACE`."""
    return _address(get_script_prefix(), name, *args)


@lru_cache(maxsize=256)
def _address(prefix: str, name: str, *args: str) -> str:
    return reverse(name, args=args)


def part_name(part: str) -> str:
    return str(PARTS[part])


def node_round(bracket: Bracket, node: Node) -> str:
    """Return the name of a node's round within its part."""
    name = round_name(bracket, node)
    match name.code:
        case "final":
            return _("Final")
        case "semi_final":
            return _("Semi-finals")
        case "quarter_final":
            return _("Quarter-finals")
        case "round_of":
            return _("Last %(number)s") % {"number": name.number}
        case "third_place":
            return _("Third place")
        case "grand_final":
            return _("Grand final")
        case "reset":
            return _("Second grand final")
        case _:
            return _("Round %(number)s") % {"number": name.number}


def round_title(round: Round, bracket: Bracket | None = None) -> str:
    """Return the title of a round, in a bracket with its part."""
    if round.bracket == "group":
        return _("Groups, round %(number)s") % {"number": round.number}
    if round.bracket == PLAYOFF:
        return _("Play-off")
    if not round.bracket or bracket is None:
        return _("Round %(number)s") % {"number": round.number}
    node = next(
        (
            one
            for one in bracket.nodes
            if (one.bracket, one.round) == (round.bracket, round.bracket_round)
        ),
        None,
    )
    if node is None:
        return part_name(round.bracket)
    name = node_round(bracket, node)
    return name if round.bracket in {"final", "third"} else f"{part_name(round.bracket)} · {name}"


def status_said(event: Event) -> str:
    """Say how far an event has come: a season of a league is closed some time before its end."""
    if event.own_dates and event.status == Event.Status.RUNNING:
        season = getattr(event, "league_season", None)
        if season is not None and season.closed_at is not None:
            return _("closed")
    return str(event.get_status_display())


def clock_time(at: datetime.datetime, zone: str) -> str:
    """Return the time of day at the club."""
    return str(date_format(timezone.localtime(at, ZoneInfo(zone)), "H:i"))


def step_time(at: datetime.datetime, event: Event) -> str:
    """Return when something was entered: the time of day, with the day in an event of weeks."""
    time = clock_time(at, event.club.time_zone)
    if not event.own_dates:
        return time
    there = timezone.localtime(at, ZoneInfo(event.club.time_zone))
    return f"{date_format(there, 'SHORT_DATE_FORMAT')} {time}"


def next_start(division: Division) -> str:
    """Say when the next round starts, if it was announced."""
    if division.next_at is None or not division.event.is_open:
        return ""
    time = clock_time(division.next_at, division.event.club.time_zone)
    return _("The next round starts at %(time)s.") % {"time": time}


def is_arranged(division: Division, round: Round | None = None) -> bool:
    """Whether the players find time and place by themselves: in a league or a cup, in a round with
    a deadline, and in a round robin without tables and clock.
    """
    event = division.event
    if event.own_dates or (round is not None and round.deadline is not None):
        return True
    is_at_once = bool(event.tables or event.round_minutes)
    return not is_at_once and format_of(division).has_cross


def has_draws_in(division: Division) -> bool:
    """Whether each match of a division is one game without a cube, which may end in a draw."""
    return division.event.game != BACKGAMMON.name


def score_title(division: Division) -> str:
    """Return what the column is called by which a table ranks first."""
    is_by_points = format_of(division).basis == LEAGUE_POINTS.help
    return _(LEAGUE_POINTS.title) if is_by_points else _("Score")


def tie_break_title(name: str, division: Division) -> str:
    """Return what a column of the table is called: by the side of a score that counts byes it says
    that it does not.
    """
    if name == "wins" and format_of(division).basis != LEAGUE_POINTS.help:
        return _("Wins without byes")
    return _(COLUMNS[name].title)


def wins_basis(division: Division) -> str:
    """Say what the standings by wins count, or by what else they rank."""
    basis = format_of(division).basis
    if basis == LEAGUE_POINTS.help:
        return _league_basis(params_known(division))
    if basis:
        return _(basis)
    if has_draws_in(division):
        return _("By wins; a bye is one, a draw a half for each, as a game that was broken off is.")
    return _("By wins; a bye is one, a match that was broken off a half for each.")


def _league_basis(params: AllPlayAllParameters) -> str:
    if params.counting == "match":
        return _("By points: %(win)s for a match won, %(loss)s for a match lost.") % {
            "win": params.win,
            "loss": params.loss,
        }
    return _(
        "By points: of two matches %(both)s for both won, %(each)s for one each, "
        "%(none)s for both lost."
    ) % {"both": params.both, "each": params.each, "none": params.none}


def walkover_lines(division: Division, winner: str, loser: str) -> list[str]:
    """Say what each of two gets for a walkover, by the rules of a division without a bracket."""
    played_by = format_of(division)
    if played_by.is_of_league:
        return [
            _("%(name)s has won the challenge, and has the higher place.") % {"name": winner},
        ]
    if played_by.basis != LEAGUE_POINTS.help:
        return [_("%(name)s: a win.") % {"name": winner}, _("%(name)s: a loss.") % {"name": loser}]
    params = params_known(division)
    if params.counting != "match":
        return [
            _("%(name)s: a win.") % {"name": winner},
            _("%(name)s: a loss.") % {"name": loser},
            _("Points are given once both matches of the two are decided."),
        ]
    points = (winner, params.win), (loser, params.loss if params.walkover_point else 0)
    return [
        ngettext("%(name)s: %(count)s point.", "%(name)s: %(count)s points.", count)
        % {"name": name, "count": count}
        for name, count in points
    ]


def division_line(division: Division) -> str:
    """Return a division's format and match length in one line."""
    parts = [str(division.get_format_display())]
    rounds = planned_rounds(division)
    if rounds:
        text = ngettext("%(count)s round", "%(count)s rounds", rounds)
        parts.append(text % {"count": rounds})
    if has_draws_in(division):
        parts.append(str(division.event.get_game_display()))
    elif division.match_length:
        several = ", ".join(map(str, lengths_by_round(division)))
        points = several or str(division.match_length)
        text = ngettext(
            "matches to %(points)s point", "matches to %(points)s points", _count(points)
        )
        parts.append(text % {"points": points})
    lower = lower_lengths(division)
    if len(lower) > 1 and len(set(lower.values())) == 1:
        length = next(iter(lower.values()))
        text = ngettext(
            "in the lower brackets to %(points)s point",
            "in the lower brackets to %(points)s points",
            length,
        )
        parts.append(text % {"points": length})
    else:
        parts += [
            ngettext("%(part)s to %(points)s point", "%(part)s to %(points)s points", length)
            % {"part": part_name(part), "points": length}
            for part, length in lower.items()
        ]
    return ", ".join(parts)


def _count(points: str) -> int:
    """Return the number by which points are said in singular or plural; several are many."""
    return int(points) if points.isdigit() else 2
