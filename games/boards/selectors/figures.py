"""Reads what analyses have found about a player, season by season, and about a whole club."""

from __future__ import annotations

import datetime
from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils.timezone import localdate

from games.assistant.analysis import SideReport, summed
from games.models import Board, BoardSeat, Club, Player, Season
from games.permissions import Capability, Reader
from games.rules.codec import from_plain

LEAST_PLAYERS: Final = 3
"""A month of fewer players would tell how one of them plays."""


@dataclass(frozen=True, slots=True)
class SeasonFigures:
    """A player's analysed boards of a season, None for those outside of all seasons."""

    season: Season | None
    boards: int
    report: SideReport


@dataclass(frozen=True, slots=True)
class MonthFigures:
    """A club's analysed boards of a month."""

    first: datetime.date
    boards: int
    players: int
    report: SideReport


def sees_figures(player: Player, reader: Reader) -> bool:
    """Tell whether somebody may see how well a player plays: themselves, and members if they let
    them.
    """
    if reader.user is not None and player.user_id == reader.user.pk:
        return True
    return player.figures_shared and reader.may_in(Capability.START_MATCH, player.club_id)


def figures_of(player: Player) -> list[SeasonFigures]:
    """Return a player's figures by season, the latest first; in two queries."""
    mine = Q(player=player) | Q(player__merged_into=player)
    rows = _judged(BoardSeat.objects.filter(mine), player.club)
    seasons: list[Season | None] = [*player.club.seasons.order_by("-starts_on", "pk"), None]
    found: dict[Season | None, list[SideReport]] = {season: [] for season in seasons}
    for day, _board, _player, figures in rows:
        found[_season_of(day, seasons)].append(_report(figures))
    return [
        SeasonFigures(season, len(reports), summed(reports))
        for season, reports in found.items()
        if reports
    ]


def level_of(club: Club) -> list[MonthFigures]:
    """Return how well a club plays month by month, where enough of its players were analysed."""
    months: dict[datetime.date, list[tuple[int, int, SideReport]]] = defaultdict(list)
    seats = BoardSeat.objects.filter(board__club=club, player__isnull=False)
    for day, board, player, figures in _judged(seats, club):
        months[day.replace(day=1)].append((board, player, _report(figures)))
    found = []
    for first, rows in sorted(months.items()):
        boards, players, reports = zip(*rows, strict=True)
        if len(set(players)) >= LEAST_PLAYERS:
            found.append(MonthFigures(first, len(set(boards)), len(set(players)), summed(reports)))
    return found


def _judged(seats: Any, club: Club) -> list[tuple[datetime.date, int, int, Any]]:
    """Return day, board, player and figures of the seats that were analysed."""
    rows = seats.filter(
        board__status=Board.Status.ENDED, board__ended_at__isnull=False, figures__isnull=False
    ).order_by("board__ended_at", "pk")
    zone = ZoneInfo(club.time_zone)
    return [
        (localdate(at, zone), board, merged or player, figures)
        for at, board, player, merged, figures in rows.values_list(
            "board__ended_at", "board", "player", "player__merged_into", "figures"
        )
    ]


def _season_of(day: datetime.date, seasons: list[Season | None]) -> Season | None:
    return next(
        (one for one in seasons if one is not None and one.starts_on <= day <= one.ends_on), None
    )


def _report(figures: Any) -> SideReport:
    found: SideReport = from_plain(SideReport, figures)
    return found
