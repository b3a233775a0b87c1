"""The end of a game: everybody's points, the new line, and the reason for it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from games.language import gettext as _
from games.language import ngettext
from games.record.presenters.actions import level_word, line_words
from games.rule_texts import Names, filled
from games.rules.chouette import REASONS, GameResult, Table, alternatives
from games.rules.chouette.actions import BOX
from games.rules.chouette.options import option
from games.web.figures import signed

LONG = 5
"""Figures with more characters, such as +1234.5, do not fit into a player's narrow column."""


@dataclass(frozen=True, slots=True)
class Score:
    """One player's result and role."""

    player: str
    name: str
    role: str
    points: int


@dataclass(frozen=True, slots=True)
class Alternative:
    """The result under another rule of retention."""

    title: str
    line: str
    reason: str
    ours: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The sheet at the end of a game; ``long`` if its figures need more space."""

    number: int
    headline: str
    scores: list[Score]
    why: str
    line: str
    alternatives: list[Alternative]
    long: bool


def outcome(table: Table, names: Names, before: Collection[str] = ()) -> Outcome | None:
    """Return the last game's sheet, or None before the first game has ended.

    `before` are those who had been at the table when it began: who was not in it comes back.
    """
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
        why=" ".join(
            [
                *_shared(result, names),
                reason(result, result.rule, result.order, names),
                *moved_since(table, result, names, before),
            ]
        ),
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
        long=any(len(signed(points)) > LONG for points in result.points.values()),
    )


def moved_since(
    table: Table, result: GameResult, names: Names, before: Collection[str] = ()
) -> list[str]:
    """Return who left, came back or sat down after the game, and who is the box's partner now:
    what changes the line that the reason tells of.
    """
    gone = [player for player in result.order if player not in table.order]
    come = [player for player in table.order if player not in result.order]
    back = [player for player in come if player in before]
    new = [player for player in come if player not in before]
    left = ngettext("Then %(names)s left.", "Then %(names)s left.", len(gone))
    returned = ngettext("Then %(names)s came back.", "Then %(names)s came back.", len(back))
    joined = ngettext("Then %(names)s joined.", "Then %(names)s joined.", len(new))
    told = [(left, gone), (returned, back), (joined, new)]
    moved = [words % {"names": names.listed(those)} for words, those in told if those]
    return [*moved, *_partners_since(table, result, names)]


def _partners_since(table: Table, result: GameResult, names: Names) -> list[str]:
    """Return who has become the box's partner, and where the partner of the game went.

    The rotation table is about the others, so its reasons send down who then became the partner.
    """
    line, before = table.seating.line, result.partner
    if line is None or (line.box, line.partner) == (result.box, before):
        return []
    told = []
    if before is not None and line.team[:1] == (before,):
        told.append(_("Then %(name)s, the partner, became captain.") % {"name": names[before]})
    if line.partner is not None:
        told.append(_("Then %(name)s became the box's partner.") % {"name": names[line.partner]})
    return told


def headline(result: GameResult) -> str:
    """Return who won, and how: "Box wins, gammon"."""
    winner = _("Box wins") if result.winner == BOX else _("Team wins")
    if result.level is not None and result.level > 1:
        return f"{winner}, {level_word(result.level)}"
    if result.ending == "cubes":
        return _("%(winner)s by the cube") % {"winner": winner}
    return winner


def _shared(result: GameResult, names: Names) -> list[str]:
    """Return what box and partner have together, and each of it."""
    if result.partner is None:
        return []
    own, other = result.points[result.box], result.points[result.partner]
    told = _("%(box)s and %(partner)s share %(sum)s: %(own)s and %(other)s.")
    return [
        told
        % {
            "box": names[result.box],
            "partner": names[result.partner],
            "sum": signed(own + other),
            "own": signed(own),
            "other": signed(other),
        }
    ]


def _role(result: GameResult, player: str) -> str:
    if player == result.box:
        return _("box")
    if player == result.partner:
        return _("partner")
    return _("captain") if player == result.captain else ""


def reason(result: GameResult, rule: str, order: tuple[str, ...], names: Names) -> str:
    """Return the row of the rotation table that chose the line, as a sentence."""
    return filled(
        REASONS[rule],
        {
            "box": result.box,
            "captain": result.captain,
            "decider": result.decider,
            "next_box": order[0],
            "net": signed(result.net),
        },
        names,
    )
