"""Errors on a backgammon board: each has a code, parameters and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from games.rules.coded import CodedError, gettext_noop

MESSAGES: Final[Mapping[str, str]] = {
    # positions and their names
    "half_malformed": gettext_noop("Each side has 25 numbers from 0: points 1 to 24, and the bar."),
    "checkers_many": gettext_noop("A side has 15 checkers, not {count}."),
    "point_shared": gettext_noop("Both sides have checkers on the {point} point."),
    "id_length": gettext_noop("A Position ID has {length} characters."),
    "id_malformed": gettext_noop("“{text}” is not a Position ID."),
    "match_id_length": gettext_noop("A Match ID has {length} characters."),
    "match_id_malformed": gettext_noop("“{text}” is not a Match ID."),
    "xgid_malformed": gettext_noop("“{text}” is not an XGID."),
    "id_over": gettext_noop("This is the end of a game: nothing can be played in it."),
    # dice
    "die_invalid": gettext_noop("A roll is two numbers from 1 to 6."),
    # a step
    "turn_complete": gettext_noop("{step}: all numbers that can be played have been played."),
    "bar_first": gettext_noop("{step}: the checker on the bar comes in first."),
    "source_empty": gettext_noop("{step}: there is no checker of yours."),
    "target_blocked": gettext_noop("{step}: the other side holds that point."),
    "number_missing": gettext_noop("{step}: no number for this is left."),
    "not_home": gettext_noop("{step}: checkers are borne off when all are at home."),
    "rear_first": gettext_noop(
        "{step}: with a larger number only the rearmost checker is borne off."
    ),
    "higher_number": gettext_noop("{step}: only one number can be played; it is the higher one."),
    "numbers_left": gettext_noop("{step}: then fewer numbers could be played than must be."),
    "step_malformed": gettext_noop("“{step}” is not a move."),
    # a whole play
    "steps_missing": gettext_noop("Another number can be played, so it must be."),
    "no_play": gettext_noop("Nothing can be played with this roll."),
    "play_empty": gettext_noop("Something can be played with this roll, so it must be."),
    "play_unclear": gettext_noop("“{text}” may mean two plays: write each step, and * for a hit."),
    "play_no_hit": gettext_noop("“{text}” marks a hit where none is."),
    "play_illegal": gettext_noop("“{text}” is not a legal play of this roll."),
    "field_side": gettext_noop("“{step}” leads backwards for this side."),
    "way_blocked": gettext_noop("{step}: no way there is open with this roll."),
    "nothing_to_undo_step": gettext_noop("No step has been played yet."),
    # a game
    "options_malformed": gettext_noop("There is no such limit or number in the options of a game."),
    "game_malformed": gettext_noop("This is not a saved game."),
    "result_illegal": gettext_noop("No legal play of this roll leads to that position."),
    "turn_other": gettext_noop("It is the other side's turn."),
    "cube_limit": gettext_noop("The cube may not pass the limit of {limit}."),
    "animals_off": gettext_noop("Beavers are not played here."),
    "animals_many": gettext_noop("No further redouble is played here."),
    # a recorded game
    "game_unfinished": gettext_noop("The game ends without a winner."),
    "turn_wrong": gettext_noop("This belongs to the other player's column: it is not their turn."),
    "cube_value": gettext_noop("The cube goes to {value} here, not to {written}."),
    "points_wrong": gettext_noop("This game cannot bring {points} points."),
    "winner_wrong": gettext_noop("The other player has won this game."),
    "play_lost": gettext_noop("A play was not recorded, and this format has no sign for it."),
    "game_over": gettext_noop("The game is over; nothing follows but its result."),
    # what a game is waiting for
    "waits_opening": gettext_noop("The game has not begun: both roll for the opening first."),
    "waits_roll": gettext_noop("Now the player whose turn it is rolls, or doubles before."),
    "waits_play": gettext_noop("The roll is played first."),
    "waits_answer": gettext_noop("A double waits for its answer."),
    "waits_resignation": gettext_noop("A resignation waits for its answer."),
    "waits_over": gettext_noop("The game is over."),
}
"""English sentences by code, written only here."""


class BackgammonError(CodedError):
    """The rules or a text do not allow this; nothing has changed."""

    messages: ClassVar[Mapping[str, str]] = MESSAGES


class PositionError(BackgammonError):
    """The numbers or the text are not a position of two times fifteen checkers."""


class PlayError(BackgammonError):
    """The rules do not allow this step or play with this roll."""


class GameError(BackgammonError):
    """The game does not allow this action now."""
