"""Why a step is refused at a board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from games.rules.coded import CodedError, gettext_noop

MESSAGES: Final[Mapping[str, str]] = {
    "kind_unknown": gettext_noop("This game is not played here."),
    "length_none": gettext_noop("This game is played singly, not to a number of points."),
    "series_length": gettext_noop("A series has 2 to {most} games."),
    "series_none": gettext_noop(
        "A series has games without a cube; backgammon is played as a match."
    ),
    "board_malformed": gettext_noop("This is not a saved board."),
    "step_unknown": gettext_noop("This cannot be done at this board."),
    "board_waiting": gettext_noop("The other seat is empty: the game has not begun."),
    "board_over": gettext_noop("This is over: nothing more is played here."),
    "board_adjourned": gettext_noop(
        "The game is paused: one of the two sides has to resume it first."
    ),
    "board_playing": gettext_noop("The game is running already."),
    "seat_unknown": gettext_noop("This board has no such seat."),
    "not_your_turn": gettext_noop("It is the other player's turn."),
    "seat_without_seed": gettext_noop("This seat gives no seed."),
    "seed_committed": gettext_noop("You have chosen your seed already."),
    "seed_waits": gettext_noop(
        "Wait until the other player has chosen a seed: who sees yours first could choose "
        "theirs by it."
    ),
    "seed_early": gettext_noop("The seeds are opened when everybody has chosen one, not before."),
    "seed_opened": gettext_noop("This seed is open already."),
    "seed_wrong": gettext_noop("This is not the seed that you have chosen."),
    "seed_malformed": gettext_noop("A seed has 1 to {most} characters."),
    "commitment_malformed": gettext_noop("A commitment is 64 lower-case hex digits."),
    "dice_closed": gettext_noop("The dice roll when all seeds are open, and not before."),
    "dice_open": gettext_noop("The dice are open already."),
    "roll_wrong": gettext_noop("This is not the roll that is next."),
    "offer_open": gettext_noop("An offer is waiting for its answer."),
    "offer_missing": gettext_noop("Nothing has been offered."),
    "offer_own": gettext_noop("The other player answers your offer."),
    "draw_off": gettext_noop("There is no draw in a knock-out."),
    "takeback_late": gettext_noop("Only the last turn is taken back, before the next roll."),
    "clock_missing": gettext_noop("This game is played without a clock."),
    "flag_up": gettext_noop("The other player still has time."),
    "unmoved_nobody": gettext_noop(
        "Nothing to claim here: it is your own turn, nobody's, or a clock runs."
    ),
    "unmoved_early": gettext_noop(
        "After {days} days without a move you can claim the win or abandon the game, not before."
    ),
    "unmoved_abandon": gettext_noop(
        "This game can be abandoned only: nobody was told before it that it could be lost so."
    ),
    "holiday_malformed": gettext_noop("A holiday is 1 to {most} days."),
    "holiday_spent": gettext_noop("You have {left} days of holiday left in this game."),
    "game_running": gettext_noop("This game is not over yet."),
    "play_text_missing": gettext_noop("Say what is played."),
    "cubes_of_session": gettext_noop(
        "Cubes come first: everybody who was asked answers before the game goes on."
    ),
    "automatic_due": gettext_noop("Equal dice: the box says first whether the cubes are doubled."),
    "opening_first": gettext_noop("Roll for the opening first: cubes come after it."),
    "double_turn": gettext_noop("Each side can double only before its own roll."),
    "double_once": gettext_noop("Cubes are offered once a turn: wait for the next one."),
    "extra_turn": gettext_noop("An extra is given right after the box's double was answered."),
    "dice_of_board": gettext_noop("The dice of this game are rolled on its board."),
    "agreed_already": gettext_noop("You have agreed already: the others are still asked."),
    "plead_turn": gettext_noop("You can ask to wait only before the team's roll."),
    "plead_once": gettext_noop("Somebody has asked to wait in this turn already."),
    "gone_not_due": gettext_noop("Nobody waits for this player now: it is somebody else's turn."),
    "gone_already": gettext_noop("This player is waited for already."),
    "gone_nobody": gettext_noop("Nobody whose turn it is has been reported away."),
    "undo_nothing": gettext_noop(
        "Nothing of this turn has been played yet: there is nothing to undo."
    ),
    "typed_unknown": gettext_noop("“{text}” is not a command. Possible: {words}."),
}
"""English sentences by code, written only here."""


class OnlineError(CodedError):
    """The step is not possible; nothing has changed."""

    messages: ClassVar[Mapping[str, str]] = MESSAGES
