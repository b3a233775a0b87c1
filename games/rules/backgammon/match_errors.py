"""What may go wrong in a match: an error is a code with parameters, and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules.backgammon.errors import BackgammonError
from games.rules.coded import gettext_noop

MESSAGES: Final[Mapping[str, str]] = {
    "length_invalid": gettext_noop("A match is to 1 to {most} points, or unlimited."),
    "side_unknown": gettext_noop("A match has two sides, 0 and 1."),
    "level_unknown": gettext_noop("A game is won single, gammon or backgammon."),
    "match_over": gettext_noop("The match is over; undo its end first."),
    # the cube
    "crawford": gettext_noop("There is no doubling in the Crawford game."),
    "answer_due": gettext_noop("A double is on the table: it is taken or dropped first."),
    "no_double": gettext_noop("Nobody has doubled; there is nothing to answer."),
    "beaver_match": gettext_noop("Beavers belong to unlimited play; this match is to points."),
    "cube_elsewhere": gettext_noop("The other player owns the cube."),
    # points
    "points_few": gettext_noop("A game brings one point or more."),
    "points_many": gettext_noop("More than {most} points cannot be right."),
    "points_negative": gettext_noop("Points are a whole number from 0."),
    "cube_turned": gettext_noop("The cube was turned in this game: say how it was won."),
    "penalty_late": gettext_noop("Penalty points are given between games."),
    "penalty_wins": gettext_noop("Penalty points do not win a match; enter a forfeit instead."),
    # the end
    "draw_none": gettext_noop("Only a single game can end in a draw."),
    "final_nobody": gettext_noop("Somebody must have {length} points at the end of this match."),
    "final_both": gettext_noop("Only one of the two can have {length} points."),
    "final_below": gettext_noop("The games entered have brought {a} : {b} already."),
    "reason_missing": gettext_noop("Say the reason in a few words."),
    "reason_long": gettext_noop("A reason has at most {most} characters."),
    # the record
    "nothing_to_undo": gettext_noop("There is nothing to undo in this match."),
    "event_malformed": gettext_noop("This is not an event of a match."),
    "log_malformed": gettext_noop("This is not the record of a match."),
}
"""English sentences by code, written only here."""


class MatchError(BackgammonError):
    """The match does not allow this; nothing has changed."""

    messages = MESSAGES
