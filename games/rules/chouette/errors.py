"""What can go wrong when rules are applied: each error has a code, parameters and a sentence."""

from __future__ import annotations

from typing import Final

Param = str | int | tuple[str, ...]

PLAYER_PARAMS: Final = frozenset(
    {"player", "players", "box", "captain", "partner", "giver", "taker", "member"}
)
"""The parameters that hold players; a page replaces the identifiers with names."""


def gettext_noop(message: str) -> str:
    """Mark a message for translation; the pages translate it."""
    return message


MESSAGES: Final[dict[str, str]] = {
    # the order
    "too_few_players": gettext_noop("A session starts with three players or more."),
    "order_exists": gettext_noop("The order is set once per session, and it is set already."),
    "order_missing": gettext_noop("Nothing can be played before the order is set."),
    "order_incomplete": gettext_noop("The order names everyone once; {player} is missing."),
    "order_unknown": gettext_noop("{player} is not one of this session's players."),
    "order_twice": gettext_noop("{player} is named twice."),
    "die_invalid": gettext_noop("A die shows 1 to 6, not {die}."),
    "dice_missing": gettext_noop("{players} are tied and must roll again."),
    "dice_superfluous": gettext_noop("{player} is not tied and does not roll again."),
    # starting a game, the line
    "game_running": gettext_noop("A game is in progress; it must end first."),
    "no_game": gettext_noop("No game is in progress."),
    "two_needed": gettext_noop("A game needs two at the table."),
    "line_wrong": gettext_noop("The line is {players}; a line set by hand must say so."),
    "line_incomplete": gettext_noop(
        "A line by hand names everyone at the table; {player} is missing."
    ),
    "line_partner": gettext_noop("{partner} is the box's partner and stands second in the line."),
    "line_no_partner": gettext_noop("The box has no partner; name him between games first."),
    "not_present": gettext_noop("{player} is not at the table."),
    "already_present": gettext_noop("{player} is at the table already."),
    "stake_invalid": gettext_noop("A stake is a whole number from 1."),
    "stake_changed": gettext_noop(
        "{player} plays for {stake}; a stake does not change in a session."
    ),
    "partner_exists": gettext_noop("The box has a partner already: {partner}."),
    "partner_is_box": gettext_noop("{player} is the box himself."),
    "partner_needs_three": gettext_noop("A partner needs three at the table."),
    "percent_invalid": gettext_noop("A partner's share is a number from 0 to 100 percent."),
    "between_games_only": gettext_noop("A partner is named between games."),
    # the opening
    "reroll_first": gettext_noop("The opening dice were equal: they are rolled again first."),
    "open_late": gettext_noop("The opening dice come before everything else in a game."),
    "open_done": gettext_noop("The opening dice are different already; play has begun."),
    # offers
    "answers_due": gettext_noop("Answers are outstanding: {players} first."),
    "no_cube": gettext_noop("{player} has no bet open in this game."),
    "nobody_named": gettext_noop("At least one player must be named."),
    "named_twice": gettext_noop("{player} is named twice."),
    "cube_owned_by_box": gettext_noop("{player} may not double: the box owns that cube."),
    "cube_owned_by_member": gettext_noop("The box may not double {player}, who owns the cube."),
    "cube_over_cap": gettext_noop("{player} may not give cubes worth more than {limit} together."),
    "nobody_may_double": gettext_noop("Nobody may double now."),
    "box_may_double_nobody": gettext_noop("The box may double nobody now."),
    # answers
    "answer_not_due": gettext_noop("No such answer is due from {player} now."),
    "box_answer_not_due": gettext_noop("The box has nothing to answer for {player} now."),
    # settlements, points, the end
    "settlement_side_missing": gettext_noop(
        "A settlement of 0 must say whom it counts for: the box or the team."
    ),
    "side_invalid": gettext_noop("The side is the box or the team."),
    "points_invalid": gettext_noop("Points are a number with at most two decimals."),
    "points_too_large": gettext_noop("So many points are not kept: {limit} are the most."),
    "points_late": gettext_noop("A game of points only has nothing else in it."),
    "points_incomplete": gettext_noop("Every member's points are entered; {player} is missing."),
    "points_side_missing": gettext_noop(
        "Captain {captain} has 0 points: say who won, box or team."
    ),
    "level_invalid": gettext_noop("A game is won single, gammon or backgammon."),
    # side bets
    "extra_not_now": gettext_noop("An extra is given right after the box's double was answered."),
    "extra_giver": gettext_noop("Only who dropped this double gives an extra; {giver} did not."),
    "extra_taker": gettext_noop("Only who took this double is given an extra; {taker} did not."),
    "extra_given": gettext_noop("{giver} has given an extra in this round already."),
    "extra_unknown": gettext_noop("There is no extra open between {giver} and {taker}."),
    "extra_owner": gettext_noop("{player} does not own that extra cube."),
    # house rules
    "option_unknown": gettext_noop("There is no option “{option}”."),
    "preset_unknown": gettext_noop("There is no preset “{preset}”."),
    "preset_late": gettext_noop("The preset comes first, and there is only one: “{preset}”."),
    "option_value": gettext_noop("“{value}” is not a value of {option}; allowed: {allowed}."),
    "cap_invalid": gettext_noop("A cap for cubes is a whole number from 0 to {limit}."),
    "start_invalid": gettext_noop("A starting cube is 1, 2, 4 and so on, up to {limit}."),
    # notation
    "encoding": gettext_noop("The file is not UTF-8 text."),
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


class ChouetteError(ValueError):
    """The rules or the notation do not allow this.

    ``code`` is a key of ``MESSAGES``; ``params`` fill its braces. ``str()`` is English.
    """

    def __init__(self, code: str, **params: Param) -> None:
        self.code = code
        self.params: dict[str, Param] = params
        super().__init__(code)

    def __str__(self) -> str:
        return MESSAGES[self.code].format(**{key: as_text(v) for key, v in self.params.items()})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ChouetteError):
            return NotImplemented
        return type(self) is type(other) and (self.code, self.params) == (other.code, other.params)

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.params.items(), key=lambda item: item[0]))))


def as_text(value: Param) -> str:
    """Return a parameter as it reads in a sentence: names are joined by commas."""
    return ", ".join(value) if isinstance(value, tuple) else str(value)


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
