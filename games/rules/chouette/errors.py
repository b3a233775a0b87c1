"""What can go wrong when rules are applied: each error has a code, parameters and a sentence."""

from __future__ import annotations

from typing import Final

from games.rules.coded import CodedError, Param, gettext_noop

PLAYER_PARAMS: Final = frozenset(
    {"player", "players", "box", "captain", "partner", "giver", "taker", "member"}
)
"""The parameters that hold players; a page replaces the identifiers with names."""


MESSAGES: Final[dict[str, str]] = {
    # the order
    "too_few_players": gettext_noop("An evening starts with three players or more."),
    "order_exists": gettext_noop("The order is set once per evening, and it is set already."),
    "order_missing": gettext_noop("Nothing can be played before the order is set."),
    "order_incomplete": gettext_noop("The order names everyone once; {player} is missing."),
    "order_unknown": gettext_noop("{player} is not one of this evening's players."),
    "order_twice": gettext_noop("{player} is named twice."),
    "die_invalid": gettext_noop("A die shows 1 to 6, not {die}."),
    # starting a game, the line
    "game_running": gettext_noop("A game is in progress; it must end first."),
    "no_game": gettext_noop("No game is in progress."),
    "not_present": gettext_noop("{player} is not at the table."),
    "stake_invalid": gettext_noop("A stake is a whole number from 1."),
    # the opening
    "reroll_first": gettext_noop("The opening dice were equal: they are rolled again first."),
    # offers
    "answers_due": gettext_noop("Answers are outstanding: {players} first."),
    "no_cube": gettext_noop("{player} has no bet open in this game."),
    "nobody_named": gettext_noop("At least one player must be named."),
    "named_twice": gettext_noop("{player} is named twice."),
    "cube_over_cap": gettext_noop("{player} may not give cubes worth more than {limit} together."),
    # answers
    "answer_not_due": gettext_noop("This answer is not expected from {player} now."),
    "box_answer_not_due": gettext_noop("The box has nothing to answer for {player} now."),
    # settlements, points, the end
    "side_invalid": gettext_noop("The side is the box or the team."),
    "points_invalid": gettext_noop("Points are a number with at most two decimals."),
    "points_too_large": gettext_noop("So many points are not kept: {limit} are the most."),
    # side bets
    # house rules
    "option_unknown": gettext_noop("There is no option “{option}”."),
    "preset_unknown": gettext_noop("There is no preset “{preset}”."),
    "preset_late": gettext_noop("The preset comes first, and there is only one: “{preset}”."),
    "option_value": gettext_noop("“{value}” is not a value of {option}; allowed: {allowed}."),
    # notation
    "encoding": gettext_noop("This is no text that can be read here: save it as UTF-8."),
    "too_large": gettext_noop("The file is larger than {limit} MB."),
    "tag_malformed": gettext_noop('A tag is written [Name "content"].'),
    "tag_late": gettext_noop("Tags come before the first statement."),
    "tag_twice": gettext_noop("The tag {tag} is given twice."),
    "players_missing": gettext_noop('The players must be named first: [Players "Ann, Bob, Cid"].'),
    "name_empty": gettext_noop("A name is missing between the commas."),
    "name_twice": gettext_noop("The name {name} is given twice."),
    "name_unknown": gettext_noop("Nobody here is called {name}."),
    "name_reserved": gettext_noop("“{name}” is a word of the notation; as a name it is quoted."),
    "stakes_malformed": gettext_noop(
        'Stakes are names with whole numbers from 1: [Stakes "Ann 2, Bob 4"].'
    ),
    "stake_malformed": gettext_noop('A stake is an amount and a currency: [Stake "1.00 EUR"].'),
    "quote_open": gettext_noop("A quoted name is not closed."),
    "statement_unknown": gettext_noop("This is not a statement of the notation: {text}."),
    "expected": gettext_noop("Expected {expected}, found {found}."),
    "names_expected": gettext_noop("Whom is this about? Names are expected after “{verb}”."),
    "nothing_for_all": gettext_noop("There is nobody left for “all”."),
    "file_inside_game": gettext_noop("The file ends inside a game."),
    # data
    "action_malformed": gettext_noop("This is not an action the rules know."),
    "state_malformed": gettext_noop("This is not a saved table."),
}
"""English sentences by code, written only here."""


class ChouetteError(CodedError):
    """The rules or the notation do not allow this."""

    messages = MESSAGES


class RuleError(ChouetteError):
    """An action breaks the rules; nothing has changed."""


class OptionError(ChouetteError):
    """House rules that are unknown or contradict each other."""


class StateError(ChouetteError):
    """Malformed data for an action or a table: a defect, not a user's mistake."""


class NotationError(ChouetteError):
    """A line of notation that cannot be read or breaks the rules.

    ``line`` counts from 1; ``cause`` is the `RuleError` behind it, if there is one.
    """

    def __init__(self, code: str, line: int, **params: Param) -> None:
        self.line = line
        super().__init__(code, **params)

    @classmethod
    def at(cls, line: int, error: ChouetteError) -> NotationError:
        """Return the same error with its line in a file."""
        return cls(error.code, line, **error.params)
