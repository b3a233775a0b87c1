"""How a game has ended, in words: the one source of what pages, lists, streams and titles say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.boards.faces.offers import points_text
from games.rules.online import Board as State
from games.rules.online import ChouetteBoard, Outcome, game_type, outcome_of
from games.web.figures import signed

Sentences = Mapping[str, str]
Key = TypeVar("Key", int, str)

BACKGAMMON_ENDINGS: Final[Sentences] = {
    "win": gettext_noop("%(name)s bears off the last checker and wins %(points)s."),
    "win_gammon": gettext_noop(
        "%(name)s bears off the last checker and wins a gammon: %(points)s."
    ),
    "win_backgammon": gettext_noop(
        "%(name)s bears off the last checker and wins a backgammon: %(points)s."
    ),
    "drop": gettext_noop("%(other)s drops: %(name)s wins %(points)s."),
    "resign": gettext_noop("%(other)s resigns: %(name)s wins %(points)s."),
    "resign_gammon": gettext_noop("%(other)s resigns a gammon: %(name)s wins %(points)s."),
    "resign_backgammon": gettext_noop("%(other)s resigns a backgammon: %(name)s wins %(points)s."),
    "time": gettext_noop("%(other)s has no time left: %(name)s wins %(points)s."),
    "unmoved": gettext_noop("%(other)s has not moved for days: %(name)s wins %(points)s."),
    "agreed": gettext_noop("A draw: both agree. The game counts 0."),
}
SQUARES_ENDINGS: Final[Sentences] = {
    "resigned": gettext_noop("%(name)s wins: %(other)s resigns."),
    "agreed": gettext_noop("A draw: both agree."),
    "time": gettext_noop("%(name)s wins: %(other)s has no time left."),
    "unmoved": gettext_noop("%(name)s wins: %(other)s has not moved for days."),
    "time_draw": gettext_noop("A draw: the time is up, and the other side has not enough to win."),
}
"""Of all games on squares; each has its own besides."""
DAME_ENDINGS: Final[Sentences] = {
    **SQUARES_ENDINGS,
    "no_pieces": gettext_noop("%(name)s wins: %(other)s has no piece left."),
    "no_moves": gettext_noop("%(name)s wins: %(other)s cannot move."),
    "repetition": gettext_noop("A draw: the position has occurred three times."),
    "king_moves": gettext_noop("A draw: 25 king moves of each without a capture."),
}
CHESS_ENDINGS: Final[Sentences] = {
    **SQUARES_ENDINGS,
    "checkmate": gettext_noop("Checkmate: %(name)s wins. %(other)s is in check and has no answer."),
    "stalemate": gettext_noop("Stalemate, a draw: %(name)s is not in check and cannot move."),
    "dead": gettext_noop("A dead position, a draw: nobody has pieces enough to mate."),
    "perpetual": gettext_noop("Perpetual check, a draw: the position has occurred three times."),
    "repetition": gettext_noop("A draw: the position has occurred three times."),
    "fifty": gettext_noop("A draw: 50 moves of each without a capture or a pawn's move."),
}
ENDINGS: Final[Mapping[str, Sentences]] = {
    "backgammon": BACKGAMMON_ENDINGS,
    "dame": DAME_ENDINGS,
    "chess": CHESS_ENDINGS,
}
"""By game a sentence for each way to end: `name` has won against `other`.

