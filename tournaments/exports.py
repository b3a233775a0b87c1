"""Leaderboards as files."""

from django.utils.translation import gettext as _

from games.exports.delimited import Cell, points_number, write_rows
from tournaments.selectors.boards import Leaderboard, Standing


def board_as_csv(board: Leaderboard) -> str:
    """Write a leaderboard as comma-separated text; who has no place stands at the end."""
    head = [
        _("place"),
        _("name"),
        _("points"),
        _("points per game"),
        _("points per bet"),
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
    ]
    return write_rows([head, *(_line(each) for each in board.lines)])


def _line(standing: Standing) -> list[Cell]:
    total, skill = standing.ranked.total, standing.ranked.skill
    low, high = skill.interval if skill else (0.0, 0.0)
    return [
        standing.ranked.place,
        standing.player.name,
        points_number(total.points),
        points_number(total.average),
        points_number(total.per_bet),
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
    ]
