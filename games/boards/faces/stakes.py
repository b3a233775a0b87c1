"""What a game is played for, and how a match or a series stands, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.boards.faces.offers import points_text
from games.rules.backgammon import Game
from games.rules.backgammon.match_score import LEVELS
from games.rules.online import Board as State
from games.rules.online import ChouetteBoard, Series


def standing_text(state: State, names: tuple[str, str]) -> str:
    """Return length and score: “Ann 0 : 2 Bob, to 3, Crawford”. A chouette's table says it."""
    if isinstance(state, ChouetteBoard):
        return ""
    if state.series is not None:
        winner = None if state.ending is None else state.ending.winner
        return series_standing(state.series, winner, names)
    score = state.score
    values = {"white": names[0], "black": names[1], "own": score[0], "other": score[1]}
    length = state.type.length(state.game)
    if length is not None:
        values["length"] = length
        is_crawford = state.type.phase(state.game) != "over" and state.game.score.is_crawford
        if is_crawford:
            return _("%(white)s %(own)s : %(other)s %(black)s, to %(length)s, Crawford") % values
        return _("%(white)s %(own)s : %(other)s %(black)s, to %(length)s") % values
    ending = state.ending
    if ending is None or ending.how == "abandoned":
        return _("A single game")
    if ending.winner is None and not state.type.has_cube:
        return _("%(white)s ½ : ½ %(black)s, a single game") % values
    return _("%(white)s %(own)s : %(other)s %(black)s, a single game") % values


def series_standing(series: Series, winner: int | None, names: tuple[str, str]) -> str:
    """Return how a series stands; `winner` has won this game, None if it is drawn or runs."""
    score = series.score(winner)
    return _("Game %(number)s of %(games)s: %(white)s %(own)s, %(black)s %(other)s.") % {
        "number": series.number,
        "games": series.games,
        "white": names[0],
        "own": score[0],
        "black": names[1],
        "other": score[1],
    }


def stake_text(game: Game, names: tuple[str, str]) -> str:
    """Return what the present game is played for, and why there is no cube; blank at its end."""
    if game.phase == "over":
        return ""
    return " ".join(one for one in (_worth(game, names), no_cube_text(game)) if one)


def no_cube_text(game: Game) -> str:
    """Return why nobody may double in a game; blank where there is a cube."""
    if game.has_cube:
        return ""
    if game.score.is_crawford:
        return _("Crawford game: nobody may double.")
    return _("A match to 1: there is no cube.")


def _worth(game: Game, names: tuple[str, str]) -> str:
    value = game.score.cube.value
    if not game.gammons_count:
        said = _("At stake: %(points)s; gammons count once the cube was turned.")
        return said % {"points": points_text(value)}
    white, black = (_worth_for(game, side) for side in (0, 1))
    if white == black:
        return _("At stake: %(worth)s.") % {"worth": white}
    return _("At stake: for %(white)s %(own)s; for %(black)s %(other)s.") % {
        "white": names[0],
        "own": white,
        "black": names[1],
        "other": black,
    }


def _worth_for(game: Game, side: int) -> str:
    """Return what a side can win, by the level that it needs for more."""
    needs = game.score.needs
    single, gammon, backgammon = (game.worth(side, level) for level in LEVELS)
    values = {"points": points_text(single), "gammon": gammon, "backgammon": backgammon}
    match = None if needs is None else needs[side]
    if single == match:
        return _("the match")
    if gammon == match:
        return _("%(points)s, with a gammon the match") % values
    if backgammon == match:
        return _("%(points)s, a gammon %(gammon)s, with a backgammon the match") % values
    return _("%(points)s, a gammon %(gammon)s, a backgammon %(backgammon)s") % values


def resignation_words() -> dict[str, str]:
    """Return the levels of a resignation with what their buttons say."""
    return {
        "single": _("Resign a single game"),
        "gammon": _("Resign a gammon"),
        "backgammon": _("Resign a backgammon"),
    }
