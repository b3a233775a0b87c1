"""Leaderboards and official lists as files."""

import datetime

from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import Person
from games.ledger.delimited import Cell, points_number, write_rows
from tournaments.ladders.selectors.leaderboards import Leaderboard, Standing
from tournaments.ladders.selectors.officials import OfficialPage
from tournaments.models import OfficialRow
from tournaments.ratings.rates import Rate


def board_as_csv(board: Leaderboard, *, point: str = ".") -> str:
    """Write a leaderboard as comma-separated text; players without a place come last."""
    head = [
        _("place"),
        _("name"),
        _("points"),
        _("points per game"),
        _("give or take"),
        _("points per bet"),
        _("give or take"),
        _("games"),
        _("bets"),
        _("box"),
        _("partner"),
        _("captain"),
        _("crew"),
        _("skill"),
        _("skill from"),
        _("skill to"),
        _("official place"),
        _("matches (Elo)"),
        _("deviation"),
        _("matches"),
        _("won"),
    ]
    return write_rows([head, *(_line(each, board.club.today) for each in board.lines)], point=point)


def _line(standing: Standing, today: datetime.date) -> list[Cell]:
    total, skill, match = standing.ranked.total, standing.ranked.skill, standing.ranked.match
    low, high = skill.interval if skill else (0.0, 0.0)
    return [
        standing.ranked.place,
        standing.player.name,
        points_number(total.points),
        *_rate(total.average),
        *_rate(total.per_bet),
        total.games,
        points_number(total.bets),
        total.as_box,
        total.as_partner,
        total.as_captain,
        total.as_crew,
        round(skill.figure) if skill else None,
        round(low) if skill else None,
        round(high) if skill else None,
        standing.official,
        round(match.rating.rating) if match else None,
        round(match.on(today).deviation) if match else None,
        match.matches if match else None,
        match.won if match else None,
    ]


def _rate(rate: Rate) -> tuple[Cell, Cell]:
    return points_number(rate.value), None if rate.width is None else points_number(rate.width)


def official_as_csv(found: OfficialPage, *, point: str = ".") -> str:
    """Write an official list, as it was frozen, as comma-separated text."""
    head = [
        *(_("place"), _("name"), _("skill"), _("skill from"), _("skill to"), _("games")),
        *(_("place by points"), _("points"), _("games with points")),
    ]
    return write_rows(
        [head, *(_official(row, found.people[row.player_id]) for row in found.rows)], point=point
    )


def _official(row: OfficialRow, player: Person) -> list[Cell]:
    low, high = row.estimate.interval
    return [
        row.place,
        player.name,
        round(row.estimate.figure),
        round(low),
        round(high),
        row.games,
        row.points_place,
        points_number(row.points),
        row.points_games,
    ]
