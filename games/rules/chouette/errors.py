"""What can go wrong when rules are applied: each error has a code, parameters and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Param = str | int | tuple[str, ...]

PLAYER_PARAMS: Final = frozenset(
    {"player", "players", "box", "captain", "partner", "giver", "taker", "member"}
)
"""The parameters that hold players; a page replaces the identifiers with names."""


def gettext_noop(message: str) -> str:
    """Mark a message for translation; the pages translate it."""
    return message


MESSAGES: Final[Mapping[str, str]] = {
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
    "partner_required": gettext_noop("With {number} players the box needs a partner."),
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
    "automatic_choice_missing": gettext_noop(
        "Here the automatic double is the box's choice: yes or no."
    ),
    "automatic_no_choice": gettext_noop("There is nothing to choose here: no yes or no."),
    "automatic_over_limit": gettext_noop(
        "An automatic double would pass the cube limit of {limit}."
    ),
    # offers
    "answers_due": gettext_noop("Answers are outstanding: {players} first."),
    "no_cube": gettext_noop("{player} has no bet open in this game."),
    "nobody_named": gettext_noop("At least one player must be named."),
    "named_twice": gettext_noop("{player} is named twice."),
    "cube_owned_by_box": gettext_noop("{player} may not double: the box owns that cube."),
    "cube_owned_by_member": gettext_noop("The box may not double {player}, who owns the cube."),
    "cube_at_limit": gettext_noop("{player}'s cube may not pass the limit of {limit}."),
    "cube_over_cap": gettext_noop("{player} may not give cubes worth more than {limit} together."),
    "team_cube_all": gettext_noop("With one cube for the team an offer is for all members."),
    "same_value_same_action": gettext_noop(
        "The box must double every cube of the same value that he may: {players} too."
    ),
    "include_captain": gettext_noop(
        "The box must double captain {captain} too, whose cube has the same value."
    ),
    "first_to_all": gettext_noop(
        "The first double goes to all whom the box may double: {players} too."
    ),
    "nobody_may_double": gettext_noop("Nobody may double now."),
    "box_may_double_nobody": gettext_noop("The box may double nobody now."),
    # answers
    "answer_not_due": gettext_noop("No such answer is due from {player} now."),
    "box_answer_not_due": gettext_noop("The box has nothing to answer for {player} now."),
    "beaver_off": gettext_noop("Beavers are not played here."),
    "beaver_over_limit": gettext_noop("A beaver would pass the cube limit of {limit}."),
    "beaver_captain_only": gettext_noop("With one cube only captain {captain} may beaver."),
    "one_answer": gettext_noop("With one cube there is one answer for all."),
    "captain_must_be_taken": gettext_noop("The captain's cube ({captain}) may not be dropped."),
    "captain_first": gettext_noop(
        "The captain's cube ({captain}) may not be dropped while another is taken."
    ),
    "minimum_break_even": gettext_noop(
        "The box must take enough that a single win does not cost him: now it would bring {net}."
    ),
    "minimum_profit": gettext_noop(
        "The box must take enough that a single win brings him a profit: now it would bring {net}."
    ),
    "minimum_half": gettext_noop(
        "The box must take at least half of the cubes, or none: {number}."
    ),
    "minimum_majority": gettext_noop(
        "The box must take more than half of the cubes, or none: at least {number}."
    ),
    "minimum_all_or_none": gettext_noop("The box must take all cubes or none."),
    "three_handed_both_or_neither": gettext_noop("Of two cubes the box must take both or neither."),
    "three_handed_both": gettext_noop("Of two cubes the box must take both."),
    "lone_captain_beaver": gettext_noop(
        "Taking the captain's cube ({captain}) alone, the box must beaver it."
    ),
    "lone_taker_must_beaver": gettext_noop(
        "{player}, the only one to stay in, must beaver or drop."
    ),
    "lone_taker_must_drop": gettext_noop("{player} may not be the only one to take."),
    "animal_limit": gettext_noop("No further redouble is allowed: {number} is the limit here."),
    "animal_over_limit": gettext_noop("A redouble would pass the cube limit of {limit}."),
    # settlements, points, the end
    "settlements_off": gettext_noop("Settlements are not played here."),
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
    "extras_off": gettext_noop("Extras are not played here."),
    "extra_not_now": gettext_noop("An extra is given right after the box's double was answered."),
    "extra_giver": gettext_noop("Only who dropped this double gives an extra; {giver} did not."),
    "extra_taker": gettext_noop("Only who took this double is given an extra; {taker} did not."),
    "extra_given": gettext_noop("{giver} has given an extra in this round already."),
    "extra_unknown": gettext_noop("There is no extra open between {giver} and {taker}."),
    "extra_owner": gettext_noop("{player} does not own that extra cube."),
    "buy_off": gettext_noop("The captain may not buy cubes here."),
    "buy_captain": gettext_noop("Only the captain, {captain}, buys cubes, and not his own."),
    "buy_needs_take": gettext_noop(
        "Captain {captain} may buy a cube only when he stays in himself."
    ),
    # house rules
    "option_unknown": gettext_noop("There is no option “{option}”."),
    "preset_unknown": gettext_noop("There is no preset “{preset}”."),
    "preset_late": gettext_noop("The preset comes first, and there is only one: “{preset}”."),
    "option_value": gettext_noop("“{value}” is not a value of {option}; allowed: {allowed}."),
    "cap_invalid": gettext_noop("A cap for cubes is a whole number from 0 to {limit}."),
    "start_invalid": gettext_noop("A starting cube is 1, 2, 4 and so on, up to {limit}."),
    "start_over_limit": gettext_noop("The starting cube {start} is above the cube limit {limit}."),
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
    "no_names_one_cube": gettext_noop("With one cube for the team no names are given here."),
    "team_cube_only": gettext_noop("“team {verb}” is only played with one cube for the team."),
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
