"""The end of a game: everybody's points, the new line, and why it is this line."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presenters.words import level_word, line_words
from games.rules.chouette import REASONS, GameResult, Table, alternatives, points_text
from games.rules.chouette.actions import BOX
from games.rules.chouette.options import option
from games.texts import Names, filled


@dataclass(frozen=True, slots=True)
class Score:
    """What one player won or lost, and as what he played."""

    player: str
    name: str
    role: str
    points: int


@dataclass(frozen=True, slots=True)
class Alternative:
    """What a club with another rule of retention would have made of the game."""

    title: str
    line: str
    reason: str
    ours: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The sheet at the end of a game."""

    number: int
    headline: str
    scores: list[Score]
    why: str
    line: str
    alternatives: list[Alternative]


def outcome(table: Table, names: Names) -> Outcome | None:
    """The last game's sheet, or None before the first game has ended."""
    result = table.last
    if result is None:
        return None
    return Outcome(
        number=result.number,
        headline=headline(result),
        scores=[
            Score(player, names[player], _role(result, player), result.points[player])
            for player in result.line.order
        ],
        why=reason(result, result.rule, result.order, names),
        line=line_words(result.order, names),
        alternatives=[
            Alternative(
                title=_(option("retention").value_help[retention]),
                line=line_words(order, names),
                reason=reason(result, rule, order, names),
                ours=retention == table.rules.retention,
            )
            for retention, (order, rule) in alternatives(table.rules, result).items()
        ],
    )


def headline(result: GameResult) -> str:
    """Who won, and how: "Box wins, gammon"."""
    winner = _("Box wins") if result.winner == BOX else _("Team wins")
    if result.level is not None and result.level > 1:
        return f"{winner}, {level_word(result.level)}"
    if result.ending == "cubes":
        return _("%(winner)s by the cube") % {"winner": winner}
    return winner


def _role(result: GameResult, player: str) -> str:
    if player == result.box:
        return _("box")
    if player == result.partner:
        return _("partner")
    return _("captain") if player == result.captain else ""


def reason(result: GameResult, rule: str, order: tuple[str, ...], names: Names) -> str:
    """The row of the rotation table that chose the line, in one sentence."""
    return filled(
        REASONS[rule],
        {
            "box": result.box,
            "captain": result.captain,
            "decider": result.decider,
            "next_box": order[0],
            "net": points_text(result.net),
        },
        names,
    )