In a draw `name` is who would have to move.
"""
MATCH_STOPPED: Final[Sentences] = {
    "time": gettext_noop("%(other)s has no time left: %(name)s wins the match."),
    "unmoved": gettext_noop("%(other)s has not moved for days: %(name)s wins the match."),
}
ABANDONED: Final = gettext_noop("Abandoned, nobody has won: %(reason)s")
CHOUETTE_ENDINGS: Final[Mapping[str, tuple[str, str]]] = {
    "win": (
        gettext_noop("All its checkers are borne off."),
        gettext_noop("All its checkers are borne off."),
    ),
    "win_gammon": (
        gettext_noop("All its checkers are borne off: a gammon."),
        gettext_noop("All its checkers are borne off: a gammon."),
    ),
    "win_backgammon": (
        gettext_noop("All its checkers are borne off: a backgammon."),
        gettext_noop("All its checkers are borne off: a backgammon."),
    ),
    "resign": (
        gettext_noop("The team resigns a single game."),
        gettext_noop("The box resigns a single game."),
    ),
    "resign_gammon": (
        gettext_noop("The team resigns a gammon."),
        gettext_noop("The box resigns a gammon."),
    ),
    "resign_backgammon": (
        gettext_noop("The team resigns a backgammon."),
        gettext_noop("The box resigns a backgammon."),
    ),
    "time": (
        gettext_noop("The team has no time left: each open cube counts as a single game."),
        gettext_noop("The box has no time left: each open cube counts as a single game."),
    ),
    "cubes": (
        gettext_noop("Every cube was dropped or settled."),
        gettext_noop("Every cube was dropped or settled."),
    ),
    "table": (
        gettext_noop("It was ended at the table."),
        gettext_noop("It was ended at the table."),
    ),
}
"""Of the board of a chouette: what is said where the box has won, and where the team has."""


def ended_text(state: State, names: tuple[str, str]) -> str:
    """Return who has won the present game, by what, and how much; blank while it is played.

    With the game that decides a match also who has won that, and at which score.
    """
    outcome = outcome_of(state)
    if outcome is None:
        return ""
    if isinstance(state, ChouetteBoard):
        return chouette_ended_text(outcome)
    said = outcome_text(state.type.name, outcome, names)
    if outcome.match is None or outcome.by in MATCH_STOPPED:
        return said
    values = {"name": names[outcome.match], "score": score_text(state.score, outcome.match)}
    return f"{said} {_('%(name)s wins the match, %(score)s.') % values}"


def outcome_text(game_name: str, outcome: Outcome, names: tuple[str, str]) -> str:
    """Return how one game has ended, whatever that means for a match."""
    if outcome.by == "abandoned":
        return _(ABANDONED) % {"reason": outcome.reason or "–"}
    values = {"points": points_text(outcome.points)}
    name = outcome.mover if outcome.winner is None else outcome.winner
    if name is not None:
        values |= {"name": names[name], "other": names[1 - name]}
    if outcome.by in MATCH_STOPPED and outcome.match is not None:
        return _(MATCH_STOPPED[outcome.by]) % values
    return _(ENDINGS[game_name][outcome.by]) % values


def game_ended_text(game_name: str, game: Any, names: tuple[str, str]) -> str:
    """Return how a game on squares that is no board of ours has ended by its rules; or blank."""
    if game.result is None:
        return ""
    return outcome_text(game_name, Outcome(*game_type(game_name).ended(game)), names)


def chouette_ended_text(outcome: Outcome) -> str:
    """Return which side of a chouette has won, and by what; its cubes say how much."""
    if outcome.by == "abandoned":
        return _(ABANDONED) % {"reason": outcome.reason or "–"}
    if outcome.winner is None:
        return _("The game is over: it was taken back, or ended without a winner.")
    won = _("The team has won this game.") if outcome.winner else _("The box has won this game.")
    return f"{won} {_(CHOUETTE_ENDINGS[outcome.by][outcome.winner])}"


def chouette_points_text(points: Mapping[Key, int], names: Mapping[Key, str]) -> str:
    """Return what everybody has won or lost: “Ann +2, Bob −1, Cid −1”."""
    return ", ".join(f"{names[player]} {signed(won)}" for player, won in points.items())


def score_text(score: tuple[int, int], winner: int) -> str:
    """Return a score, the winner's points first."""
    return f"{score[winner]} : {score[1 - winner]}"
